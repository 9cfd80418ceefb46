"""What is read off a record beside its stored figures: post-processing of its noisy integers, which never changes them.

Records of earlier versions stated a number of ranks for quantiles that were interpolated in cells with several values.
No such number bounds their error. They are shown with intervals in the unit of the column.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from typing import Protocol

from dpcore.errors import DpError
from dpcore.queries.question.recounted import Recounted
from dpcore.release.record import step
from dpcore.release.record.check import check_cells, fitting
from dpcore.release.record.evaluate import Recorded
from dpcore.release.record.figure import as_columns


class Stored(Recorded, Protocol):
    """What is read of a release."""

    @property
    def estimates(self) -> Mapping[str, tuple[float, ...]]: ...  # noqa: D102


def is_widened(release: Stored) -> bool:
    """Whether an earlier version stored no intervals, although the answer needs them."""
    ends = release.estimates["low"]
    return all(map(math.isnan, ends)) and release.query.reading.restated(release.facts_table, release.paid)


def figures(release: Stored) -> Mapping[str, tuple[float, ...]]:
    """The stored figures, with the intervals that an earlier version left out."""
    with contextlib.suppress(DpError), fitting():
        if is_widened(release):
            step.check(release.query, release.facts_table, release.paid, release.rounds)
            found = release.query.result(release.facts_table, release.paid, release.rounds, release.level)
            ends = as_columns(found)
            check_cells(ends, len(release.estimates["estimate"]))
            return {**release.estimates, "low": ends["low"], "high": ends["high"]}
    return release.estimates


def recount(release: Recorded) -> Recounted | None:
    """What paid counts of rows say of the rank of each answer; None if there are none, or if they cannot be read."""
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
        return release.query.reading.recounted(release.facts_table, release.paid, release.rounds, release.level)
    except Exception:  # a transcript that ended early, whose answer has no figures either
        return None
