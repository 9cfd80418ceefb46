"""The table being loaded: its location, and the names and types of its columns. Never a row."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.engine import address_list
from dpcore.engine.postgres_address import EXAMPLE
from dpcore.engine.source.delimited import Delimited
from dpcore.engine.source.reading import Reading
from dpcore.engine.source.unpack import ending, own_names
from dpcore.number import shown
from dpcore.text import Text
from pages.ui import job, navigation, widget
from pages.ui.desk import desk
from pages.ui.errors import act, put
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.person import signin
from pages.ui.rows import past, source_folders
from pages.ui.rows.arrivals import KINDS, MB, UPLOADER, arrivals, largest, streaming
from pages.ui.rows.unfinished import Loaded, Question, uploads
from pages.ui.session import number, session

_LOADED, _REPLACED, _NONCE = "loaded", "loaded elsewhere", "uploader"
GONE = Text(
    "There is no table to describe. An upload is kept for two hours while the server runs; after that, or after a "
    "restart, please upload the file again."
)
REPLACED = Text(
    "A table that you loaded later in another tab has replaced the one in this tab. Reload this page "
    "to continue with it."
)
_GONE = (
    Text("The upload is no longer there."),
    Text("Reload this page; then go on, or upload the file again."),
)


def current() -> Loaded | None:
    """The table being loaded: this session's or, after a reload, this user's.

    A tab whose table was replaced by another tab's does not switch to that one by itself, since a click is meant for
    the table shown here; nor does one that is uploading, whose uploader would go.
    """
    table: Loaded | None = session.get(_LOADED)
    entry = uploads.find(_key())
    if table is None and entry is not None and not replaced() and number() not in arrivals.sessions():
        table = session[_LOADED] = entry.loaded
        widget.restore(entry.values)
    if table is not None and not table.there and not _loading(table):
        drop()
        session[_REPLACED] = entry is not None and entry.loaded.ticket != table.ticket
        return None
    return table


def _loading(table: Loaded) -> bool:
    """Whether the rows are being loaded, or have been: the copy is removed before a page has seen that."""
    running = job.loads().get(table.ticket, desk().user)
    return running is not None and not running.trouble


def replaced() -> bool:
    """Whether another tab's table has replaced this tab's."""
    return bool(session.get(_REPLACED))


def note(table: Loaded) -> None:
    """Keep the description so far, for a reload."""
    uploads.note(_key(), table, widget.of("describe"))


@contextlib.contextmanager
def named(table: Loaded) -> Iterator[None]:
    """Errors about an upload name the uploaded file, never its private copy."""
    try:
        yield
    except dp.SourceError as error:
        message: str = error.message
        hint: str = error.hint
    else:
        return
    if not table.there:
        message, hint = _GONE
    raise dp.SourceError(_public(table, message), hint)


def _public(table: Loaded, message: str) -> str:
    """The message with the name of the uploaded file instead of its private copy's, still to be translated."""
    for own in (table.path, *own_names(Path(table.path))) if table.spooled else ():
        message = _renamed(message, shown(own), shown(visible(table.label)))
    return message


def _renamed(message: str, old: str, new: str) -> str:
    if not isinstance(message, Text) or not message.facts:
        return message.replace(old, new) if old in message else message
    facts: dict[str, Any] = {
        key: _renamed(fact, old, new) if isinstance(fact, str) else fact for key, fact in message.facts.items()
    }
    return Text.counted(message.key, message.many, **facts) if message.many else Text(message.key, **facts)


def _key() -> tuple[str, str]:
    return str(desk().home.path), desk().user


def explain() -> None:
    """Have the page say why the server refused this session's last upload, once."""
    refused = arrivals.told(number())
    if refused is not None:
        put(refused)


def uploader() -> None:
    """Draws the uploader, and the progress of a large upload; the file is private at once."""
    key = f"{UPLOADER}-{session.get(_NONCE, 0)}"
    most = largest() // MB if streaming() else None
    st.file_uploader(
        say("CSV, TSV, Parquet, a workbook, or a file of Stata, SPSS or SAS; also in .gz or .zip"),
        KINDS,
        key=key,
        on_change=_take,
        args=(key,),
        max_upload_size=most,
    )
    if arrivals.under_way(number()):
        _progress()


