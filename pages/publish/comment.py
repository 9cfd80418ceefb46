"""Comments on a shared release, written by signed-in colleagues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from dpcore.desk.sharing import LONGEST_COMMENT
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import lines, plain
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.ledger.side.comment import Comment


def listed(
    comments: Sequence[Comment], key: str, drop: Callable[[Comment], None], mine: Callable[[Comment], bool]
) -> None:
    """Draws them, oldest first. drop: deletes one. mine: whether this user may delete it."""
    if not comments:
        st.caption(say("No comment yet."))
    for comment in comments:
        with st.container(border=True, key=f"{key}-{comment.id}"):
            with st.container(horizontal=True, vertical_alignment="center"):
                when = comment.time[:16].replace("T", " ")
                st.caption(say("**{user}** · {when} UTC", user=plain(comment.user), when=when), width="stretch")
                if mine(comment):
                    st.button(
                        say("Delete"),
                        key=f"{key}-drop-{comment.id}",
                        type="tertiary",
                        icon=":material/delete:",
                        on_click=act(drop),
                        args=(comment,),
                    )
            st.markdown(lines(comment.text))


def write(key: str, send: Callable[[str], object]) -> None:
    """Draws a box and a button. A comment that could not be sent stays in the box."""
    st.text_area(say("Comment"), key=f"{key}-text", max_chars=LONGEST_COMMENT, height=100)
    st.button(say("Send the comment"), key=f"{key}-send", on_click=_send, args=(f"{key}-text", send))


@act
def _send(key: str, send: Callable[[str], object]) -> None:
    text = str(session.get(key) or "").strip()
    if not text:
        return
    session[key] = ""  # before it is sent, so that a second click finds nothing
    try:
        send(text)
    except Exception:
        session[key] = text
        raise
