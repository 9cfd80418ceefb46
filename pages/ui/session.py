"""The state of a browser session between reruns. Only this module uses Streamlit's session state directly."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


class Gone(KeyError):
    """Nothing is stored under this key: in a callback, its widget is on no page any more.

    A browser that slept, or a timer of a page that was left, sends the values of widgets that are no longer drawn, and
    Streamlit calls their callbacks once more.
    """


@final
class _Session(MutableMapping[Any, Any]):
    """Streamlit's session state, with an error of its own for what is not there."""

    def __getitem__(self, key: Any) -> Any:
        try:
            return st.session_state[key]
        except KeyError:
            raise Gone(key) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        st.session_state[key] = value

    def __delitem__(self, key: Any) -> None:
        del st.session_state[key]

    def __contains__(self, key: object) -> bool:
        return key in st.session_state

    def __iter__(self) -> Iterator[Any]:
        return iter(st.session_state)

    def __len__(self) -> int:
        return len(st.session_state)


session = _Session()


def resent(key: str, drawn: object) -> bool:
    """From a callback: whether a field says what was drawn in it, so that nobody has edited it.

    A browser may send a field once more after it is gone, with what it said then.
    """
    return bool(session[key] == drawn)


def number() -> str:
    """Streamlit's own name of this session; empty outside of a page."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""
