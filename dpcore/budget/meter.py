"""The meter of a budget: its one account, in the units in which people read and type it.

Epsilon at a delta does not add up, the amounts of an account do. So everything is booked and compared in amounts, and
only shown in a unit: epsilon, the share of the budget, or mu. With S spent of T and a plan that books P, the meter
moves from epsilon(S) to epsilon(S + P), and what is left is what it buys: one more plan of up to epsilon(T - S).

The account is fixed by public facts: the Gaussian account if the budget has a delta, else the pure one. It is never
exchanged for the one with most left. Only the end of the Gaussian account leads to another, for good.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, final

from dpcore import calibrate, tradeoff
from dpcore.budget import renyi
from dpcore.budget.account import ATTO, Account, Amounts, Filter, FilterName
from dpcore.budget.budget import DISPLAY_DELTA, Budget
from dpcore.number import exact

Unit = Literal["epsilon", "share", "mu"]
Curve = tradeoff.Curve | renyi.Divergence

ORDER: tuple[FilterName, ...] = ("gaussian", "pure", "renyi")
"""The first of these that has not ended is the account of the meter."""
_TICKS = (0.1, 0.25, 0.5, 0.75, 1.0)


@final
@dataclass(frozen=True, slots=True)
class Meter:
    """One account of a dataset. Amounts are integers in units of 1e-18 of what it adds: mu**2, epsilon or Rényi loss.

    name: the filter that keeps the account. whole: all of it. reserved: the part kept for the declared slots, paid or
    not. spent: what was charged of the rest. usable: what this person can still charge. delta: the delta at which its
    epsilon is stated, 0 for a pure account. epsilon: of the whole budget, if declared. order: of a Rényi filter.
    """

    name: FilterName
    whole: int
    reserved: int
    spent: int
    usable: int
    delta: float
    epsilon: float | None = None
    order: float | None = None

    @property
    def left(self) -> int:
        """What is neither reserved nor spent."""
        return max(0, self.whole - self.reserved - self.spent)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in which this account can be read. Not in epsilon, where delta alone covers all of a small mu."""
        if self.name != "gaussian":
            return ("epsilon", "share")
        return ("epsilon", "share", "mu") if self.read(self.whole, "epsilon") > 0 else ("share", "mu")

    def booked(self, charge: Amounts) -> int | None:
        """The amount that a charge books here; None if it has none, because its loss is unbounded in this account."""
        return {"pure": charge.epsilon, "gaussian": charge.mu_squared, "renyi": charge.renyi}[self.name]

    def read(self, amount: int, unit: Unit) -> float:
        """An amount in a unit: its epsilon at `delta` on its own, its share of the whole (0 to 1), or its mu."""
        if unit == "share":
            return amount / self.whole if self.whole else 0.0
        if unit == "mu":
            return math.sqrt(amount / ATTO)
        if amount == self.whole and self.epsilon is not None:
            return self.epsilon
        if self.name == "pure":
            return amount / ATTO
        return self._epsilon(amount)

    def _epsilon(self, amount: int) -> float:
        if self.name == "renyi":
            return renyi.epsilon_of(Fraction(amount, ATTO), exact(self.delta), self.order or 2.0)
        return gaussian_epsilon(amount, self.delta)

    def amount(self, value: float, unit: Unit) -> int:
        """The largest amount that reads as at most `value` in a unit, so that what was typed is never exceeded.

        value: above 0. Doubles are read as their printed decimal numbers.
        """
        if unit == "share":
            return math.floor(exact(value) * self.whole)
        if unit == "mu":
            return math.floor(exact(value) ** 2 * ATTO)
        if value == self.epsilon:
            return self.whole
        if self.name == "pure":
            return math.floor(exact(value) * ATTO)
        if self.name == "renyi":
            return max(0, renyi.limit(value, exact(self.delta), self.order or 2.0, ATTO))
        return _gaussian_amount(value, self.delta)

    def ticks(self, unit: Unit) -> list[tuple[float, float]]:
        """Marks of a bar that is drawn in shares: the place of each from 0 to 1, and what it reads in the unit.

        The marks are a tenth, a quarter, a half and three quarters of the whole in the unit, and the whole.
        """
        values = [part * self.read(self.whole, unit) for part in _TICKS[:-1]]
        marks = [(self.read(self.amount(value, unit), "share"), value) for value in values if value > 0]
        return [*marks, (1.0, self.read(self.whole, unit))]

    def curve(self, amount: int) -> Curve:
        """The trade-off curve of an amount, or what its Rényi loss says of an attacker."""
        if self.name == "renyi":
            return renyi.Divergence(self.order or 2.0, amount / ATTO)
        return tradeoff.pure(amount / ATTO) if self.name == "pure" else tradeoff.gaussian(math.sqrt(amount / ATTO))


