"""How much of a budget this user may still use: an analyst a slice, everybody else sees the whole."""

from __future__ import annotations

from dataclasses import dataclass

from dpcore.budget.standing import Standing
from dpcore.present.text import remaining, team, words
from dpcore.release.dataset import Dataset
from pages.ui import role
from pages.ui.desk import desk

NONE = "no slice of the budget is yours"


@dataclass(frozen=True)
class Left:
    """What is left in words, and as a fraction for a bar."""

    said: str
    fraction: float


def left(dataset: Dataset, standing: Standing) -> Left:
    """What is left for this user of a standing, now or after a plan."""
    if role.of(dataset) != "analyst":
        fraction = max(0.0, min(1.0, standing.fraction_left)) if standing.live else 0.0
        return Left(words.meter(standing, dataset.table), fraction)
    own = desk().team(dataset.id).allowance
    if own is None:
        return Left(NONE, 0.0)
    room = team.room(standing)
    width = remaining.yardstick(standing, dataset.table)
    return Left(f"your slice: {team.meter(room, own, dataset.table, width)}", team.share(room, own))
