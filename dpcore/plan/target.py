"""The price of a target error: what is bought holds on every table, or is not sold.

`Query.price_of` gives the price at which a typical table has the target error. If the error depends on the rows, other
tables have larger ones. Here the price is raised until the error is small enough on every table with the known number
of rows, by `Prediction.certain`; if there is no such price, or no such bound, the target is refused.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpcore.mechanisms import Kind, Price
from dpcore.queries import Query, refusal
from dpcore.queries.prediction import Guess, Prediction
from dpcore.queries.single import DEAREST, sold
from dpcore.table.table import Table
from dpcore.text import Text, joined

_NEAR = 1.01
"""An error counts as the target up to this factor: errors are shown with two digits, and may be whole numbers."""
_EACH = 16
"""The steps by which a price doubles: small differences between machines change no step."""


def price_of(query: Query, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
    """The least price, up to a step, at which no table has a larger typical error. Raises QueryError."""
    usual = query.price_of(table, kind, half_width, level, rows)

    def price(step: int) -> Price:
        return sold(usual.total * Fraction(2.0 ** (step / _EACH)), kind, str(query)) if step else usual

    def enough(step: int) -> bool:
        return query.predict(table, price(step), level, rows).certain <= _NEAR * half_width

    if enough(0):
        return usual
    if rows is not None and not rows.certain:
        raise refusal.uncounted(query.sentence)
    if math.isnan(query.predict(table, usual, level, rows).certain):
        raise refusal.uncertain(query.sentence)
    low, high = 0, math.floor(_EACH * math.log2(DEAREST / float(usual.total)))
    if high < 1 or not enough(high):
        raise refusal.uncertain(query.sentence)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return price(high)


def bought(error: Prediction, half_width: float) -> Prediction:
    """The predicted error at the price of a target, and what that price bounds where most tables have less."""
    if not error.certain > _NEAR * error.half_width:
        return error
    words = Text("The price is such that no table has a margin above ± {width:.3g}.", width=half_width)
    if error.unit == "ranks":
        words = Text("The price is such that no table has a margin above ± {width:,.0f} ranks.", width=half_width)
    return replace(error, assumption=joined((words, error.assumption)))
