"""The table that is being brought in: where its rows lie, and its columns' names and types. Never a row."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

import dpcore as dp
from pages.ui import kept, place, signin
from pages.ui.desk import desk
from pages.ui.text import visible
from pages.ui.trouble import act
from pages.ui.unfinished import Loaded, uploads

_LOADED, _NONCE = "loaded", "uploader"
GONE = (
    "There is no table to describe. An upload is kept for two hours while the server runs; after that, or after a "
    "restart, please upload the file again."
)
KINDS = ["csv", "tsv", "parquet"]


def current() -> Loaded | None:
    """The table that is being brought in: this session's, or after a reload this user's."""
    table: Loaded | None = st.session_state.get(_LOADED)
    if table is None and (entry := uploads.find(_key())) is not None:
        table = st.session_state[_LOADED] = entry.loaded
        kept.restore(entry.values)
    if table is not None and not table.there:
        drop()
        return None
    return table


def note(table: Loaded) -> None:
    """Keep what was said about it so far, for a reload."""
    uploads.note(_key(), table.path, kept.of("describe"))


def _key() -> tuple[str, str]:
    return str(desk().home.path), desk().user


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
    home = desk().home
    uploads.keep(_key(), loaded, lambda: home.unspool(Path(loaded.path)) if loaded.spooled else None)


def drop() -> None:
    """From a callback: let go of the table, and of everything said about it."""
    loaded = st.session_state.pop(_LOADED, None)
    kept.clear("describe")
    uploads.drop(_key())
    if loaded is not None and loaded.spooled:
        desk().home.unspool(Path(loaded.path))


def begin() -> None:
    """From a callback: on to the description."""
    place.go(place.DESCRIBE)
