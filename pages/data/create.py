"""From a description to a dataset. The desk checks it; rows that were loaded before need the owner's decision."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.engine.source.frozen import Copied
from dpcore.present.text import reading
from dpcore.release.dataset import Dataset
from dpcore.release.run import Progress
from dpcore.table.cell_format import Format
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text, joined
from pages.data import cell_form, loading
from pages.data.lines import described, lines, unread
from pages.data.progress import KEY
from pages.ui import errors, widget
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.job import Work
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded
from pages.ui.session import session

_WANTED, NEEDED = "describe-open", 4
"""The key of a click on a button that opens; the number of choices: unit, relation, budget and population."""
_PARTS = {"unit": Text("Who is protected"), "budget": Text("Budget")}
"""The headings of choices that can be refused: a phone shows the button several screens below them."""


def name_of(label: str) -> str:
    """The default name: the file's."""
    stem = PurePath(label.replace("\\", "/")).stem
    return stem if stem.isprintable() and len(stem) <= 100 else ""


def button(
    table: Loaded, base: Mapping[str, Line], choices: dict[str, Any], wanting: Sequence[errors.Sentence]
) -> None:
    """Draws the button; two if the rows were recognised; the progress while they are loaded.

    wanting: what is still to be entered or mended, as it is said above; the button waits for it, and says so.
    """
    _begin_if_wanted(table, base, choices)
    if loading.shown(table):
        return
    dataset = widget.value(loading.KNOWN)
    errors.draw()
    if dataset is None:
        of, missing = choices.get("of"), len(choices) < NEEDED
        label = Text("Open the dataset")
        if isinstance(of, Dataset):
            label = Text("Load as a new version of {name}", name=of.name)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(plain(label), type="primary", key="describe-go", disabled=missing, on_click=_want, args=(False,))
            if missing:
                parts = [title for choice, title in _PARTS.items() if choice not in choices]
                unsaid = [Text("“{part}” above is not complete yet.", part=part) for part in parts]
                said_above = [part for said in wanting for part in said]
                st.caption(plain(joined(said_above or unsaid), SENTENCES))
        return
    # vital
    st.warning(
        say(
            "These rows are already loaded as **{known}**. The privacy budget of that dataset applies to them.",
            known=plain(dataset),
        ),
        icon=":material/history:",
    )
    opened = next((each for each in desk().datasets() if dataset in (each.id, each.name)), None)
    if opened is not None and (said := reading.renewed(opened)):
        st.caption(plain(said, 1000))
    with st.container(horizontal=True):
        st.button(
            plain(Text("Load as a new version of {name}", name=dataset)),
            type="primary",
            on_click=_want,
            args=(dataset,),
        )
        st.button(say("Open with a separate budget (privacy losses add up)"), on_click=_want, args=(True,))
        st.button(say("Back"), type="tertiary", on_click=act(widget.put), args=(loading.KNOWN, None))


@act
def _want(how: bool | str) -> None:
    """The rows are loaded by the run that follows, which knows what was typed with the click.

    how: the dataset whose new version they are; else whether they get a budget of their own.
    """
    session[_WANTED] = how


def _begin_if_wanted(table: Loaded, base: Mapping[str, Line], choices: dict[str, Any]) -> None:
    how = session.pop(_WANTED, None)
    if how is None or (len(choices) < NEEDED and not isinstance(how, str)):
        return
    try:
        _open(table, base, choices, how)
    except dp.DpError as error:
        errors.put((error.message, error.hint))
    else:
        st.rerun()


def _open(table: Loaded, base: Mapping[str, Line], choices: dict[str, Any], how: bool | str) -> None:
    known = described(KEY, base)
    if known.wrong:
        raise dp.SchemaError(unread(len(known.wrong)), "Correct it, or say that the column is not used.")
    if not known.columns:
        raise dp.SchemaError("No column is described yet.", "Enter a kind for each column that may be asked about.")
    schema, name, expected = (
        dp.Schema(known.columns),
        widget.value("describe-name", ""),
        widget.value("describe-expected"),
    )
    own, of = desk(), choices.get("of")
    formats = cell_form.formats(table, known)
    if isinstance(how, str) or isinstance(of, Dataset):
        old = own.dataset(how) if isinstance(how, str) else own.dataset(choices["of"].id)
        bare = {name: Format() for name, column in known.columns.items() if type(column) is _kind(old, name)}
        update(table, old.id, known.left, {**bare, **formats})
        return
    notes = {name: line.note for name, line in lines(KEY, base).items() if line.note.strip()}
    facts = {name: choice for name, choice in choices.items() if name != "of"}

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            dataset = own.add_dataset(
                name,
                without(table.source(), known.left).with_formats(formats),
                schema=schema,
                expected_rows=expected,
                separate_budget=how,
                apart=of,
                notes=notes,
                cancel=cancel,
                **facts,
            )
        return [dataset.id]

    _begin(table, work)


def _kind(dataset: Dataset, name: str) -> type[object]:
    return type(dataset.table.schema.columns.get(name))


def without(source: dp.Source, left: frozenset[str]) -> dp.Source:
    """The rows without the columns that are not to be kept. Raises SourceError for rows of a database."""
    if not left:
        return source
    if not isinstance(source, Copied):
        raise dp.SourceError(
            "Rows of a database are read in place, so no column of them is kept.", "Say “not used” instead."
        )
    return source.omitting(left)


@act
def update(
    table: Loaded,
    dataset: str,
    left: frozenset[str] = frozenset(),
    formats: Mapping[str, Format] = MappingProxyType({}),
) -> None:
    """From a callback: the table as the next version of a dataset, without `left` and what it left out so far.

    formats: of cells, in place of those that the dataset has of the same columns; an empty one for a column without.
    """
    own = desk()
    kept = own.dataset(dataset).kept
    unwanted = left and left | {*kept.left_out}

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            source = without(table.source(), unwanted)
            if formats:
                before = {name: said for name, said in kept.formats.items() if name in source.kept}
                source = source.with_formats({name: said for name, said in {**before, **formats}.items() if said})
            return [own.update(dataset, source, cancel=cancel).id]

    _begin(table, work)


def _begin(table: Loaded, work: Work) -> None:
    if table.there:  # otherwise the page shows what happened to it
        loading.begin(table, work)
