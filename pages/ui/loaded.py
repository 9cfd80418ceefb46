"""The table that is being brought in: where its rows lie, and its columns' names and types. Never a row."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

import dpcore as dp
from pages.ui import kept, place, signin
from pages.ui.desk import desk
from pages.ui.text import visible
from pages.ui.trouble import act

_LOADED, _NONCE = "loaded", "uploader"
KINDS = ["csv", "tsv", "parquet"]


@dataclass(frozen=True)
class Loaded:
    """A source that can be read again. `spooled`: a private copy of an upload, ours to remove."""

    path: str
    label: str
    columns: dict[str, str]
    spooled: bool


def current() -> Loaded | None:
    """The table of this session, if one is being brought in."""
    return st.session_state.get(_LOADED)


def uploader() -> None:
    """Takes one file; its bytes go to a private file at once, and the uploader lets go of them."""
    key = f"upload-{st.session_state.get(_NONCE, 0)}"
    st.file_uploader("CSV, TSV or Parquet", KINDS, key=key, on_change=_take, args=(key,))


@act
def _take(key: str) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    st.session_state[_NONCE] = st.session_state.get(_NONCE, 0) + 1
    path = desk().home.spool(file.getbuffer(), Path(file.name).suffix)
    try:
        _keep(Loaded(str(path), file.name, dict(dp.read(str(path)).columns), spooled=True))
    except dp.DpError as error:
        desk().home.unspool(path)
        raise dp.DpError(error.message.replace(repr(path.name), repr(visible(file.name))), error.hint) from None
    except BaseException:
        desk().home.unspool(path)
        raise


def by_path() -> bool:
    """Whether paths may be typed: not where others' rows lie on the same computer."""
    return not signin.required()


@act
def read_path(key: str) -> None:
    """From a callback: open what the typed path names."""
    if not by_path():
        raise dp.AccessError("Paths of the server open nothing here.", "Upload the file instead.")
    path = str(st.session_state[key]).strip()
    _keep(Loaded(path, path, dict(dp.read(path).columns), spooled=False))


def _keep(loaded: Loaded) -> None:
    drop()
    st.session_state[_LOADED] = loaded


def drop() -> None:
    """From a callback: let go of the table, and of everything said about it."""
    loaded = st.session_state.pop(_LOADED, None)
    kept.clear("describe")
    if loaded is not None and loaded.spooled:
        desk().home.unspool(Path(loaded.path))


def begin() -> None:
    """From a callback: on to the description."""
    place.go(place.DESCRIBE)
