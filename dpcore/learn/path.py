r"""A noisy curve seen at finitely many points: cylinder sets in one picture.

Arrivals over a day: each person adds one bump K(x, their hour), K(x, y) = exp(-(x-y)^2 / (2 h^2)). The release is the
sum of the bumps plus SIGMA times a Gaussian process with covariance K. One more person adds a bump of norm 1 in the
space of K, so finitely many values are G_mu with

    mu(S) = || M_S^{-1/2} k_S || / SIGMA  <=  1 / SIGMA,    M_S = K(S, S),  k_S = K(S, x0)

for any number of points S, whenever they are chosen (Hall, Rinaldo & Wasserman 2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore import noise, tradeoff
from dpcore.learn.game import Share
from dpcore.learn.picture import FIRST, QUIET, SECOND, Picture, hover, label, line, percent
from dpcore.number import whole
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

Array = NDArray[np.float64]

HOURS = (7.5, 8.0, 8.4, 9.1, 11.5, 12.2, 15.8, 16.5, 17.0, 17.2, 18.0, 20.0)
PERSON_HOUR = 13.3
WIDTH = 1.6
SIGMA = 1.0
FIRST_HOUR, LAST_HOUR = 6.0, 22.0
GRID = 97
PATHS = 400
MOST_PLACES = 16
_GATE = 1.3
_GRAIN = 2**20
# Added to the diagonal: more noise than the proof needs, so that the Cholesky factor exists in doubles.
_NUGGET = 1e-6


def kernel(x: Any, y: Any) -> Array:
    """K(x, y), shape (len(x), len(y))."""
    gap = np.subtract.outer(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    return np.asarray(np.exp(-0.5 * (gap / WIDTH) ** 2))


def hours() -> Array:
    """The public grid on which paths are drawn."""
    return np.linspace(FIRST_HOUR, LAST_HOUR, GRID)


def places(count: int) -> Array:
    """Sorted indices of `count` points of the grid; each further point lies in the widest gap (van der Corput)."""
    whole(count, "`count` of `places`", low=1, high=MOST_PLACES)
    turned = [int(f"{number:04b}"[::-1], 2) for number in range(count)]
    return np.sort(3 + 6 * np.array(turned, dtype=np.int64))


def curve_without() -> Array:
    """The exact curve of the table without the person."""
    return np.asarray(kernel(hours(), HOURS).sum(axis=1))


def curve_with() -> Array:
    """The exact curve of the table with the person: one more bump."""
    return curve_without() + kernel(hours(), [PERSON_HOUR])[:, 0]


def loss(count: int) -> float:
    """The mu of the values at `count` points, at most 1 / SIGMA."""
    at = hours()[places(count)]
    gram = kernel(at, at) + _NUGGET * np.eye(count)
    bump = kernel(at, [PERSON_HOUR])[:, 0]
    return float(np.sqrt(bump @ np.linalg.solve(gram, bump)) / SIGMA)


@final
@dataclass(frozen=True, eq=False)
class Paths:
    """Noise paths on the grid, shape (PATHS, GRID)."""

    noise: Array

    def through(self, count: int) -> tuple[Share, Share]:
        """The shares of paths that pass the gates at `count` points, (without, with) the person."""
        at = places(count)
        gate = curve_with()[at]
        passed = [
            int(np.sum(np.all(np.abs(curve[at] + self.noise[:, at] - gate) <= _GATE, axis=1)))
            for curve in (curve_without(), curve_with())
        ]
        return Share(passed[0], len(self.noise)), Share(passed[1], len(self.noise))


def draw_paths() -> Paths:
    """Fresh noise paths, from exact draws rounded to 2^-20."""
    at = hours()
    factor = np.linalg.cholesky(kernel(at, at) + _NUGGET * np.eye(GRID))
    plain = noise.draw(noise.Gaussian(), _GRAIN, (PATHS, GRID)).astype(float) / _GRAIN
    return Paths(SIGMA * plain @ factor.T)


def picture(paths: Paths, count: int, shown: int = 12, say: Say = str) -> Picture:
    """Some paths, the gates of one cylinder set, and the number that pass with and without the person."""
    figure = base()
    at, index = hours(), places(count)
    middle = curve_with()
    for path in middle + paths.noise[:shown]:
        inside = bool(np.all(np.abs(path[index] - middle[index]) <= _GATE))
        line(figure, at, path, FIRST if inside else QUIET, width=1.6 if inside else 1, opacity=0.9 if inside else 0.45)
    for place in index:
        line(figure, [at[place]] * 2, [middle[place] - _GATE, middle[place] + _GATE], SECOND, width=5)
    label(figure, float(at[index[0]]), float(middle[index[0]] + _GATE), say(Text("gate")))
    figure.update_xaxes(title=say(Text("hour of the day")), range=[FIRST_HOUR - 0.3, LAST_HOUR + 0.3], dtick=4)
    figure.update_yaxes(title=say(Text("released curve (people at a time)")), tickformat="~g", fixedrange=True)
    without, present = paths.through(count)
    top = tradeoff.gaussian(loss(count)).power(without.value)
    gates = {1: Text("the gate"), 2: Text("both gates")}.get(count, Text("all {count} gates", count=count))
    return Picture(
        figure,
        Text(
            "Blue curves pass {gates}. Of {paths} curves, {present} pass with the person in the table and "
            "{without} pass without. If {share} pass without the person, the guarantee allows at most "
            "{most} with the person.",
            gates=gates,
            paths=PATHS,
            present=present.hits,
            without=without.hits,
            share=percent(without.value, 2),
            most=percent(top, 2),
        ),
    )


def losses(say: Say = str) -> Picture:
    """The mu of several looks, compared with the mu of the whole curve."""
    figure = base()
    counts = np.arange(1, MOST_PLACES + 1)
    figure.add_scatter(
        x=counts,
        y=[loss(int(count)) for count in counts],
        mode="markers",
        marker={"color": FIRST, "size": 8},
        hovertemplate=hover(Text("{looks} looks: mu {mu}", looks="%{x}", mu="%{y:.3f}"), say),
    )
    line(figure, [0, MOST_PLACES + 1], [1 / SIGMA] * 2, SECOND, width=2, dash="dash")
    label(figure, MOST_PLACES / 2, 1 / SIGMA, say(Text("the whole curve")))
    figure.update_layout(height=280)
    figure.update_xaxes(title=say(Text("looks (hours)")), range=[0, MOST_PLACES + 1], dtick=4)
    figure.update_yaxes(
        title=say(Text("privacy loss of the looks (mu)")), range=[0, 1.2 / SIGMA], tickformat=".1f", fixedrange=True
    )
    return Picture(
        figure,
        Text(
            "Every further look reveals more, but all looks together never cost more than mu {mu:g}: the "
            "price of the whole curve, paid once.",
            mu=1 / SIGMA,
        ),
    )
