"""Whether a bundle is genuine: the file is read once, what was found is kept until another one comes."""

from __future__ import annotations

import streamlit as st

from dpcore.errors import SourceError
from dpcore.present import bundle
from dpcore.text import Text
from pages.publish import reading
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session

MOST_MB = 50
_FOUND = "verdict"
_BOXES = {
    "genuine": (st.success, ":material/verified:", Text("Genuine")),
    "altered": (st.error, ":material/gpp_bad:", Text("Altered")),
    "unknown signer": (st.warning, ":material/help:", Text("Unknown signer")),
}


def uploader() -> None:
    """Takes a bundle."""
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
    kept = desk()
    found = bundle.verify(file.getvalue(), [key.public for key in kept.trusted])
    session[_FOUND] = (file.name, found)


def draw() -> None:
    """Draws what was found: a word, a colour and an icon say the same; then what is inside a genuine one."""
    if _FOUND not in session:
        return
    name, found = session[_FOUND]
    box, icon, word = _BOXES[found.state]
    box(f"**{say(word)}.** {plain(found.said, 400)}", icon=icon)
    if signer := next((key.name for key in desk().trusted if key.public == found.public), ""):
        st.markdown(say("Signed by {signer}", signer=plain(signer, 100)))
    named = Text("{file}: {hint}", file=visible(name), hint=found.hint) if found.hint else visible(name)
    st.caption(plain(named, 400))
    if found.state == "unknown signer":
        _introduce(found)
    if found.state == "genuine" and found.dossier is not None:
        reading.draw(found.dossier, "verified")


def _introduce(found: bundle.Verdict) -> None:
    with st.container(border=True):
        st.markdown(
            say(
                "**Do you know who signed it?** Ask them to read out the fingerprint, by another channel than "
                "the one that brought the file."
            )
        )
        st.code(found.fingerprint, language=None)
        st.text_input(say("Owner of the key"), key="trust-name", max_chars=100, placeholder=say("Statistics office"))
        same = st.checkbox(say("I have compared the fingerprint, and it matches."), key="trust-sure")
        st.button(say("Trust this key"), on_click=_trust, args=(found.public,), disabled=not same)


@act
def _trust(public: bytes) -> None:
    desk().trust(public, session["trust-name"])
    _check()


def trusted() -> None:
    """Draws whose keys this user trusts, each with a way to stop."""
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
