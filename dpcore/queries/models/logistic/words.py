"""What a logistic regression is said to tell, and its predicted error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.mechanisms import Price
from dpcore.queries.models import regression, unstated
from dpcore.queries.models.logistic.design import GRADIENTS, Design
from dpcore.queries.models.logistic.reading import Reading
from dpcore.queries.models.model import independent
from dpcore.queries.question.prediction import Guess, Prediction, assumed, sizes
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NAMED = 6  # terms that a sentence lists
# For predicted errors: variances of numbers in halves of their range, and of labels around their probabilities.
_EVEN, _NARROW, _WIDE = (1 / 3, 0.2), (0.04, 0.1), (1.0, 0.25)


def found(told: Reading, target: str, names: Sequence[str]) -> Text:
    """How well it predicts, and which coefficients cannot be estimated."""
    few = [name for name, sign in zip(names, told.few[1:], strict=True) if sign]
    said = [_fitted(told, target)]
    if told.fit.apart:
        said.append(
            Text(
                "The coefficients cannot be estimated: the features, or the intercept alone, determine the value of "
                "{target} for most rows, and larger coefficients would fit as well.",
                target=target,
            )
        )
    elif not told.told:
        said.append(
            Text(
                "The coefficients cannot be estimated: the noise may be as large as the variation of the features. Ask "
                "for fewer features, leave out values that few rows have, or pay a higher price."
            )
        )
    elif few:
        listed = ", ".join(few[:_NAMED])
        said.append(Text("Too few rows for margins of their own coefficient: {names}.", names=listed))
    return joined(said)


def _fitted(told: Reading, target: str) -> Text:
    check = told.check
    if not check.told:
        return Text(
            "How well it predicts cannot be estimated: the noise may be as large as the number of rows with the "
            "rarer value of {target}.",
            target=target,
        )
    if check.gain[3] < -check.chance and not told.related:
        return Text(
            "Worse than the share of {target} alone: the log loss is {loss:.3f}, and the share alone has "
            "{constant:.3f}.",
            loss=check.loss[0],
            target=target,
            constant=check.constant[0],
        )
    if not (check.gain[2] > 0 or told.related):
        return Text("No better than the share of {target} alone, within the margin of error.", target=target)
    return Text(
        "The log loss is {loss:.3f}; the share of {target} alone has {constant:.3f}.",
        loss=check.loss[0],
        target=target,
        constant=check.constant[0],
    )


def expected(design: Design, price: Price, level: float, rows: Guess) -> Prediction:
    """The error of the median term, as the change of the log odds over the range of its column."""
    spread = design.gram(price).mechanism.error(level)
    assert spread is not None
    typical, most, least, _ = sizes(rows, spread.std[0] / design.products.units(type(price))[0])
    counted = ((typical, _EVEN), (max(least, 1.0), _NARROW), (most, _WIDE))
    (std, half, _), (_, high, largest), (_, low, _) = (
        _effects(design, price, *each, spread.factor) for each in counted
    )
    columns = Text(
        "numbers that are spread evenly over their range, equally frequent values, independent of each other, and "
        "a share of true rows of about a quarter"
    )
    span = Text("numbers with a standard deviation from a tenth of their range up")
    change = Text("The error is that of the change of the log odds over the range of a feature.")
    high = max(half, high)
    units = design.products.units(type(price))
    needed = regression.needed(np.square(np.array(spread.std) / units), design.products.places, design.used)
    kinds = [design.table.schema.columns[name] for name in design.terms.columns]
    few = unstated.of_regression(needed, least, kinds, centred=True)
    words = joined((assumed(rows, columns, span), change, few))
    return Prediction(std, half, min(half, low), high, max(high, largest), words)


def _effects(
    design: Design, price: Price, rows: float, kinds: tuple[float, float], factor: float
) -> tuple[float, float, float]:
    """The median standard error and margin of the effects, and the largest, for columns without correlation."""
    spread, slope = kinds
    values = independent(design.products, rows, spread)
    inner = design.products.places[np.ix_(design.used, design.used)]
    second = slope * np.where(inner >= 0, values[inner], 0.0)
    ones = np.ones(len(design.used))
    noise = design.gradient(price, len(GRADIENTS) - 1, ones).mechanism.error(0.95)
    assert noise is not None
    own, _ = design.noise_of(design.statistic(type(price), ones), noise.std[0])
    inverse = np.linalg.inv(second + 1e-9 * np.eye(len(second)))
    linear, _ = design.terms.scaled
    covariance = linear @ inverse @ (second + np.diag(own**2)) @ inverse @ linear.T
    std = np.sqrt(np.diag(covariance))[1:] * np.array(design.terms.ranges)
    return float(np.median(std)), float(factor * np.median(std)), float(factor * std.max())
