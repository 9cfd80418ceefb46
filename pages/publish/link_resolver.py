"""The share link in the address: its content, counted once per session, and its comments. Reading needs no account.

A page of the app is redrawn at each click. Readers without account use /s/<token>, which is rendered once for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import dpcore as dp
from dpcore.errors import AccessError
from pages.publish import comment, link
from pages.ui import navigation, signin_screen
from pages.ui.desk import desk, house
from pages.ui.errors import sentence, show
from pages.ui.language import say
from pages.ui.person import signin
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.sharing import Opened

PARAMETER, PATH = "share", "shared"
_COUNTED = "counted links"


def asked() -> bool:
    """Whether the address holds a link, good or bad."""
    return PARAMETER in st.query_params


def follow(path: str) -> None:
    """From the frame: open the page for shared answers if another page has a link in its address."""
    if asked() and path != PATH:
        st.switch_page(navigation.SHARED, query_params={PARAMETER: st.query_params[PARAMETER]})


def opened() -> Opened | None:
    """The content of the link; for an invalid link, draws the same sentence always and returns None."""
    token = st.query_params.get(PARAMETER, "")
    counted = session.setdefault(_COUNTED, set())
    try:
        content = (_own() or house()).open_share(token, count=token not in counted and elsewhere() is None)
    except AccessError as error:
        show(sentence(error))
        return None
    counted.add(token)
    return content


def elsewhere() -> str | None:
    """The address for readers without account; None for signed-in users, and if this process does not serve it."""
    return f"/s/{st.query_params.get(PARAMETER, '')}" if _own() is None and link.routed() else None


def comments() -> None:
    """Draws the comments of the link, and a box for signed-in users."""
    token, own = st.query_params.get(PARAMETER, ""), _own()
    if own is None:  # comments name colleagues, so readers without account see the answers only
        st.markdown(say("Sign in to read comments, and to write one."))
        if not signin.fault():
            signin_screen.ways_in()
        return
    remarks = own.comments_on(token)
    comment.listed(
        remarks, "shared", lambda remark: desk().uncomment(token, remark.id), lambda remark: remark.user == own.user
    )
    comment.write("shared", lambda text: desk().comment_on(token, text))


def _own() -> dp.Desk | None:
    """The desk of the signed-in user, or the single user's; None without sign-in."""
    try:
        signin.user()
    except AccessError:
        return None
    return desk()
