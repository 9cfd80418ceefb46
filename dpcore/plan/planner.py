"""The planner: it chooses Laplace or Gaussian noise for a plan, by predicted errors and the remaining budget.

Laplace noise has smaller errors for few numbers, Gaussian noise for many: its error grows only with the square root of
their number. The choice also depends on how much of each filter is spent, so both are priced and compared. No row is
read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from dpcore.budget.account import FilterName
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError
from dpcore.number import real
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote


def best(
    asks: Sequence[Ask], standing: Standing, share: float, quote: Callable[[Plan], Quote], may_end: bool = False
) -> Plan:
    """The plan of these asks (by weight) that spends a share of a live filter and has the smallest predicted errors.

    Errors are compared by their geometric mean. may_end: whether to include a pure plan that would end the live
    Gaussian filter and so needs `confirm=True` to be released. Raises BudgetError if no live filter allows a plan.
    """
    real(share, "`share` of a plan", above=0, at_most=1, error=BudgetError)
    candidates: list[tuple[float, Plan]] = []
    for name in ("gaussian", "pure"):
        plan = spending(asks, standing, share, name)
        priced = None if plan is None else quote(plan)
        if plan is None or priced is None or not priced.fits or ("gaussian" in priced.ends and not may_end):
            continue
        candidates.append((mean_error(priced), plan))
    if not candidates:
        raise BudgetError(
            "The remaining budget does not allow this plan.",
            "An owner can raise the budget, or share it in another way.",
        )
    return min(candidates, key=lambda pair: pair[0])[1]


def spending(asks: Sequence[Ask], standing: Standing, share: float, name: FilterName) -> Plan | None:
    """A plan of the asks by weight that spends a share of a filter's remainder; None if nothing is left of the filter.

    If the Gaussian filter has ended, the Rényi filter pays for Gaussian noise.
    """
    left = standing.room(name)
    if left is None and name == "gaussian":
        left = standing.room("renyi")
    amount = 0.0 if left is None else share * left.epsilon if name == "pure" else math.sqrt(share) * (left.mu or 0.0)
    amount = math.floor(amount * 1e9) / 1e9  # rounded down, so that a plan never exceeds the remainder
    if amount <= 0:
        return None
    weighted = [Ask(ask.query, weight=ask.weight or 1.0, level=ask.level) for ask in asks]
    return Plan(weighted, epsilon=amount) if name == "pure" else Plan(weighted, mu=amount)


def mean_error(quote: Quote) -> float:
    """The geometric mean of the known predicted half widths, which people see; 1 if none is known.

    Rounded half widths and standard errors order the two kinds of noise differently near the crossover.
    """
    errors = [ask.half_width for ask in quote.asks if ask.half_width > 0]
    return float(np.exp(np.mean(np.log(errors)))) if errors else 1.0
