r"""What a bandwidth that is taken from rows reveals: two smooth noises of slightly different width on a grid of points.

GP(0, K_h) and GP(0, K_g), K_h(x, y) = exp(-(x - y)^2 / 2 h^2), are mutually singular for h != g: whoever sees a whole
path knows the bandwidth. On m evenly spaced points of [0, 1], with Gram matrices A of h and B of g, the average
log-likelihood ratio is the Kullback-Leibler divergence

    KL(h | g) = (trace(B^-1 A) - m + ln det B - ln det A) / 2,

which grows without bound in m. Such matrices are singular in doubles, so balls of 800 bits are used.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpcore.learn.picture import FIRST, SECOND, Picture, hover
from dpcore.noise import ball
from dpcore.number import whole
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

WIDTH = Fraction(1, 5)
"""The bandwidth without the person."""
OTHERS = (Fraction(201, 1000), Fraction(21, 100), Fraction(22, 100), Fraction(1, 4))
"""The bandwidths with the person that can be chosen."""
POINTS = (3, 5, 7, 9, 12, 15, 18, 21, 26, 31)
SHOWN = (5, 9, 15, 21, 31)
"""The numbers of points of the table."""
_BITS = 800


@lru_cache(maxsize=256)
def divergence(width: Fraction, other: Fraction, points: int) -> float:
    """KL(width | other) on so many points, in nats: noise has the first bandwidth, and is compared with the second.

    >>> [round(divergence(WIDTH, Fraction(21, 100), points), 2) for points in SHOWN]
    [0.01, 0.27, 2.98, 14.41, 110.53]
    """
    whole(points, "`points` of `divergence`", low=1, high=64)
    from flint import arb

    with ball.precision(_BITS):
        first, second = _gram(width, points), _gram(other, points)
        product = second.solve(first)
        trace: Any = sum((product[place, place] for place in range(points)), arb(0))
        return float((trace - points + second.det().log() - first.det().log()) / 2)


def _gram(width: Fraction, points: int) -> Any:
    """K(x_i, x_j) as balls."""
    from flint import arb_mat

    gaps = [Fraction(gap, max(1, points - 1)) for gap in range(points)]
    entries: list[Any] = [(-ball.rational((gap / width) ** 2 / 2)).exp() for gap in gaps]
    return arb_mat(points, points, [entries[abs(i - j)] for i in range(points) for j in range(points)])


def picture(other: Fraction, say: Say = str) -> Picture:
    """The average log-likelihood ratio by the number of points, in both directions."""
    figure = base()
    pairs = ((WIDTH, other, FIRST), (other, WIDTH, SECOND))
    for width, against, color in pairs:
        values = [divergence(width, against, points) for points in POINTS]
        figure.add_scatter(
            x=list(POINTS),
            y=values,
            mode="lines+markers",
            line={"color": color, "width": 2.5},
            hovertemplate=hover(Text("{points} points: {ratio} nats", points="%{x}", ratio="%{y:.3g}"), say),
        )
        text = say(Text("noise of bandwidth {width:g}", width=float(width)))
        figure.add_annotation(
            x=POINTS[-1],
            y=_exponent(values[-1]),
            text=text,
            showarrow=False,
            xanchor="right",
            yanchor="bottom" if color == FIRST else "top",
            yshift=6 if color == FIRST else -6,
        )
    figure.update_xaxes(title=say(Text("points at which the noise is seen")), range=[0, 33], dtick=5)
    figure.update_yaxes(
        title=say(Text("average log-likelihood ratio (nats)")), type="log", tickformat="~g", fixedrange=True
    )
    few, many = (divergence(WIDTH, other, points) for points in (5, 31))
    return Picture(
        figure,
        Text(
            "If one row moves the bandwidth from {width:g} to {other:g}, then on average the noise alone favours the "
            "true bandwidth by a factor of e to the power of {few:.2g} at 5 points, and of {many:.3g} at 31 points.",
            width=float(WIDTH),
            other=float(other),
            few=few,
            many=many,
        ),
    )


def _exponent(value: float) -> float:
    """The position of a value on a logarithmic axis of Plotly."""
    return math.log10(value)
