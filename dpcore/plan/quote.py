"""What a plan would cost and how wrong its answers would be, from public facts and released answers alone."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Loss
from dpcore.mechanisms import Kind, Mu, Price, kind_of, recorded, total
from dpcore.plan.plan import Ask, Plan
from dpcore.queries import Query, query_from_dict
from dpcore.queries.base import not_combined
from dpcore.queries.prediction import UNKNOWN, Guess, Margin, Prediction, even
from dpcore.queries.round import Promise
from dpcore.queries.single import NO_ROWS
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd

    from dpcore.budget.standing import Standing

Guesses = Callable[[Query], "Guess | None"]
"""A public guess of the rows in a question's cells; None where there is none."""


@final
@dataclass(frozen=True)
class Priced:
    """One ask with its price fixed: 0 where nothing is at risk."""

    ask: Ask
    query: Query
    price: Price
    promise: Promise
    error: Prediction

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What each of its rounds may lose."""
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
        """The request's identity: the same key is answered once and for all."""
        return key_of(dataset, version, self.query.to_dict(), self.price, measurement)


def key_of(dataset: str, version: int, query: Mapping[str, Any], price: Price, measurement: int) -> str:
    """The identity of a question at a price on a version of the rows."""
    parts = [dataset, version, query, price.recorded, str(price.total), measurement]
    if isinstance(price, Mu) and price.delta:
        parts.append(str(price.delta))
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def guesses(table: Table) -> Guesses:
    """What the declared number of rows says of each question."""

    def guess(query: Query) -> Guess | None:
        cells = math.prod(axis.size for axis in query.axes(table.schema))
        return even(table.expected_rows, cells, bool(query.where)) if table.expected_rows else None

    return guess


def price(plan: Plan, table: Table, kind: Kind, declared: Guesses, released: Guesses | None = None) -> list[Priced]:
    """Every ask of the plan checked, priced and with its predicted error, in order. Reads no row.

    declared: what the price of a target error is computed from: public facts that no later release changes.
    released: what errors are predicted from, where released counts know better.
    """
    return [_price_one(plan, ask, table, kind, declared, released or declared) for ask in plan.asks]


def _price_one(plan: Plan, ask: Ask, table: Table, kind: Kind, declared: Guesses, released: Guesses) -> Priced:
    query = ask.query.bind(table.schema)
    if ask.measurement and not query.combines:
        raise not_combined(query)
    if query.free(table, kind):
        cost: Price = kind(Fraction(0))
    elif ask.half_width is not None:
        rows = declared(query) if query.ratio else None
        cost = _cost(_Facts(table, query), query, kind.currency, ask.half_width, ask.level, rows)
    elif ask.weight is not None:
        cost = kind(plan.share(ask))
    else:
        cost = kind.of(ask.mu if ask.mu is not None else ask.epsilon or 0)
    return at_price(ask, query, table, cost, released)


def at_price(ask: Ask, query: Query, table: Table, price: Price, guesses: Guesses) -> Priced:
    """An ask at a price, with what it promises and its predicted error."""
    facts = _Facts(table, query)
    error = _error(facts, query, price, ask.level, guesses(query) if query.ratio else None)
    return Priced(ask, query, price, _promise(facts, query, price), error)


@final
class _Facts:
    """The public facts that a question's price follows from, as a key of what was computed from them."""

    __slots__ = ("_known", "table")

    def __init__(self, table: Table, query: Query) -> None:
        named = sorted(query.columns())
        self.table = table
        self._known = (
            *((name, table.schema[name]) for name in named),
            table.unit,
            table.neighbors,
            table.expected_rows,
        )

    def __hash__(self) -> int:
        return hash(self._known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Facts) and self._known == other._known


# A page asks for the price of its whole plan each time that anything on it changes.
_remembered = lru_cache(maxsize=1024)


@_remembered
def _cost(facts: _Facts, query: Query, currency: str, half_width: float, level: float, rows: Guess | None) -> Price:
    return query.price_of(facts.table, kind_of(currency), half_width, level, rows)


@_remembered
def _error(facts: _Facts, query: Query, price: Price, level: float, rows: Guess | None) -> Prediction:
    return query.predict(facts.table, price, level, rows)


@_remembered
def _promise(facts: _Facts, query: Query, price: Price) -> Promise:
    return query.promise(facts.table, price) if price.total else ()


def forget() -> None:
    """Compute every price anew: for whoever changes a question while the program runs."""
    for remembered in (_cost, _error, _promise):
        remembered.cache_clear()


@final
@dataclass(frozen=True)
class Quote:
    """What a plan would cost now. `price` is in mu (Gaussian) or epsilon (pure) and leaves out stored answers.

    fits: whether the budget allows it. ends: live filters that it would end (ending the Gaussian one by a pure plan
    needs `confirm=True`). stored: for each ask, whether its answer is stored already and costs nothing.
    slot: the declared slot that would pay, if one would. keys: each ask's identity, of these rows at this price.
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
    slot: str | None = None
    now: tuple[Margin | None, ...] = ()
    improved: tuple[Margin | None, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def price(self) -> float:
        """What would be charged, in its currency."""
        return total(self.kind, [ask.price for ask in new_asks(self.asks, self.stored)]).amount

    @property
    def currency(self) -> str:
        """The name of the price: mu or epsilon."""
        return self.kind.currency

    @property
    def table(self) -> pd.DataFrame:
        """One row an ask: question, price, std_error, half_width and its range, level, stored, assumption, hint.

        unit_of_error: "value" where the error is in the answer's unit, or "ranks".
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
                "level": ask.ask.level,
                "stored": stored,
                "assumption": ask.error.assumption,
                "hint": NO_ROWS if math.isnan(ask.std_error) and not stored else "",
            }
            for ask, stored in zip(self.asks, self.stored, strict=True)
        ]
        return pd.DataFrame(rows)


def new_asks(asks: Sequence[Priced], stored: Sequence[bool]) -> list[Priced]:
    """The asks that would be charged: not stored, and each once."""
    seen: set[tuple[str, Price, int]] = set()
    fresh = []
    for ask, known in zip(asks, stored, strict=True):
        identity = (json.dumps(ask.query.to_dict(), sort_keys=True), ask.price, ask.ask.measurement)
        if not known and identity not in seen:
            seen.add(identity)
            fresh.append(ask)
    return fresh


def again(data: Mapping[str, Any], table: Table) -> Priced:
    """An ask that the ledger wrote down, at the price it was charged. Raises QueryError where it is not known here."""
    query, price = query_from_dict(data["query"]).bind(table.schema), recorded(data["lane"], data["price"])
    return Priced(Ask(query), query, price, _promise(_Facts(table, query), query, price), UNKNOWN)


def charge_of(asks: Sequence[Priced]) -> Charge:
    """What asks cost together, as one plan: prices add as exact fractions, and curves compose."""
    return Charge.total(Charge.of(loss) for ask in asks for loss in ask.losses)
