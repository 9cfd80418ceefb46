"""The planner: Laplace or Gaussian noise for a plan, by predicted error and by what the budget's filters still allow.

A few numbers are answered better by Laplace noise, many by Gaussian: its error grows with their square root. Which is
better also depends on the share of each filter that is spent, so both are priced and compared. No row is read.
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
    """The plan of these asks (by weight) that spends a share of a live filter with the smallest predicted errors.

    Errors are compared by their geometric mean. may_end: also take a pure plan that would end the live Gaussian filter,
    which to release needs `confirm=True`. Raises BudgetError where no live filter allows any.
    """
    real(share, "`share` of a plan", above=0, at_most=1, error=BudgetError)
    found: list[tuple[float, Plan]] = []
    for name in ("gaussian", "pure"):
        plan = spending(asks, standing, share, name)
        priced = None if plan is None else quote(plan)
        if plan is None or priced is None or not priced.fits or ("gaussian" in priced.ends and not may_end):
            continue
        found.append((mean_error(priced), plan))
    if not found:
        raise BudgetError(
            "Nothing is left that would pay for this plan.",
            "An owner may raise the budget, or share it in another way.",
        )
    return min(found, key=lambda pair: pair[0])[1]


def spending(asks: Sequence[Ask], standing: Standing, share: float, name: FilterName) -> Plan | None:
    """The asks by weight, sharing that part of a filter's remainder; None where it is out, or nothing is left of it.

    Where the Gaussian filter is out, a Rényi one pays for Gaussian noise.
    """
    left = standing.room(name)
    if left is None and name == "gaussian":
        left = standing.room("renyi")
    amount = 0.0 if left is None else share * left.epsilon if name == "pure" else math.sqrt(share) * (left.mu or 0.0)
    amount = math.floor(amount * 1e9) / 1e9  # what is left is shown rounded; a plan must not exceed it
    if amount <= 0:
        return None
    weighted = [Ask(ask.query, weight=ask.weight or 1.0, level=ask.level) for ask in asks]
    return Plan(weighted, epsilon=amount) if name == "pure" else Plan(weighted, mu=amount)


def mean_error(quote: Quote) -> float:
    """The geometric mean of the predicted standard errors that are known; 1 where none is."""
    errors = [ask.std_error for ask in quote.asks if ask.std_error > 0]
    return float(np.exp(np.mean(np.log(errors)))) if errors else 1.0
