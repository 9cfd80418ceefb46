"""A public list of pairs in a form: typed, or read from a file, which fills in the text."""

from __future__ import annotations

from collections.abc import Callable, Collection

import streamlit as st

from dpcore.queries.order import pair_list
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

MOST_MB = 1


def field(label: str, help_: str, key: str, known: Collection[str]) -> Callable[[], list[list[str]]]:
    """Draws the text and an uploader; the pairs are checked when the question is made. known: public values."""
    left, right = st.columns([3, 2], gap="large")
    text = left.text_area(label, help=help_, key=key, placeholder="A, B\nB, C", height=160)
    with right:
        uploader = f"{key}-file-{session.get(_nonce(key), 0)}"
        st.file_uploader(
            say("Or a CSV file with two columns of names"),
            list(pair_list.KINDS),
            key=uploader,
            on_change=_upload,
            args=(key, uploader, frozenset(known)),
            max_upload_size=MOST_MB,
            help=say("The file replaces the text. It must be public: the list is kept in plans and records."),
        )
        filled, sentence = session.get(_read(key), ("", ""))
        if sentence and filled == text:
            st.caption(plain(sentence, 300))
    return lambda: pair_list.typed(text)


@act
def _upload(key: str, uploader: str, known: Collection[str]) -> None:
    """Fill in the text; a file that is no list of pairs leaves the form as it is."""
    file = session.get(uploader)
    if file is None:
        return
    session[_nonce(key)] = session.get(_nonce(key), 0) + 1  # the uploader is empty again
    pairs = pair_list.read(file.getvalue(), known)
    session[key] = pairs.text
    session[_read(key)] = (pairs.text, pairs.sentence)


def _nonce(key: str) -> str:
    return f"{key}-uploader"


def _read(key: str) -> str:
    return f"{key}-read"
