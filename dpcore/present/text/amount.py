"""Amounts of a budget's account in the unit that a reader has chosen: what is charged, what a plan takes, what is left.

All figures of a screen have one precision, fixed by the whole budget. Prices and what is charged are rounded up, what
is left is rounded down. Percentages of the budget appear only if shares are the chosen unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.figures import Failures
from dpcore.budget.meter import Meter, Unit
from dpcore.number import exact
from dpcore.present.text.digits import rounded_up
from dpcore.text import Text

UNITS: dict[Unit, Text] = {
    "epsilon": Text("epsilon"),
    "share": Text("share of the budget"),
    "mu": Text("mu"),
}
FIELDS: dict[Unit, Text] = {**UNITS, "share": Text("% of the budget")}
"""What stands in brackets behind the name of a field for an amount."""
_MOST, _TYPED = 100 * ATTO, 1e5
_NOTHING = Text("nothing")
_DIGITS = 3  # decimals for a budget of 1 to 10
_SLACK = 1e-9  # of a last digit, for the rounding of doubles

# vital
NOT_ADDED = Text(
    "Epsilons at a delta do not add up: a plan usually moves the meter by less than the epsilon that it has on its "
    "own. What adds up are the shares."
)


@final
@dataclass(frozen=True, slots=True)
class Gauge:
    """The figures of one budget in one unit. A unit that its account does not have is replaced by the first."""

    meter: Meter
    unit: Unit = "epsilon"

    def __post_init__(self) -> None:
        if self.unit not in self.meter.units:
            object.__setattr__(self, "unit", self.meter.units[0])

    @property
    def adds(self) -> bool:
        """Whether figures in this unit add up."""
        return self.unit == "share" or (self.unit == "epsilon" and self.meter.name == "pure")

    @property
    def digits(self) -> int:
        """The decimals of every figure."""
        if self.unit == "share":
            return 1
        whole = self.meter.read(self.meter.whole, self.unit)
        return max(0, _DIGITS - math.floor(math.log10(whole))) if whole > 0 else _DIGITS

    def value(self, amount: int, side: int) -> float:
        """An amount in the unit (a share in percent), rounded up (side 1) or down (side -1) to `digits`."""
        exactly = self.meter.read(amount, self.unit) * (100.0 if self.unit == "share" else 1.0)
        size = 10.0**self.digits
        return side * math.ceil(side * exactly * size - _SLACK) / size + 0.0

    def amount(self, value: float) -> int:
        """The largest amount that reads as at most `value`, as it is typed: a share in percent. At most mu 100."""
        most = _MOST if self.meter.name == "pure" else 100 * _MOST
        if not value <= _TYPED:
            return most
        share = self.unit == "share"
        return min(most, self.meter.amount(float(exact(value) / 100) if share else value, self.unit))

    def typed(self, amount: int) -> float:
        """An amount for a field: as `value` rounds it up, or to three significant digits if it is below ten steps."""
        exactly = self.meter.read(amount, self.unit) * (100.0 if self.unit == "share" else 1.0)
        return self.value(amount, 1) if exactly >= 10.0 ** (1 - self.digits) else rounded_up(exactly, 3)

    def up(self, amount: int | None) -> Text:
        """A price, or what is charged: rounded up, with its unit."""
        return self._said(amount, 1)

    def down(self, amount: int) -> Text:
        """What is left: rounded down, with its unit."""
        return self._said(amount, -1)

    def bare(self, amount: int, side: int = 1) -> str:
        """The figure without its unit, but with the sign of a percentage."""
        figure = f"{self.value(amount, side):,.{self.digits}f}"
        return f"{figure} %" if self.unit == "share" else figure

    def _said(self, amount: int | None, side: int) -> Text:
        if amount is None:
            return Text("{unit} without bound", unit=UNITS[self.unit])
        figure = self.bare(amount, side)
        if self.unit == "share":
            return Text("{share} of the budget", share=figure)
        return Text("{unit} {figure}", unit=UNITS[self.unit], figure=figure)

    @property
    def whole(self) -> str:
        """The whole budget without unit: as it was declared, else rounded up as what is charged."""
        if self.unit == "share":
            return "100 %"
        figure = self.meter.read(self.meter.whole, self.unit)
        return f"{figure:g}" if figure == self.meter.epsilon else self.bare(self.meter.whole)


def charged(scale: Gauge) -> Text:
    """What is charged: "epsilon 0.410 of 1 charged", and what is reserved for slots."""
    meter = scale.meter
    said = Text("{amount} charged", amount=of_whole(scale))
    if not meter.reserved:
        return said
    return Text("{charged}; {reserved} is reserved for slots", charged=said, reserved=scale.up(meter.reserved))


def of_whole(scale: Gauge) -> Text:
    """What is charged, for a figure that says so itself: "epsilon 0.410 of 1"."""
    spent, whole = scale.up(scale.meter.spent), scale.whole
    return spent if scale.unit == "share" else Text("{charged} of {whole}", charged=spent, whole=whole)


def brief(scale: Gauge) -> Text:
    """What is left for this person, for the frame: "up to epsilon 0.892"."""
    said = _left(scale)
    if said is None:
        return _NOTHING
    return said if scale.adds else Text("up to {amount}", amount=said)


def left(scale: Gauge) -> Text:
    """What is left for this person, as what it buys: "one more plan of up to epsilon 0.893"; sums are plain."""
    said = _left(scale)
    if said is None:
        return _NOTHING
    return said if scale.adds else Text("one more plan of up to {amount}", amount=said)


def _left(scale: Gauge) -> Text | None:
    """What is left, rounded down; None if that is nothing."""
    meter = scale.meter
    if scale.value(meter.usable, -1) <= 0:
        return None
    if meter.usable == meter.whole and scale.unit != "share":
        return Text("{unit} {figure}", unit=UNITS[scale.unit], figure=scale.whole)
    return scale.down(meter.usable)


def times(meter: Meter, booked: Amounts, failures: Failures | None = None) -> Text:
    """How often what is left would pay for a plan again: "this plan 6 more times"; empty if never, or if it is free.

    failures: the account for failures after the plan, which may be the smaller of the two.
    """
    size = meter.booked(booked)
    if not size:
        return Text("")
    count = meter.usable // size
    if booked.delta and failures is not None:
        count = min(count, failures.usable // booked.delta)
    return Text.counted("this plan {n} more time", "this plan {n:,} more times", n=count) if count else Text("")


def moves(before: Meter, after: Meter, unit: Unit) -> Text:
    """The move of the meter: "epsilon 0.410 → 0.520 of 1". Both are of the account that lives afterwards."""
    scale = Gauge(after, unit)
    facts = {"before": scale.up(before.spent), "after": scale.bare(after.spent)}
    if scale.unit == "share":
        return Text("{before} → {after} of the budget", before=scale.bare(before.spent), after=facts["after"])
    return Text("{before} → {after} of {whole}", whole=scale.whole, **facts)


def together(scale: Gauge, amount: int | None) -> Text:
    """What a plan takes: "epsilon 0.300 together"."""
    return Text("{amount} together", amount=scale.up(amount))


def alone(scale: Gauge, amount: int | None) -> Text:
    """What one answer or slice takes on its own: "epsilon 0.099 on its own"; a share and a sum need no such words."""
    said = scale.up(amount)
    return said if scale.adds else Text("{amount} on its own", amount=said)
