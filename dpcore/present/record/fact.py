"""What the records say of a dossier, each in one sentence of plain text: nothing that the program does not know."""

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
from dpcore.table.column import Category, Column, Date, Flag, Identifier, Number, Text

SOFTWARE = f"Murmur {__version__}"
LISTED = 20

EXACT = (
    "Statistics are computed in exact integers on a public grid; noise is a real-valued draw rounded to that grid, "
    "or the discrete law itself where that is named, sampled exactly from the operating system's random numbers and "
    "added in integers; a selection draws a number of the grid with exactly its probability; so the proof about the "
    "noise holds for what was computed."
)
_ADAPTIVE = (
    "Charges are committed to a hash-chained ledger before any row is read, and admitted by privacy filters that are "
    "valid when questions and prices are chosen after seeing earlier answers: for pure charges the sum of epsilons "
    "(Rogers, Roth, Ullman and Vadhan 2016), for Gaussian ones the sum of mu squared (Smith and Thakurta 2022; "
    "Koskela, Tobaben and Honkela 2023), at one Rényi order the sum of losses (Feldman and Zrnic 2021)."
)


def unit(dossier: Dossier) -> str:
    """Who is protected."""
    who = dossier.table.unit
    if who.identifier is None:
        return "one row of the table"
    groups = f", in at most {who.max_groups} groups of an answer" if who.max_groups else ""
    return (
        f"all rows that share one value of the column {plain(who.identifier)}, of which at most {who.max_rows:,} "
        f"are used{groups}"
    )


def neighbors(dossier: Dossier) -> str:
    """Which tables count as neighbours."""
    what = "row" if dossier.table.unit.identifier is None else "unit (all rows of one identifier)"
    if dossier.table.neighbors == "add_remove":
        return f"two tables are neighbours where one is the other with one {what} added or removed"
    return (
        f"two tables are neighbours where one is the other with one {what} replaced by another; the number of units is "
        "public"
    )


def parameters(dossier: Dossier) -> str:
    """What the whole budget promises."""
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
    """What holds at another delta than the one that is said: a portfolio of filters certifies one pair, no curve."""
    if dossier.budget.delta is not None and dossier.budget.mu is None:
        return (
            "A price holds at every delta; for everything together nothing is claimed at another delta than this one."
        )
    return "Each of these parameters holds at every delta, which can be computed from it."


RAISED = "An owner can raise the budget later: the ledger then says so, and the larger one is the promise."


def epsilon(dossier: Dossier) -> float:
    """The epsilon of the whole budget at its delta, rounded up in the fourth significant digit where it is derived."""
    if dossier.budget.epsilon is not None:
        return dossier.budget.epsilon
    bound = float(words.promise(dossier.budget).epsilon(dossier.budget.delta or 0.0))
    step = 10.0 ** (math.floor(math.log10(bound)) - 3) if bound > 0 else 1.0
    return float(f"{math.ceil(bound / step) * step:.4g}")


def price(release: Release) -> str:
    """What one answer cost."""
    if not Fraction(release.price):
        return "nothing: no neighbour can change it"
    return f"mu = {release.mu:.4g}" if release.mu is not None else f"epsilon = {release.epsilon:.4g}"


def column(name: str, declared: Column) -> str:
    """What people said of a column, and what follows for its cells."""
    match declared:
        case Number(low, high, integer, missing):
            whole = ", rounded to whole numbers" if integer else ""
            empty = "left out" if missing == "drop" else f"counted as {missing:,.15g}"
            return (
                f"{plain(name)}: a number from {low:,.15g} to {high:,.15g}{whole}; a value outside counts as the "
                f"nearest bound, a missing one is {empty}"
            )
        case Category(values, other):
            some = ", ".join(plain(value, 60) for value in values[:LISTED])
            more = f" and {len(values) - LISTED:,} more" if len(values) > LISTED else ""
            rest = "counts as other" if other else "is missing"
            return f"{plain(name)}: one of {len(values):,} listed categories ({some}{more}); any other value {rest}"
        case Date(low, high):
            return f"{plain(name)}: a day from {low} to {high}; a day outside is missing"
        case Flag():
            return f"{plain(name)}: yes or no; anything else is missing"
        case Identifier():
            return f"{plain(name)}: names the unit of privacy; a row without it is left out"
        case Text():
            return f"{plain(name)}: text, never asked about"
        case _:
            assert_never(declared)


def columns(dossier: Dossier) -> list[str]:
    """The declarations of the columns that were asked about, as they were when each was first asked."""
    found: dict[str, Column] = {}
    for release in dossier.releases:
        for name, declared in release.facts_table.schema.columns.items():
            if not isinstance(declared, Text):
                found.setdefault(name, declared)
    return [column(name, declared) for name, declared in found.items()]


def public(dossier: Dossier) -> list[str]:
    """What is exact in the answers: numbers that no neighbouring table can change."""
    return [plain(str(release)) for release in dossier.releases if release.exact]


def accounting(dossier: Dossier) -> str:
    """By which theorems what was asked adds up."""
    slots = " Plans paid by slots, prices declared when the budget was opened, are composed exactly and apart."
    return _ADAPTIVE + (slots if dossier.budget.slots else "")


def versions(dossier: Dossier) -> list[int]:
    """The versions of the rows that were asked."""
    return sorted({release.dataset_version for release in dossier.releases})


def laws(dossier: Dossier) -> list[str]:
    """The kinds of noise that were used, in words."""
    noisy = (release for release in dossier.releases if not release.exact)
    used = (drawn.mechanism for release in noisy for steps in release.rounds for drawn in steps)
    return list(dict.fromkeys(mechanism.cites for mechanism in used))
