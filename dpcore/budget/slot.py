"""Slots: prices fixed when a budget is opened, paid later by plans chosen freely, in any order.

Each slot waits for a plan and answers it within its price, so it is one interactive mechanism with a curve known in
advance. Slots beside each other, used in any adaptive order and interleaved, have the tensor product of their curves
(concurrent composition: Vadhan & Zhang 2022): nothing is lost to adaptivity, unlike in a filter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, final

from dpcore import calibrate, tradeoff
from dpcore.errors import BudgetError, DpError
from dpcore.number import exact, real, shown, whole
from dpcore.text import Text

MOST_TIMES = 10_000
MOST_SLOTS = 100
_STEPS = 60


@final
@dataclass(frozen=True, slots=True)
class Slot:
    """A price that may be paid `times` times: mu (the root of a plan's sum of mu**2) or epsilon (pure plans only).

    Raises BudgetError.
    """

    name: str
    mu: float | None = None
    epsilon: float | None = None
    times: int = 1

    def __post_init__(self) -> None:
        form = Text('For example dp.Slot("monthly", mu=0.1, times=12).')
        if not isinstance(self.name, str) or not self.name.strip() or len(self.name) > 100:
            raise BudgetError(
                Text("A slot needs a name of 1 to 100 characters. Got {name}.", name=shown(self.name)), form
            )
        if not self.name.isprintable():
            raise BudgetError("A slot's name must be printable.", form)
        if (self.mu is None) == (self.epsilon is None):
            raise BudgetError("A slot has a price in mu or in epsilon: one of them.", form)
        kind = "mu" if self.epsilon is None else "epsilon"
        price = real(
            getattr(self, kind), f"`{kind}` of `Slot`", at_least=1e-9, at_most=100.0, error=BudgetError, hint=form
        )
        object.__setattr__(self, kind, price)
        times = whole(self.times, "`times` of `Slot`", low=1, high=MOST_TIMES, error=BudgetError, hint=form)
        object.__setattr__(self, "times", times)

    @property
    def curve(self) -> tradeoff.Curve:
        """What one of them promises; its number is rounded up, so that the written price is covered."""
        return (
            tradeoff.gaussian(up(exact(self.mu)))
            if self.mu is not None
            else tradeoff.pure(up(exact(self.epsilon or 0)))
        )

    @property
    def price(self) -> Fraction:
        """The price as an account counts it, exactly: mu**2, or epsilon."""
        return exact(self.mu) ** 2 if self.mu is not None else exact(self.epsilon or 0)

    @property
    def words(self) -> Text:
        """Its price."""
        if self.mu is not None:
            return Text("mu {mu:g}", mu=self.mu)
        return Text("epsilon {epsilon:g}", epsilon=self.epsilon)

    def __str__(self) -> str:
        return str(self.words)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `Slot(**data)` reads it back."""
        return {"name": self.name, "mu": self.mu, "epsilon": self.epsilon, "times": self.times}


def checked(slots: Iterable[Slot | Mapping[str, Any]]) -> tuple[Slot, ...]:
    """Slots with names of their own, also from plain data. Raises BudgetError."""
    form = Text('slots=[dp.Slot("monthly", mu=0.1, times=12)]')
    try:
        found = tuple(slot if isinstance(slot, Slot) else Slot(**slot) for slot in slots)
    except TypeError:
        raise BudgetError(
            Text("`slots` of `Budget` must be a list of slots. Got {slots}.", slots=shown(slots)), form
        ) from None
    if len({slot.name for slot in found}) < len(found):
        raise BudgetError("Two slots have the same name.", "Give each a name of its own, or one a larger `times`.")
    if len(found) > MOST_SLOTS:
        raise BudgetError(
            Text(
                "A budget has at most {most_slots} kinds of slots. Got {count}.",
                most_slots=MOST_SLOTS,
                count=len(found),
            ),
            form,
        )
    return found


def together(slots: Iterable[Slot]) -> tradeoff.Curve:
    """The tensor product of all of them, each as often as it may be paid."""
    return tradeoff.compose([slot.curve.repeat(slot.times) for slot in slots])


@lru_cache(maxsize=256)
def beside(slots: tuple[Slot, ...], epsilon: float, delta: float) -> Fraction:
    """The largest mu**2 of a Gaussian filter such that slots and filter together are (epsilon, delta)-DP, rounded down.

    0 where the slots leave nothing. Raises BudgetError where they alone are too large.
    """
    mine = together(slots)
    if mine.delta(epsilon) > delta:
        raise BudgetError(
            (
                "The declared slots are too large for this budget: at epsilon {epsilon:g} all of them together "
                "have delta {delta:.2g}, and {delta2:.2g} is allowed."
            ),
            "Declare fewer or smaller slots, or a larger budget.",
            epsilon=epsilon,
            delta=mine.delta(epsilon),
            delta2=delta,
        )
    high = calibrate.mu(epsilon, delta)
    if all(slot.mu is not None for slot in slots):
        taken = sum((slot.times * slot.price for slot in slots), Fraction(0))
        return max(Fraction(0), Fraction(high) ** 2 - taken)
    low = 0.0
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _fits(mine, middle, epsilon, delta) else (low, middle)
    return Fraction(low) ** 2


def _fits(slots: tradeoff.Curve, mu: float, epsilon: float, delta: float) -> bool:
    try:
        return tradeoff.compose([slots, tradeoff.gaussian(mu)]).delta(epsilon) <= delta
    except DpError:
        return False


def up(value: Fraction) -> float:
    """The smallest double from `value` on."""
    number = float(value)
    return number if Fraction(number) >= value else math.nextafter(number, math.inf)
