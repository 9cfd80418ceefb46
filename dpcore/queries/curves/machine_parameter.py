"""The parameters of a kernel machine besides its columns: the loss of a row, the regularisation, the kernel's width."""

from __future__ import annotations

from dpcore.queries.question.parameter import Parameter
from dpcore.text import Text

USUAL, HINGE, SQUARES = "usual", "hinge", "squares"
LOSS = Parameter(
    "loss",
    "choice",
    Text(
        "What the function is fitted by. The smoothed hinge is for true and false. Ridge regression predicts the mean "
        "of skewed values too, with several times the noise. It needs a dataset that protects by replacing one row and "
        "declares the expected number of rows, without dropped rows, groups and filters."
    ),
    choices=(
        (USUAL, Text("logistic, or Huber's for a number")),
        (HINGE, Text("smoothed hinge")),
        (SQUARES, Text("squares (ridge regression)")),
    ),
    label=Text("Loss"),
    all_rows=(SQUARES,),
)
"""The parameter of a question for the loss of a row."""
FINEST = 0.05
"""The finest bandwidth, in ranges: with two columns it has about 2,500 coefficients."""
WIDEST = 10.0
USUAL_WIDTH = 0.08
"""About the widest kernel that fits a circle of two boxes, in ranges."""
USUAL_STRENGTH = 100.0
STRENGTH = Parameter(
    "strength",
    "real",
    Text(
        "The strength of the regularisation. A larger one has less noise and pulls answers to the middle. The best "
        "one grows with the rows: about 20 for a thousand, 100 for a hundred thousand; of ridge regression, 50 and "
        "1,000."
    ),
    low=1.0,
    high=1e6,
    default=USUAL_STRENGTH,
    label=Text("Regularisation"),
)
BANDWIDTH = Parameter(
    "bandwidth",
    "real",
    Text("The width of the kernel, as a share of each column's range."),
    low=FINEST,
    high=WIDEST,
    default=USUAL_WIDTH,
    label=Text("Bandwidth"),
)
