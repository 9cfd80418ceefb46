"""The planner: the choice of Laplace or Gaussian noise for a plan, by predicted errors and the remaining budget.

Laplace noise has smaller errors for few numbers; Gaussian noise has smaller errors for many, because they grow only
with the square root of the number. The choice also depends on the amount left in each filter, so both plans are priced
and compared. No row is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from dpcore.budget.account import FilterName
from dpcore.budget.refusal import of_failures
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError, QueryError
from dpcore.number import real
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote

_KINDS: Final[tuple[FilterName, ...]] = ("gaussian", "pure")


def best(
    asks: Sequence[Ask], standing: Standing, share: float, quote: Callable[[Plan], Quote], may_end: bool = False
) -> Plan:
    """The plan of these asks (by weight) that spends a share of a live filter and has the smallest predicted errors.

    Errors are compared by their geometric mean. may_end: whether to include a pure plan that would end the live
    Gaussian filter and so needs `confirm=True` to be released. A kind of noise is left out if a question cannot be
    answered with it. Raises QueryError if both are left out, BudgetError if no live filter allows a plan.
    """
    real(share, "`share` of a plan", above=0, at_most=1, error=BudgetError)
    plans = [plan for name in _KINDS if (plan := spending(asks, standing, share, name)) is not None]
    candidates: list[tuple[float, Plan]] = []
    unanswered: list[QueryError] = []
    # vital
    reason = BudgetError(
        "The remaining budget does not allow this plan.", "An owner can raise the budget, or share it in another way."
    )
    for plan in plans:
        try:
            priced = quote(plan)
        except QueryError as error:
            unanswered.append(error)
            continue
        reason = of_failures(priced.standing, priced.charge) or reason
        if priced.fits and (may_end or "gaussian" not in priced.ends):
            candidates.append((mean_error(priced), plan))
    if plans and len(unanswered) == len(plans):
        raise unanswered[0]
    if not candidates:
        raise reason
    return min(candidates, key=lambda pair: pair[0])[1]


def spending(asks: Sequence[Ask], standing: Standing, share: float, name: FilterName) -> Plan | None:
    """A plan of the asks by weight that spends a share of the amount left in a filter; None if nothing is left.

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
    """The geometric mean of the known predicted half widths; 1 if none is known.

    Half widths are compared because people see them. Near the crossover, standard errors order the two kinds of noise
    differently.
    """
    errors = [ask.half_width for ask in quote.asks if ask.half_width > 0]
    return float(np.exp(np.mean(np.log(errors)))) if errors else 1.0
