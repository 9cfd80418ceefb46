r"""A row's vector clipped to a public ball (`dpcore.table.ball.Ball`), in integers alone.

The factor k is the largest whole number with k^2 |w|^2 <= radius^2 FACTORS^2. Doubles only give an estimate:
sqrt(radius^2 FACTORS^2 / |w|^2) rounded down, each operation with a relative error of 2^-53, differs from k by at most
1, because k < 2^24. Integers of at most 110 bits then select one of the three candidates; if none fits, the factor is
0. So no vector leaves the ball, whatever the errors of doubles, and the result is the same in every engine.
"""

from __future__ import annotations

from typing import Protocol

from sqlglot import exp

from dpcore.engine.sql.layer import CENTRED, FACTOR, NORM, SUGGESTED, Layers
from dpcore.engine.sql.literal import call, cast, double, integer
from dpcore.table.aggregate import Grid
from dpcore.table.ball import FACTORS, UNIT, Ball


class BallWriter(Protocol):
    """The grid integers of the rows of a statement."""

    @property
    def layers(self) -> Layers:
        """The expressions so far, to which the expressions of the ball are added."""

    def step(self, grid: Grid) -> exp.Expr:
        """The grid integer of a cell."""


def clip(ball: Ball, place: int, writer: BallWriter) -> exp.Expr:
    """The coordinate v of a row at this place; NULL if any of the row's cells is missing."""
    add, vector = writer.layers.add, [_center(grid, writer) for grid in ball.grids]
    norm = add(NORM, (NORM, ball.grids), lambda: _sum([exp.Mul(this=w, expression=w.copy()) for w in vector]))
    suggested = add(SUGGESTED, (SUGGESTED, ball), lambda: _suggest_factor(ball, norm))
    factor = add(FACTOR, (FACTOR, ball), lambda: _factor(ball, norm, suggested))
    return divide(vector[place], factor, FACTORS)


def _center(grid: Grid, writer: BallWriter) -> exp.Expr:
    """w = (2 y - U) * UNIT / U, truncated toward zero."""
    twice = exp.Mul(this=cast(writer.step(grid), "bigint"), expression=integer(2))
    z = exp.Paren(this=exp.Sub(this=twice, expression=integer(grid.steps)))
    return writer.layers.add(CENTRED, (CENTRED, grid), lambda: divide(z, integer(UNIT), grid.steps))


def divide(x: exp.Expr, times: exp.Expr, by: int | exp.Expr) -> exp.Expr:
    """x * times / by toward zero, for times >= 0, by > 0: engines round quotients of negative numbers differently."""
    divisor = integer(by) if isinstance(by, int) else by

    def quotient(size: exp.Expr) -> exp.Expr:
        product = exp.Paren(this=exp.Mul(this=size, expression=times.copy()))
        return cast(exp.IntDiv(this=product, expression=divisor.copy()), "bigint")

    below = exp.LT(this=x, expression=integer(0))
    return exp.Case().when(below, exp.Neg(this=quotient(exp.Paren(this=exp.Neg(this=x.copy()))))).else_(quotient(x))


def _suggest_factor(ball: Ball, norm: exp.Expr) -> exp.Expr:
    """A number that differs from the factor by at most 1 if the norm exceeds the radius."""
    above_zero = cast(exp.Nullif(this=norm, expression=integer(0)), "double")
    ratio = exp.Div(this=double(float(ball.squared * FACTORS**2)), expression=above_zero, typed=False, safe=False)
    return cast(exp.Floor(this=call("SQRT", ratio)), "bigint")


def _factor(ball: Ball, norm: exp.Expr, suggested: exp.Expr) -> exp.Expr:
    """The factor k; FACTORS inside the ball. NULL if the norm is NULL."""
    most = _wide(exp.Literal.string(str(ball.squared * FACTORS**2)))
    case = exp.Case()
    above, below = exp.Add(this=suggested, expression=integer(1)), exp.Sub(this=suggested.copy(), expression=integer(1))
    for number in (above, suggested, below):
        square = exp.Mul(this=_wide(number), expression=_wide(number.copy()))
        case = case.when(exp.LTE(this=exp.Mul(this=square, expression=_wide(norm)), expression=most.copy()), number)
    inside = exp.LTE(this=norm, expression=integer(ball.squared))
    outside = exp.GT(this=norm, expression=integer(ball.squared))
    return exp.Case().when(inside, integer(FACTORS)).when(outside, case.else_(integer(0)))


def _wide(x: exp.Expr) -> exp.Expr:
    return cast(x, "decimal(38, 0)")


def _sum(parts: list[exp.Expr]) -> exp.Expr:
    total = parts[0]
    for part in parts[1:]:
        total = exp.Add(this=total, expression=part)
    return total
