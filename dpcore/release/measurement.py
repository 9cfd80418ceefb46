"""The paid measurements of a question, and the effect of one more measurement. Post-processing: reads no row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Combined, Kind, Mechanism, Price
from dpcore.mechanisms.combined import before_rounding, is_normal
from dpcore.mechanisms.combined import together as together_noise
from dpcore.plan.plan import LEVEL, Ask
from dpcore.plan.request import Request
from dpcore.queries.question.prediction import Margin, Prediction, margin
from dpcore.queries.question.refusal import not_combined
from dpcore.queries.question.round import Drawn
from dpcore.queries.question.single import Single, noise_sizes, price_at
from dpcore.release.combine import read_all, together
from dpcore.release.record import Release, reach

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MEDIAN = 0.6745
"""The median size of normal noise, in standard deviations."""


@final
@dataclass(frozen=True)
class Measured:
    """The paid measurements of one question on the current version of the rows.

    release: their combined answer; with several kinds of noise, the most accurate one. None if none is answered.
    """

    paid: tuple[Request, ...]
    release: Release | None

    @property
    def next(self) -> int:
        """The number of the next measurement. Measurements with a smaller number are already paid."""
        return 1 + max(paid.measurement for paid in self.paid)

    def margin(self, level: float = LEVEL) -> Margin | None:
        """The margin of error of the answer; None if there is no answer."""
        return None if self.release is None else margin_of(self.release.near_level(level))

    def margin_after(self, price: Price, level: float = LEVEL) -> Margin | None:
        """The margin after one more measurement; None if that measurement cannot be combined with these."""
        if self.release is None or self.release.kind is not type(price) or not self.release.query.combines:
            return None
        return margin_after(self.release, price, level)

    def cost(self, ask: Ask) -> Price:
        """The price of one more measurement that brings the typical margin down to the requested half width.

        Raises QueryError if the answer is already that accurate, or if no price reaches the target.
        """
        release, now = self.release, self.margin(ask.level)
        if release is None or now is None:
            raise QueryError(
                "“{query}” is paid for but not answered yet.",
                "Answer the paid question first, then measure it again.",
                query=ask.query,
            )
        if ask.half_width is not None and now.typical <= ask.half_width:
            raise QueryError(
                "The typical margin of error of “{query}” is already as small as that.",
                "Ask for a smaller error.",
                query=ask.query,
            )
        query = release.query
        if not isinstance(query, Single) or release.mechanism.error(ask.level) is None:
            raise not_combined(query.sentence)
        unit = query.part(release.kind(Fraction(1)))
        spread = noise_sizes(query.statistic(release.facts_table, unit), unit, ask.level)
        target = ask.half_width or 1.0
        half = lambda size: _together(release, spread(size).std, ask.level).typical  # noqa: E731
        return price_at(half, target, release.kind, str(query))


def combine_paid(paid: Sequence[Request], texts: Sequence[str]) -> Measured:
    """Combines the stored answers (JSON texts) of paid asks; if they cannot be combined, takes the most precise."""
    kinds: dict[Kind | str, list[Release]] = {}
    for release in read_all(texts):
        averaged = release.query.combines and release.mechanism.error(LEVEL) is not None
        kinds.setdefault(release.kind if averaged else release.key, []).append(release)
    answers = [together(parts) for parts in kinds.values()]
    best = min(answers, key=_precision, default=None)
    return Measured(tuple(paid), best)


def _precision(release: Release) -> tuple[float, float]:
    """A sort key, most precise answer first: by margin; then answers without a margin, by price."""
    typical = margin_of(release.near_level(LEVEL)).typical
    return math.inf if math.isnan(typical) else typical, -float(release.paid.total)


def in_ranks(release: Release) -> Prediction | None:
    """The error of an answer in ranks, at its confidence level; None if its error is not counted in ranks.

    It follows from paid counts of rows if there are any; otherwise it is the predicted error.
    """
    if release.query.error.unit != "ranks" or release.exact:
        return None
    predicted = release.query.predict(release.facts_table, release.paid, release.level, None)
    counted = release.recounted
    if counted is None:
        return predicted
    usual, largest = float(np.median(counted.ranks)), float(counted.ranks.max())
    return replace(predicted, half_width=usual, low=float(counted.ranks.min()), high=largest, largest=largest)


def margin_of(release: Release) -> Margin:
    """The margin of error of an answer: half width of its intervals, or its error in ranks."""
    if release.query.error.unit == "none":
        return Margin(math.nan, math.nan)
    ranks = in_ranks(release)
    if ranks is not None:
        return Margin(ranks.half_width, ranks.largest)
    return margin(release.result.in_one_unit(reach(release)))


def margin_bought(release: Release, amount: float) -> Margin:
    """The margin after one more measurement at this price. amount: mu or epsilon, as the answer was paid."""
    return margin_after(release, release.kind.of(amount), release.level)


def margin_after(release: Release, price: Price, level: float) -> Margin:
    """The margin after one more measurement, assuming that the estimates do not change."""
    if not isinstance(release.query, Single) or release.mechanism.error(level) is None:
        return margin_of(release.near_level(level))
    return _together(release, before_rounding(release.query.mechanism(release.facts_table, price)), level)


def _together(release: Release, stds: tuple[float, ...], level: float) -> Margin:
    """The margin of an answer combined with a measurement whose noise has these standard deviations.

    If prices differ, intervals come from a second average (see `combine`). Their ends are then farther from the answer
    by the typical difference of the two averages.
    """
    drawn = release.query.reading.decisive(release.standardised or release.rounds).mechanism
    old, new, answer = (np.array(each) for each in (before_rounding(drawn), stds, before_rounding(release.mechanism)))
    count = len(release.combined) or 1
    if not release.standardised and np.allclose(new, old * math.sqrt(count), rtol=1e-9, atol=0.0):
        error = release.mechanism.error(level)
        noise, shift = _noise(np.array(error.std if error else ()) * math.sqrt(count / (count + 1)), drawn), 0.0
    else:
        noise = together_noise(np.array([old, new]), [count, 1], [drawn, release.mechanism])
        shift = 0.0 if release.query.reading.unaligned else _shift(noise, answer, new)
    if release.result.scales:  # at the same bandwidth, errors are proportional to the noise
        now = release.near_level(level)
        far, usual = reach(now) / old[0], np.array(now.estimates["std_error"]) / answer[0]
        return _margin_aside(far * noise.stds[0], shift * np.nan_to_num(usual) * noise.stds[0], noise)
    rounds = ((Drawn(noise, release.noisy),),)
    estimates = release.query.result(release.facts_table, release.paid, rounds, level)
    far = np.maximum(estimates.high - estimates.estimate, estimates.estimate - estimates.low)
    apart = shift * np.nan_to_num(estimates.std_error)
    return _margin_aside(release.result.in_one_unit(far), release.result.in_one_unit(apart), noise)


def _noise(stds: NDArray[np.float64], like: Mechanism) -> Combined:
    """Noise of these standard deviations, and of the same kind."""
    return Combined(tuple(float(std) for std in stds), is_normal([like]), like.loss)


def _margin_aside(far: NDArray[np.float64], error: NDArray[np.float64], noise: Combined) -> Margin:
    """The margin of intervals that are not centred on the answer. error: standard deviation of centre minus answer."""
    of_largest = noise.error(0.5 ** (1.0 / max(1, far.size))).factor  # the median of the largest of `far.size` errors
    return Margin(margin(far + _MEDIAN * error).typical, margin(far + of_largest * error).largest)


def _shift(wide: Combined, answer: NDArray[np.float64], new: NDArray[np.float64]) -> float:
    """The standard deviation of the difference of two averages, divided by the standard deviation of the wider one.

    answer, new: standard deviations of the average by inverse variance so far, and of one more measurement. The
    variance of the difference of the two averages is the difference of their variances.
    """
    noisy = (answer > 0) & (new > 0)
    average = answer[noisy] * new[noisy] / np.hypot(answer[noisy], new[noisy])
    shares = np.square(average / np.array(wide.stds)[noisy])
    return math.sqrt(max(0.0, 1.0 - float(shares.min(initial=1.0))))
