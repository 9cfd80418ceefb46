"""The link in the address: what it opens, counted once a session, and its comments. No account is needed to read.

A page of the app is drawn anew at each click. What a passer-by reads is at /s/<token>, drawn once for all readers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import dpcore as dp
from dpcore.errors import AccessError
from pages.publish import comment, link
from pages.ui import navigation, signin, signin_screen
from pages.ui.desk import desk, house
from pages.ui.errors import sentence, show
from pages.ui.language import say
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.sharing import Opened

PARAMETER, PATH = "share", "shared"
_COUNTED = "counted links"


def asked() -> bool:
    """Whether the address holds a link, good or bad."""
    return PARAMETER in st.query_params


def follow(path: str) -> None:
    """From the frame: on to the page that shows what is shared, where another page has a link in its address."""
    if asked() and path != PATH:
        st.switch_page(navigation.SHARED, query_params={PARAMETER: st.query_params[PARAMETER]})


def opened() -> Opened | None:
    """What the address opens; else the one sentence for every link that opens nothing, drawn."""
    token = st.query_params.get(PARAMETER, "")
    counted = session.setdefault(_COUNTED, set())
    try:
        found = (_own() or house()).open_share(token, count=token not in counted and elsewhere() is None)
    except AccessError as error:
        show(sentence(error))
        return None
    counted.add(token)
    return found


def elsewhere() -> str | None:
    """Where whoever is not in reads the answers; None for members, and where this process serves no such address."""
    return f"/s/{st.query_params.get(PARAMETER, '')}" if _own() is None and link.routed() else None


def comments() -> None:
    """Draws the comments of the link in the address, and a box where somebody is signed in."""
    token, own = st.query_params.get(PARAMETER, ""), _own()
    if own is None:  # comments name colleagues: whoever was only sent the link reads the answers alone
        st.markdown(say("Sign in to read comments, and to write one."))
        if not signin.fault():
            signin_screen.ways_in()
        return
    said = own.comments_on(token)
    comment.listed(
        said, "shared", lambda remark: desk().uncomment(token, remark.id), lambda remark: remark.user == own.user
    )
    comment.write("shared", lambda text: desk().comment_on(token, text))


def _own() -> dp.Desk | None:
    """The desk of whoever is signed in, or the one person's; None for a passer-by."""
    try:
        signin.user()
    except AccessError:
        return None
    return desk()
