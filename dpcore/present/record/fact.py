"""Facts about a dossier for the records, each one sentence of plain text: only what the program knows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import assert_never

from dpcore import __version__
from dpcore.desk.dossier import Dossier
from dpcore.number import scientific
from dpcore.present.record.markdown import plain
from dpcore.present.text import words
from dpcore.release.record import Release
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Identifier, Number, Text, Unbounded

SOFTWARE = f"Murmur {__version__}"
LISTED = 20

EXACT = (
    "Statistics are computed in exact integers on a public grid. Noise is a real-valued draw rounded to that grid, "
    "or a draw from the discrete distribution where that is named; it is sampled exactly from the operating system's "
    "random numbers and added in integers. A selection draws a number of the grid with exactly its probability. "
    "The privacy proofs therefore hold for the computation as implemented."
)
_ADAPTIVE = (
    "Charges are committed to a hash-chained ledger before any row is read. They are admitted by privacy filters that "
    "are valid when questions and prices are chosen after seeing earlier answers: the sum of epsilons for pure charges "
    "(Rogers, Roth, Ullman and Vadhan 2016), the sum of mu squared for Gaussian charges (Smith and Thakurta 2022; "
    "Koskela, Tobaben and Honkela 2023), and the sum of losses at one Rényi order (Feldman and Zrnic 2021)."
)


def unit(dossier: Dossier) -> str:
    """The privacy unit."""
    who = dossier.table.unit
    if who.identifier is None:
        return "one row of the table"
    used = " or ".join(
        f"{unit.max_rows:,} are used"
        + (f", in at most {unit.max_groups} groups of an answer" if unit.max_groups else "")
        for unit in dossier.units
    )
    several = ", by answer" if len(dossier.units) > 1 else ""
    called = f"one {plain(who.noun)}: " if who.noun else ""
    return (
        f"{called}all rows that share one value of the column {plain(who.identifier)}, of which at most {used}{several}"
    )


def neighbors(dossier: Dossier) -> str:
    """The neighbouring relation."""
    what = "row" if dossier.table.unit.identifier is None else "unit (all rows of one identifier)"
    if dossier.table.neighbors == "add_remove":
        return f"two tables are neighbours if they differ in one added or removed {what}"
    return (
        f"two tables are neighbours if they differ in one {what} that is replaced by another; the number of units is "
        "public"
    )


def parameters(dossier: Dossier) -> str:
    """The guarantee of the whole budget."""
    budget = dossier.budget
    if budget.delta is None:
        return f"epsilon = {budget.epsilon:g} (pure differential privacy)"
    if budget.mu is None:
        return f"epsilon = {budget.epsilon:g} at delta = {scientific(budget.delta)} (approximate differential privacy)"
    return (
        f"mu = {budget.mu:g} (Gaussian differential privacy), which implies epsilon = {epsilon(dossier):.4g} at "
        f"delta = {scientific(budget.delta)}"
    )


def elsewhere(dossier: Dossier) -> str:
    """The guarantee at other values of delta: a portfolio of filters certifies one pair, not a curve."""
    if dossier.budget.delta is not None and dossier.budget.mu is None:
        return "Each price holds at every delta. For all answers together, no guarantee is claimed at any other delta."
    return "Each of these parameters implies an epsilon for every delta, which can be computed from it."


RAISED = "An owner can raise the budget later. The ledger records this, and the larger budget is then the guarantee."


def epsilon(dossier: Dossier) -> float:
    """The epsilon of the whole budget at its delta; if derived, rounded up in the fourth significant digit."""
    if dossier.budget.epsilon is not None:
        return dossier.budget.epsilon
    bound = float(words.promise(dossier.budget).epsilon(dossier.budget.delta or 0.0))
    step = 10.0 ** (math.floor(math.log10(bound)) - 3) if bound > 0 else 1.0
    return float(f"{math.ceil(bound / step) * step:.4g}")


def price(release: Release) -> str:
    """The cost of one answer."""
    if not Fraction(release.price):
        return "nothing: no neighbouring table can change it"
    return f"mu = {release.mu:.4g}" if release.mu is not None else f"epsilon = {release.epsilon:.4g}"


def column(name: str, declared: Column) -> str:
    """The declaration of a column, and its effect on cells."""
    match declared:
        case Number(low, high, integer, missing):
            whole = ", rounded to whole numbers" if integer else ""
            empty = "left out" if missing == "drop" else f"counted as {missing:,.15g}"
            return (
                f"{plain(name)}: a number from {low:,.15g} to {high:,.15g}{whole}; values outside are set to the "
                f"nearest bound, and missing values are {empty}"
            )
        case Unbounded():
            return f"{plain(name)}: a number without known bounds, never used in questions"
        case Category(values, other):
            some = ", ".join(plain(value, 60) for value in values[:LISTED])
            more = f" and {len(values) - LISTED:,} more" if len(values) > LISTED else ""
            rest = "counts as other" if other else "is missing"
            return f"{plain(name)}: one of {len(values):,} listed categories ({some}{more}); any other value {rest}"
        case Date(low, high):
            return f"{plain(name)}: a day from {low} to {high}; a day outside is missing"
        case Flag():
            return f"{plain(name)}: yes or no; anything else is missing"
        case Identifier(as_written):
            written = ", as it is written (7 and 007 are two)" if as_written else ""
            return f"{plain(name)}: identifies the privacy unit{written}; rows without a value are left out"
        case Text():
            return f"{plain(name)}: text, never used in questions"
        case _:
            assert_never(declared)


def columns(dossier: Dossier) -> list[str]:
    """The declarations of the columns used, as of the first answer that uses each."""
    schema: dict[str, Column] = {}
    for release in dossier.releases:
        for name, declared in release.facts_table.schema.columns.items():
            if not isinstance(declared, Text):
                schema.setdefault(name, declared)
    return [column(name, declared) for name, declared in schema.items()]


def public(dossier: Dossier) -> list[str]:
    """The exact answers: numbers that no neighbouring table can change."""
    return [plain(str(release)) for release in dossier.releases if release.exact]


def accounting(dossier: Dossier) -> str:
    """The composition theorems used by the accounting."""
    slots = " Plans paid from slots (prices declared when the budget was opened) are composed exactly and separately."
    return _ADAPTIVE + (slots if dossier.budget.slots else "")


def versions(dossier: Dossier) -> list[int]:
    """The versions of the rows that were used."""
    return sorted({release.dataset_version for release in dossier.releases})


def laws(dossier: Dossier) -> list[str]:
    """The kinds of noise that were used, in words."""
    noisy = (release for release in dossier.releases if not release.exact)
    used = (drawn.mechanism for release in noisy for steps in release.rounds for drawn in steps)
    return list(dict.fromkeys(mechanism.cites for mechanism in used))
