"""What a plan would cost and how wrong its answers would be, from public facts and released answers alone."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore import noise
from dpcore.budget.charge import Charge, Part
from dpcore.budget.renyi import Family
from dpcore.data.table import Table
from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Lane, Spread, Statistic, gaussian, laplace
from dpcore.number import exact
from dpcore.plan import Ask, Plan
from dpcore.queries import Query, query_from_dict

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from dpcore.budget.standing import Standing

Counts = Callable[[Query], "NDArray[np.float64]"]

# Prices found from a target error are rounded up to this, so that the same target gives the same price everywhere.
_RESOLUTION = 10**15
_LAPLACE = noise.Laplace()

NO_ROWS = "The error of a ratio depends on the number of rows: declare expected rows, or release a count first."


@final
@dataclass(frozen=True)
class Priced:
    """One ask with its price fixed: mu**2 (Gaussian lane) or epsilon (pure lane); 0 where nothing is at risk."""

    ask: Ask
    query: Query
    lane: Lane
    price: Fraction
    mechanism: Additive
    std_error: float
    half_width: float

    @property
    def amount(self) -> float:
        """The price in the plan's currency: mu or epsilon."""
        return math.sqrt(float(self.price)) if self.lane == "gaussian" else float(self.price)

    def key(self, dataset: str, version: int, measurement: int = 0) -> str:
        """The request's identity: the same key is answered once and for all."""
        parts = [dataset, version, self.query.to_dict(), self.lane, str(self.price), measurement]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def price(plan: Plan, table: Table, lane: Lane, counts: Counts) -> list[Priced]:
    """Every ask of the plan checked, priced and with its predicted error, in order. Reads no row.

    counts: public or released numbers of rows for each cell of a question; an empty array where none are known.
    """
    return [_price_one(plan, ask, table, lane, counts) for ask in plan.asks]


def _price_one(plan: Plan, ask: Ask, table: Table, lane: Lane, counts: Counts) -> Priced:
    query = ask.query.bind(table.schema)
    statistic = query.statistic(table, lane)
    rows = counts(query) if query.ratio else np.zeros(0)
    if not statistic.contribution.norm((1.0,) * len(statistic.weights)):
        cost = Fraction(0)
    elif ask.half_width is not None:
        cost = _cost_of(ask, query, statistic, table, lane, rows)
    elif ask.weight is not None:
        cost = plan.share(ask)
    else:
        cost = exact(ask.mu) ** 2 if ask.mu is not None else exact(ask.epsilon or 0)
    mechanism = mechanism_of(statistic, lane, cost or Fraction(1))
    error, half = query.predict(table, lane, mechanism.spread(ask.level), rows)
    return Priced(ask, query, lane, cost, mechanism, error, half)


def mechanism_of(statistic: Statistic, lane: Lane, cost: Fraction) -> Additive:
    """The noise of a lane at a price (mu**2 or epsilon)."""
    return gaussian(statistic, cost) if lane == "gaussian" else laplace(statistic, cost)


def _cost_of(
    ask: Ask, query: Query, statistic: Statistic, table: Table, lane: Lane, rows: NDArray[np.float64]
) -> Fraction:
    """The price at which the predicted half width is the asked one: noise scales are inverse to mu, or to epsilon."""
    unit = mechanism_of(statistic, lane, Fraction(1))
    law = noise.Gaussian() if lane == "gaussian" else _LAPLACE
    scales = [float(scale) for scale in unit.scales]
    spread = Spread(
        tuple(law.std(scale) if scale else 0.0 for scale in scales),
        tuple(law.quantile(ask.level) * scale for scale in scales),
        unit.spread(ask.level).factor,
    )
    half = query.predict(table, lane, spread, rows)[1]
    if math.isnan(half):
        raise QueryError(f"The price of ±{ask.half_width:g} for “{query}” cannot be known yet.", NO_ROWS)
    cost = Fraction(half) / exact(ask.half_width or 1)
    if lane == "gaussian":
        cost = cost**2
    if not Fraction(1, 10**18) <= cost <= 10**4:
        raise QueryError(
            f"±{ask.half_width:g} for “{query}” is out of reach of any price.", "Ask for an error of a sensible size."
        )
    return Fraction(math.ceil(cost * _RESOLUTION), _RESOLUTION)


@final
@dataclass(frozen=True)
class Quote:
    """What a plan would cost now. `price` is in mu (Gaussian) or epsilon (pure) and leaves out stored answers.

    fits: whether the budget allows it. ends: live filters that it would end (ending the Gaussian one by a pure plan
    needs `confirm=True`). stored: for each ask, whether its answer is stored already and costs nothing.
    slot: the declared slot that would pay, if one would.
    """

    asks: tuple[Priced, ...]
    lane: Lane
    charge: Charge
    fits: bool
    ends: tuple[str, ...]
    stored: tuple[bool, ...]
    standing: Standing
    after: Standing | None
    hints: tuple[str, ...] = ()
    slot: str | None = None

    @property
    def price(self) -> float:
        """What would be charged: mu in the Gaussian lane, epsilon in the pure lane."""
        total = sum((ask.price for ask in new_asks(self.asks, self.stored)), Fraction(0))
        return math.sqrt(float(total)) if self.lane == "gaussian" else float(total)

    @property
    def currency(self) -> str:
        """The name of the price: mu or epsilon."""
        return "mu" if self.lane == "gaussian" else "epsilon"

    @property
    def table(self) -> pd.DataFrame:
        """One row an ask: question, price, std_error, half_width, level, stored, hint."""
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {
                "question": str(ask.query),
                "price": 0.0 if stored else ask.amount,
                "std_error": ask.std_error,
                "half_width": ask.half_width,
                "level": ask.ask.level,
                "stored": stored,
                "hint": NO_ROWS if math.isnan(ask.std_error) else "",
            }
            for ask, stored in zip(self.asks, self.stored, strict=True)
        ]
        return pd.DataFrame(rows)


def new_asks(asks: Sequence[Priced], stored: Sequence[bool]) -> list[Priced]:
    """The asks that would be charged: not stored, and each once."""
    seen: set[tuple[str, Fraction]] = set()
    fresh = []
    for ask, known in zip(asks, stored, strict=True):
        identity = (json.dumps(ask.query.to_dict(), sort_keys=True), ask.price)
        if not known and identity not in seen:
            seen.add(identity)
            fresh.append(ask)
    return fresh


def again(data: Mapping[str, Any], table: Table) -> Priced:
    """An ask that the ledger wrote down, at the price it was charged."""
    query, lane, cost = query_from_dict(data["query"]).bind(table.schema), data["lane"], Fraction(data["price"])
    mechanism = mechanism_of(query.statistic(table, lane), lane, cost or Fraction(1))
    return Priced(Ask(query), query, lane, cost, mechanism, math.nan, math.nan)


def charge_of(asks: Sequence[Priced]) -> Charge:
    """What asks cost together, as one plan: prices add as exact fractions, and curves compose."""
    return Charge.total(Charge.of(Part(family_of(ask.mechanism), ask.price)) for ask in asks if ask.price)


def family_of(mechanism: Additive) -> Family:
    """What kind of loss noise of a law is; discrete Laplace noise has the curve of any pure mechanism."""
    match mechanism.law:
        case noise.Gaussian():
            return "gaussian"
        case noise.Laplace():
            return "laplace"
        case _:
            return "pure"
