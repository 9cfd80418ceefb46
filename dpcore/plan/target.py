"""The price of a target error, at which the error is small enough on every table.

`Query.price_of` gives the price at which a typical table has the target error. If the error depends on the rows, other
tables have larger errors. Here the price is raised until the error is small enough on every table with the known number
of rows, by `Prediction.certain`; if there is no such price, or no such bound, the target is refused.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.queries import Query
from dpcore.queries.question import refusal
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.refusal import Unsold, unsold
from dpcore.queries.question.single import DEAREST, sold
from dpcore.table.table import Table
from dpcore.text import Text, joined

_NEAR = 1.01
"""An error counts as the target up to this factor: errors are shown with two digits, and may be whole numbers."""
_EACH = 16
"""A price doubles in this many steps. Small differences between machines change no step."""

_FINEST, _WIDEST = 1e-100, 1e100
"""Targets beyond these, whose squares and ratios may exceed the range of doubles, are never bought."""
_SMALL = Fraction(1, 10_000)
"""Below this price a loss may be too small to be booked, so the losses are computed here too."""


def price_of(query: Query, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
    """The least price, up to a step, at which the typical error is at most `half_width` on every table.

    rows: a guess of the rows in the question's cells. Raises QueryError.
    """
    if half_width > _WIDEST:
        raise _too_large(query, table, half_width)
    if half_width < _FINEST:
        raise _none_so_small(query, half_width)
    try:
        usual = query.price_of(table, kind, half_width, level, rows)
        predicted = _answerable(query, table, usual, level, rows)
    except Unsold as error:
        if not error.dear:
            raise _too_large(query, table, half_width) from None
        raise _too_small(query, table, kind, half_width, level, rows, error.least) from None

    def price(step: int) -> Price:
        raised = usual.total * Fraction(2.0 ** (step / _EACH))
        return sold(raised, kind, str(query), lambda: math.nan) if step else usual

    def enough(step: int) -> bool:
        prediction = query.predict(table, price(step), level, rows) if step else predicted
        return prediction.certain <= _NEAR * half_width

    if enough(0):
        return usual
    if rows is not None and not rows.certain:
        raise refusal.uncounted(query.sentence)
    if math.isnan(predicted.certain):
        raise refusal.uncertain(query.sentence)
    low, high = 0, math.floor(_EACH * math.log2(DEAREST / float(usual.total)))
    if high < 1 or not enough(high):
        raise refusal.uncertain(query.sentence)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return price(high)


def _answerable(query: Query, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
    """The prediction at a price. Raises Unsold if no answer is possible at this price, QueryError if at no price."""
    try:
        prediction = query.predict(table, price, level, rows)
        if price.total < _SMALL:
            query.promise(table, price)
        return prediction
    except DpError:
        dearest = type(price)(Fraction(DEAREST))
        query.predict(table, dearest, level, rows)
        query.promise(table, dearest)
        raise unsold(query.sentence, dear=False) from None


def _too_large(query: Query, table: Table, half_width: float) -> QueryError:
    """The error for a target that is larger than the error at every price."""
    return QueryError(
        "No price gives “{question}” a margin of error as large as ± {asked}.",
        "Ask for a smaller margin of error, or choose a weight or a price.",
        question=query.sentence,
        asked=_shown(half_width),
    )


def _too_small(
    query: Query, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None, least: float
) -> QueryError:
    """The error for a target that is smaller than the error at every price. least: the error at the largest price.

    If the least error is refused as a target too, because tables differ, that refusal is returned.
    """
    least, facts = _up(least), {"question": query.sentence, "asked": _shown(half_width)}
    if least > half_width:
        dearest = kind(Fraction(DEAREST))
        if not query.predict(table, dearest, level, rows).certain <= _NEAR * least:
            certain = rows is None or rows.certain
            return refusal.uncertain(query.sentence) if certain else refusal.uncounted(query.sentence)
    if not least > half_width:
        return _none_so_small(query, half_width)
    if query.error.unit == "ranks":
        return QueryError(
            "No price gives “{question}” a margin of error of ± {asked} ranks; the least is ± {least} ranks.",
            "Ask for that margin or a larger one.",
            **facts,
            least=_shown(least),
        )
    return QueryError(
        "No price gives “{question}” a margin of error of ± {asked}; the least is ± {least}.",
        "Ask for that margin or a larger one.",
        **facts,
        least=_shown(least),
    )


def _none_so_small(query: Query, half_width: float) -> QueryError:
    """The error for a target that is smaller than the error at every price, if the least error cannot be stated."""
    return QueryError(
        "No price gives “{question}” a margin of error as small as ± {asked}.",
        "Ask for a larger margin of error.",
        question=query.sentence,
        asked=_shown(half_width),
    )


def _up(number: float) -> float:
    """The number rounded up to three digits; 0 if it is not a positive number below 1e300."""
    if not 0.0 < number < 1e300:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(number)) - 2)
    return float(f"{math.ceil(number / unit) * unit:.4g}")


def _shown(number: float) -> str:
    return f"{number:,.4g}"


def bought(error: Prediction, half_width: float) -> Prediction:
    """The predicted error at the price of a target. If it is below the target, its assumption states the bound."""
    if not error.certain > _NEAR * error.half_width:
        return error
    words = Text("The price is such that no table has a margin above ± {width:.3g}.", width=half_width)
    if error.unit == "ranks":
        words = Text("The price is such that no table has a margin above ± {width:,.0f} ranks.", width=half_width)
    return replace(error, assumption=joined((words, error.assumption)))
