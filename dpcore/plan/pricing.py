"""Scenarios priced for public facts, kept for the next move of a control."""

from __future__ import annotations

import json
import math
from functools import lru_cache

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, kind_of
from dpcore.plan import work
from dpcore.plan.facts import Facts
from dpcore.plan.known import Expected
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Guesses, Priced, guesses, price
from dpcore.plan.scenario import Scenario
from dpcore.queries import Query
from dpcore.remembered import remembered
from dpcore.table.table import Table

KNOTS = np.logspace(-4.0, 2.0, 21)
"""The prices at which errors are computed for a line through them."""


def fixed(table: Table) -> str:
    """The public facts as a text, a key for cached results."""
    return json.dumps(table.to_dict())


@lru_cache(maxsize=512)
def priced(
    asks: tuple[tuple[Query, float], ...], currency: str, total: float, facts: str, expected: Expected
) -> tuple[Priced, ...]:
    """The asks of a scenario at their prices. Raises QueryError."""
    table = Table.from_dict(json.loads(facts))
    plan = Scenario("", asks, "mu" if currency == "mu" else "epsilon", total).plan
    return tuple(price(plan, table, kind_of(currency), guesses(table), _guesses(table, expected)))


def half_widths(query: Query, facts: str, currency: str, expected: Expected) -> tuple[float, ...]:
    """The predicted half width of a question at each of `KNOTS`; NaN at a price that is refused. Raises QueryError."""
    seconds = _seconds(query, facts)
    return work.done(work.SEARCHED * seconds, _half_widths, query, facts, currency, expected)


@lru_cache(maxsize=512)
def _seconds(query: Query, facts: str) -> float:
    return work.pricing(Facts(Table.from_dict(json.loads(facts)), query), query)


@remembered(512)
def _half_widths(query: Query, facts: str, currency: str, expected: Expected) -> tuple[float, ...]:
    table, kind = Table.from_dict(json.loads(facts)), kind_of(currency)
    plans = [Plan([Ask(query, mu=float(at)) if kind is Mu else Ask(query, epsilon=float(at))]) for at in KNOTS]
    return tuple(_half(plan, table, kind, _guesses(table, expected)) for plan in plans)


def _guesses(table: Table, expected: Expected) -> Guesses:
    """The guesses of the dataset, or those from the declared number of rows."""
    return dict(expected).get if expected else guesses(table)


def _half(plan: Plan, table: Table, kind: Kind, released: Guesses) -> float:
    """The half width of the only ask of a plan; NaN if its price is refused."""
    try:
        return price(plan, table, kind, guesses(table), released)[0].half_width
    except QueryError:
        return math.nan
