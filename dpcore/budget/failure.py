"""The account for failures: the part of a budget's delta that answers may book as a probability of failure.

A new budget in epsilon and delta sets SHARE of its delta aside. Answers that cannot be given otherwise (random samples)
may use all of it, each by default a hundredth. A plan that books a failure only to get a smaller mu may use it up to
one half, so that the other half is kept for random samples. Amounts are integers in units of 1e-18.

The size of this account is fixed with the budget. It is never taken out of an account that was already charged, because
choosing between two (epsilon, delta) accounts after seeing answers does not satisfy (epsilon, delta).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpcore.budget.account import ATTO, Account
from dpcore.errors import QueryError
from dpcore.number import real

SHARE = 0.001
"""The part of delta that a new budget sets aside."""
FAILURE_PART = 100
"""An answer or plan books by default 1/100 of the account, so the account pays for a hundred of them."""
LEAST, MOST = 1e-15, 1e-3
_ELSEWHERE = 1e-10


def account_of(account: Account) -> int:
    """The whole account for failures; 0 if there is none."""
    return max((filter_.delta for filter_ in account.filters if filter_.name == "gaussian"), default=0)


def usual(account: int) -> float:
    """The default failure probability of an answer. Without an account for failures (0), a value for planning."""
    return max(LEAST, float(Fraction(account // FAILURE_PART, ATTO))) if account else _ELSEWHERE


def probability(value: Any, sampled: bool) -> float:
    """A question's own failure probability, checked by type and size. Raises QueryError.

    sampled: whether the question uses it. Otherwise any probability is accepted, because records contain it.
    """
    low, high = (LEAST, MOST) if sampled else (0.0, 1.0)
    return real(value, "`failing`", at_least=low, at_most=high, error=QueryError)
