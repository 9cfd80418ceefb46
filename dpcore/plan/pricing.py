"""The step `price`: requests get their prices, promised losses and predicted errors. No row is read.

Scenarios are priced here too. Their prices are cached, because a page asks for them whenever a control moves.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, kind_of, recorded
from dpcore.plan import work
from dpcore.plan.facts import Facts
from dpcore.plan.known import Expected
from dpcore.plan.plan import MAX_ASKS, Ask, Plan
from dpcore.plan.request import Request
from dpcore.plan.scenario import Scenario
from dpcore.plan.target import bought, price_of
from dpcore.queries import Query, query_from_dict
from dpcore.queries.question.judgement import Judgement, foreseen
from dpcore.queries.question.key import axis_of, group_count
from dpcore.queries.question.prediction import Guess, Prediction, even
from dpcore.queries.question.refusal import not_combined
from dpcore.queries.question.round import Promise
from dpcore.remembered import remembered
from dpcore.table.table import Table

Guesses = Callable[[Query], "Guess | None"]
"""A function that returns a public guess of the rows in a question's cells, or None."""
Known = tuple[tuple[Query, "Guess | None"], ...]
"""Guesses as pairs, which can be sent to another process."""
Figures = tuple[Price, Promise, Prediction, Judgement]
"""The fields that the step `price` adds to a request: price, promised losses, predicted error, judgement."""
KNOTS = np.logspace(-4.0, 2.0, 21)
"""The prices between which a line of errors is interpolated."""


def guesses(table: Table) -> Guesses:
    """Guesses from the declared number of rows."""

    def guess(query: Query) -> Guess | None:
        if not table.expected_rows:
            return None
        partial = any(axis_of(table.schema, part).partial for part in query.by)
        groups = group_count(table.schema, query.by)
        return replace(even(table.expected_rows, groups, bool(query.where)), partial=partial)

    return guess


def price(plan: Plan, table: Table, kind: Kind, declared: Guesses, released: Guesses | None = None) -> list[Request]:
    """Every ask of the plan, in order, checked, with its price and predicted error. Raises QueryError.

    declared: guesses for computing the price of a target error, from public facts that no later release changes.
    released: guesses for predicting errors, which may use released counts; by default `declared`.
    """
    return price_each([requested(ask, table, declared, released) for ask in plan.asks], plan, table, kind)


def requested(ask: Ask, table: Table, declared: Guesses, released: Guesses | None = None) -> Request:
    """An ask as a request for a table, without a price."""
    query = ask.query.bind(table.schema)
    rows = [guess(query) if query.error.by_rows else None for guess in (declared, released or declared)]
    return Request(ask, query, measurement=ask.measurement, declared=rows[0], released=rows[1])


def price_each(requests: Sequence[Request], plan: Plan, table: Table, kind: Kind) -> list[Request]:
    """The step `price`, for all asks of a plan. Raises QueryError."""
    turns = (work.SEARCHED if request.ask.half_width is not None else 1 for request in requests)
    works = (work.pricing(Facts(table, request.query), request.query) for request in requests)
    seconds = sum(each * many for each, many in zip(works, turns, strict=True))
    if not work.long(seconds):
        return [_priced(request, plan, table, kind) for request in requests]
    asked = Plan([request.ask for request in requests], plan.mu, plan.epsilon)
    by_rows = [request for request in requests if request.query.error.by_rows]
    declared = tuple((request.query, request.declared) for request in by_rows)
    released = tuple((request.query, request.released) for request in by_rows)
    facts = json.dumps(table.to_dict())
    found = work.done(seconds, _price_all, asked, facts, kind.currency, declared, released)
    return [_with(*each) for each in zip(requests, found, strict=True)]


def _price_all(plan: Plan, facts: str, currency: str, declared: Known, released: Known) -> tuple[Figures, ...]:
    """The figures of `price`, from arguments that can be sent to another process. facts: the table as JSON."""
    table = Table.from_dict(json.loads(facts))
    asks = price(plan, table, kind_of(currency), dict(declared).get, dict(released).get)
    return tuple((ask.price, ask.promise, ask.error, ask.judged) for ask in asks)


