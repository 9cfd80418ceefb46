"""Quotes: the price of a plan and the predicted errors of its answers, from public facts and released answers only."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Loss
from dpcore.mechanisms import Kind, Mu, Price, kind_of, recorded, total
from dpcore.plan import work
from dpcore.plan.facts import Facts
from dpcore.plan.plan import MAX_ASKS, Ask, Plan
from dpcore.plan.target import bought, price_of
from dpcore.queries import Query, query_from_dict
from dpcore.queries.question.judgement import NOT_STATED, Judgement, foreseen
from dpcore.queries.question.key import axis_of, group_count
from dpcore.queries.question.prediction import UNKNOWN, Guess, Margin, Prediction, even
from dpcore.queries.question.refusal import not_combined
from dpcore.queries.question.round import Promise
from dpcore.queries.question.single import NO_ROWS
from dpcore.remembered import remembered
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd

    from dpcore.budget.standing import Standing

Guesses = Callable[[Query], "Guess | None"]
"""A function that returns a public guess of the rows in a question's cells, or None."""
Known = tuple[tuple[Query, "Guess | None"], ...]
"""Such a function as pairs."""


@final
@dataclass(frozen=True)
class Priced:
    """One ask with its price, which is 0 if no row can change the answer. judged: whether its error is usable."""

    ask: Ask
    query: Query
    price: Price
    promise: Promise
    error: Prediction
    judged: Judgement = field(default=NOT_STATED, compare=False)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The privacy loss of each round."""
        return tuple(loss for loss, times in self.promise for _ in range(times))

    @property
    def std_error(self) -> float:
        """The predicted standard error of the typical cell."""
        return self.error.std_error

    @property
    def half_width(self) -> float:
        """The predicted half width of the typical cell's interval."""
        return self.error.half_width

    @property
    def amount(self) -> float:
        """The price in the plan's currency: mu or epsilon."""
        return self.price.amount

    def key(self, dataset: str, version: int, measurement: int = 0) -> str:
        """The identity of the ask. An ask with the same key is answered only once."""
        return key_of(dataset, version, self.query.to_dict(), self.price, measurement)


def key_of(dataset: str, version: int, query: Mapping[str, Any], price: Price, measurement: int) -> str:
    """The identity of a question at a price on a version of the rows."""
    parts = [dataset, version, query, price.recorded, str(price.total), measurement]
    if isinstance(price, Mu) and price.delta:
        parts.append(str(price.delta))
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def guesses(table: Table) -> Guesses:
    """Guesses from the declared number of rows."""

    def guess(query: Query) -> Guess | None:
        if not table.expected_rows:
            return None
        partial = any(axis_of(table.schema, part).partial for part in query.by)
        return replace(
            even(table.expected_rows, group_count(table.schema, query.by), bool(query.where)), partial=partial
        )

    return guess


def surest(declared: Guesses, counted: Guesses) -> Guesses:
    """Guesses as declared where those cover the question's own rows, else as counted."""

    def guess(query: Query) -> Guess | None:
        whole = declared(query)
        return whole if whole is not None and whole.certain else counted(query) or whole

    return guess


def price(plan: Plan, table: Table, kind: Kind, declared: Guesses, released: Guesses | None = None) -> list[Priced]:
    """Every ask of the plan, in order, checked, with its price and predicted error. Reads no rows. Raises QueryError.

    declared: guesses for computing the price of a target error, from public facts that no later release changes.
    released: guesses for predicting errors, which may use released counts; by default `declared`.
    """
    counted = released or declared
    queries = [ask.query.bind(table.schema) for ask in plan.asks]
    turns = (work.SEARCHED if ask.half_width is not None else 1 for ask in plan.asks)
    seconds = sum(work.pricing(Facts(table, query), query) * many for query, many in zip(queries, turns, strict=True))
    if not work.long(seconds):
        bound = zip(plan.asks, queries, strict=True)
        return [_price_ask(plan, *asked, table, kind, declared, counted) for asked in bound]
    facts = json.dumps(table.to_dict())
    known = (tuple((query, guess(query)) for query in queries if query.error.by_rows) for guess in (declared, counted))
    return list(work.done(seconds, _price_all, plan, facts, kind.currency, *known))


def _price_all(plan: Plan, facts: str, currency: str, declared: Known, released: Known) -> tuple[Priced, ...]:
    """As `price`, of public facts that can be sent to another process."""
    table = Table.from_dict(json.loads(facts))
    return tuple(price(plan, table, kind_of(currency), dict(declared).get, dict(released).get))


def _price_ask(
    plan: Plan, ask: Ask, query: Query, table: Table, kind: Kind, declared: Guesses, released: Guesses
) -> Priced:
    if ask.measurement and not query.combines:
        raise not_combined(query.sentence)
    if query.free(table, kind):
        cost: Price = kind(Fraction(0))
    elif ask.half_width is not None:
        rows = declared(query) if query.error.by_rows else None
        cost = _cost(Facts(table, query), query, kind.currency, ask.half_width, ask.level, rows)
    elif ask.weight is not None:
        cost = kind(plan.share(ask))
    else:
        cost = kind.of(ask.mu if ask.mu is not None else ask.epsilon or 0)
    return at_price(ask, query, table, cost, released)


