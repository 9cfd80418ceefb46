"""Finding answers among many: words, kinds, columns, persons and versions narrow the list; chosen rows stand alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, final

import pandas as pd
import streamlit as st

from dpcore.errors import DpError
from dpcore.present.answers import Listed
from dpcore.queries import Query, query_from_dict
from dpcore.release.dataset import Dataset
from dpcore.table.formula import guarded
from dpcore.text import Text
from pages.ui import navigation, widget
from pages.ui.errors import act
from pages.ui.language import language, say
from pages.ui.markdown import visible
from pages.ui.session import session

FEW: Final = 4
"""So many answers are seen at once, and no list is needed."""
_ADDRESS: Final = "answer"
_LIST: Final = "results-list"
_HIGH: Final = 8  # rows of the list that are seen without scrolling
_SORTS: Final = {"new": Text("newest first"), "old": Text("oldest first"), "name": Text("by name")}


@final
@dataclass(frozen=True, slots=True)
class Item:
    """An answer in the list. query: None if this version of the program cannot read its question."""

    dataset: Dataset
    answer: Listed
    query: Query | None

    @property
    def title(self) -> str:
        """The question in the reader's language."""
        return visible(self.answer.words if self.query is None else say(self.query.sentence), 200)

    @property
    def kind(self) -> str:
        """What is asked, such as a histogram; empty if it cannot be read."""
        return "" if self.query is None else say(self.query.title)

    @property
    def columns(self) -> list[str]:
        """The columns that the question names."""
        return [] if self.query is None else list(self.query.columns())

    @property
    def day(self) -> str:
        """The day on which the last measurement was paid, UTC."""
        return self.answer.time[:10]


@lru_cache(4096)
def _query(question: str) -> Query | None:
    try:
        return query_from_dict(json.loads(question))
    except DpError:
        return None


def items(listed: Iterable[tuple[Dataset, Listed]]) -> list[Item]:
    """The answers as items of the list."""
    return [Item(dataset, answer, _query(answer.question)) for dataset, answer in listed]


def matching(found: Sequence[Item], typed: str) -> list[Item]:
    """The items in whose title, kind, columns, dataset, person or day each typed word stands."""
    words = typed.casefold().split()
    texts = [
        " ".join([one.title, one.kind, *one.columns, one.dataset.name, one.answer.user, one.day]).casefold()
        for one in found
    ]
    return [one for one, text in zip(found, texts, strict=True) if all(word in text for word in words)]


def alone(found: Sequence[Item]) -> Item | None:
    """The answer that the address names, with a way back to all of them; None if it names none of these."""
    asked = st.query_params.get(_ADDRESS, "")
    item = next((one for one in found if asked and _named(one) == asked), None)
    if item is not None:
        st.query_params[_ADDRESS] = asked  # a browser that follows a link within the page drops it
        st.button(say("All answers"), icon=":material/arrow_back:", key="results-all-answers", on_click=_back)
    elif asked:
        st.caption(say("The answer of this address is not among these."))
    return item


def _named(item: Item) -> str:
    """The name of an answer in an address, as in files: of its first measurement, which stays when others join it."""
    return item.answer.keys[0][:12]


@act
def _back() -> None:
    st.query_params.pop(_ADDRESS, None)


def address(item: Item) -> None:
    """Draws a link to the answer alone, which can be kept, copied and opened by whoever may read it."""
    st.page_link(
        navigation.RESULTS,
        label=say("Address of this answer"),
        icon=":material/tag:",
        query_params={"dataset": item.dataset.id, _ADDRESS: _named(item)},
    )


def narrowed(found: Sequence[Item]) -> list[Item]:
    """Draws search, filters and order; returns what is left, in this order."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="results-find"):
        typed: str = widget.kept(
            st.text_input, say("Search answers"), key="results-search", default="", width=260, icon=":material/search:"
        )
        left = matching(found, typed)
        for name, label, of in (
            ("kind", Text("Kind"), lambda one: [one.kind]),
            ("column", Text("Column"), lambda one: one.columns),
            ("person", Text("Asked by"), lambda one: [one.answer.user]),
            ("version", Text("Rows version"), lambda one: [str(one.answer.version)]),
        ):
            left = _filtered(found, left, name, label, of)
        order: str = widget.kept(
            st.selectbox,
            say("Order"),
            list(_SORTS),
            key="results-order",
            default="new",
            format_func=lambda each: say(_SORTS[each]),
            width=150,
        )
    if order == "name":
        return sorted(left, key=lambda one: one.title.casefold())
    return sorted(left, key=lambda one: one.answer.seq, reverse=order == "new")


def _filtered(
    found: Sequence[Item], left: Sequence[Item], name: str, label: Text, of: Callable[[Item], list[str]]
) -> list[Item]:
    """Draws one filter, unless all answers have the same value."""
    offered = sorted({value for one in found for value in of(one) if value})
    if len(offered) < 2:
        return list(left)
    key = f"results-by-{name}"
    kept = [value for value in widget.current(key, []) or [] if value in offered]  # another dataset has others
    widget.put(key, kept)
    chosen: list[str] = widget.kept(
        st.multiselect, say(label), offered, key=key, default=[], placeholder=say("all"), width=190
    )
    return [one for one in left if not chosen or any(value in chosen for value in of(one))]


def chosen(left: Sequence[Item]) -> list[Item]:
    """Draws the list, which can be downloaded as a file; returns the answers whose rows are chosen, in its order."""
    several = len({one.dataset.id for one in left}) > 1
    people = len({one.answer.user for one in left}) > 1
    columns: dict[str, list[Any]] = {say("Answer"): [guarded(one.title) for one in left]}
    if several:
        columns[say("Dataset")] = [guarded(visible(one.dataset.name, 80)) for one in left]
    columns[say("Day")] = [one.day for one in left]
    columns[say("Rows version")] = [one.answer.version for one in left]
    if people:
        columns[say("Asked by")] = [guarded(visible(one.answer.user, 40)) for one in left]
    columns[say("Ledger entry")] = [one.answer.seq for one in left]
    picked = st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        height=38 + 35 * min(len(left), _HIGH),
        key=_key(left),
        column_config={say("Answer"): st.column_config.TextColumn(width="large")},
        alt=say("The list of answers. The search field narrows it."),
    )
    return [left[row] for row in picked["selection"]["rows"] if row < len(left)]


def _key(left: Sequence[Item]) -> str:
    """The key of the list now: another one when its rows or its language change, since a choice is by position."""
    names = (language().code, *((one.dataset.id, _named(one)) for one in left))
    number, before = session.get(_LIST, (0, names))
    number += names != before
    session[_LIST] = number, names
    return f"results-list-{number}"
