r"""Two answers to one question: their difference, and whether noise alone explains it. Post-processing, free of charge.

The noise of two measurements is independent, so variances add. Let s be the standard deviation of the difference, and q
the quantile of the noise at the level. For sums and counts the half-width of the interval is q s, plus half a grid step
for the rounding of each. If both are Gaussian, q is the normal quantile: exact apart from rounding. Otherwise q is the
larger of the normal and the Laplace quantile, an upper bound because the quantiles of all weighted sums of independent
Laplace noise lie between the two; it is 3 % too wide for two equal ones at 0.95. A ratio's interval is not symmetric:
the distances to its ends are combined as root sums of squares (Zou & Donner 2008), which is approximate, and exact if
the ratio's error is normal. Of measurements at several prices, the average off which intervals are read is compared.

Many cells: at level 0.95, one in twenty unchanged cells would look changed. The headline therefore uses intervals that
hold for all cells at once (Bonferroni); the intervals in the table are per cell.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import real
from dpcore.plan.plan import LEVEL
from dpcore.present.text import scale
from dpcore.present.text.words import error_text, frequency, significant
from dpcore.queries.question.sums import Sums
from dpcore.release.combine import digest_of
from dpcore.release.record import Release
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NO_CHANGE = Text("no evidence of change")
UNTOLD = Text("The error in the unit of the values is not known, so a change cannot be distinguished from noise.")
"""Stated for answers whose error is counted in ranks."""


@final
@dataclass(frozen=True)
class Comparison:
    """`after` minus `before`, cell by cell. level: of the intervals per cell; `together`: of those in the headline.

    notes: other reasons why the two could differ, one sentence each.
    """

    before: Release
    after: Release
    level: float
    difference: Floats
    std_error: Floats
    low: Floats
    high: Floats
    changed: NDArray[np.bool_]
    """Cells whose interval at the simultaneous level does not contain zero."""
    notes: tuple[str, ...]

    @property
    def together(self) -> float:
        """The level per interval at which all intervals hold at once with probability `level`."""
        return simultaneous(self.level, len(self.difference))

    @property
    def table(self) -> pd.DataFrame:
        """The key columns, then before, after, difference, std_error, low, high, words: one row per cell."""
        import pandas as pd

        keys = self.after.keys
        numbers = {
            "before": self.before.estimates["estimate"],
            "after": self.after.estimates["estimate"],
            **{name: getattr(self, name) for name in ("difference", "std_error", "low", "high")},
        }
        sentences = [self.cell(place) for place in range(len(self.difference))]
        return pd.DataFrame({**keys, **{name: list(values) for name, values in numbers.items()}, "words": sentences})

    def cell(self, place: int) -> Text:
        """The change of one cell in words, by its own interval."""
        low, high, change = (float(side[place]) for side in (self.low, self.high, self.difference))
        if low <= 0 <= high and high > low:
            return NO_CHANGE
        if high <= low and change == 0:
            return Text("no change")
        size = self._size(place)
        if high <= low:
            return Text("up by {size}", size=size) if change > 0 else Text("down by {size}", size=size)
        return Text("up by about {size}", size=size) if change > 0 else Text("down by about {size}", size=size)

    def _size(self, place: int) -> str:
        """The size of the change of a cell, with its interval."""
        query, factor = self.after.query, scale.of(self.after.query)
        low, high, change = (factor * float(side[place]) for side in (self.low, self.high, self.difference))
        half = (high - low) / 2
        if half <= 0:
            return scale.entry(query, f"{abs(change):,.6g}")
        if abs(high + low - 2 * change) <= 0.1 * half:
            return scale.entry(query, f"{significant(abs(change), half)} ± {error_text(half)}")
        ends = sorted((abs(low), abs(high)))
        return scale.entry(
            query,
            Text(
                "{middle} (between {low} and {high})",
                middle=significant(abs(change), half),
                low=significant(ends[0], half),
                high=significant(ends[1], half),
            ),
        )

    @property
    def words(self) -> Text:
        """The headline, then the notes."""
        return joined((_one(self) if len(self.difference) == 1 else _many(self), *self.notes))

    @property
    def csv(self) -> bytes:
        """The table as CSV, UTF-8."""
        from dpcore.present.file.export import frame_csv

        return frame_csv(self.table)


def compare(before: Release, after: Release, level: float = LEVEL) -> Comparison:
    """The difference between two answers to one question, from different measurements.

    Raises QueryError for different questions or groups, for answers that share a measurement, and for those without
    intervals.
    """
    real(level, "`level`", at_least=0.5, at_most=0.9999, error=QueryError)
    same_question(before, after)
    if set(measurements(before)) & set(measurements(after)):
        raise QueryError(
            "These two answers share a measurement, so their errors are not independent and do not add.",
            "Compare answers of different measurements, such as those of two versions.",
        )
    if after.query.error.unit != "value":
        raise QueryError(UNTOLD, "Compare a count, a share or a mean instead.")
    cells = len(after.estimates["estimate"])
    change = np.array(after.estimates["estimate"]) - np.array(before.estimates["estimate"])
    low, high = _interval(before, after, level)
    far_low, far_high = _interval(before, after, simultaneous(level, cells))
    changed = (np.minimum(far_low, change) > 0) | (np.maximum(far_high, change) < 0)
    error, low, high = _std_error(before, after), np.minimum(low, change), np.maximum(high, change)
    return Comparison(before, after, level, change, error, low, high, changed, _notes(before, after))


def simultaneous(level: float, cells: int) -> float:
    """The level per interval at which so many intervals hold at once with probability `level` (Bonferroni)."""
    return 1.0 - (1.0 - level) / cells


def measurements(release: Release) -> tuple[str, ...]:
    """The keys of the measurements that an answer combines."""
    return release.combined or (release.key,)


def same_question(before: Release, after: Release) -> None:
    """Raises QueryError unless both answer the same question, for the same groups."""
    if before.query.to_dict() != after.query.to_dict():
        raise QueryError("These answers belong to different questions.", "Compare answers of one question.")
    if before.keys != after.keys:
        if before.facts == after.facts:
            raise QueryError("These answers have different parts.", "The parts follow from the released numbers.")
        raise QueryError("These answers are for different groups or bins.", "Their columns are declared differently.")


def _std_error(before: Release, after: Release) -> Floats:
    """The standard error of the difference."""
    error: Floats = np.hypot(*(_columns(release)["std_error"] for release in (before, after)))
    return error


def _interval(before: Release, after: Release, level: float) -> tuple[Floats, Floats]:
    """The interval of the difference. Where measurements have several prices, that of the averages for intervals."""
    before, after = (release.at_level(level).of_intervals for release in (before, after))
    first, second = _columns(before), _columns(after)
    change = second["estimate"] - first["estimate"]
    if isinstance(after.query, Sums):
        half = _half(before, after, level)
        return change - half, change + half
    down = np.hypot(second["estimate"] - second["low"], first["high"] - first["estimate"])
    up = np.hypot(second["high"] - second["estimate"], first["estimate"] - first["low"])
    return change - down, change + up


def _half(before: Release, after: Release, level: float) -> float:
    """Half of the width of the interval of a difference of sums."""
    steps = [
        release.query.quantity(release.facts_table).step
        for release in (before, after)
        if isinstance(release.query, Sums)
    ]
    spreads = [spread for release in (before, after) if (spread := release.mechanism.error(level)) is not None]
    stds = [spread.std[0] * step for spread, step in zip(spreads, steps, strict=True)]
    rounding = sum(step / 2 for step, std in zip(steps, stds, strict=True) if std)
    factor = max(spread.factor for spread, std in zip(spreads, stds, strict=True) if std) if any(stds) else 0.0
    return factor * math.hypot(*stds) + rounding


def _columns(release: Release) -> dict[str, Floats]:
    return {name: np.array(values, dtype=np.float64) for name, values in release.estimates.items()}


def _notes(before: Release, after: Release) -> tuple[Text, ...]:
    notes = []
    same = before.dataset == after.dataset and before.dataset_version == after.dataset_version
    if same and digest_of(before) == digest_of(after):
        notes.append(Text("Both were measured on the same rows, so any difference is noise."))
    first, second = (_declared(release) for release in (before, after))
    if first["schema"] != second["schema"]:
        notes.append(Text("A column is declared differently in the two answers, which alone can make them differ."))
    if (first["unit"], first["neighbors"]) != (second["unit"], second["neighbors"]):
        notes.append(
            Text("Their privacy units differ, so different rows may be left out, which can make the answers differ.")
        )
    return tuple(notes)


def _declared(release: Release) -> dict[str, Any]:
    """The declared facts that affect an answer; the name of the unit does not."""
    unit = release.facts["unit"]
    schema = {
        name: column for name, column in release.facts["schema"].items() if column["kind"] not in ("identifier", "text")
    }
    return {
        **release.facts,
        "schema": schema,
        "unit": {**unit, "noun": "", "identifier": unit["identifier"] is not None},
    }


def _one(comparison: Comparison) -> Text:
    """The headline of a single number."""
    change = float(comparison.difference[0])
    half = max(float(comparison.high[0]) - change, change - float(comparison.low[0]))  # for a ratio, the farther end
    size, often = comparison._size(0), frequency(comparison.level)
    if comparison.cell(0) == NO_CHANGE:
        factor = scale.of(comparison.after.query)
        about = f"{significant(factor * change, factor * half)} ± {error_text(factor * half)}"
        return Text(
            "No evidence of change: the difference is about {size}, {often}.",
            size=scale.entry(comparison.after.query, about),
            often=often,
        )
    if half > 0:
        return (
            Text("Up by about {size}, {often}.", size=size, often=often)
            if change > 0
            else Text("Down by about {size}, {often}.", size=size, often=often)
        )
    if change == 0:
        return Text("No change.")
    return Text("Up by {size}.", size=size) if change > 0 else Text("Down by {size}.", size=size)


def _many(comparison: Comparison) -> Text:
    """The headline of several groups."""
    cells, changed = len(comparison.difference), int(comparison.changed.sum())
    by_chance, any_by_chance = (1 - comparison.level) * cells, 100 * (1 - comparison.level**cells)
    chance = (
        Text("about {many:,.0f} of {cells:,} would look changed by chance", many=by_chance, cells=cells)
        if by_chance >= 1
        else Text("in about {share:.0f} of 100 comparisons one would look changed by chance", share=any_by_chance)
    )
    how = Text(
        "This result uses intervals that hold for all {cells:,} groups at once, {often} (Bonferroni). Each "
        "group's own interval holds {often}, so {chance}.",
        cells=cells,
        often=frequency(comparison.level),
        chance=chance,
    )
    if not changed:
        return joined([Text("No evidence of change in any of {cells:,} groups.", cells=cells), how])
    up = int((comparison.changed & (comparison.difference > 0)).sum())
    ways = joined(
        [
            Text("{count:,} up", count=up) if up else "",
            Text("{count:,} down", count=changed - up) if changed > up else "",
        ],
        ", ",
    )
    headline = Text(
        "{changed:,} of {cells:,} groups changed by more than noise explains: {ways}.",
        changed=changed,
        cells=cells,
        ways=ways,
    )
    return joined([headline, how])