def at_price(ask: Ask, query: Query, table: Table, price: Price, guesses: Guesses) -> Priced:
    """An ask at a price, with its promised losses and its predicted error."""
    facts, rows = Facts(table, query), guesses(query) if query.error.by_rows else None
    return work.done(work.pricing(facts, query), _at_price, ask, query, facts, price, rows)


def _at_price(ask: Ask, query: Query, facts: Facts, price: Price, rows: Guess | None) -> Priced:
    error = _error(facts, query, price, ask.level, rows)
    if ask.half_width is not None and not ask.measurement:  # that of an average is typical, not a bound
        error = bought(error, ask.half_width)
    return Priced(
        ask,
        query,
        price,
        _promise(facts, query, price),
        error,
        foreseen(query, facts.table, error.half_width, error.needed),
    )


# A screen requests the price of its whole plan, and that in the other currency, whenever anything on it changes.
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


def forget() -> None:
    """Clear all cached prices, for code that changes a question at run time."""
    for cached in (_cost, _error, _promise):
        cached.cache_clear()


@final
@dataclass(frozen=True)
class Quote:
    """The price of a plan now. `price` is in mu (Gaussian) or epsilon (pure) and does not include stored answers.

    fits: whether the budget allows the plan. ends: the live filters that it would end (ending the Gaussian filter by a
    pure plan needs `confirm=True`). stored: for each ask, whether its answer is already stored and costs nothing.
    slot: the name of the slot that would pay, or None. keys: the identity of each ask for these rows at this price.
    limits: which identifiers cannot be read as they are stored. now, improved: for each ask, the margin of error of its
    stored measurements, and with one more measurement.
    """

    asks: tuple[Priced, ...]
    kind: Kind
    charge: Charge
    fits: bool
    ends: tuple[str, ...]
    stored: tuple[bool, ...]
    standing: Standing
    after: Standing | None
    hints: tuple[Text, ...] = ()
    limits: tuple[Text, ...] = ()
    slot: str | None = None
    now: tuple[Margin | None, ...] = ()
    improved: tuple[Margin | None, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def price(self) -> float:
        """The amount that would be charged, in the plan's currency."""
        return total(self.kind, [ask.price for ask in new_asks(self.asks, self.stored)]).amount

    @property
    def currency(self) -> str:
        """The currency of the price: mu or epsilon."""
        return self.kind.currency

    @property
    def table(self) -> pd.DataFrame:
        """One row per ask: question, price, std_error, half_width and its range, level, stored, assumption, hint.

        unit_of_error: "value" if the error is in the answer's unit, or "ranks". usable: "usable", "not_usable",
        "not_usable_below" with `not_usable_below`, a size of the answer (or a number of rows, for ranks), or
        "not_stated".
        """
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {
                "question": str(ask.query),
                "price": 0.0 if stored else ask.amount,
                "std_error": ask.std_error,
                "half_width": ask.half_width,
                "half_width_low": ask.error.low,
                "half_width_high": ask.error.high,
                "half_width_largest": ask.error.largest,
                "unit_of_error": ask.error.unit,
                "usable": ask.judged.state,
                "not_usable_below": ask.judged.least,
                "level": ask.ask.level,
                "stored": stored,
                "assumption": ask.error.assumption,
                "hint": NO_ROWS if needs_rows(ask) and not stored else "",
            }
            for ask, stored in zip(self.asks, self.stored, strict=True)
        ]
        return pd.DataFrame(rows)


def needs_rows(ask: Priced) -> bool:
    """Whether the error of an ask is only unknown because the number of rows is."""
    return math.isnan(ask.std_error) and ask.error.unit != "none"


def new_asks(asks: Sequence[Priced], stored: Sequence[bool]) -> list[Priced]:
    """The asks that would be charged: those not stored, without duplicates."""
    seen: set[tuple[str, Price, int]] = set()
    fresh = []
    for ask, is_stored in zip(asks, stored, strict=True):
        identity = (json.dumps(ask.query.to_dict(), sort_keys=True), ask.price, ask.ask.measurement)
        if not is_stored and identity not in seen:
            seen.add(identity)
            fresh.append(ask)
    return fresh


def again(data: Mapping[str, Any], table: Table) -> Priced:
    """An ask recorded in the ledger, at the price charged. Raises QueryError if this version does not support it."""
    query, price = query_from_dict(data["query"]).bind(table.schema), recorded(data["lane"], data["price"])
    facts = Facts(table, query)
    promise = work.done(work.pricing(facts, query), _promise, facts, query, price)
    return Priced(Ask(query), query, price, promise, UNKNOWN)


def charge_of(asks: Sequence[Priced]) -> Charge:
    """The charge of asks together, as one plan: prices are added as exact fractions, and curves are composed."""
    return Charge.total(Charge.of(loss) for ask in asks for loss in ask.losses)
