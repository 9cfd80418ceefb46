"""Verifying a bundle: the file is read once, and the verdict is kept until another file is chosen."""

from __future__ import annotations

import streamlit as st

from dpcore.errors import SourceError
from dpcore.present import bundle
from dpcore.text import Text
from pages.publish import reading
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.session import session

MOST_MB = 50
_FOUND = "verdict"
_BOXES = {
    "genuine": (st.success, ":material/verified:", Text("Genuine")),
    "altered": (st.error, ":material/gpp_bad:", Text("Altered")),
    "unknown signer": (st.warning, ":material/help:", Text("Unknown signer")),
}


def uploader() -> None:
    """Draws the uploader."""
    st.file_uploader(
        say("Bundle (a .zip file)"),
        ["zip"],
        key="bundle",
        on_change=_check,
        max_upload_size=MOST_MB,
        label_visibility="visible",
    )


@act
def _check() -> None:
    session.pop(_FOUND, None)
    file = session.get("bundle")
    if file is None:
        return
    if file.size > MOST_MB * 2**20:
        raise SourceError("A bundle has at most {most_mb} MB.", "Choose the .zip file of a bundle.", most_mb=MOST_MB)
    own = desk()
    verdict = bundle.verify(file.getvalue(), [key.public for key in own.trusted])
    session[_FOUND] = (file.name, verdict)


def draw() -> None:
    """Draws the verdict as word, colour and icon; then the content of a genuine bundle."""
    if _FOUND not in session:
        return
    name, verdict = session[_FOUND]
    box, icon, word = _BOXES[verdict.state]
    box(f"**{say(word)}.** {plain(verdict.said, SENTENCES)}", icon=icon)
    if signer := next((key.name for key in desk().trusted if key.public == verdict.public), ""):
        st.markdown(say("Signed by {signer}", signer=plain(signer, 100)))
    named = Text("{file}: {hint}", file=visible(name), hint=verdict.hint) if verdict.hint else visible(name)
    st.caption(plain(named, SENTENCES))
    if verdict.state == "unknown signer":
        _introduce(verdict)
    if verdict.state == "genuine" and verdict.dossier is not None:
        reading.draw(verdict.dossier, "verified")


def _introduce(verdict: bundle.Verdict) -> None:
    with st.container(border=True):
        # vital
        st.markdown(
            say(
                "**Do you know who signed it?** Ask them to read out the fingerprint, by another channel than "
                "the one that brought the file."
            )
        )
        st.code(verdict.fingerprint, language=None)
        st.text_input(say("Owner of the key"), key="trust-name", max_chars=100, placeholder=say("Statistics office"))
        # vital
        same = st.checkbox(say("I have compared the fingerprint, and it matches."), key="trust-sure")
        st.button(say("Trust this key"), on_click=_trust, args=(verdict.public,), disabled=not same)


@act
def _trust(public: bytes) -> None:
    desk().trust(public, session["trust-name"])
    _check()


def trusted() -> None:
    """Draws the keys that this user trusts, each with a button to stop."""
    others = [key for key in desk().trusted if key.public != desk().seal.public]
    if not others:
        return
    with st.expander(say("Trusted keys")):
        for key in others:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{plain(key.name, 100)}** · {key.fingerprint}", width="stretch")
                st.button(
                    say("Stop trusting"), key=f"distrust-{key.public.hex()}", on_click=_distrust, args=(key.public,)
                )


@act
def _distrust(public: bytes) -> None:
    desk().distrust(public)
    _check()
