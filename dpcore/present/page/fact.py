"""The box of facts: what was protected, what it cost, what may be concluded and what not; how the rows were read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never, final

from dpcore import tradeoff
from dpcore.budget.budget import DISPLAY_DELTA
from dpcore.desk.dossier import Dossier
from dpcore.mechanisms import Epsilon, Mu
from dpcore.number import scientific
from dpcore.present.page.text import visible
from dpcore.present.text import history, words
from dpcore.present.text.digits import upward
from dpcore.release.record import Release
from dpcore.table import column as columns
from dpcore.table.column import Category, Column, Date, Flag, Identifier, Number
from dpcore.table.table import Table
from dpcore.text import Text

MOST_COLUMNS, MOST_VALUES = 60, 30
_NAME = 60


@final
@dataclass(frozen=True, slots=True)
class Fact:
    """One question and its answer, in sentences."""

    title: Text
    said: tuple[Text, ...]


@final
@dataclass(frozen=True, slots=True)
class Declared:
    """One column as it was publicly declared."""

    name: str
    known: Text
    missing: Text


def facts(dossier: Dossier) -> list[Fact]:
    """The box, in reading order."""
    return [
        Fact(Text("What was protected"), _protected(dossier.table)),
        Fact(Text("What it cost"), _cost(dossier)),
        Fact(Text("What you may conclude"), _may()),
        Fact(Text("What you may not conclude"), _may_not(dossier.table)),
    ]


def _protected(table: Table) -> tuple[Text, ...]:
    said = [words.relation(table), *_used(table)]
    if table.neighbors == "replace":
        said.append(
            Text("How many there are is public; what is protected is what one {unit}'s rows say.", unit=_unit(table))
            if table.unit.identifier
            else Text("How many there are is public; what is protected is what one row says.")
        )
    if table.synthetic:
        said.append(Text("These rows were made up by a program: nobody is in them."))
    return tuple(said)


def _unit(table: Table) -> str:
    return visible(table.unit.identifier or "", _NAME)


def _used(table: Table) -> list[Text]:
    """How many rows of a unit are used."""
    unit = table.unit
    if not unit.identifier:
        return [Text("Somebody with several rows is protected less than the odds below say.")]
    rows = Text.counted("{n:,} row is used", "{n:,} rows are used", n=unit.max_rows)
    if unit.max_groups:
        return [
            Text(
                "Of one {unit} at most {rows}, in at most {groups} groups of an answer; further ones are left out.",
                unit=_unit(table),
                rows=rows,
                groups=unit.max_groups,
            )
        ]
    return [Text("Of one {unit} at most {rows}; further ones are left out.", unit=_unit(table), rows=rows)]


def _cost(dossier: Dossier) -> tuple[Text, ...]:
    return (
        _price(dossier),
        Text(
            "The budget for everything that is answered about this dataset, whoever asks, is {budget}. An owner can "
            "raise it; the ledger then says so.",
            budget=history.budget(dossier.budget),
        ),
        words.odds(dossier.budget),
    )


def _price(dossier: Dossier) -> Text:
    cost = paid(dossier.releases, dossier.budget.delta)
    if not dossier.unread:
        return Text("These answers cost {cost}.", cost=cost)
    if not dossier.releases:
        return Text("What they all cost is in the ledger.")
    return Text("Those that can be read here cost {cost}. What they all cost is in the ledger.", cost=cost)


def paid(releases: Sequence[Release], delta: float | None) -> Text:
    """What answers cost together, by kind of noise; what mu reads as in epsilon is said beside it."""
    squared = sum((release.paid.total for release in releases if release.kind is Mu), Fraction(0))
    pure = sum((release.paid.total for release in releases if release.kind is Epsilon), Fraction(0))
    parts = []
    if squared:
        mu, at = math.sqrt(squared), delta or DISPLAY_DELTA
        epsilon = float(tradeoff.gaussian(mu).epsilon(at))
        parts.append(
            Text(
                "mu {mu:.3g} (about epsilon {epsilon} at delta {delta})",
                mu=mu,
                epsilon=upward(epsilon),
                delta=scientific(at),
            )
        )
    if pure:
        parts.append(Text("epsilon {epsilon}", epsilon=upward(float(pure))))
    if len(parts) == 2:
        return Text("{one} and {other}", one=parts[0], other=parts[1])
    return parts[0] if parts else Text("nothing: they are public under this relation")


def _may() -> tuple[Text, ...]:
    return (
        Text("What the answers say about the rows as a whole, each within the error that stands beside it."),
        Text("That two groups differ, where their intervals do not overlap."),
    )


def _may_not(table: Table) -> tuple[Text, ...]:
    return (
        _hidden(table),
        Text("Anything finer than the errors: a small difference, a rare group, a zero."),
        Text("Anything beyond the table: the margins cover privacy noise, not sampling error and not clipped values."),
    )


def _hidden(table: Table) -> Text:
    joins, unit = table.neighbors == "add_remove", _unit(table)
    if not unit:
        return (
            Text(
                "Whether one row is in the table, or what one row says: the odds above bound what anybody can learn "
                "about that."
            )
            if joins
            else Text("What one row says: the odds above bound what anybody can learn about that.")
        )
    return (
        Text(
            "Whether one {unit} is in the table, or what one {unit}'s rows say: the odds above bound what anybody can "
            "learn about that.",
            unit=unit,
        )
        if joins
        else Text("What one {unit}'s rows say: the odds above bound what anybody can learn about that.", unit=unit)
    )


def declared(releases: Sequence[Release]) -> tuple[list[Declared], int]:
    """The columns that were asked about as they were declared, and how many more there are than are shown."""
    found: dict[str, Column] = {}
    for release in releases:
        found.update(release.facts_table.schema.columns)
    rows = [_declared(name, column) for name, column in found.items() if not isinstance(column, columns.Text)]
    return rows[:MOST_COLUMNS], max(0, len(rows) - MOST_COLUMNS)


def _declared(name: str, column: Column) -> Declared:
    out = Text("left out")
    match column:
        case Number(low, high, integer, missing):
            facts = {"low": f"{low:,.12g}", "high": f"{high:,.12g}"}
            known = Text("a number from {low} to {high}; one outside counts as the nearest of these", **facts)
            if integer:
                known = Text(
                    "a number from {low} to {high}, whole numbers; one outside counts as the nearest of these", **facts
                )
            counts = out if missing == "drop" else Text("counts as {value}", value=f"{missing:,.12g}")
        case Category(values, other):
            shown = ", ".join(visible(value, 40) for value in values[:MOST_VALUES])
            known = Text("one of {values}", values=shown)
            if len(values) > MOST_VALUES:
                known = Text("one of {values} and {more:,} more", values=shown, more=len(values) - MOST_VALUES)
            counts = Text("left out, as is a value not listed")
            if other:
                counts = Text("a value not listed counts as “other”")
        case Flag():
            known, counts = Text("yes or no"), out
        case Date(low, high):
            known = Text("a day from {low} to {high}", low=str(low), high=str(high))
            counts = Text("left out, as is a day outside")
        case Identifier():
            known, counts = Text("names who is protected; it is never shown"), Text("the row is left out")
        case columns.Text():
            known, counts = Text("text, which is never asked about"), Text("")
        case _:
            assert_never(column)
    return Declared(visible(name, _NAME), known, counts)