def _with(request: Request, figures: Figures) -> Request:
    cost, promise, error, judged = figures
    return replace(request, cost=cost, promise=promise, error=error, judged=judged)


def _priced(request: Request, plan: Plan, table: Table, kind: Kind) -> Request:
    ask, query = request.ask, request.query
    if ask.measurement and not query.combines:
        raise not_combined(query.sentence)
    if query.free(table, kind):
        cost: Price = kind(Fraction(0))
    elif ask.half_width is not None:
        cost = _cost(Facts(table, query), query, kind.currency, ask.half_width, ask.level, request.declared)
    elif ask.weight is not None:
        cost = kind(plan.share(ask))
    else:
        cost = kind.of(ask.mu if ask.mu is not None else ask.epsilon or 0)
    return at_price(request, table, cost)


def at_price(request: Request, table: Table, price: Price) -> Request:
    """A request at a price, with its promised losses and its predicted error."""
    facts = Facts(table, request.query)
    seconds = work.pricing(facts, request.query)
    return _with(request, work.done(seconds, _figures, request.ask, request.query, facts, price, request.released))


def _figures(ask: Ask, query: Query, facts: Facts, price: Price, rows: Guess | None) -> Figures:
    error = _error(facts, query, price, ask.level, rows)
    if ask.half_width is not None and not ask.measurement:  # the target of a combined answer is typical, no bound
        error = bought(error, ask.half_width)
    promise = _promise(facts, query, price)
    return price, promise, error, foreseen(query, facts.table, error.half_width, error.needed)


# A screen requests the prices of its whole plan in both currencies whenever anything on it changes.
_cached = remembered(4 * MAX_ASKS)


@_cached
def _cost(facts: Facts, query: Query, currency: str, half_width: float, level: float, rows: Guess | None) -> Price:
    return price_of(query, facts.table, kind_of(currency), half_width, level, rows)


@_cached
def _error(facts: Facts, query: Query, price: Price, level: float, rows: Guess | None) -> Prediction:
    return query.predict(facts.table, price, level, rows)


@_cached
def _promise(facts: Facts, query: Query, price: Price) -> Promise:
    return query.promise(facts.table, price) if price.total else ()


def promised(query: Query, table: Table, price: Price) -> Promise:
    """The promised losses of a bound question at a price that a plan has."""
    return _promise(Facts(table, query), query, price)


def forget() -> None:
    """Clear all cached prices, for code that changes a question at run time."""
    for cached in (_cost, _error, _promise):
        cached.cache_clear()


def again(data: Mapping[str, Any], table: Table, key: str = "") -> Request:
    """An ask recorded in the ledger, at the price charged. Raises QueryError if this version does not support it."""
    query, price = query_from_dict(data["query"]).bind(table.schema), recorded(data["lane"], data["price"])
    facts = Facts(table, query)
    promise = work.done(work.pricing(facts, query), _promise, facts, query, price)
    return Request(Ask(query), query, price, promise, key=key, measurement=data["measurement"])


def fixed(table: Table) -> str:
    """The public facts as a text, a key for cached results."""
    return json.dumps(table.to_dict())


@lru_cache(maxsize=512)
def priced(
    asks: tuple[tuple[Query, float], ...], currency: str, total: float, facts: str, expected: Expected
) -> tuple[Request, ...]:
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
    """The guesses in `expected` if there are any, else guesses from the declared number of rows."""
    return dict(expected).get if expected else guesses(table)


def _half(plan: Plan, table: Table, kind: Kind, released: Guesses) -> float:
    """The half width of the only ask of a plan; NaN if its price is refused."""
    try:
        return price(plan, table, kind, guesses(table), released)[0].half_width
    except QueryError:
        return math.nan
