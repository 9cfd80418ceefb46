"""The sign-in screen, drawn for every requested page if nobody is signed in."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from dpcore.errors import AccessError
from pages.ui.errors import Sentence, act, draw, show
from pages.ui.language import say
from pages.ui.language_menu import menu
from pages.ui.markdown import plain
from pages.ui.person import signin
from pages.ui.rows import loaded
from pages.ui.session import session

_WHO = "who"


def admitted() -> bool:
    """Whether a page may be drawn; clears the session if the user has changed."""
    try:
        user = signin.user()
    except AccessError:
        if _WHO in session:  # without a previous user, an opened share link stays open
            _empty()
        return False
    if session.setdefault(_WHO, user) != user:
        _empty()
        session[_WHO] = user
    return True


def person() -> None:
    """Draws the signed-in user and the sign-out button; nothing in single-user mode."""
    user = signin.user()
    if user is None:
        return
    with st.popover(plain(user, 40), icon=":material/person:", key="person"):
        st.caption(say("Signed in as {user}", user=plain(user, 254)))
        st.button(say("Sign out"), icon=":material/logout:", on_click=leave)


@act
def leave() -> None:
    """From a callback: end this sign-in in every tab, and clear the session."""
    loaded.drop()
    _empty()
    signin.end()
    st.logout()


def _empty() -> None:
    for key in list(session):
        del session[key]


def sign_in() -> None:
    """Draws the introduction, the reason if a sign-in failed, and a button for each provider."""
    menu()
    st.title(say("Murmur"), anchor=False)
    st.markdown(
        say(
            "Differentially private answers from sensitive tables. This desk belongs to a team: sign in to "
            "see what is shared with you."
        )
    )
    wrong = signin.fault() or _refused()
    if wrong:
        show(wrong)
    if signin.fault():
        return
    draw()
    ways_in()
    st.caption(say("A link that somebody sent you to read results opens without an account."))


def ways_in() -> None:
    """Draws a button for each provider; at another address than the configured one, a link to that one."""
    if elsewhere := _elsewhere():
        st.info(say("Sign-in works only at another address of this desk."), icon=":material/link:")
        st.link_button(say("Open that address"), elsewhere)
        return
    with st.container(horizontal=True):
        for name in signin.providers():
            label = say("Sign in with {provider}", provider=plain(name, 40)) if name else say("Sign in")
            st.button(label, type="primary", key=f"sign-in-{name}", on_click=_ask, args=(name,))


def _refused() -> Sentence | None:
    """Why a user sent by a provider is refused; None if there was no such user."""
    try:
        signin.user()
    except AccessError as error:
        return (error.message, error.hint) if st.user.get("is_logged_in") else None
    return None


@act
def _ask(provider: str) -> None:
    st.login(provider or None)


def _elsewhere() -> str | None:
    """The configured address, if it is not this one, where the sign-in cookie would not be read."""
    wanted = urlsplit(signin.home())
    current = urlsplit(st.context.url or wanted.geturl())
    return None if (current.scheme, current.netloc) == (wanted.scheme, wanted.netloc) else wanted.geturl()
