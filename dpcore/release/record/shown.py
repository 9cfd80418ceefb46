"""Figures computed from a record in addition to its stored figures. Post-processing; the stored figures do not change.

Records of earlier versions stated an error in ranks for quantiles that were interpolated in cells with several values.
No number of ranks bounds that error. Such quantiles are shown with intervals in the unit of the column.
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
    """The attributes of a release that are needed here."""

    @property
    def estimates(self) -> Mapping[str, tuple[float, ...]]: ...  # noqa: D102


def is_widened(release: Stored) -> bool:
    """Whether intervals must be added, because an earlier version stored none."""
    ends = release.estimates["low"]
    return all(map(math.isnan, ends)) and release.query.reading.restated(release.facts_table, release.paid)


def figures(release: Stored) -> Mapping[str, tuple[float, ...]]:
    """The stored figures, with the intervals that an earlier version left out."""
    with contextlib.suppress(DpError), fitting():
        if is_widened(release):
            step.check(release.query, release.facts_table, release.paid, release.rounds)
            answer = release.query.result(release.facts_table, release.paid, release.rounds, release.level)
            ends = as_columns(answer)
            check_cells(ends, len(release.estimates["estimate"]))
            return {**release.estimates, "low": ends["low"], "high": ends["high"]}
    return release.estimates


def recount(release: Recorded) -> Recounted | None:
    """The rank of each answer according to paid counts of rows; None without such counts, or if they are unreadable."""
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
        return release.query.reading.recounted(release.facts_table, release.paid, release.rounds, release.level)
    except Exception:  # a transcript that ended early; its answer has no figures either
        return None