@lru_cache(maxsize=4096)
def gaussian_epsilon(mu_squared: int, delta: float) -> float:
    """The epsilon at delta of Gaussian noise with this mu**2, in units of 1e-18."""
    return float(tradeoff.gaussian(math.sqrt(mu_squared / ATTO)).epsilon(delta)) if mu_squared else 0.0


@lru_cache(maxsize=4096)
def _gaussian_amount(epsilon: float, delta: float) -> int:
    """The largest mu**2 that guarantees epsilon at delta, in units of 1e-18."""
    return math.floor(Fraction(calibrate.mu(epsilon, delta)) ** 2 * ATTO)


def kept_by(account: Account) -> FilterName:
    """The name of the filter whose account the meter shows."""
    live = [filter_.name for filter_ in account.live] or [filter_.name for filter_ in account.filters]
    return next(name for name in ORDER if name in live)


def meter_of(budget: Budget, account: Account, name: FilterName, usable: int | None = None) -> Meter:
    """The meter of the account that this filter keeps.

    usable: the most that this person can charge there; None if only the filter limits it.
    """
    live = {filter_.name for filter_ in account.live}
    filter_ = next(filter_ for filter_ in account.filters if filter_.name == name)
    spent = filter_.of(account.spent)
    spent = filter_.limit if spent is None or filter_.name not in live else min(spent, filter_.limit)
    whole = max(filter_.limit, _whole(budget, filter_))
    left = filter_.limit - spent
    return Meter(
        name=filter_.name,
        whole=whole,
        reserved=whole - filter_.limit,
        spent=spent,
        usable=left if usable is None else max(0, min(usable, left)),
        delta=_delta(budget, filter_),
        epsilon=budget.epsilon,
        order=filter_.order,
    )


def _whole(budget: Budget, filter_: Filter) -> int:
    """The limit that a filter would have without slots."""
    if not budget.slots:
        return filter_.limit
    if filter_.name == "pure":
        return math.floor(exact(budget.epsilon or 0.0) * ATTO)
    if budget.mu is not None:
        return math.floor(exact(budget.mu) ** 2 * ATTO)
    return _gaussian_amount(budget.epsilon or 0.0, budget.delta or DISPLAY_DELTA)


def _delta(budget: Budget, filter_: Filter) -> float:
    if filter_.name == "renyi":
        return float(Fraction(filter_.delta, ATTO))
    return 0.0 if filter_.name == "pure" else budget.gaussian_delta or DISPLAY_DELTA


def shares(amounts: Sequence[int], digits: int = 1) -> list[float]:
    """Each amount's part of their sum in percent, rounded to `digits` decimals so that the parts add up to 100.

    By largest remainder: each part is rounded down, and the units that are left go to the largest remainders.
    """
    whole, size = sum(amounts), 10**digits
    if not whole:
        return [0.0] * len(amounts)
    exactly = [Fraction(100 * size * amount, whole) for amount in amounts]
    parts = [math.floor(part) for part in exactly]
    order = sorted(range(len(parts)), key=lambda place: parts[place] - exactly[place])
    for place in order[: 100 * size - sum(parts)]:
        parts[place] += 1
    return [part / size for part in parts]
