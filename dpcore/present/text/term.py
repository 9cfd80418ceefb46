# vital
"""The field's terms, each explained in a few sentences: help texts for the first use of a term."""

from __future__ import annotations

from dpcore.text import Text

EPSILON = Text(
    "Bounds how much one privacy unit can change what is released: the probability of any outcome changes "
    "by at most a factor of e to the power of epsilon (2.7 at epsilon 1). Smaller values protect more. The "
    "epsilon of several releases together is at most the sum of their epsilons."
)
DELTA = Text(
    "The allowed exception to the epsilon bound: the probability of any outcome may exceed the bound by at "
    "most delta. Delta should be far below one divided by the number of privacy units."
)
MU = Text(
    "The parameter of Gaussian differential privacy: deciding whether a privacy unit is in the table is at "
    "least as hard as distinguishing two normal distributions whose means differ by mu standard "
    "deviations. Smaller values protect more. The squares of mu of several releases add up."
)
UNIT = Text(
    "Privacy unit: the data that are protected together, either one row or all rows of one person, "
    "household or company. The guarantee holds for each unit by itself."
)
RELATION = Text(
    "Neighbouring datasets: two tables that must be hard to tell apart. They differ in one privacy unit: "
    "either it is present in only one of them, or its data differ."
)
MARGIN = Text(
    "Margin of error: the answer without noise lies within this distance of the released number, with the stated "
    "probability. It covers privacy noise only, not sampling error or clipped values."
)
WEIGHT = Text(
    "This question's part of the plan's total, relative to the other questions. A larger weight gives a smaller "
    "error and leaves less for the others."
)
ALONE = Text("With one question in the plan, its weight has no effect: it gets the plan's whole total.")
SET_BY = Text(
    "Which of weight, price and margin was typed last: it holds, and the others follow. A typed price or margin is "
    "kept while the other questions are rebalanced; empty its cell to share by weight again. To keep a "
    "figure exactly as it stands, choose it under “Set by” below the table."
)
WORTH = Text(
    "Which answers a margin of error is small enough for, from public facts alone. “Not usable”: no answer with this "
    "margin says more than is public already."
)
# vital
UNITS = Text(
    "The unit in which prices and the budget are shown and typed: epsilon at the budget's delta, the share of the "
    "budget, or mu. It changes no charge. Epsilons at a delta do not add up; shares do, and so do the squares of mu."
)
CHARGED = Text(
    "Charged: what all answers so far have booked in the budget's account. It is the part of the budget that is used "
    "up. Only the whole budget is a certified promise for everything that is ever released."
)
TOGETHER = Text(
    "What this plan books in the budget's account. Beside it stands how far the meter moves, usually by less "
    "than the epsilon that the plan has on its own."
)
PRICE = Text(
    "What this question books in the budget's account, on its own. A typed price is kept while the other questions are "
    "rebalanced."
)
NOISE = Text(
    "Gaussian noise is better for many numbers, Laplace noise for few. Changing it keeps what each question books; the "
    "margins of error change."
)
CURRENCIES = {"mu": Text("mu"), "epsilon": Text("epsilon")}
OF_CURRENCY = {"mu": MU, "epsilon": EPSILON}
