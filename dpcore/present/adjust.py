"""Free post-processing of an answer: it changes what is shown, costs nothing, and says what it changed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries import DistinctUnits
from dpcore.queries.count import Counts
from dpcore.record import Release

if TYPE_CHECKING:
    import pandas as pd


@final
@dataclass(frozen=True)
class Adjusted:
    """A table as it is shown, and one sentence on how it differs from the released one (empty: not at all)."""

    table: pd.DataFrame
    said: str = ""


def may_not_be_negative(release: Release) -> bool:
    """Whether the answer without noise is at least zero for public reasons."""
    return release.query.bounds(release.facts_table) == (0.0, math.inf)


def is_whole(release: Release) -> bool:
    """Whether the answer without noise is a whole number for public reasons."""
    return isinstance(release.query, Counts | DistinctUnits)


def adjust(release: Release, *, not_below_zero: bool = False, whole: bool = False) -> Adjusted:
    """The answer's table with those wishes where they make sense; the interval's ends follow the first."""
    table, said = release.table, []
    if not_below_zero and may_not_be_negative(release):
        below = int((table["estimate"] < 0).sum())
        for name in ("estimate", "low", "high"):
            table[name] = table[name].clip(lower=0.0)
        said.append(
            f"{below} of {len(table)} answers were below zero and are shown as 0."
            if below
            else "No answer was below zero."
        )
    if whole and is_whole(release):
        table["estimate"] = np.round(table["estimate"]) + 0.0
        said.append("Answers are rounded to whole numbers.")
    return Adjusted(table, " ".join(said))
