"""Mends how cells are read: the same rows by other formats are a new version under the same budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import streamlit as st

import dpcore as dp
from dpcore.release.dataset import Dataset
from dpcore.release.run import Progress
from dpcore.table.cell_format import Format
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.line_format import format_of
from dpcore.text import Text
from pages.data.lines import described, lines, unread
from pages.ui import errors
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.job import Work
from pages.ui.language import say
from pages.ui.markdown import plain, visible

Begin = Callable[[Dataset, str, Work, Text, bool], None]
_MOST = 10


def entered(key: str, base: Mapping[str, Line]) -> dict[str, tuple[str, str]]:
    """The formats and codes that say something else than the present ones, as typed."""
    now = lines(key, base)
    return {name: (line.format, line.codes) for name, line in now.items() if not same(line, base[name])}


def same(line: Line, other: Line) -> bool:
    """Whether two lines have the same format and codes, perhaps in other words."""
    if (line.format, line.codes) == (other.format, other.codes):
        return True
    try:
        return format_of(line) == format_of(other)
    except dp.DpError:
        return False


def offer(dataset: Dataset, key: str, base: Mapping[str, Line], begin: Begin) -> None:
    """Draws what would be read otherwise, and the button, once a format is changed."""
    changed = entered(key, base)
    if not changed:
        return
    names = ", ".join(visible(name, 40) for name in [*changed][:_MOST]) + (", …" if len(changed) > _MOST else "")
    with st.container(border=True, key=f"{key}-formats"):
        said = Text.counted(
            "Cells of {n} column would be read by another format: {names}.",
            "Cells of {n} columns would be read by another format: {names}.",
            n=len(changed),
            names=names,
        )
        st.markdown(plain(said, 1_000))
        # vital
        st.caption(
            say(
                "The same rows, read otherwise, are a new version under the same budget. Answers so far stay readable; "
                "questions about the new version are paid anew. The ledger records it."
            )
        )
        with errors.told():
            _formats(dataset, key, base)
        st.button(
            say("Read the rows again this way"),
            key=f"{key}-read",
            icon=":material/refresh:",
            on_click=_read,
            args=(dataset, key, dict(base), begin),
        )


def _formats(dataset: Dataset, key: str, base: Mapping[str, Line]) -> dict[str, Format]:
    """All formats of the new version; the present ones may be newer than the page. Raises SchemaError."""
    known, changed = described(key, base, kept=True), entered(key, base)
    now = desk().dataset(dataset.id)
    if wrong := known.wrong.keys() & changed.keys():
        raise dp.SchemaError(unread(len(wrong)))
    formats = {name: said for name, said in now.kept.formats.items() if name not in changed}
    new = {name: known.formats[name] for name in changed if name in known.formats}
    if late := [name for name in new if name not in now.table.schema]:
        raise dp.SchemaError(
            "Column {name} is not described yet.",
            "Describe the rows so first. What you entered as its format stays here.",
            name=visible(late[0], 60),
        )
    return formats | new


@act
def _read(dataset: Dataset, key: str, base: dict[str, Line], begin: Begin) -> None:
    formats, own = _formats(dataset, key, base), desk()

    def work(progress: Progress, cancel: threading.Event) -> list[str]:
        progress(Text("reading the rows"))
        return [own.update(dataset.id, formats=formats, cancel=cancel).id]

    begin(dataset, key, work, Text("The rows are read anew as a new version, and the ledger records it."), True)
