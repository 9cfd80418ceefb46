"""Budgets with a part of delta set aside for failures, made from budgets without one."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpcore.budget.account import ATTO, Account
from dpcore.budget.budget import NONE, Budget, Portfolio
from dpcore.budget.failure import SHARE, account_of
from dpcore.errors import BudgetError
from dpcore.number import exact
from dpcore.text import Text

_STEPS = 1_000


def may(budget: Budget, account: Account) -> BudgetError | None:
    """The error that says why nothing can be set aside in this budget, or None."""
    if budget.epsilon is None or budget.delta is None or budget.slots:
        return BudgetError(
            "Only a budget in epsilon and delta without slots can set a part of delta aside for failures.",
            "Open a dataset with a budget in epsilon and delta.",
        )
    if account_of(account):
        return BudgetError("This budget already sets a part of its delta aside for failures.", "See `Desk.standing`.")
    if all(filter_.name != "gaussian" for filter_ in account.live):
        return BudgetError(
            "The Gaussian filter of this budget has ended, and only with it a failure can be charged.",
            "Ask without random samples.",
        )
    if exact(budget.delta) * exact(SHARE) * ATTO < 1:
        return BudgetError("A thousandth of this delta is below 1e-18, the ledger's resolution.", "Raise delta first.")
    return None


def added(budget: Budget, account: Account) -> Budget:
    """The budget with a thousandth of its delta added on top of delta, for failures. Raises BudgetError.

    No account becomes smaller. So the new budget allows all charges so far, and the whole interaction satisfies the new
    budget even if the decision to add depends on answers.
    """
    if (error := may(budget, account)) is not None:
        raise error
    old, shares = budget.delta or 0.0, budget.portfolio or NONE
    delta = float(exact(old) * (1 + exact(SHARE)))
    renyi = _share(exact(old) * exact(shares.renyi), exact(delta)) if shares.renyi else 0.0
    failure = math.nextafter(float(1 - exact(renyi) - exact(old) * (1 - exact(shares.renyi)) / exact(delta)), 1.0)
    before = account.filters
    for _ in range(_STEPS):
        new = replace(budget, delta=delta, portfolio=Portfolio(renyi, shares.order, failure))
        limits = new.filters(account.order)
        if all(earlier.limit <= later.limit for earlier, later in zip(before, limits, strict=True)):
            return new
        failure = math.nextafter(failure, 0.0)
    raise BudgetError("The new delta cannot be divided exactly.", Text("Raise delta to a number with fewer digits."))


def divided(budget: Budget, account: Account) -> Budget:
    """The budget with a thousandth of its delta taken from the Gaussian filter. Raises BudgetError.

    Only while nothing was charged: the Gaussian account becomes smaller, and choosing between two (epsilon, delta)
    accounts after seeing answers does not satisfy (epsilon, delta).
    """
    if (error := may(budget, account)) is not None:
        raise error
    if used(account):
        raise BudgetError(
            "Questions were already charged to this budget, so its delta cannot be divided anew.",
            "The part for failures can be added on top of delta instead, which raises the budget.",
        )
    return replace(budget, portfolio=replace(budget.portfolio or NONE, failure=SHARE))


def used(account: Account) -> bool:
    """Whether anything was ever charged to an account."""
    return bool(account.spent != type(account.spent)() or account.ended or any(account.used))


def _share(part: Fraction, whole: Fraction) -> float:
    """The share of `whole` that, rounded down to 1e-18, is at least `part` rounded down to 1e-18."""
    share, wanted = float(part / whole), math.floor(part * ATTO)
    while math.floor(whole * exact(share) * ATTO) < wanted:
        share = math.nextafter(share, 1.0)
    return share
