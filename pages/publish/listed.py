# vital
"""The links of a dataset: content, expiry, how often each was opened; comments; revoking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.publish import comment
from pages.ui import role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import Color, plain

if TYPE_CHECKING:
    from dpcore.desk.sharing import Share

PAGE = 10
STATES: dict[str, tuple[Text, str, Color]] = {
    "open": (Text("open"), ":material/link:", "green"),
    "expired": (Text("expired"), ":material/schedule:", "gray"),
    "revoked": (Text("revoked"), ":material/link_off:", "gray"),
}

AHEAD = Text(
    "The server's clock was ahead when this link was created, so it may expire later than intended. "
    "Revoke it and create a new one."
)


def links(dataset: Dataset, writes: bool) -> None:
    """Draws them, open ones first, then newest first. writes: whether this user publishes here."""
    shares = sorted(reversed(desk().sharing(dataset.id).all), key=lambda share: share.state != "open")
    if not shares:
        st.caption(say("Nothing is shared yet."))
        return
    pages = -(-len(shares) // PAGE)
    at = st.pagination(pages, key=f"links-{dataset.id}") if pages > 1 else 1
    for share in shares[(at - 1) * PAGE : at * PAGE]:
        _card(dataset, share, writes)


def _card(dataset: Dataset, share: Share, writes: bool) -> None:
    key = f"link-{share.id}"
    with st.container(border=True, key=key):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(share.title, 120)}**", width="stretch")
            state, icon, color = STATES[share.state]
            st.badge(say(state), icon=icon, color=color)
        st.caption(facts(share))
        if share.ahead and share.state == "open" and share.until:
            st.warning(say(AHEAD), icon=":material/schedule:")
        with st.container(horizontal=True):
            if share.state == "open" and writes and _may_revoke(dataset, share):
                with st.popover(say("Revoke"), icon=":material/link_off:", key=f"{key}-ask"):
                    st.markdown(
                        say(
                            "The link then opens nothing for anybody. "
                            "Files that were downloaded before cannot be recalled."
                        )
                    )
                    st.button(say("Revoke this link"), key=f"{key}-revoke", on_click=_revoke, args=(dataset, share.id))
        _comments(dataset, share, key)


def facts(share: Share) -> str:
    """Publisher, date, expiry and openings, escaped for Markdown."""
    until = Text("until {time} UTC", time=_minute(share.until)) if share.until else Text("no end date")
    times = Text.counted("opened once", "opened {n:,} times", n=share.opened)
    if not share.opened:
        times = Text("not opened yet")
    elif share.last_opened:
        times = Text("{times}, last on {time} UTC", times=times, time=_minute(share.last_opened))
    return say(
        "{answers} · by {user} on {day} · {until} · {times}",
        answers=Text.counted("{n} answer", "{n} answers", n=len(share.keys)),
        user=plain(share.by),
        day=share.time[:10],
        until=until,
        times=times,
    )


def _minute(time: str) -> str:
    return time[:16].replace("T", " ")


def _may_revoke(dataset: Dataset, share: Share) -> bool:
    return share.by == desk().user or role.at_least(dataset, "owner")


@act
def _revoke(dataset: Dataset, identifier: str) -> None:
    desk().sharing(dataset.id).revoke(identifier)


def _comments(dataset: Dataset, share: Share, key: str) -> None:
    folded = st.expander(say("Comments"), key=f"{key}-comments", on_change="rerun")
    if not folded.open:
        return
    own = desk()
    sharing, owns = own.sharing(dataset.id), role.at_least(dataset, "owner")
    with folded:
        comment.listed(
            sharing.comments(share.id),
            key,
            lambda remark: desk().sharing(dataset.id).delete_comment(remark.id),
            lambda remark: owns or remark.user == own.user,
        )
        comment.write(key, lambda text: desk().sharing(dataset.id).comment(share.id, text))
