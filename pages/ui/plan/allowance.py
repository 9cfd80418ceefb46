"""The remaining budget of this user: an analyst's slice; for everybody else the whole budget."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dpcore.budget.standing import Standing
from dpcore.present.text import amount, remaining, team
from dpcore.present.text.amount import Gauge
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui import role
from pages.ui.desk import desk
from pages.ui.unit_menu import gauge, unit

NONE = Text("you have no slice of the budget")


@dataclass(frozen=True)
class Left:
    """What a standing leaves for this user: as a text of its own, briefly for the frame, and the scale of its bar."""

    said: Text
    brief: Text
    bar: Gauge


def left(dataset: Dataset, standing: Standing) -> Left:
    """What a standing leaves for this user, now or after a plan."""
    shown = gauge(standing)
    if role.of(dataset) != "analyst":
        brief = Text("{charged} · left: {left}", charged=amount.charged(shown), left=amount.brief(shown))
        return Left(remaining.meter(standing, dataset.table, unit()), brief, shown)
    own = desk().team(dataset.id).allowance
    if own is None:
        return Left(NONE, NONE, shown)
    room, slices = team.room(standing), team.gauge(standing, unit())
    width = remaining.yardstick(standing, dataset.table)
    said = Text("your slice: {left}", left=team.meter(room, own, dataset.table, slices, width))
    rest = replace(slices.meter, usable=team.booked(room, own.currency))
    brief = Text("your slice: {left}", left=amount.brief(Gauge(rest, slices.unit)))
    return Left(said, brief, _of_slice(slices, team.booked(own.amount, own.currency), rest.usable))


def _of_slice(slices: Gauge, whole: int, left: int) -> Gauge:
    """The bar of a slice: an account of its own."""
    return Gauge(replace(slices.meter, whole=whole, reserved=0, spent=max(0, whole - left), epsilon=None), slices.unit)
