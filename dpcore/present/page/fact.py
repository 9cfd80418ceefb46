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
from dpcore.table.schema import Category, Column, Date, Flag, Identifier, Number, Text
from dpcore.table.table import Table

MOST_COLUMNS, MOST_VALUES = 60, 30
_NAME = 60


@final
@dataclass(frozen=True, slots=True)
class Fact:
    """One question and its answer, in sentences."""

    title: str
    said: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Declared:
    """One column as it was publicly declared."""

    name: str
    known: str
    missing: str


def facts(dossier: Dossier) -> list[Fact]:
    """The box, in reading order."""
    return [
        Fact("What was protected", _protected(dossier.table)),
        Fact("What it cost", _cost(dossier)),
        Fact("What you may conclude", _may()),
        Fact("What you may not conclude", _may_not(dossier.table)),
    ]


def _who(table: Table) -> str:
    return f"one {visible(table.unit.identifier, _NAME)}" if table.unit.identifier else "one row"


def _whose(table: Table) -> str:
    return f"{_who(table)}'s rows say" if table.unit.identifier else "one row says"


def _protected(table: Table) -> tuple[str, ...]:
    relation = visible(words.relation(table), 200)
    said = [relation]
    if table.unit.identifier:
        groups = f", in at most {table.unit.max_groups} groups of an answer" if table.unit.max_groups else ""
        rows = "row is" if table.unit.max_rows == 1 else "rows are"
        said.append(f"Of {_who(table)} at most {table.unit.max_rows:,} {rows} used{groups}; further ones are left out.")
    else:
        said.append("Somebody with several rows is protected less than the odds below say.")
    if table.neighbors == "replace":
        said.append(f"How many there are is public; what is protected is what {_whose(table)}.")
    if table.synthetic:
        said.append("These rows were made up by a program: nobody is in them.")
    return tuple(said)


def _cost(dossier: Dossier) -> tuple[str, ...]:
    cost = f"These answers cost {paid(dossier.releases, dossier.budget.delta)}."
    if dossier.unread:
        cost = "What they all cost is in the ledger."
        if dossier.releases:
            cost = f"Those that can be read here cost {paid(dossier.releases, dossier.budget.delta)}. {cost}"
    return (
        cost,
        f"The budget for everything that is answered about this dataset, whoever asks, is "
        f"{visible(history.budget(dossier.budget), 300)}. An owner can raise it; the ledger then says so.",
        words.odds(dossier.budget),
    )


def paid(releases: Sequence[Release], delta: float | None) -> str:
    """What answers cost together, by kind of noise; what mu reads as in epsilon is said beside it."""
    squared = sum((release.paid.total for release in releases if release.kind is Mu), Fraction(0))
    pure = sum((release.paid.total for release in releases if release.kind is Epsilon), Fraction(0))
    parts = []
    if squared:
        mu, at = math.sqrt(squared), delta or DISPLAY_DELTA
        epsilon = float(tradeoff.gaussian(mu).epsilon(at))
        parts.append(f"mu {mu:.3g} (about epsilon {upward(epsilon)} at delta {scientific(at)})")
    if pure:
        parts.append(f"epsilon {upward(float(pure))}")
    return " and ".join(parts) or "nothing: they are public under this relation"


def _may() -> tuple[str, ...]:
    return (
        "What the answers say about the rows as a whole, each within the error that stands beside it.",
        "That two groups differ, where their intervals do not overlap.",
    )


def _may_not(table: Table) -> tuple[str, ...]:
    who = _who(table)
    whether = f"Whether {who} is in the table, or what" if table.neighbors == "add_remove" else "What"
    return (
        f"{whether} {_whose(table)}: the odds above bound what anybody can learn about that.",
        "Anything finer than the errors: a small difference, a rare group, a zero.",
        "Anything beyond the table: the margins cover privacy noise, not sampling error and not clipped values.",
    )


def declared(releases: Sequence[Release]) -> tuple[list[Declared], int]:
    """The columns that were asked about as they were declared, and how many more there are than are shown."""
    found: dict[str, Column] = {}
    for release in releases:
        found.update(release.facts_table.schema.columns)
    rows = [_declared(name, column) for name, column in found.items() if not isinstance(column, Text)]
    return rows[:MOST_COLUMNS], max(0, len(rows) - MOST_COLUMNS)


def _declared(name: str, column: Column) -> Declared:
    match column:
        case Number(low, high, integer, missing):
            whole = ", whole numbers" if integer else ""
            counts = "left out" if missing == "drop" else f"counts as {missing:,.12g}"
            known = f"a number from {low:,.12g} to {high:,.12g}{whole}; one outside counts as the nearest of these"
        case Category(values, other):
            more = f" and {len(values) - MOST_VALUES:,} more" if len(values) > MOST_VALUES else ""
            known = "one of " + ", ".join(visible(value, 40) for value in values[:MOST_VALUES]) + more
            counts = "a value not listed counts as “other”" if other else "left out, as is a value not listed"
        case Flag():
            known, counts = "yes or no", "left out"
        case Date(low, high):
            known, counts = f"a day from {low} to {high}", "left out, as is a day outside"
        case Identifier():
            known, counts = "names who is protected; it is never shown", "the row is left out"
        case Text():
            known, counts = "text, which is never asked about", ""
        case _:
            assert_never(column)
    return Declared(visible(name, _NAME), known, counts)
