"""A data dictionary of the description: imported from a file or pasted, and downloaded."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.value_list import Commas
from dpcore.text import Text
from pages.data.grid import renewed
from pages.data.lines import lines, put
from pages.data.progress import KEY
from pages.ui import widget
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session

KINDS = ["csv", "tsv", "txt"]
_PASTED, _SAID, _NONCE = "describe-pasted", "describe-dictionary", "dictionary uploader"
_UNDECIDED = "describe-commas"
MOST_MB, MOST_PASTED = 8, 500_000


def offer(base: Mapping[str, Line]) -> None:
    """Draws the expander, and the result of the last import."""
    fold = st.expander(say("Data dictionary (CSV)"), icon=":material/table_view:", key="dictionary", on_change="rerun")
    if fold.open:
        with fold:
            _draw(base)
    problems: tuple[str, ...] = widget.value(_SAID) or ()
    if problems:
        taken, *rest = problems
        st.info(plain(taken, 300)) if not rest else st.warning(
            "  \n".join(plain(problem, 600) for problem in problems), icon=":material/rule:"
        )
    if widget.value(_UNDECIDED):
        _ask(base)


def _ask(base: Mapping[str, Line]) -> None:
    """Asks what the commas in lists of values do; the text is still in the box."""
    with st.container(horizontal=True):
        label, about = say("Commas separate values"), say("A, B are two values, in all lines of this dictionary.")
        st.button(label, key="commas-separate", help=about, on_click=_paste, args=(dict(base), "separate"))
        label, about = say("Commas are part of values"), say("Washington, DC is one value, in all lines.")
        st.button(label, key="commas-belong", help=about, on_click=_paste, args=(dict(base), "belong"))


def _draw(base: Mapping[str, Line]) -> None:
    st.markdown(
        say("One line per column: column, kind, from, to, values, missing. A listed column gets a new description.")
    )
    left, right = st.columns(2, gap="large")
    with left:
        key = f"dictionary-{session.get(_NONCE, 0)}"
        st.file_uploader(
            say("A data dictionary"), KINDS, key=key, on_change=_upload, args=(dict(base), key), max_upload_size=MOST_MB
        )
        now = [*lines(KEY, base).values()]  # a download has no session
        st.download_button(
            say("Download this description"),
            lambda: declaration.write(now),
            "data-dictionary.csv",
            "text/csv",
            on_click="ignore",
            icon=":material/download:",
        )
    with right:
        widget.kept(
            st.text_area,
            say("Or paste it"),
            key=_PASTED,
            default="",
            height=160,
            placeholder=say("column,kind,from,to,values,missing\nage,whole number,0,120,,\nward,category,,,A|B|C,"),
        )
        st.button(say("Use the pasted text"), on_click=_paste, args=(dict(base),))


@act
def _upload(base: Mapping[str, Line], key: str) -> None:
    file = session.get(key)
    if file is None:
        return
    session[_NONCE] = session.get(_NONCE, 0) + 1
    _take(base, file.getvalue())


@act
def _paste(base: Mapping[str, Line], commas: Commas = "ask") -> None:
    _take(base, str(widget.value(_PASTED) or ""), commas)


def _take(base: Mapping[str, Line], data: bytes | str, commas: Commas = "ask") -> None:
    """Fill in what the dictionary describes; faulty text stays in the box to be corrected."""
    imported = declaration.read(data, commas)
    trimmed = {name.strip(): name for name in base}
    found, lacking = {}, []
    for name, declared in imported.columns.items():
        column = name if name in base else trimmed.get(name.strip())
        if column is None:
            lacking.append(visible(name, 40))
            continue
        found[column] = declaration.line_of(column, declared)
    put(KEY, found)
    renewed(KEY)
    filled = sum(declared is not None for name, declared in imported.columns.items() if name.strip() in trimmed)
    sentences: list[str] = [
        Text("{filled:,} of {count:,} columns are described by the dictionary.", filled=filled, count=len(base))
    ]
    if lacking:
        more = ", …" if len(lacking) > 5 else ""
        listed = ", ".join(lacking[:5]) + more
        sentences.append(
            Text("Lines that match no column of the table: {count:,} ({names}).", count=len(lacking), names=listed)
        )
    fits = len(data) <= MOST_PASTED  # else the box has only the beginning
    widget.put(_UNDECIDED, imported.undecided and fits)
    if imported.problems:
        sentences.extend(imported.problems)
        text = data if isinstance(data, str) else declaration.decoded(data)
        widget.put(_PASTED, text[:MOST_PASTED])
    else:
        widget.put(_PASTED, "")
    widget.put(_SAID, tuple(sentences))
