"""What went wrong, said once: an error of ours in its own words, any other in a constant sentence."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec

import streamlit as st

from dpcore.errors import DpError
from dpcore.text import Text
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

P = ParamSpec("P")
Sentence = tuple[str, str]

_KEY = "error"
_LONG = 600
UNKNOWN: Sentence = (
    Text("Something went wrong inside Murmur."),
    Text("Nothing is charged twice: go back and try again. The server's log says where it happened."),
)


def act(function: Callable[P, None]) -> Callable[P, None]:
    """A callback whose failure is kept for `draw`; nothing that was typed is lost."""

    @wraps(function)
    def safe(*args: P.args, **kwargs: P.kwargs) -> None:
        session.pop(_KEY, None)
        try:
            function(*args, **kwargs)
        except Exception as error:
            session[_KEY] = sentence(error)

    return safe


def sentence(error: Exception) -> Sentence:
    """(message, hint) of our own errors; a constant for all others, whose place goes to the log."""
    if isinstance(error, DpError):
        return error.message, error.hint
    logging.getLogger("murmur").error("a page failed", exc_info=error)
    return UNKNOWN


def show(said: Sentence) -> None:
    """One error box: what happened, and what to do."""
    message, hint = (plain(say(part).replace("`", ""), _LONG) for part in said)
    st.error(f"**{message}**  \n{hint}" if hint else f"**{message}**", icon=":material/error:")


@contextlib.contextmanager
def told() -> Iterator[None]:
    """An error of ours is shown where it stands, and the page goes on below it."""
    try:
        yield
    except DpError as error:
        show(sentence(error))


def put(said: Sentence) -> None:
    """Keep a failure of what ran in the background for `draw`."""
    session[_KEY] = said


def draw() -> None:
    """The failure of the last act, if any, where the page wants it; it is drawn once."""
    said = session.pop(_KEY, None)
    if said is not None:
        show(said)
