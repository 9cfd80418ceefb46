"""A data dictionary of the description: imported from a file or pasted, and downloaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from dpcore.errors import DpError
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_format import open_sheet, write_csvw, write_frictionless, write_own
from dpcore.table.dictionary.dictionary_kind import kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.sheet import Sheet, about
from dpcore.table.value_list import Commas
from dpcore.text import Text
from pages.data import proposal
from pages.data.grid import renewed
from pages.data.lines import described, lines, put, tell, trouble
from pages.data.progress import KEY
from pages.data.protection import ROW
from pages.ui import widget
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session

KINDS = ["csv", "tsv", "txt", "json", "yaml", "yml"]
_PASTED, _SAID, _NONCE = "describe-pasted", "describe-dictionary", "dictionary uploader"
_UNDECIDED, _TROUBLE = "describe-commas", "dictionary"
MOST_MB, MOST_PASTED, MOST_SAID = 8, 500_000, 20


def offer(base: Mapping[str, Line]) -> None:
    """Draws the expander, and the result of the last import."""
    fold = st.expander(say("Data dictionary"), icon=":material/table_view:", key="dictionary", on_change="rerun")
    if fold.open:
        with fold:
            _draw(base)
    tell(_TROUBLE)
    problems: tuple[str, ...] = widget.value(_SAID) or ()
    if problems:
        taken, *rest = problems
        st.info(plain(taken, 300)) if not rest else st.warning(
            "  \n".join(plain(say(problem).replace("`", ""), 600) for problem in problems), icon=":material/rule:"
        )
    if widget.value(_UNDECIDED):
        _ask(base)
    proposal.offer()


def _ask(base: Mapping[str, Line]) -> None:
    """Asks what the commas in lists of values do; the text is still in the box."""
    with st.container(horizontal=True):
        label, about = say("Commas separate values"), say("A, B are two values, in all lines of this dictionary.")
        st.button(label, key="commas-separate", help=about, on_click=_paste, args=(base, "separate"))
        label, about = say("Commas are part of values"), say("Washington, DC is one value, in all lines.")
        st.button(label, key="commas-belong", help=about, on_click=_paste, args=(base, "belong"))


def _draw(base: Mapping[str, Line]) -> None:
    st.markdown(
        say(
            "One line per column: column, kind, from, to, values, missing, note, format, missing codes. A listed "
            "column gets a new description. A Frictionless table schema, metadata of CSV on the Web, a REDCap "
            "dictionary and metadata of SmartNoise SQL are read as well."
        )
    )
    left, right = st.columns(2, gap="large")
    with left:
        key = f"dictionary-{session.get(_NONCE, 0)}"
        st.file_uploader(
            say("A data dictionary"), KINDS, key=key, on_change=_upload, args=(base, key), max_upload_size=MOST_MB
        )
        _downloads(base)
    with right:
        widget.kept(
            st.text_area,
            say("Or paste it"),
            key=_PASTED,
            default="",
            height=160,
            placeholder=say("column,kind,from,to,values,missing\nage,whole number,0,120,,\nward,category,,,A|B|C,"),
        )
        st.button(say("Use the pasted text"), on_click=_paste, args=(base,))


def _downloads(base: Mapping[str, Line]) -> None:
    """Draws the buttons that write what is described so far, in three formats."""
    sheet = _sheet(base)  # a download has no session
    st.markdown(say("Download this description"))
    with st.container(horizontal=True):
        for write, name, mime, label in (
            (write_own, "data-dictionary.csv", "text/csv", say("CSV")),
            (write_frictionless, "table-schema.json", "application/json", say("Table schema (JSON)")),
            (write_csvw, "csv-metadata.json", "application/ld+json", say("CSV on the Web (JSON)")),
        ):
            st.download_button(
                label,
                partial(write, sheet),
                name,
                mime,
                key=f"download-{name}",
                on_click="ignore",
                icon=":material/download:",
            )


def _sheet(base: Mapping[str, Line]) -> Sheet:
    """What is described so far, with what is said of the whole table."""
    who, rows = widget.value("describe-unit"), widget.value("describe-rows")
    own = who not in (None, ROW)
    return Sheet(
        tuple(lines(KEY, base).values()),
        unit=None if who is None else who if own else "",
        noun=(widget.value("describe-noun") or None) if own else None,
        rows=rows if own else None,
        groups=widget.value("describe-groups") if own else None,
        neighbors=widget.value("describe-relation"),
        expected_rows=widget.value("describe-expected"),
    )


@act
def _upload(base: Mapping[str, Line], key: str) -> None:
    file = session.get(key)
    if file is None:
        return
    session[_NONCE] = session.get(_NONCE, 0) + 1
    _take(base, file.getvalue())


@act
def _paste(base: Mapping[str, Line], commas: Commas = "ask") -> None:
    _take(base, str(widget.current(_PASTED) or ""), commas)  # what was pasted may come with the click


def _take(base: Mapping[str, Line], data: bytes | str, commas: Commas = "ask") -> None:
    """Take over what the dictionary says of columns, also what is wrong; faulty text stays in the box."""
    try:
        sheet = open_sheet(data, commas)
    except DpError as error:
        trouble(_TROUBLE, error)
        return
    trimmed = {name.strip(): name for name in base}
    found, lacking = dict[str, Line](), []
    for line in sheet.lines:
        column = line.column if line.column in base else trimmed.get(line.column.strip())
        if column is None:
            lacking.append(visible(line.column, 40))
            continue
        found[column] = replace(line, column=column, kind=kind_of(line.kind) or line.kind, number=0)
    put(KEY, found)
    renewed(KEY)
    proposal.put(sheet)
    known = described(KEY, {name: base[name] for name in found})
    said: list[str] = [
        Text.counted(
            "{n} of {count:,} columns is described by the dictionary.",
            "{n:,} of {count:,} columns are described by the dictionary.",
            n=len(known.columns),
            count=len(base),
        )
    ]
    if lacking:
        listed = ", ".join(lacking[:5]) + (", …" if len(lacking) > 5 else "")
        said.append(
            Text("Lines that match no column of the table: {count:,} ({names}).", count=len(lacking), names=listed)
        )
    numbers = {line.column: line for line in sheet.lines}
    wrong = [about(numbers.get(name, base[name]), sheet.source, problem) for name, problem in known.wrong.items()]
    problems = [*sheet.problems, *wrong]
    said += problems[:MOST_SAID]
    if len(problems) > MOST_SAID:
        said.append(Text("{more:,} more problems.", more=len(problems) - MOST_SAID))
    fits = len(data) <= MOST_PASTED  # else the box has only the beginning
    widget.put(_UNDECIDED, sheet.undecided and fits)
    text = data if isinstance(data, str) else declaration.decoded(data)
    widget.put(_PASTED, text[:MOST_PASTED] if problems else "")
    widget.put(_SAID, tuple(said))
