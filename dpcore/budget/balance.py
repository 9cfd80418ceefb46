"""The balance of a budget: the amounts spent, left and set aside."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpcore import tradeoff
from dpcore.budget import failure, renyi
from dpcore.budget.account import ATTO, Account, Filter, FilterName
from dpcore.budget.budget import DISPLAY_DELTA, Budget
from dpcore.budget.cap import Cap, shared
from dpcore.budget.figures import Failures, Figures

# Tie-break when several filters have the same fraction left: the last of these wins.
_PREFERENCE: tuple[FilterName, ...] = ("renyi", "pure", "gaussian")


@dataclass(frozen=True)
class Balance:
    """The amounts of a budget, shown by the live filter with the largest fraction left (`filter` names it).

    history: the dataset's ledger entries, oldest first. aside: the amount left in open slices, in the account that they
    divide, in units of 1e-18. cap: the limits on this person's charges; None if the filters are the only limits.
    """

    budget: Budget
    account: Account
    history: tuple[Any, ...] = ()
    aside: int = 0
    cap: Cap | None = None

    @property
    def live(self) -> tuple[FilterName, ...]:
        """The names of the filters that were never exceeded."""
        return tuple(filter_.name for filter_ in self.account.live)

    @property
    def _best(self) -> Filter:
        return max(self.account.live, key=lambda filter_: (self._share(filter_), _PREFERENCE.index(filter_.name)))

    def _left(self, filter_: Filter) -> int:
        return filter_.limit - (filter_.of(self.account.spent) or 0)

    def _share(self, filter_: Filter) -> Fraction:
        return Fraction(self._left(filter_), filter_.limit) if filter_.limit else Fraction(0)

    @property
    def filter(self) -> FilterName:
        """The filter to which `total`, `spent` and `remaining` refer."""
        return self._best.name

    @property
    def fraction_left(self) -> float:
        """The share that is left of the account of `filter`: of its epsilon, mu**2 or Rényi loss."""
        return float(self._share(self._best))

    @property
    def total(self) -> Figures:
        """The whole account of `filter`."""
        return self._figures(self._best, self._best.limit)

    @property
    def spent(self) -> Figures:
        """The amount charged to the account of `filter`."""
        return self._figures(self._best, self._best.limit - self._left(self._best))

    @property
    def remaining(self) -> Figures:
        """The amount still available: remaining.mu**2 = total.mu**2 - spent.mu**2, or the difference of epsilons."""
        return self._figures(self._best, self._left(self._best))

    def left(self, name: FilterName) -> Figures | None:
        """The amount still available in a filter's account; None if it is not in the portfolio or was exceeded."""
        return next(
            (self._figures(filter_, self._left(filter_)) for filter_ in self.account.live if filter_.name == name), None
        )

    @property
    def set_aside(self) -> Figures | None:
        """The amount left in open slices, each usable by one analyst only. None if nothing is set aside."""
        return self._figures(shared(self.account), self.aside) if self.aside else None

    @property
    def failures(self) -> Failures | None:
        """The account for failures; None if the budget has none, or its Gaussian filter has ended."""
        whole, spent = failure.account_of(self.account), self.account.spent.delta
        if not whole or "gaussian" not in self.live:
            return None
        left = whole - spent if self.cap is None else min(whole - spent, self.cap.filter.delta - spent)
        return Failures(whole, spent, max(0, left))

    def _figures(self, filter_: Filter, figure: int) -> Figures:
        whole = self.budget.epsilon if figure == filter_.limit and not self.budget.slots else None
        if filter_.name == "pure":
            return Figures(figure / ATTO, 0.0, None, tradeoff.pure(figure / ATTO))
        if filter_.name == "renyi":
            order, share = filter_.order or 2.0, Fraction(filter_.delta, ATTO)
            epsilon = whole or renyi.epsilon_of(Fraction(figure, ATTO), share, order)
            mu = math.sqrt(2.0 * figure / ATTO / order)
            return Figures(epsilon, float(share), mu, renyi.Divergence(order, figure / ATTO))
        delta, mu = self.budget.delta or DISPLAY_DELTA, math.sqrt(figure / ATTO)
        epsilon = whole or _epsilon(figure, self.budget.gaussian_delta or DISPLAY_DELTA)
        return Figures(epsilon, delta, mu, tradeoff.gaussian(mu))


@lru_cache(maxsize=4096)
def _epsilon(mu_squared: int, delta: float) -> float:
    return float(tradeoff.gaussian(math.sqrt(mu_squared / ATTO)).epsilon(delta)) if mu_squared else 0.0
