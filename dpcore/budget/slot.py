"""Slots: prices fixed when a budget is opened, and paid later in any order by plans that are chosen freely.

A slot answers one plan within its price, so it is an interactive mechanism whose trade-off curve is known in advance.
Several slots, used adaptively in any order and interleaved, have the tensor product of their curves (concurrent
composition: Vadhan & Zhang 2022). Unlike with a filter, adaptivity costs nothing.
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
            raise BudgetError("A slot must have exactly one price, in mu or in epsilon.", form)
        kind = "mu" if self.epsilon is None else "epsilon"
        price = real(
            getattr(self, kind), f"`{kind}` of `Slot`", at_least=1e-9, at_most=100.0, error=BudgetError, hint=form
        )
        object.__setattr__(self, kind, price)
        times = whole(self.times, "`times` of `Slot`", low=1, high=MOST_TIMES, error=BudgetError, hint=form)
        object.__setattr__(self, "times", times)

    @property
    def curve(self) -> tradeoff.Curve:
        """The trade-off curve of one payment; its parameter is rounded up, so that it covers the decimal price."""
        return (
            tradeoff.gaussian(up(exact(self.mu)))
            if self.mu is not None
            else tradeoff.pure(up(exact(self.epsilon or 0)))
        )

    @property
    def price(self) -> Fraction:
        """The exact price as an account books it: mu**2 or epsilon."""
        return exact(self.mu) ** 2 if self.mu is not None else exact(self.epsilon or 0)

    @property
    def words(self) -> Text:
        """The price in words."""
        if self.mu is not None:
            return Text("mu {mu:g}", mu=self.mu)
        return Text("epsilon {epsilon:g}", epsilon=self.epsilon)

    def __str__(self) -> str:
        return str(self.words)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `Slot(**data)` reads it back."""
        return {"name": self.name, "mu": self.mu, "epsilon": self.epsilon, "times": self.times}


def checked(slots: Iterable[Slot | Mapping[str, Any]]) -> tuple[Slot, ...]:
    """Slots, also from plain data, with distinct names. Raises BudgetError."""
    form = Text('slots=[dp.Slot("monthly", mu=0.1, times=12)]')
    try:
        declared = tuple(slot if isinstance(slot, Slot) else Slot(**slot) for slot in slots)
    except TypeError:
        raise BudgetError(
            Text("`slots` of `Budget` must be a list of slots. Got {slots}.", slots=shown(slots)), form
        ) from None
    if len({slot.name for slot in declared}) < len(declared):
        raise BudgetError("Two slots have the same name.", "Use different names, or one slot with a larger `times`.")
    if len(declared) > MOST_SLOTS:
        raise BudgetError(
            Text(
                "A budget has at most {most_slots} kinds of slots. Got {count}.",
                most_slots=MOST_SLOTS,
                count=len(declared),
            ),
            form,
        )
    return declared


def together(slots: Iterable[Slot]) -> tradeoff.Curve:
    """The tensor product of the curves of all payments."""
    return tradeoff.compose([slot.curve.repeat(slot.times) for slot in slots])


@lru_cache(maxsize=256)
def beside(slots: tuple[Slot, ...], epsilon: float, delta: float) -> Fraction:
    """The largest mu**2 of a Gaussian filter such that slots and filter together are (epsilon, delta)-DP, rounded down.

    0 if the slots use up the budget. Raises BudgetError if the slots alone exceed it.
    """
    curve = together(slots)
    if curve.delta(epsilon) > delta:
        raise BudgetError(
            (
                "The declared slots are too large for this budget: at epsilon {epsilon:g} all of them together "
                "have delta {delta:.2g}, and {delta2:.2g} is allowed."
            ),
            "Declare fewer or smaller slots, or a larger budget.",
            epsilon=epsilon,
            delta=curve.delta(epsilon),
            delta2=delta,
        )
    high = calibrate.mu(epsilon, delta)
    if all(slot.mu is not None for slot in slots):
        taken = sum((slot.times * slot.price for slot in slots), Fraction(0))
        return max(Fraction(0), Fraction(high) ** 2 - taken)
    low = 0.0
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _fits(curve, middle, epsilon, delta) else (low, middle)
    return Fraction(low) ** 2


def _fits(slots: tradeoff.Curve, mu: float, epsilon: float, delta: float) -> bool:
    try:
        return tradeoff.compose([slots, tradeoff.gaussian(mu)]).delta(epsilon) <= delta
    except DpError:
        return False


def up(value: Fraction) -> float:
    """The smallest double that is at least `value`."""
    number = float(value)
    return number if Fraction(number) >= value else math.nextafter(number, math.inf)