@st.fragment(run_every=0.5)
def _progress() -> None:
    now = arrivals.under_way(number())
    if now is None:
        st.rerun()
    received, size = now
    st.progress(
        received / max(size, received, 1),
        say("{received:,} of {size:,} MB received", received=received // MB, size=size // MB),
    )


@act
def _take(key: str) -> None:
    file = session.get(key)
    if file is None:
        return
    session[_NONCE] = session.get(_NONCE, 0) + 1
    own = desk().home
    path = arrivals.take(file.file_id) if streaming() else own.spool(file.getbuffer(), ending(file.name))
    if path is None:
        raise dp.SourceError(*_GONE)
    try:
        _keep(_first(Loaded(str(path), file.name, {}, spooled=True)))
    except BaseException:
        own.unspool(path)
        raise


def _first(table: Loaded) -> Loaded:
    """The table, read as the rows of an earlier dataset were if its header suggests it. Raises SourceError."""
    plain = _read(table)
    found = past.fitting(plain)
    if found is None:
        return plain
    earlier, clear = found
    table = replace(plain, past=earlier)
    return _read(replace(table, reading=earlier.reading)) if clear else table


def _read(table: Loaded) -> Loaded:
    """The table with its columns, or with a question that its loader must answer. Raises SourceError."""
    with named(table):
        try:
            return _of_source(table, table.source())
        except dp.SheetError as error:
            asked = Question(_public(table, error.message), sheet=True)
            return replace(table, columns={}, sheets=error.sheets, question=asked)
        except dp.HeaderError as error:
            skip, line, message = error.skip, None, error.message
        except dp.MisfitError as error:
            skip, line, message = table.reading.skip, error.line, error.message
        # a first line with all described columns of a dataset is its header
        own = [set(dataset.table.schema) for dataset in desk().datasets() if dataset.owner == desk().user]
        with contextlib.suppress(dp.SourceError):
            named_so = replace(table, reading=replace(table.reading, header=True))
            found = _of_source(named_so, named_so.source())
            if table.reading.header is None and any(described <= set(found.columns) for described in own):
                return found
        return replace(table, columns={}, question=Question(_public(table, message), skip, line))


def _of_source(table: Loaded, source: dp.Source) -> Loaded:
    """The table with what its source says of it by names and header."""
    marks = (source.separator, source.decimal) if isinstance(source, Delimited) else (",", ".")
    return replace(table, columns=dict(source.columns), question=None, separator=marks[0], decimal=marks[1])


def alone(table: Loaded) -> bool:
    """Whether the file is this person's own, so that a line of it may be shown to them."""
    return table.table is None and (table.spooled or source_folders.folders() is None) and Path(table.path).is_file()


def read_again(reading: Reading) -> None:
    """From a callback: read the table again in another way."""
    table: Loaded | None = session.get(_LOADED)
    if table is None or not table.there:
        raise dp.SourceError(*_GONE)
    changed = _read(replace(table, reading=reading))
    widget.clear("describe")
    session[_LOADED] = changed
    uploads.change(_key(), changed)


def by_path() -> bool:
    """Whether a path may be opened."""
    return source_folders.folders() != ()


def path_field(key: str) -> None:
    """Draws the field for a path, and the folders in which it must lie, if they are limited."""
    folders = source_folders.folders()
    label = Text("A file or folder on this computer") if folders is None else Text("A file or folder on the server")
    st.text_input(say(label), key=key, placeholder=say("/data/visits.parquet"))
    st.button(say("Open"), on_click=read_path, args=(key,))
    if folders is not None:
        listed = ", ".join(plain(folder, 200) for folder in folders)
        st.caption(say("Every user may load the tables in {folders}.", folders=listed))


@act
def read_path(key: str) -> None:
    """From a callback: open the entered path."""
    if not by_path():
        raise dp.AccessError("No folder of this server may be read from here.", "Upload the file instead.")
    path = str(session[key]).strip()
    _keep(_first(Loaded(path, path, {}, spooled=False)))


def databases() -> tuple[str, ...] | None:
    """The database addresses that may be opened; None: any, on a computer of one's own without a list.

    They are opened with the server's password, so every user of this server may read what the database user can read.
    """
    listed = address_list.allowed_addresses()
    return () if listed is None and signin.required() else listed


@act
def read_database(address_key: str, table_key: str) -> None:
    """From a callback: open a table of this database; its rows stay there."""
    address, name = (str(session.get(key) or "").strip() for key in (address_key, table_key))
    allowed = databases()
    if allowed is not None and address not in allowed:
        raise dp.AccessError(*address_list.UNLISTED)
    if "://" not in address:
        raise dp.SourceError("This is not the address of a database.", "For example {example}.", example=EXAMPLE)
    _keep(Loaded(address, f"{name} in {address.rpartition('/')[2]}", dict(dp.read(address, name).columns), False, name))


def _keep(table: Loaded) -> None:
    drop()
    session[_LOADED] = table
    uploads.keep(_key(), table, _removal(table))


def _removal(table: Loaded) -> Callable[[], None]:
    """A function that removes an upload and cancels its loading, from any thread and for any current user."""
    home, user = desk().home, desk().user

    def remove() -> None:
        if table.spooled:
            job.loads().cancel(table.ticket, user)
            home.unspool(Path(table.path))

    return remove


def spent(table: Loaded) -> Callable[[], None]:
    """A function that removes an upload whose rows are loaded, from any thread."""
    home = desk().home
    return lambda: home.unspool(Path(table.path)) if table.spooled else None


def drop() -> None:
    """From a callback: drop the table and its description; another tab's table stays."""
    table: Loaded | None = session.pop(_LOADED, None)
    session.pop(_REPLACED, None)
    widget.clear("describe")
    if table is not None:
        job.loads().cancel(table.ticket, desk().user)
        uploads.drop(_key(), table)


def begin() -> None:
    """From a callback: go to the description."""
    navigation.go(navigation.DESCRIBE)
