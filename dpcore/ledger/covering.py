"""Whether a charge is large enough for the asks that it pays, by the privacy losses that the asks recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpcore.budget import many_pure
from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.loss import Gaussian, Loss, Subsampled, UnknownLoss, from_dict
from dpcore.errors import DpError

# Tolerance: a composed mu is never below the mu of a part, but both were computed in doubles, maybe on two machines.
_COMPUTED = 1 - Fraction(1, 10**6)

Losses = Sequence[tuple[Loss, int]]


def covers(charge: Amounts, asks: Sequence[Mapping[str, Any]], order: float | None = None) -> bool:
    """Whether a charge, and the charge of each of its asks, is at least the amounts that their losses book.

    order: of the Rényi account, if there is one. False also if a recorded loss cannot be read.
    """
    try:
        return _covers(charge, asks, order)
    except (ArithmeticError, DpError):
        return False


def _covers(charge: Amounts, asks: Sequence[Mapping[str, Any]], order: float | None) -> bool:
    alone = [Amounts(**ask["charge"]) for ask in asks]
    known: list[tuple[Loss, int]] = []
    unknown: list[Amounts] = []
    if any(figure is not None and figure < 0 for amounts in (charge, *alone) for figure in _figures(amounts)):
        return False
    for ask, booked in zip(asks, alone, strict=True):
        losses = _losses(ask)
        if losses is None:
            unknown.append(_sure(booked, ask))
        elif _reaches(booked, _least(losses, booked.delta)):
            known += losses
        else:
            return False
    others = sum(unknown, Amounts())
    least = _least(known, charge.delta - others.delta, order) + others
    # each ask with unknown losses was rounded up separately
    return _reaches(charge, least, len(unknown))


def _figures(amounts: Amounts) -> tuple[int | None, ...]:
    return (amounts.epsilon, amounts.mu_squared, amounts.delta, amounts.renyi)


def _reaches(charge: Amounts, least: Amounts, slack: int = 0) -> bool:
    pairs = zip(_figures(charge), _figures(least), strict=True)
    return all(most is None or (low is not None and low <= most + slack) for most, low in pairs)


def _losses(ask: Mapping[str, Any]) -> Losses | None:
    """The losses of an ask with their counts; None if one is not recorded or not known to this version.

    None also if one is `Subsampled`, because its mu takes many seconds to compute.
    """
    recorded = _read_losses(ask)
    losses = [(loss, times) for loss, times in recorded if loss and not isinstance(loss, Subsampled)]
    return losses if losses and len(losses) == len(recorded) else None


def _read_losses(ask: Mapping[str, Any]) -> list[tuple[Loss | None, int]]:
    """The recorded losses of an ask with their counts; None in place of a loss that is not known to this version.

    Raises ValueError for numbers that no version has written.
    """
    if "losses" not in ask:
        return [(_read_loss(ask["loss"]), 1)] if "loss" in ask else []
    if "loss" in ask or not ask["losses"] or any(type(times) is not int or times < 1 for _, times in ask["losses"]):
        raise ValueError
    return [(_read_loss(loss), times) for loss, times in ask["losses"]]


def _read_loss(stored: Mapping[str, Any]) -> Loss | None:
    try:
        return from_dict(stored)
    except UnknownLoss:
        return None


def _sure(booked: Amounts, ask: Mapping[str, Any]) -> Amounts:
    """The least that an ask with unknown losses adds to the charge of its plan.

    With a finite epsilon its mu may be composed, so only epsilon and delta count. Without one, a single round is not
    composed and counts in full; of several rounds, only the known losses that are not composed count.
    """
    if booked.epsilon is not None:
        return Amounts(epsilon=booked.epsilon, delta=booked.delta)
    if "losses" not in ask:
        return Amounts(None, booked.mu_squared, booked.delta)
    known = [(loss, times) for loss, times in _read_losses(ask) if loss and not isinstance(loss, Subsampled)]
    return Amounts(None, _sum(_apart(known)), booked.delta)


def _least(losses: Losses, delta: int, order: float | None = None) -> Amounts:
    """The least that a plan with these losses books if it books this delta.

    All amounts add up exactly, except the mu squared of losses that are composed. Of these only the largest counts, at
    the failure probability booked for composing them. This is a lower bound, because the product of curves is
    monotone (Dong, Roth & Su 2022, Sec. 3).
    """
    failure = sum((loss.failure * times for loss, times in losses), Fraction(0))
    composing = [(loss, times) for loss, times in losses if many_pure.composes(loss)]
    composed = sum(times for _, times in composing) > 1 and delta > failure * ATTO + 1
    alone = _largest([loss for loss, _ in composing], float(Fraction(delta, ATTO) - failure) if composed else 0.0)
    return Amounts(
        _sum((loss.pure, times) for loss, times in losses),
        _sum([*_apart(losses), (alone, 1)]),
        int(failure * ATTO),
        0 if order is None else _sum(((loss.renyi(order), times) for loss, times in losses), _COMPUTED),
    )


def _largest(losses: Iterable[Loss], failure: float) -> Fraction | None:
    """The largest mu squared of these losses, each with this failure probability; None if one is infinite."""
    kinds = {type(loss): loss for loss in sorted(losses, key=lambda loss: loss.pure or Fraction(0))}
    squares = [_square(loss, failure) for loss in kinds.values()]
    return None if None in squares else max((square * _COMPUTED for square in squares if square), default=Fraction(0))


@lru_cache(maxsize=1024)
def _square(loss: Loss, failure: float = 0.0) -> Fraction | None:
    if not failure:
        return loss.mu_squared
    mu = loss.curve.mu(failure)
    return None if math.isinf(mu) else Fraction(mu) ** 2


def _apart(losses: Losses) -> list[tuple[Fraction | None, int]]:
    """(mu squared, count) of each loss that is not composed. Exact for Gaussian noise, else lowered by `_COMPUTED`."""
    return [
        (square if square is None or isinstance(loss, Gaussian) else square * _COMPUTED, times)
        for loss, times in losses
        for square in [_square(loss)]
        if not many_pure.composes(loss)
    ]


def _sum(amounts: Iterable[tuple[Fraction | None, int]], share: Fraction = Fraction(1)) -> int | None:
    """The sum of (amount, count), times `share`, in units of 1e-18 and rounded down; None if an amount is infinite."""
    total = Fraction(0)
    for amount, times in amounts:
        if amount is None:
            return None
        total += amount * times * share
    return int(total * ATTO)
