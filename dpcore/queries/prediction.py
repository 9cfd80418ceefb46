"""How wrong an answer will be, before it is paid: a range over stated public assumptions, never over rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, final

import numpy as np

from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SKEW = 20.0
"""The range covers a typical group down to this part of an equal share, and a filter that keeps this part of rows."""
FLUCTUATION = 4.0
"""Standard deviations of noise that a range leaves room for: about 1 in 300 answers lies outside, at most."""


_NONE = Text("")


@final
@dataclass(frozen=True, slots=True)
class Guess:
    """A public guess of the rows in the typical cell, which holds from `least` to `most`; any cell holds `smallest`.

    words: where it comes from. span: what else the range from `least` to `most` covers, where it is one.
    """

    typical: float
    least: float
    most: float
    smallest: float
    words: Text
    span: Text = _NONE


@final
@dataclass(frozen=True, slots=True)
class Prediction:
    """The predicted error of the typical cell, in the answer's unit.

    unit: "value", or "ranks": rows between an answer and the true one, where nothing public bounds the values.
    std_error, half_width: under `assumption`. low, high: the half width is in between over everything that the
    assumption says the range covers. largest: the half width of any cell, at most. NaN where the rows are unknown.
    """

    std_error: float
    half_width: float
    low: float
    high: float
    largest: float
    assumption: Text = _NONE
    unit: Literal["value", "ranks"] = "value"

    def scaled(self, factor: float) -> Prediction:
        """The same of an answer that is multiplied by a public factor; ranks stay."""
        if self.unit == "ranks":
            return self
        names = ("std_error", "half_width", "low", "high", "largest")
        return replace(self, **{name: factor * getattr(self, name) for name in names})


@final
@dataclass(frozen=True, slots=True)
class Margin:
    """How far the intervals of an answer reach, to the farther end: in its typical cell (the median), and at most.

    In the answer's unit, or in ranks where its question counts its error in them.
    """

    typical: float
    largest: float


def margin(reach: Floats) -> Margin:
    """The margin of cells whose intervals reach so far."""
    return Margin(float(np.nanmedian(reach)), float(np.nanmax(reach)))


def even(rows: int, cells: int, filtered: bool) -> Guess:
    """The declared number of rows, spread evenly over the cells; a filter keeps half of them.

    Half of the cells hold at least what the middle one holds, so this is at most twice an equal share.
    """
    share = rows / cells
    if cells == 1 and not filtered:
        return Guess(share, share, share, share, Text("{rows:,} rows", rows=rows))
    words = Text("{rows:,} rows", rows=rows)
    if cells > 1:
        words = Text("{rows:,} rows in groups of equal size", rows=rows)
    if filtered:
        words = Text("{rows}, of which the filter keeps half", rows=words)
    spans = [Text("typical groups from a twentieth of an equal share to twice that")] if cells > 1 else []
    spans += [Text("a filter that keeps a twentieth of the rows or more")] if filtered else []
    return Guess(
        typical=share / 2 if filtered else share,
        least=share / SKEW,
        most=min(float(rows), 2 * share) if cells > 1 else share,
        smallest=0.0 if cells > 1 else share / SKEW,
        words=words,
        span=_both(spans),
    )


def released(counts: Floats, std_errors: Floats) -> Guess:
    """A released count of the cells, each as far off as its noise makes it."""
    middle, error = float(np.median(counts)), FLUCTUATION * float(np.max(std_errors))
    least, smallest = (max(0.0, float(value) - error) for value in (middle, np.min(counts)))
    return Guess(max(1.0, middle), least, max(1.0, middle + error), smallest, Text("the rows of the released count"))


def linear(std_error: float, half_width: float) -> Prediction:
    """An error that is known exactly before anything is read, and the same in every cell."""
    return Prediction(std_error, half_width, half_width, half_width, half_width)


def ranks(typical: float, most: float) -> Prediction:
    """An error in ranks, which is known before anything is read, and the same in every cell."""
    assumption = Text(
        "Counts the rows between an answer and the true one. How far apart their values are is not known."
    )
    return Prediction(typical, most, most, most, most, assumption, "ranks")


UNKNOWN = Prediction(math.nan, math.nan, math.nan, math.nan, math.nan)


def sizes(guess: Guess, std: float) -> tuple[float, float, float, float]:
    """Rows of the typical cell; then the most, the least and the smallest, as far as noise on n moves them."""
    noise = FLUCTUATION * std
    return guess.typical, guess.most + noise, max(0.0, guess.least - noise), max(0.0, guess.smallest - noise)


def assumed(guess: Guess, typical: Text, spans: Text) -> Text:
    """The assumption in words: of the typical figure, then what the range covers."""
    covered, first = (
        _both([part for part in parts if part]) for parts in ((guess.span, spans), (guess.words, typical))
    )
    if not covered:
        return Text("Assumes {facts}, none missing.", facts=first)
    return Text("Assumes {facts}, none missing. The range covers {covered}.", facts=first, covered=covered)


def _both(parts: Sequence[Text]) -> Text:
    """One thing, or two."""
    return (
        parts[0] if len(parts) == 1 else Text("{one} and {other}", one=parts[0], other=parts[1]) if parts else Text("")
    )
