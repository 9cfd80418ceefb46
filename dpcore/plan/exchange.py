"""Prices in a budget's account: what an answer books there at a price, and the price that books an amount.

A price is paid in mu (Gaussian noise) or in epsilon (Laplace noise), and the account that pays adds mu**2, epsilon or
Rényi losses. Where both are the same, the exchange is exact. Elsewhere the amount grows with the price, and a price is
found by bisection, rounded down. No row is read.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction
from typing import final

from scipy import optimize

from dpcore.budget.account import ATTO
from dpcore.budget.charge import Charge
from dpcore.budget.meter import Meter
from dpcore.errors import BudgetError, DpError
from dpcore.mechanisms import Epsilon, Kind, Mu, Price, kind_of
from dpcore.number import exact
from dpcore.plan.facts import Facts
from dpcore.plan.plan import MAX_PRICE
from dpcore.plan.pricing import promised
from dpcore.queries import Query
from dpcore.remembered import remembered
from dpcore.table.table import Table

LEAST = 1e-9
"""The least price of a plan, in mu or epsilon."""
_CLOSE = 1e-9
_FAR = 50.0


@final
@dataclass(frozen=True, slots=True)
class Portion:
    """A question of a plan: with a fixed price, or else with a weight in what is left of the total."""

    query: Query
    weight: float = 1.0
    price: Price | None = None


def amount_of(charge: Charge, meter: Meter) -> int | None:
    """What a charge books in the account of the meter, without a probability of failure; None if it has no bound."""
    if meter.name == "renyi":
        loss = charge.renyi(meter.order or 2.0)
        return None if loss is None else math.ceil(loss * ATTO)
    return meter.booked(charge.booked)


def charge_at(query: Query, table: Table, price: Price, *, tried: bool = False) -> Charge:
    """The charge of one answer at a price; nothing where no row can change it. The question is bound to the table.

    tried: whether the price is one of many of a search, which are not worth remembering.
    """
    if not price.total or query.free(table, type(price)):
        return Charge.nothing()
    promise = query.promise(table, price) if tried else promised(query, table, price)
    return Charge.total(Charge.of(loss) for loss, times in promise for _ in range(times))


def price_for(query: Query, table: Table, kind: Kind, amount: int, meter: Meter) -> Price:
    """The highest price of this kind at which an answer books at most `amount` on its own, in units of 1e-18.

    Raises BudgetError if no price of this kind has a bound in the account.
    """
    if query.free(table, kind):
        return kind(Fraction(0))
    if _same(kind, meter):
        exactly = kind(Fraction(amount, ATTO))
        with contextlib.suppress(DpError):  # said where it is asked
            if (amount_of(charge_at(query, table, exactly), meter) or 0) >= amount * (1 - _CLOSE):
                return exactly
    return _price_for(Facts(table, query), query, kind.currency, amount, meter)


@remembered(1024)
def _price_for(facts: Facts, query: Query, currency: str, amount: int, meter: Meter) -> Price:
    kind = kind_of(currency)
    return _highest(lambda at: amount_of(charge_at(query, facts.table, at, tried=True), meter), kind, amount)


def total_for(rows: Sequence[Portion], table: Table, kind: Kind, amount: int, meter: Meter) -> Price:
    """The highest total at which these questions together book at most `amount`. Fixed prices are part of the total.

    Raises BudgetError as `price_for`.
    """
    exactly = kind(Fraction(amount, ATTO))
    if _same(kind, meter):
        with contextlib.suppress(DpError):
            booked = booked_by(rows, table, exactly, meter)
            if not booked or booked >= amount * (1 - _CLOSE):
                return exactly
    return _highest(lambda at: booked_by(rows, table, at, meter, tried=True), kind, amount)


def booked_by(rows: Sequence[Portion], table: Table, total: Price, meter: Meter, *, tried: bool = False) -> int | None:
    """What these questions book together at a total; None without bound. tried: as in `charge_at`."""
    kind = type(total)
    fixed = sum((row.price.total for row in rows if row.price is not None), Fraction(0))
    rest = max(Fraction(0), total.total - fixed)
    weights = sum((exact(row.weight) for row in rows if row.price is None), Fraction(0))
    prices = [row.price if row.price is not None else kind(rest * exact(row.weight) / weights) for row in rows]
    charges = [
        charge_at(row.query, table, price, tried=tried and row.price is None)
        for row, price in zip(rows, prices, strict=True)
    ]
    return amount_of(Charge.total(charges), meter)


def typed(price: Price) -> float:
    """A price as a number of at most twelve digits, in mu or epsilon, that pays no more; from 1e-9 to 100."""
    if not price.total:
        return LEAST
    number = Decimal(price.amount)
    step = Decimal(1).scaleb(number.adjusted() - 11)
    number = number.quantize(step, ROUND_DOWN)
    while type(price).of(float(number)).total > price.total:
        number -= step
    return min(max(float(number), LEAST), MAX_PRICE)


def _same(kind: Kind, meter: Meter) -> bool:
    """Whether a price of this kind is what the account adds."""
    return (kind is Mu and meter.name == "gaussian") or (kind is Epsilon and meter.name == "pure")


def _highest(booked: Callable[[Price], int | None], kind: Kind, amount: int) -> Price:
    """The highest price from 1e-9 to 100 that books at most `amount`, to twelve digits; 1e-9 if none does.

    A price that is too low for a question counts as one that books little: the plan then says what is missing.
    """

    def taken(price: float) -> int | None:
        try:
            return booked(kind.of(price))
        except DpError:
            return 0

    def fits(price: float) -> bool:
        found = taken(price)
        return found is not None and found <= amount

    if taken(LEAST) is None:
        raise BudgetError("This noise cannot be paid from what is left of the budget.", "Choose the other noise.")
    if fits(MAX_PRICE):  # what costs nothing at any price takes no part of a total
        return kind.of(MAX_PRICE if taken(MAX_PRICE) else LEAST)
    if not fits(LEAST):
        return kind.of(LEAST)

    def above(place: float) -> float:
        """How far a price, by its logarithm, is above the amount, on a logarithmic scale."""
        found = taken(math.exp(place))
        if found is None or not amount:
            return _FAR if found is None or found > amount else -_FAR
        return math.log(found / amount) if found else -_FAR

    # amounts grow about as a power of the price: a method of high order needs a fifth of the steps of a bisection
    ends = math.log(LEAST), math.log(MAX_PRICE)
    low, step = float(optimize.toms748(above, *ends, xtol=1e-13, rtol=1e-15)), 1e-12
    while not fits(math.exp(low)):
        low, step = low - step, 4 * step
    return kind.of(max(LEAST, float(f"{math.exp(low) * (1 - 1e-12):.12g}")))
