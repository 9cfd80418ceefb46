"""The parameters of noisy gradient descent, as a form shows them, and what was measured beside it."""

from __future__ import annotations

from typing import Final

from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.variable import MOST
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.text import Text

MOST_STEPS = 500
# vital
UNSTATED_ERROR = (
    Text("the distance from the best model is unknown"),
    Text("How near these steps have come to the best model is not known, so no margin of error can be stated."),
)
BETTER = Text(
    "Logistic regression states margins of error and needs fewer steps. In a test on 260,000 flights at epsilon 1 it "
    "was also more accurate: its log loss was 0.00005 above the least possible, that of 100 sampled steps 0.001 and of "
    "30 full steps 0.005."
)

# vital
PARAMETERS: Final[tuple[Parameter, ...]] = (
    Parameter(
        "target",
        "column",
        Text("The number, or the true-or-false column, that is explained."),
        (Number, Flag),
        label=Text("Explained"),
    ),
    Parameter(
        "features",
        "several",
        Text(
            "The columns that explain it: numbers, true-or-false columns and categories, with at most {most} "
            "numbers and values together.",
            most=MOST,
        ),
        (Number, Flag, Category),
        low=1,
        label=Text("Explained by"),
        of="target",
    ),
    Parameter(
        "steps",
        "whole",
        Text("The number of steps, from {low} to {high}.", low=1, high=MOST_STEPS),
        low=1,
        high=MOST_STEPS,
        default=30,
        label=Text("Steps"),
    ),
    Parameter(
        "rate",
        "real",
        Text(
            "Optional: the probability with which a unit is in the sample of a step. Empty: every step reads all "
            "rows. A sample is charged with a probability of failure too: a hundredth of the part of delta that the "
            "budget sets aside for failures."
        ),
        low=0.005,
        high=1,
        label=Text("Sampling rate (optional)"),
        optional=True,
        currency="mu",
        sampled=True,
    ),
    Parameter(
        "clip",
        "real",
        Text("The largest length of the gradient of a row, for columns scaled to -1..1; longer ones are cut."),
        low=0.01,
        high=10,
        default=2,
        label=Text("Clipping bound"),
    ),
    Parameter(
        "speed",
        "real",
        Text("The size of the steps; 1 is the usual size for so many columns."),
        low=0.01,
        high=10,
        default=1,
        label=Text("Step size"),
    ),
)


def compared(target: str, flag: bool) -> Text:
    """What the picture of coefficients compares, for a flag or a number."""
    if flag:
        return Text("change of the log odds of {target} over the range", target=target)
    return Text("change of {target} over the range", target=target)


def samples_charged(noise: float, mu: float, failing: float, estimate: float) -> Text:
    """What was charged for steps on samples. estimate: the mu of the central limit theorem."""
    return Text(
        "The noise of each step is {noise:.3g} times the clipping bound. The certified charge of the steps is mu "
        "{mu:.4g} with a failure probability of {failing:g}; the central limit theorem would say {estimate:.4g}, "
        "which is an estimate and not a bound.",
        noise=noise,
        mu=mu,
        failing=failing,
        estimate=estimate,
    )
