# vital
"""Whether a plan would have smaller errors with the other kind of noise, at the same share of the budget left.

Laplace noise is better for few numbers and Gaussian noise for many, by a factor of 3 and more at either end (for counts
on a whole budget of epsilon 1 and delta 1e-6, Gaussian noise has the smaller margins from 8 numbers on). A plan that
uses a share s of the amount left to a person in the Gaussian filter is compared with the same plan in epsilon at a
share s of the pure filter, and the other way round. No row is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from dpcore.budget.account import ATTO, FilterName
from dpcore.budget.charge import Charge
from dpcore.budget.standing import Standing
from dpcore.errors import DpError
from dpcore.mechanisms import Kind, Mu
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.request import Request, charge_of, new_asks
from dpcore.text import Text, joined

WORTH = 0.5
"""The other currency is advised if errors there are at most this share of the present errors."""
_LEAST = 1e-9  # the least weight and the least total
_ENDED: dict[FilterName, Text] = {
    "gaussian": Text("It would end the Gaussian account: only Laplace noise could be paid afterwards."),
    "pure": Text("It would end the pure account: afterwards the Gaussian account alone pays."),
    "renyi": Text("It would end the Rényi account."),
}

_LAPLACE = Text(
    "With Laplace noise at the same share of what is left, this plan would have at most "
    "{percent} % of these predicted errors."
).key
_GAUSSIAN = Text(
    "With Gaussian noise at the same share of what is left, this plan would have at most {percent} % of "
    "these predicted errors."
).key

Pricing = Callable[[Plan], Sequence[Request]]
"""A function that returns the asks of a plan with their prices and predicted errors. It may raise DpError."""


def advice(asks: Sequence[Request], charge: Charge, kind: Kind, standing: Standing, price: Pricing) -> Text | None:
    """Advice to pay the plan in the other currency, if its errors would be at most half as large; else None.

    asks: the asks that would be charged. Errors are compared by the largest ratio of predicted half widths. A plan that
    the budget would refuse is never advised.
    """
    paid = [ask for ask in asks if ask.price.total]
    plan = turned(paid, charge, kind, standing)
    if plan is None:
        return None
    try:
        others = price(plan)
    except DpError:  # a question that this kind of noise cannot answer, or not at this price
        return None
    worst = max(_ratio(other, ask) for other, ask in zip(others, paid, strict=True))
    if not worst <= WORTH:
        return None
    other = charge_of(new_asks(others, [False] * len(others)))
    if not standing.affords(other):
        return None
    percent = math.ceil(100 * worst)
    # the total is a fact for scripts; a reader is shown no price but those of the account
    sentence = (
        Text(_LAPLACE, epsilon=plan.epsilon, percent=percent)
        if plan.mu is None
        else Text(_GAUSSIAN, mu=plan.mu, percent=percent)
    )
    return joined((sentence, *(_ENDED[name] for name in standing.ends(other))))


def advised(hints: Sequence[str]) -> bool:
    """Whether one of the hints is advice of this module."""
    sentences = [hint.facts.get("part0", hint) for hint in hints if isinstance(hint, Text)]
    return any(isinstance(sentence, Text) and sentence.key in (_LAPLACE, _GAUSSIAN) for sentence in sentences)


def turned(asks: Sequence[Request], charge: Charge, kind: Kind, standing: Standing) -> Plan | None:
    """The plan in the other currency, at the same share of the amount left to this person; None if impossible.

    Each question keeps its share of the plan. None for a plan with a further measurement, because measurements are
    combined in one currency only.
    """
    share = _share(charge, kind, standing)
    if not asks or not 0 < share <= 1 or any(ask.ask.measurement for ask in asks):
        return None
    if kind is Mu:
        room = standing.room("pure")
        amount = 0.0 if room is None else float(share) * room.epsilon
    else:
        room = standing.room("gaussian") or standing.room("renyi")
        amount = 0.0 if room is None else math.sqrt(share) * (room.mu or 0.0)
    amount = math.floor(amount / _LEAST) * _LEAST  # rounded down, so that it never exceeds what is left
    if amount < _LEAST:
        return None
    most = max(ask.price.total for ask in asks)
    weights = [max(float(ask.price.total / most), _LEAST) for ask in asks]
    rows = [Ask(ask.query, weight=weight, level=ask.ask.level) for ask, weight in zip(asks, weights, strict=True)]
    return Plan(rows, epsilon=amount) if kind is Mu else Plan(rows, mu=amount)


def _share(charge: Charge, kind: Kind, standing: Standing) -> Fraction:
    """The share that the plan takes of the amount left in the account that pays for it; 0 if nothing is left."""
    pure = standing.room("pure")
    if kind is not Mu and pure is not None and charge.epsilon is not None:
        return charge.epsilon / Fraction(pure.epsilon) if pure.epsilon else Fraction(0)
    room, booked = standing.room("gaussian"), standing.booked(charge).mu_squared
    if room is None or not room.mu or booked is None:
        return Fraction(0)
    return min(Fraction(booked, ATTO) / Fraction(room.mu) ** 2, Fraction(1))


def _ratio(other: Request, ask: Request) -> float:
    """The other predicted error divided by the present one; infinite if one of them is unknown."""
    known = other.error.unit == ask.error.unit and ask.half_width > 0 and other.half_width >= 0
    return other.half_width / ask.half_width if known else math.inf
