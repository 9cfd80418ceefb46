# vital
"""The box of facts (protection, cost, valid and invalid conclusions), and the declared columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never, final

from dpcore.desk.dossier import Dossier
from dpcore.present.page.text import visible
from dpcore.present.text import history, words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.price import all_paid
from dpcore.release.record import Release
from dpcore.table import column as columns
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Identifier, Number, Unbounded
from dpcore.table.table import Table, Unit
from dpcore.text import Text

MOST_COLUMNS, MOST_VALUES = 60, 30
_NAME = 60


@final
@dataclass(frozen=True, slots=True)
class Fact:
    """A heading and its sentences."""

    title: Text
    said: tuple[Text, ...]


@final
@dataclass(frozen=True, slots=True)
class Declared:
    """One column as it was publicly declared."""

    name: str
    known: Text
    missing: Text


def facts(dossier: Dossier, scale: Gauge) -> list[Fact]:
    """The facts of the box, in reading order. scale: in which the cost is said."""
    return [
        Fact(Text("What was protected"), _protected(dossier.table, dossier.units)),
        Fact(Text("What it cost"), _cost(dossier, scale)),
        Fact(Text("What you may conclude"), _may()),
        Fact(Text("What you may not conclude"), _may_not(dossier.table)),
    ]


def _protected(table: Table, units: Sequence[Unit]) -> tuple[Text, ...]:
    """What was protected. units: by the answers, which may differ in what is used of a unit."""
    widest = replace(table, unit=max(units, key=lambda unit: unit.max_rows))
    used = [sentence for unit in units for sentence in _used(replace(table, unit=unit))]
    sentences = [words.relation(widest), *used]
    if len(units) > 1:
        sentences.append(Text("Which of these holds depends on the answer: the table was described again in between."))
    if table.neighbors == "replace":
        sentences.append(
            Text(
                "The number of units is public. What is protected is the content of one {unit}'s rows.",
                unit=_unit(table),
            )
            if table.unit.identifier
            else Text("The number of rows is public. What is protected is the content of one row.")
        )
    if table.synthetic:
        sentences.append(Text("These rows were made up by a program. They describe no real people."))
    return tuple(sentences)


def _unit(table: Table) -> str:
    return visible(table.unit.called, _NAME)


def _used(table: Table) -> list[Text]:
    """The number of rows used per unit."""
    unit = table.unit
    if not unit.identifier:
        return [Text("A person with several rows is protected less than the figures below say.")]
    rows = Text.counted("{n:,} row is used", "{n:,} rows are used", n=unit.max_rows)
    if unit.max_groups:
        return [
            Text(
                "For each {unit}, at most {rows}, in at most {groups} groups of an answer. Further rows are left out.",
                unit=_unit(table),
                rows=rows,
                groups=unit.max_groups,
            )
        ]
    return [Text("For each {unit}, at most {rows}. Further rows are left out.", unit=_unit(table), rows=rows)]


def _cost(dossier: Dossier, scale: Gauge) -> tuple[Text, ...]:
    return (
        _price(dossier, scale),
        Text(
            "The budget for all answers about this dataset, to all users together, is {budget}. An owner "
            "can raise it; the ledger records every increase.",
            budget=history.budget(dossier.budget),
        ),
        words.odds(dossier.budget),
    )


def _price(dossier: Dossier, scale: Gauge) -> Text:
    cost = all_paid(dossier.releases, scale, dossier.budget.delta)
    if not dossier.unread:
        return Text("These answers cost {cost}.", cost=cost)
    if not dossier.releases:
        return Text("The ledger records what all of these answers cost.")
    return Text("The answers that can be read here cost {cost}. The ledger records what all of them cost.", cost=cost)


def _may() -> tuple[Text, ...]:
    return (
        Text("What the answers say about the rows as a whole, each within its stated margin of error."),
        Text("That two groups differ, if their intervals do not overlap."),
    )


def _may_not(table: Table) -> tuple[Text, ...]:
    return (
        _hidden(table),
        Text("Anything smaller than the margins of error: a small difference, a rare group, a count of zero."),
        Text(
            "Anything beyond the table: the margins of error cover privacy noise only, not sampling error or "
            "clipped values."
        ),
    )


def _hidden(table: Table) -> Text:
    joins, unit = table.neighbors == "add_remove", _unit(table)
    if not unit:
        return (
            Text(
                "Whether one row is in the table, or what it contains. The figures above bound what anyone "
                "can learn about that."
            )
            if joins
            else Text("What one row contains. The figures above bound what anyone can learn about that.")
        )
    return (
        Text(
            "Whether one {unit} is in the table, or what one {unit}'s rows contain. The figures above "
            "bound what anyone can learn about that.",
            unit=unit,
        )
        if joins
        else Text(
            "What one {unit}'s rows contain. The figures above bound what anyone can learn about that.", unit=unit
        )
    )


def declared(releases: Sequence[Release]) -> tuple[list[Declared], int]:
    """The declared columns that questions used, and the number of further columns that are not shown.

    A column that was described again between the answers is named once for each declaration.
    """
    found: dict[str, list[Column]] = {}
    for release in releases:
        for name, column in release.facts_table.schema.columns.items():
            if not isinstance(column, columns.Text | Unbounded) and column not in found.setdefault(name, []):
                found[name].append(column)
    rows = [declaration(name, column) for name, several in found.items() for column in several]
    return rows[:MOST_COLUMNS], max(0, len(rows) - MOST_COLUMNS)


def declaration(name: str, column: Column) -> Declared:
    """One column's declaration in words."""
    out = Text("left out")
    match column:
        case Number(low, high, integer, missing):
            facts = {"low": f"{low:,.12g}", "high": f"{high:,.12g}"}
            text = Text("a number from {low} to {high}; values outside are set to the nearest bound", **facts)
            if integer:
                text = Text("a whole number from {low} to {high}; values outside are set to the nearest bound", **facts)
            if low == high:
                text = Text("always {value}; other numbers are set to it", value=facts["low"])
            counts = out if missing == "drop" else Text("counts as {value}", value=f"{missing:,.12g}")
        case Unbounded():
            text, counts = Text("a number whose bounds are not known yet; not used in questions"), Text("")
        case Category(values, other):
            shown = ", ".join(visible(value, 40) for value in values[:MOST_VALUES])
            text = Text("one of {values}", values=shown)
            if len(values) > MOST_VALUES:
                text = Text("one of {values} and {more:,} more", values=shown, more=len(values) - MOST_VALUES)
            counts = Text("left out, like any value that is not listed")
            if other:
                counts = Text("values that are not listed count as “other”")
        case Flag():
            text, counts = Text("yes or no"), out
        case Date(low, high):
            text = Text("a day from {low} to {high}", low=str(low), high=str(high))
            if low == high:
                text = Text("always the day {day}", day=str(low))
            counts = Text("left out, like any day outside this range")
        case Identifier(as_written):
            text, counts = Text("identifies the privacy unit; never shown"), Text("the row is left out")
            if as_written:
                text = Text("identifies the privacy unit, as it is written (7 and 007 are two); never shown")
        case columns.Text():
            text, counts = Text("text; never used in questions"), Text("")
        case _:
            assert_never(column)
    return Declared(visible(name, _NAME), text, counts)
