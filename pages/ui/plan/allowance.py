"""The remaining budget of this user: an analyst's slice; for everybody else the whole budget."""

from __future__ import annotations

from dataclasses import dataclass

from dpcore.budget.standing import Standing
from dpcore.present.text import remaining, team, words
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui import role
from pages.ui.desk import desk

NONE = Text("you have no slice of the budget")


@dataclass(frozen=True)
class Left:
    """The remaining budget: as a text of its own, as part of a sentence, and as a fraction."""

    said: Text
    short: Text
    fraction: float


def left(dataset: Dataset, standing: Standing) -> Left:
    """What a standing leaves for this user, now or after a plan."""
    if role.of(dataset) != "analyst":
        fraction = max(0.0, min(1.0, standing.fraction_left)) if standing.live else 0.0
        return Left(words.meter(standing, dataset.table), remaining.short(standing, dataset.table), fraction)
    own = desk().team(dataset.id).allowance
    if own is None:
        return Left(NONE, NONE, 0.0)
    room = team.room(standing)
    width = remaining.yardstick(standing, dataset.table)
    share = team.share(room, own)
    said = Text("your slice: {left}", left=team.meter(room, own, dataset.table, width))
    return Left(said, Text("your slice: {left}", left=team.short(room, own, dataset.table, width)), share)
