"""Showing errors: our own errors with their message, all others as a constant sentence."""

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
from pages.ui.session import Gone, session

P = ParamSpec("P")
Sentence = tuple[str, str]

_KEY = "error"
_LONG = 600
# vital
UNKNOWN: Sentence = (
    Text("Something went wrong inside Murmur."),
    Text("Nothing is charged twice: go back and try again. The server's log says where it happened."),
)


def act(function: Callable[P, None]) -> Callable[P, None]:
    """A callback whose error is kept for `draw`; no input is lost. One of a widget that is gone changes nothing."""

    @wraps(function)
    def safe(*args: P.args, **kwargs: P.kwargs) -> None:
        before = session.pop(_KEY, None)
        try:
            function(*args, **kwargs)
        except Gone:
            if before is not None:
                session[_KEY] = before
        except Exception as error:
            session[_KEY] = sentence(error)

    return safe


def sentence(error: Exception) -> Sentence:
    """(message, hint) of our own errors; a constant for all others, which are logged."""
    if isinstance(error, DpError):
        return error.message, error.hint
    logging.getLogger("murmur").error("a page failed", exc_info=error)
    return UNKNOWN


def show(error: Sentence) -> None:
    """Draws an error box: what happened, and what to do."""
    message, hint = (plain(say(part).replace("`", ""), _LONG) for part in error)
    st.error(f"**{message}**  \n{hint}" if hint else f"**{message}**", icon=":material/error:")


@contextlib.contextmanager
def told(kept: list[Sentence] | None = None) -> Iterator[None]:
    """Show our own errors in place, and continue the page below. kept: gets what was shown, to be said again there."""
    try:
        yield
    except DpError as error:
        show(sentence(error))
        if kept is not None:
            kept.append(sentence(error))


def put(error: Sentence) -> None:
    """Keep an error of a background job for `draw`."""
    session[_KEY] = error


def draw() -> None:
    """Draws the error of the last callback, if any, once."""
    error = session.pop(_KEY, None)
    if error is not None:
        show(error)
