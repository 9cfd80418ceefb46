"""What a new description of a table changes, in words, and which answered questions it makes others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dpcore.errors import DpError
from dpcore.mechanisms import recorded
from dpcore.plan.facts import Basis, digest
from dpcore.plan.request import key_of
from dpcore.present.page.fact import declaration
from dpcore.present.page.text import visible
from dpcore.queries import Query, query_from_dict
from dpcore.release.dataset import Dataset
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Number
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry

_MOST = 10


class Effect(NamedTuple):
    """Of the answered questions as they are asked now: those that keep their answers, those that become others."""

    kept: tuple[Query, ...]
    other: tuple[Query, ...]


def differences(old: Table, new: Table) -> list[Text]:
    """What is declared otherwise, columns first; empty only if nothing is."""
    found, before, after = list[Text](), old.schema.columns, new.schema.columns
    for name, column in after.items():
        if name not in before:
            found.append(Text("New: {column}, {known}.", column=name, known=declaration(name, column).known))
        elif before[name] != column:
            found += _changes(name, before[name], column)
    found += [Text("No longer used: {column}.", column=name) for name in before if name not in after]
    if old.unit.called != new.unit.called:
        found.append(Text("A unit is called {now} (before: {then}).", now=new.unit.called, then=old.unit.called))
    if (rows := old.unit.max_rows) != (more := new.unit.max_rows):
        found.append(Text("Rows of a unit: at most {now:,} (before: {then:,}).", now=more, then=rows))
    if (one := old.unit.max_groups) != (other := new.unit.max_groups):
        found.append(Text("Groups of a unit: at most {now} (before: {then}).", now=_number(other), then=_number(one)))
    if (one := old.expected_rows) != (other := new.expected_rows):
        found.append(Text("Expected rows: {now} (before: {then}).", now=_number(other), then=_number(one)))
    noted = [name for name in {**old.notes, **new.notes} if old.notes.get(name) != new.notes.get(name)]
    if noted:
        found.append(Text("Other notes: {columns}.", columns=_listed(noted)))
    return found


def _changes(name: str, old: Column, new: Column) -> list[Text]:
    """What is declared otherwise of one column."""
    was, now = declaration(name, old), declaration(name, new)
    found = list[Text]()
    if type(old) is not type(new) or not isinstance(new, Number | Category | Date):
        return [Text("{column}: {now} (before: {then}).", column=name, now=now.known, then=was.known)]
    if isinstance(old, Category) and isinstance(new, Category):
        found += _values(name, old, new)
    elif isinstance(old, Number | Date) and isinstance(new, Number | Date) and _ends(old) != _ends(new):
        (least, most), (low, high) = _ends(old), _ends(new)
        range_ = {"low": low, "high": high, "least": least, "most": most}
        found.append(Text("{column}: from {low} to {high} (before: from {least} to {most}).", column=name, **range_))
    if isinstance(old, Number) and isinstance(new, Number) and old.integer != new.integer:
        found.append(
            Text("{column}: only whole numbers now.", column=name)
            if new.integer
            else Text("{column}: no longer only whole numbers.", column=name)
        )
    if was.missing != now.missing:
        found.append(
            Text("{column}: a missing value {now} (before: {then}).", column=name, now=now.missing, then=was.missing)
        )
    return found


def _values(name: str, old: Category, new: Category) -> list[Text]:
    before, after = set(old.values), set(new.values)
    added = [value for value in new.values if value not in before]
    removed = [value for value in old.values if value not in after]
    found = [Text("{column}: new values {values}.", column=name, values=_listed(added))] if added else []
    found += [Text("{column}: no longer listed {values}.", column=name, values=_listed(removed))] if removed else []
    if not found and tuple(old.values) != tuple(new.values):
        found = [Text("{column}: the same values in another order.", column=name)]
    return found


def _listed(values: Sequence[str]) -> Text:
    shown = ", ".join(f"“{visible(value, 60)}”" for value in values[:_MOST])
    if len(values) <= _MOST:
        return Text("{values}", values=shown)
    return Text("{values} and {more:,} more", values=shown, more=len(values) - _MOST)


def _ends(column: Number | Date) -> tuple[str, str]:
    """The ends of a range, with all digits."""
    low, high = (f"{end:,}" if isinstance(end, int | float) else end.isoformat() for end in (column.low, column.high))
    return low, high


def _number(value: int | None) -> Text:
    return Text("not stated") if value is None else Text("{n:,}", n=value)


def effect(dataset: Dataset, entries: Iterable[Entry], new: Table) -> Effect:
    """Which answered questions keep their answers under a new description. entries: of the dataset's ledger."""
    ledger = list(entries)
    answered = {key for entry in ledger if entry.kind == "answer" for key in entry.payload["releases"]}
    asks = [line for entry in ledger if entry.kind == "charge" for line in entry.payload["asks"]]
    now: dict[Query, bool] = {}
    for line in asks:
        if line["key"] in answered and (query := _asked_now(dataset, line)) is not None:
            now[query] = digest(query, dataset.table) == digest(query, new)
    return Effect(
        tuple(query for query, kept in now.items() if kept), tuple(query for query, kept in now.items() if not kept)
    )


def _asked_now(dataset: Dataset, line: dict[str, Any]) -> Query | None:
    """The question of a paid ask, if it would be asked now of the same rows and facts; else None."""
    with contextlib.suppress(DpError):
        ask = line["ask"]
        query, price = query_from_dict(ask["query"]), recorded(ask["lane"], ask["price"])
        basis: Basis = dataset.basis(query)
        if key_of(dataset.id, basis, ask["query"], price, ask["measurement"]) == line["key"]:
            return query
    return None
