"""A quantile with noise scaled to its smooth sensitivity, as an alternative to selection.

Source: Nissim, Raskhodnikova & Smith 2007, with power-core noise (`dpcore.mechanisms.smooth`). Selection has the
smaller error on nearly every table, and a bound of its error in ranks. The size of this noise follows from the rows, so
it is private: no error can be stated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Price
from dpcore.mechanisms.smooth import smooth
from dpcore.mechanisms.smooth_noise import SmoothNoise
from dpcore.number import shown
from dpcore.queries.question.key import grouped_keys
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.round import Step
from dpcore.statistic import SmoothQuantile
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Aggregate, Grid
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.ranked import Ranked

Ranges = tuple[tuple[Range, ...], ...]

SELECTION, SMOOTH = "selection", "smooth"
METHOD = Parameter(
    "method",
    "choice",
    Text("Selection has the smaller error on nearly every table. The size of smooth noise is private."),
    choices=((SELECTION, Text("Selection")), (SMOOTH, Text("Noise scaled to smooth sensitivity"))),
    label=Text("Method"),
)


def checked(method: object) -> str:
    """The method. Raises QueryError for another value."""
    if not isinstance(method, str) or method not in (SELECTION, SMOOTH):
        raise QueryError('`method` must be "selection" or "smooth". Got {method}.', method=shown(method))
    return str(method)


def check(table: Table) -> None:
    """Raises QueryError for units of several rows."""
    if table.unit.max_rows > 1:
        raise QueryError(
            "Smooth sensitivity is for units of one row.",
            "Ask by selection, which also allows units of several rows.",
        )


def step(question: Ranked, table: Table, price: Price, lattice: Grid, ranges: Ranges) -> Step:
    """The single step of a round, for all groups. Raises QueryError, on public facts only."""
    check(table)
    noise = mechanism(price, ranges, table)
    statistic = SmoothQuantile(ranges, noise.ladder, table.neighbors)
    order = Order(lattice, ranges, statistic.reach)
    keys, where = grouped_keys(question.axes(table.schema)), tuple(question.where)
    return Step(Aggregate((order,), keys, where, (question.column,)), statistic, noise)


def mechanism(price: Price, ranges: Ranges, table: Table) -> SmoothNoise:
    """Power-core noise for a price. Raises QueryError."""
    try:
        return smooth(price, ranges, table.neighbors)
    except DpError as error:
        raise QueryError(error.message, error.hint) from None


def no_price(question: Ranked) -> QueryError:
    """The error for the price of a target error."""
    return QueryError(
        "The error of “{question}” is private, so no price can be found for it.",
        "Choose a weight or a price, or ask by selection.",
        question=question.sentence,
    )
