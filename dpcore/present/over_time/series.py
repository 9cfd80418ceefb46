"""One question over versions of the rows: one point per version with its interval, and the last change in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import real
from dpcore.plan.plan import LEVEL
from dpcore.present.over_time.compare import UNTOLD, Comparison, compare, measurements, same_question, simultaneous
from dpcore.release.combine import digest_of, together
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import pandas as pd


@final
@dataclass(frozen=True)
class Series:
    """Answers to one question, oldest first, one per version of the rows; intervals at `level`, per point and cell."""

    points: tuple[Release, ...]
    level: float

    @property
    def labels(self) -> list[Text]:
        """A short name per point: version and day; also the dataset and the description, if there are several."""
        several = len({point.dataset for point in self.points}) > 1
        described = len({(point.dataset, digest_of(point)) for point in self.points}) > len(
            {point.dataset for point in self.points}
        )
        return [_label(point, several, described) for point in self.points]

    @property
    def table(self) -> pd.DataFrame:
        """dataset, version, time, the key columns, estimate, std_error, low, high: one row per point and cell."""
        import pandas as pd

        parts = [
            pd.DataFrame(
                {
                    "dataset": point.dataset,
                    "version": point.dataset_version,
                    "time": point.time,
                    **{name: list(values) for name, values in _numbered(point).items()},
                }
            )
            for point in self.points
        ]
        return pd.concat(parts, ignore_index=True)

    @cached_property
    def last_step(self) -> Comparison | None:
        """The last point compared with the one before; None for a single point or unknown errors."""
        return compare(self.points[-2], self.points[-1], self.level) if len(self.points) > 1 and self.told else None

    @property
    def told(self) -> bool:
        """Whether a change can be distinguished from noise, that is, whether the answers have intervals."""
        return self.points[-1].query.error.unit == "value"

    @property
    def words(self) -> Text:
        """The last change and the number of points, in words."""
        last = self.points[-1]
        if self.last_step is None:
            if len(self.points) > 1:
                return joined([self._counted, UNTOLD])
            return Text(
                "There is only one answer to this question so far, for version {version}.", version=last.dataset_version
            )
        step = Text("Last step: {change}", change=self.last_step.words)
        return joined([self._counted, step, *([] if len(self.points) == 2 else [self._whole()])])

    @property
    def _counted(self) -> Text:
        return Text("{count:,} answers of {question}.", count=len(self.points), question=self.points[-1].sentence)

    @property
    def csv(self) -> bytes:
        """The table as CSV, UTF-8."""
        from dpcore.present.file.export import frame_csv

        return frame_csv(self.table)

    def _whole(self) -> Text:
        """Whether any point differs from the first, with intervals that hold for all points at once."""
        steps = len(self.points) - 1
        level = simultaneous(self.level, steps)
        comparisons = [compare(self.points[0], point, level=min(level, 0.9999)) for point in self.points[1:]]
        if not any(comparison.changed.any() for comparison in comparisons):
            return Text(
                "Compared with the first point, there is no evidence of change at any of the {steps} later points.",
                steps=steps,
            )
        return Text("At some point after the first, the value changed by more than noise explains.")


def _label(point: Release, several: bool, described: bool) -> Text:
    facts = {"version": point.dataset_version, "day": point.time[:10]}
    label = Text("version {version} · {day}", **facts)
    if several:
        label = Text("{dataset}, version {version} · {day}", dataset=point.dataset, **facts)
    return Text("{label} · description {number}", label=label, number=point.described) if described else label


def series(releases: Iterable[Release], level: float = LEVEL) -> Series:
    """The series of releases of one question, from any versions and datasets; measurements of one version are combined.

    If a version has answers that are not combined, such as answers with different kinds of noise, the point is the
    answer with the smallest error.
    Raises QueryError for no release, for different questions or groups, and for a measurement that is given twice.
    """
    real(level, "`level`", at_least=0.5, at_most=0.9999, error=QueryError)
    given = list(releases)
    if not given:
        raise QueryError("A series needs at least one answer.", "Release the question first.")
    for release in given[1:]:
        same_question(given[0], release)
    groups: dict[tuple[str, int, str, str, str], list[Release]] = {}
    for release in given:
        alone = "" if release.query.combines else release.key
        facts = digest_of(release)
        groups.setdefault((release.dataset, release.dataset_version, facts, release.lane, alone), []).append(release)
    points: dict[tuple[str, int, str], Release] = {}
    for (dataset, version, facts, *_), group in groups.items():
        place, point = (dataset, version, facts), _point(group)
        other = points.get(place)
        points[place] = point if other is None or _error(point) < _error(other) else other
    ordered = sorted(points.values(), key=lambda point: (point.time, point.dataset_version))
    return Series(tuple(point.at_level(level) for point in ordered), level)


def _point(group: Sequence[Release]) -> Release:
    """All measurements of one version as one answer; if one answer contains the others, that answer."""
    distinct = {frozenset(measurements(release)): release for release in group}
    largest = [keys for keys in distinct if not any(keys < other for other in distinct)]
    if len(largest) == 1:
        return distinct[largest[0]]
    if any(distinct[keys].combined for keys in largest):
        raise QueryError(
            "Some of these answers combine the same measurements, and others do not.",
            "Give each measurement once, or the combined answer alone.",
        )
    return together([distinct[keys] for keys in largest])


def _error(point: Release) -> float:
    ranks = in_ranks(point)
    return float(np.median(point.estimates["std_error"])) if ranks is None else ranks.std_error


def _numbered(point: Release) -> dict[str, list[object]]:
    keys = point.keys
    return {**keys, **{name: list(values) for name, values in point.estimates.items()}}
