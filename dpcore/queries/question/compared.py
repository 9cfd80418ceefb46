"""Whether a model is better than its baseline, no better within the margin of error, or worse; and its Brier score.

The baseline of labels is the most frequent label; that of probabilities is the share of each label among all rows,
whatever the features. The Brier score (Brier 1950) is the mean squared distance of a row's predicted shares from its
label, halved where there are two labels, so that it is that of one share.

With predicted shares q of a row's group and b of all rows, n rows of a label in a group count (|b - e|^2 - |q - e|^2) n
each, e being the label's unit vector: a sum w(n) n of the noisy counts n. q and b follow from the same counts, so the
sum is too large by the trace of H V on average, where V is the covariance of the counts and H the derivative of w; and
the variance of its noise is w' V w + 2 tr((H V)^2).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


_ROUNDING = 1e-9


class Outcome(Enum):
    """The three outcomes of a comparison with a baseline."""

    BETTER = "better"
    NO_BETTER = "same"
    WORSE = "worse"


def outcome(gain: float, margin: float) -> Outcome:
    """The outcome of a gain over the baseline with its margin of error; no better where either is unknown."""
    if gain - margin > 0:
        return Outcome.BETTER
    return Outcome.WORSE if gain + margin < 0 else Outcome.NO_BETTER


@final
@dataclass(frozen=True, slots=True)
class Probabilities:
    """How good predicted shares are: the Brier scores of the model and of the baseline, and the outcome."""

    score: float
    base: float
    outcome: Outcome

    @property
    def words(self) -> Text:
        """The outcome in words, if it is told."""
        facts = {"score": f"{self.score:.3f}", "base": f"{self.base:.3f}"}
        match self.outcome:
            case Outcome.BETTER:
                return Text(
                    "As probabilities, its shares are better than one share for all rows: Brier score {score} instead "
                    "of {base}.",
                    **facts,
                )
            case Outcome.WORSE:
                return Text(
                    "As probabilities, its shares are worse than one share for all rows: Brier score {score} instead "
                    "of {base}.",
                    **facts,
                )
            case _:
                return Text(
                    "As probabilities, its shares are no better than one share for all rows, within the margin of "
                    "error."
                )


def probabilities(counts: Floats, covariance: Floats, shares: Floats, own: Floats, factor: float) -> Probabilities:
    """The comparison of predicted shares with those of all rows.

    counts: noisy rows, shape (groups, labels). covariance: of all counts, shape (groups * labels, the same).
    shares: the predicted ones, shape (groups, labels). own: whether those of a group follow from its own counts.
    factor: the width of margins, in standard errors.
    """
    groups, labels = counts.shape
    rows = float(counts.sum())
    if rows <= factor * sqrt(max(float(covariance.sum()), 0.0)):
        return Probabilities(inf, inf, Outcome.NO_BETTER)
    base = np.clip(counts.sum(axis=0), 0.0, None)
    base = base / base.sum()
    unit = np.eye(labels)
    costs = np.square(shares[:, None, :] - unit).sum(axis=2)
    weights = (np.square(base - unit).sum(axis=1) - costs).ravel()
    curved = _curved(counts, own, shares) - np.tile(_second(base, rows), (groups, groups))
    product = curved @ covariance
    bias = float(np.trace(product))
    gain = float(weights @ counts.ravel()) - bias
    variance = float(weights @ covariance @ weights) + 2 * float(np.einsum("ij,ji->", product, product))
    part = 0.5 if labels == 2 else 1.0
    before = part * float((np.square(base - unit).sum(axis=1) * counts.sum(axis=0)).sum()) / rows
    after = before - part * gain / rows
    margin = factor * sqrt(max(variance, 0.0)) + _ROUNDING * rows
    found = outcome(gain, margin) if isfinite(gain) else Outcome.NO_BETTER
    return Probabilities(max(after, 0.0), max(before, 0.0), found)


def _curved(counts: Floats, own: Floats, shares: Floats) -> Floats:
    """The second derivatives of the sum of squares of each group over its rows, where its shares are its own."""
    groups, labels = counts.shape
    found = np.zeros((groups * labels, groups * labels))
    for group in range(groups):
        if own[group]:
            here = slice(group * labels, (group + 1) * labels)
            found[here, here] = _second(shares[group], max(float(counts[group].sum()), 1.0))
    return found


def _second(shares: Floats, rows: float) -> Floats:
    """The derivatives of the weights of n rows with these shares."""
    square = float(np.square(shares).sum())
    found: Floats = 2 / rows * (np.eye(len(shares)) - shares[:, None] - shares[None, :] + square)
    return found


def said(labels: Outcome, shares: Probabilities, better: Text, worse: Text) -> Text:
    """Both comparisons in words. better, worse: what is said of the labels in these cases."""
    if labels is Outcome.NO_BETTER:
        first = Text("No better than the most frequent label, within the margin of error.")
        return first if shares.outcome is Outcome.NO_BETTER else joined((first, shares.words))
    first = better if labels is Outcome.BETTER else worse
    return joined((first, shares.words)) if isfinite(shares.score) else first
