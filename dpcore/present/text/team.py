"""A team in words: what a slice has left, what could still be set aside, what a plan that waits would cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpcore.mechanisms import kind_of
from dpcore.present.text.remaining import percent_text, worth
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.budget.standing import Standing
    from dpcore.desk.team import SliceView
    from dpcore.ledger.team.slice import Currency
    from dpcore.table.table import Table


def currency(standing: Standing) -> Currency:
    """What slices of a budget are counted in: mu where it has a Gaussian filter, else epsilon."""
    names = {filter_.name for filter_ in standing.account.filters}
    return "mu" if "gaussian" in names else "epsilon"


def room(standing: Standing) -> float:
    """What the standing's person may still use, in the slices' currency: a slice, or what is not set aside."""
    kind = currency(standing)
    left = standing.room("gaussian" if kind == "mu" else "pure")
    return 0.0 if left is None else (left.mu if kind == "mu" else left.epsilon) or 0.0


def part(whole: float, fraction: float, kind: Currency) -> float:
    """A fraction (0 to 1) of an amount, rounded down to four digits; of mu the squares are shared."""
    exact = whole * math.pow(fraction, 1 / _power(kind))
    if exact <= 0:
        return 0.0
    unit = 10.0 ** (3 - math.floor(math.log10(exact)))
    return math.floor(exact * unit) / unit


def share(left: float, slice_: SliceView) -> float:
    """How much of a slice an amount is, from 0 to 1."""
    return max(0.0, min(1.0, (left / slice_.amount) ** _power(slice_.currency))) if slice_.amount else 0.0


def counts(amount: float, kind: Currency, table: Table, width: int | None = None) -> Text:
    """What an amount is good for: "about 9 counts at ±20"; width: the dataset's yardstick."""
    return Text("about {counts}", counts=worth(amount, kind_of(kind), table, width))


def meter(left: float, slice_: SliceView, table: Table, width: int | None = None) -> Text:
    """What is left of somebody's slice, in percent and in counts; width: the dataset's yardstick."""
    if not left or slice_.state != "open":
        return Text("nothing left")
    percent = percent_text(share(left, slice_))
    return Text("{percent} left · {counts}", percent=percent, counts=counts(left, slice_.currency, table, width))


def short(left: float, slice_: SliceView, table: Table, width: int | None = None) -> Text:
    """The meter's words inside a sentence."""
    if not left or slice_.state != "open":
        return meter(left, slice_, table, width)
    percent = percent_text(share(left, slice_))
    return Text("{percent} · {counts}", percent=percent, counts=counts(left, slice_.currency, table, width))


def _power(kind: Currency) -> int:
    """What adds up: mu squared, or epsilon."""
    return 2 if kind == "mu" else 1
