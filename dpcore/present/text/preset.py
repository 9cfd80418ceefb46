# vital
"""Budgets to choose from, the published deployments to compare them with, and why public samples have theirs."""

from __future__ import annotations

from typing import Final, Literal

from dpcore.budget.budget import Budget
from dpcore.budget.precedent import Precedent, Protected, Relation, Span
from dpcore.number import scientific
from dpcore.present.text.remaining import bought
from dpcore.table.table import Table
from dpcore.text import Text

Preset = Literal["strict", "usual", "loose"]
PRESETS: Final[dict[Preset, float]] = {"strict": 0.3, "usual": 1.0, "loose": 3.0}
"""The epsilon of each."""
NAMES: Final[dict[Preset, Text]] = {"strict": Text("strict"), "usual": Text("usual"), "loose": Text("loose")}
_UNITS: Final[dict[Protected, Text]] = {
    "user": Text("one user"),
    "user-day": Text("one user on one day"),
    "user-month": Text("one user in one month"),
    "device-day": Text("one device on one day"),
    "person": Text("one person"),
    "housing-unit": Text("one housing unit"),
    "birth": Text("one birth"),
}
_SPANS: Final[dict[Span, Text]] = {
    "day": Text("for each day"),
    "month": Text("for each month"),
    "release": Text("for the whole release"),
}
_RELATIONS: Final[dict[Relation, Text]] = {
    "add_remove": Text("relation: one unit is added or removed"),
    "replace": Text("relation: one unit is changed, and their number is public"),
}
DIFFERENT = Text(
    "“Nearest” is by epsilon alone. Units, periods and relations differ, so these epsilons are not comparable one to "
    "one."
)
INCOMPARABLE = Text(
    "These figures cannot be compared one to one, neither with each other nor with your budget. Your budget is for all "
    "answers about a table, for ever; an epsilon for each day adds up over the days of a user. A unit may be a person, "
    "a device or one day of a user, and a relation may protect membership or contents only. What a source does not "
    "state is not filled in."
)


def labelled(preset: Preset, delta: float | None) -> Text:
    """A preset with its figures: "strict: epsilon 0.3 at delta 1e-6"."""
    return Text("{name}: {loss}", name=NAMES[preset], loss=_loss(PRESETS[preset], delta or 0.0))


def line(entry: Precedent) -> Text:
    """A deployment with its figures."""
    return Text(
        "{publisher}, {release}: {figures}", publisher=entry.publisher, release=entry.release, figures=figures(entry)
    )


def figures(entry: Precedent) -> Text:
    """The epsilon of a deployment, and what it is of."""
    return Text(
        "{loss} {period}; unit: {unit}",
        loss=_loss(entry.epsilon, entry.delta),
        period=Text("(period not stated)") if entry.period is None else _SPANS[entry.period],
        unit=Text("not stated") if entry.unit is None else _UNITS[entry.unit],
    )


def relation(entry: Precedent) -> Text:
    """Which tables are neighbours there."""
    return Text("relation: not stated") if entry.relation is None else _RELATIONS[entry.relation]


def practice(budget: Budget) -> Text:
    """Why a public sample has its budget, before it is opened."""
    return Text(
        "It has a practice budget of {budget}. The rows are made up, so it protects nobody.", budget=budget.words
    )


def practised(budget: Budget, table: Table) -> Text:
    """Why a public sample has its budget, by what it buys."""
    facts = {"budget": budget.words, "counts": bought(budget, table)}
    if table.unit.max_rows == 1:
        return Text(
            "This is a practice budget: {budget}, large enough to try many questions ({counts}). The rows are made up, "
            "so it protects nobody. For real people, choose a budget by what it protects.",
            **facts,
        )
    return Text(
        "This is a practice budget: {budget}, large enough to try many questions ({counts}) although up to {rows:,} "
        "rows of one {unit} are protected together. The rows are made up, so it protects nobody. For real people, "
        "choose a budget by what it protects.",
        rows=table.unit.max_rows,
        unit=table.unit.identifier,
        **facts,
    )


def _loss(epsilon: float, delta: float | None) -> Text:
    if delta is None:
        return Text("epsilon {epsilon:g}, delta not stated", epsilon=epsilon)
    if not delta:
        return Text("epsilon {epsilon:g} without delta", epsilon=epsilon)
    return Text("epsilon {epsilon:g} at delta {delta}", epsilon=epsilon, delta=scientific(delta))
