r"""How well a kernel machine predicts, from noisy sums over the rows: better than a constant, no better, or worse.

The noisy sums are n of rows, v of labels y from 0 to 1, q of y^2 and l of (p - y)^2, p being the prediction; each has
noise of the standard deviation s, independent of the others. A constant has at least the squared errors q - v^2 / n of
the mean. For true and false y^2 = y and q = v, and l / n is the Brier score (Brier 1950); if p is a label too, it is
the share of wrong labels, and the best constant is the more frequent label, with min(v, n - v) errors.

**Noise.** gain = q - v^2 / n - l is quadratic in v and n. With r = v / n, its noise has the mean -s^2 (1 + r^2) / n,
which is added, and the variance s^2 (2 + 4 r^2 + r^4), or s^2 (1 + (1 - 2 r)^2 + r^4) where q = v, plus that of the
second-order term, 2 (s^2 (1 + r^2) / n)^2. Terms of higher order are left out: nothing is said unless n exceeds 10 s.
l / n and v / n have Fieller's intervals, from which those of r (1 - r) and of min(r, 1 - r) follow; (q - v^2 / n) / n
has that of these two orders.

**Rounding.** Predictions are rounded by at most a, labels by b. By the triangle inequality the root of the mean squared
error changes by a + b at most, and that of the mean by b.

**Chance.** The rows that are summed are those of the fit, which follows their labels even where nothing is related. By
ridge regression with strength L and the bend w of the loss, a coordinate in which the rows have the sum of squares a
then gains 1 - (L / (a + L))^2, L = strength / w, times the variance of a label on average (the trace of 2 H - H^2, H
the hat matrix). As |t| <= 1, the sums add up to at most n; the gain is concave in a, so it is the largest for equal
ones. Labels that are called by the sign of a fit with d = sum a / (a + L) effective coordinates gain at most that of d
groups of n / d rows, each with its own more frequent label: sqrt(n d / (2 pi)) on average. Both are subtracted before a
machine is called better; noise in its coefficients makes the true gain smaller still.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, log10, pi, sqrt
from typing import final

from dpcore.queries.question.compared import Outcome, outcome
from dpcore.text import Text

CLEAR = 10.0
"""How many standard deviations of its noise the number of rows must exceed."""


@final
@dataclass(frozen=True, slots=True)
class Quality:
    """The noisy sums, each divided by the unit of the statistic: n, v, q where it is a sum of its own, and l.

    std: s, of each. factor: the width of margins, in standard errors. coordinates: of the fit. bend: w times 1 / L.
    rounding: how far predictions and labels were rounded at most, together, and labels alone. labels: whether
    predictions are labels.
    """

    sums: tuple[float, ...]
    std: float
    factor: float
    coordinates: int
    bend: float
    rounding: tuple[float, float] = (0.0, 0.0)
    labels: bool = False

    @property
    def told(self) -> bool:
        """Whether the number of rows is clear of the noise."""
        return self.sums[0] > max(CLEAR, 1.25 * self.factor) * self.std

    @property
    def errors(self) -> tuple[float, float]:
        """The mean squared errors of the predictions and of the best constant; at least 0."""
        own = max(self.sums[-1] / self.sums[0], 0.0)
        return own, max(self._squares / self.sums[0], 0.0) if len(self.sums) > 3 else self._least(self._share)

    @property
    def margins(self) -> tuple[float, float]:
        """The margins of these two means, on their longer sides."""
        own, least = self.errors
        ends = self._ratio(self.sums[-1]), self._ends(least)
        return tuple(map(_far, (own, least), ends, self.rounding))  # type: ignore[return-value]

    def _ends(self, least: float) -> tuple[float, float]:
        """The interval of the best constant's mean squared error."""
        if len(self.sums) > 3:
            share, far = self._share, self.factor * self.std / self.sums[0]
            second = sqrt(2) * self.std * (1 + share**2) / self.sums[0]
            far *= sqrt(1 + 4 * share**2 + (share**2 - least) ** 2 + second**2)
            return least - far, least + far
        low, high = (min(max(end, 0.0), 1.0) for end in self._ratio(self.sums[1]))
        ends = self._least(low), self._least(high)
        return min(ends), self._least(0.5) if low <= 0.5 <= high else max(ends)

    def _least(self, share: float) -> float:
        """The mean squared error of the best constant for true and false, which rises up to a half and falls again."""
        return min(share, 1 - share) if self.labels else share * (1 - share)

    def _ratio(self, total: float) -> tuple[float, float]:
        """The interval of a mean: all e for which total - e n is within its noise (Fieller 1954)."""
        rows, noise = self.sums[0], (self.factor * self.std) ** 2
        root = sqrt(max((rows * total) ** 2 - (rows**2 - noise) * (total**2 - noise), 0.0))
        return (rows * total - root) / (rows**2 - noise), (rows * total + root) / (rows**2 - noise)

    @property
    def outcome(self) -> Outcome:
        """Whether the predictions have smaller squared errors than every constant, no smaller, or larger."""
        return self._of_labels() if self.labels else self._of_numbers()

    @property
    def _squares(self) -> float:
        """The squared errors of the mean, without the bias of the noise."""
        rows, labels, *squares, _ = self.sums
        share = self._share
        return (squares or [labels])[0] - labels**2 / rows + self.std**2 * (1 + share**2) / rows

    @property
    def _share(self) -> float:
        return min(max(self.sums[1] / self.sums[0], 0.0), 1.0)

    def _of_numbers(self) -> Outcome:
        rows, share = self.sums[0], self._share
        linear = 2 + 4 * share**2 if len(self.sums) > 3 else 1 + (1 - 2 * share) ** 2
        curved = 2 * (self.std * (1 + share**2) / rows) ** 2
        error = self.std * sqrt(linear + share**4 + curved)
        # roots of means are off by the rounding at most, so their squares by that times the sum of the roots
        roots = sum(sqrt(mean + far) for mean, far in zip(self.errors, self.margins, strict=True))
        return self._called(self._squares - self.sums[-1], error, rows * sum(self.rounding) * roots)

    def _of_labels(self) -> Outcome:
        """Better only if it is better than either label, worse if it is worse than one of them."""
        rows, labels, own = self.sums
        found = {self._called(wrong - own, self.std * sqrt(size)) for wrong, size in ((labels, 2), (rows - labels, 3))}
        return next(each for each in (Outcome.WORSE, Outcome.NO_BETTER, Outcome.BETTER) if each in found)

    def _called(self, gain: float, error: float, rounded: float = 0.0) -> Outcome:
        """The outcome of a gain in squared errors; chance counts against it only where there is one."""
        far = self.factor * error + rounded
        found = outcome(gain, far)
        by_chance = found is Outcome.BETTER and gain - self.chance <= far
        return Outcome.NO_BETTER if by_chance else found

    @property
    def chance(self) -> float:
        """What the fit gains on average in squared errors, or in labels, where nothing is related."""
        rows = self.sums[0]
        each = rows / self.coordinates * self.bend  # a / L
        if self.labels:
            return sqrt(rows * self.coordinates * each / (1 + each) / (2 * pi))
        return self.errors[1] * self.coordinates * (1 - (1 / (1 + each)) ** 2)

    def words(self, length: float | None) -> Text:
        """The outcome in words. length: of the range of a label that is a number; None for true and false."""
        if not self.told:
            return Text(
                "How well it predicts cannot be stated: the noise may be as large as the number of rows. Pay a higher "
                "price."
            )
        if self.labels:
            return self._labelled()
        if length is None:
            return self._shares()
        own, least = (
            _within(length * sqrt(error), length * _of_root(error, far))
            for error, far in zip(self.errors, self.margins, strict=True)
        )
        match self.outcome:
            case Outcome.BETTER:
                return Text(
                    "Its predictions are better than the mean of all rows: root mean squared error {own} instead of "
                    "{least}.",
                    own=own,
                    least=least,
                )
            case Outcome.WORSE:
                return Text(
                    "Its predictions are worse than the mean of all rows: root mean squared error {own} instead of "
                    "{least}.",
                    own=own,
                    least=least,
                )
            case _:
                return Text(
                    "Its predictions are no better than the mean of all rows, within the margin of error: root mean "
                    "squared error {own} instead of {least}.",
                    own=own,
                    least=least,
                )

    def _shares(self) -> Text:
        """The outcome for probabilities."""
        score, base = (_within(error, far) for error, far in zip(self.errors, self.margins, strict=True))
        match self.outcome:
            case Outcome.BETTER:
                return Text(
                    "Its probabilities are better than one share for all rows: Brier score {score} instead of {base}.",
                    score=score,
                    base=base,
                )
            case Outcome.WORSE:
                return Text(
                    "Its probabilities are worse than one share for all rows: Brier score {score} instead of {base}.",
                    score=score,
                    base=base,
                )
            case _:
                return Text(
                    "Its probabilities are no better than one share for all rows, within the margin of error: Brier "
                    "score {score} instead of {base}.",
                    score=score,
                    base=base,
                )

    def _labelled(self) -> Text:
        """The outcome for labels: true where the score is above 0."""
        share, least = (
            f"{_within(100 * error, 100 * far)} %" for error, far in zip(self.errors, self.margins, strict=True)
        )
        match self.outcome:
            case Outcome.BETTER:
                return Text(
                    "It misclassifies {share} of the rows; always the more frequent label misclassifies {least}.",
                    share=share,
                    least=least,
                )
            case Outcome.WORSE:
                return Text(
                    "Worse than always predicting the more frequent label: it misclassifies {share} of the rows, and "
                    "that label {least}.",
                    share=share,
                    least=least,
                )
            case _:
                return Text(
                    "No better than always predicting the more frequent label, within the margin of error: it "
                    "misclassifies {share} of the rows, and that label {least}.",
                    share=share,
                    least=least,
                )


def _far(value: float, ends: tuple[float, float], rounding: float) -> float:
    """The longer side of an interval of a mean square whose root was rounded."""
    low, high = (sqrt(max(end, 0.0)) for end in ends)
    return max((high + rounding) ** 2 - value, value - max(low - rounding, 0.0) ** 2, 0.0)


def _of_root(value: float, far: float) -> float:
    """The margin of the root of a number with this margin: on its longer side."""
    return max(sqrt(value + far) - sqrt(value), sqrt(value) - sqrt(max(value - far, 0.0)))


def _within(value: float, far: float) -> str:
    """A number with its margin, to two digits of that: 6.3 ± 1.2, 2,400 ± 310."""
    places = min(1 - floor(log10(far)), 15) if 0 < far < inf else 6
    shown = max(places, 0)
    return f"{round(value, places):,.{shown}f} ± {round(far, places):,.{shown}f}"
