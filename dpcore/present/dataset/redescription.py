"""What a new description of a table changes, in words, and which answered questions it makes others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from dpcore.errors import DpError
from dpcore.mechanisms import recorded
from dpcore.plan.facts import Basis, digest
from dpcore.plan.request import key_of
from dpcore.present.page.fact import declaration
from dpcore.queries import Query, query_from_dict
from dpcore.release.dataset import Dataset
from dpcore.table.column import Column, Date, Number
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry


class Effect(NamedTuple):
    """Of the answered questions as they are asked now: those that keep their answers, those that become others."""

    kept: tuple[Query, ...]
    other: tuple[Query, ...]


def differences(old: Table, new: Table) -> list[Text]:
    """What is declared otherwise, one sentence each, columns first."""
    found, before, after = list[Text](), old.schema.columns, new.schema.columns
    for name, column in after.items():
        now = declaration(name, column)
        if name not in before:
            found.append(Text("New: {column}, {known}.", column=name, known=now.known))
        elif before[name] != column:
            was = declaration(name, before[name])
            if (ends := _ends(before[name], column)) is not None:
                found.append(
                    Text("{column}: from {low} to {high} (before: from {least} to {most}).", column=name, **ends)
                )
            elif was.known == now.known:
                found.append(
                    Text(
                        "{column}: a missing value {now} (before: {then}).",
                        column=name,
                        now=now.missing,
                        then=was.missing,
                    )
                )
            else:
                found.append(Text("{column}: {now} (before: {then}).", column=name, now=now.known, then=was.known))
    found += [Text("No longer used: {column}.", column=name) for name in before if name not in after]
    if (rows := old.unit.max_rows) != (more := new.unit.max_rows):
        found.append(Text("Rows of a unit: at most {now:,} (before: {then:,}).", now=more, then=rows))
    if (one := old.unit.max_groups) != (other := new.unit.max_groups):
        found.append(Text("Groups of a unit: at most {now} (before: {then}).", now=_number(other), then=_number(one)))
    if (one := old.expected_rows) != (other := new.expected_rows):
        found.append(Text("Expected rows: {now} (before: {then}).", now=_number(other), then=_number(one)))
    return found


def _ends(old: Column, new: Column) -> dict[str, str] | None:
    """The ends of a range, if nothing else is declared otherwise."""
    if isinstance(old, Number) and isinstance(new, Number) and replace(old, low=new.low, high=new.high) == new:
        ends = [f"{end:,.12g}" for end in (new.low, new.high, old.low, old.high)]
    elif isinstance(old, Date) and isinstance(new, Date):
        ends = [str(end) for end in (new.low, new.high, old.low, old.high)]
    else:
        return None
    return dict(zip(("low", "high", "least", "most"), ends, strict=True))


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
