"""Team budgets in words: the rest of a slice, and the amount that can still be set aside."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from dpcore.budget.account import ATTO
from dpcore.budget.cap import shared
from dpcore.budget.meter import Unit
from dpcore.mechanisms import kind_of
from dpcore.number import exact
from dpcore.present.text import amount as words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.remaining import worth
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.budget.standing import Standing
    from dpcore.desk.team import SliceView
    from dpcore.ledger.team.slice import Currency
    from dpcore.table.table import Table


def currency(standing: Standing) -> Currency:
    """The currency of slices of a budget: mu if it has a Gaussian filter, else epsilon."""
    names = {filter_.name for filter_ in standing.account.filters}
    return "mu" if "gaussian" in names else "epsilon"


def room(standing: Standing) -> float:
    """The amount that the standing's user may still spend, in the slices' currency."""
    kind = currency(standing)
    left = standing.room("gaussian" if kind == "mu" else "pure")
    return 0.0 if left is None else (left.mu if kind == "mu" else left.epsilon) or 0.0


def part(whole: float, fraction: float, kind: Currency) -> float:
    """A fraction (0 to 1) of an amount, rounded down to four digits; for mu, the fraction of mu squared."""
    exact = whole * math.pow(fraction, 1 / _power(kind))
    if exact <= 0:
        return 0.0
    unit = 10.0 ** (3 - math.floor(math.log10(exact)))
    return math.floor(exact * unit) / unit


def share(left: float, slice_: SliceView) -> float:
    """An amount as a fraction of a slice, from 0 to 1."""
    return max(0.0, min(1.0, (left / slice_.amount) ** _power(slice_.currency))) if slice_.amount else 0.0


def counts(amount: float, kind: Currency, table: Table, width: int | None = None) -> Text:
    """An amount as a number of counts: "about 9 counts at ±20"; width: the dataset's yardstick."""
    return worth(amount, kind_of(kind), table, width)


def gauge(standing: Standing, unit: Unit) -> Gauge:
    """The scale of slices: figures in the account that they divide."""
    return Gauge(standing.meter_in(shared(standing.account).name), unit)


def booked(amount: float, kind: Currency) -> int:
    """An amount of a slice, as its account books it."""
    return math.floor(exact(amount) ** _power(kind) * ATTO)


def meter(left: float, slice_: SliceView, table: Table, said: Gauge, width: int | None = None) -> Text:
    """The remaining part of a slice: what it buys, and in counts. said: of `scale`; width: the dataset's yardstick."""
    if not left or slice_.state != "open":
        return Text("nothing")
    rest = replace(said.meter, usable=booked(left, slice_.currency))
    buys = words.left(Gauge(rest, said.unit))
    return Text("{left} · {counts}", left=buys, counts=counts(left, slice_.currency, table, width))


def _power(kind: Currency) -> int:
    """The power of an amount that adds up: 2 for mu, 1 for epsilon."""
    return 2 if kind == "mu" else 1
