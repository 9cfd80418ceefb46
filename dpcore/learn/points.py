r"""One noise path, read at ten points and then at a thousand: the same path, and the same price.

The noise of `path`, a Gaussian process with kernel K(x, y) = exp(-(x - y)^2 / 2 h^2), as a finite sum of waves

    G(x) = sum_j s_j (z_j cos(w_j x) + z'_j sin(w_j x)),    s_j^2 the spectrum of K,    w_j = 2 pi j / PERIOD,

on a circle of PERIOD hours, so long that the kernel does not reach around it. Once the z are drawn, the path is fixed
at every point. For values at points S, with the rows phi(x) of F = (s_j cos(w_j x), s_j sin(w_j x)) over S,

    mu(S) = | projection of phi(x0) on the row space of F | / SIGMA  <=  |phi(x0)| / SIGMA  =  1 / SIGMA,

for any number of points, chosen at any time. Sets of paths that are described by finitely many points are a field; the
guarantee passes to the sigma-field that they generate, each set of which depends on countably many points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import final

import numpy as np

from dpcore import noise
from dpcore.learn import path
from dpcore.learn.path import FIRST_HOUR, LAST_HOUR, SIGMA, WIDTH, Array
from dpcore.learn.picture import FIRST, QUIET, Picture, label, line
from dpcore.number import whole
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

COUNTS = (10, 100, 1000)
"""The numbers of points that can be read. Each grid contains those before it."""
PERIOD = 64.0
_LEAST = 1e-13  # of the spectrum
_GRAIN = 2**20
_SINGULAR = 1e-9  # of the largest singular value


def hours(count: int) -> Array:
    """Evenly spaced points of the day."""
    whole(count, "`count` of `hours`", low=2, high=10_000)
    return np.linspace(FIRST_HOUR, LAST_HOUR, count)


def waves(at: Array) -> Array:
    """phi at these hours, shape (points, coordinates)."""
    most = math.floor(PERIOD / (math.pi * WIDTH) * math.sqrt(-math.log(_LEAST) / 2))
    j = np.arange(most + 1)
    spectrum = np.exp(-2 * np.square(math.pi * j * WIDTH / PERIOD)) * np.where(j == 0, 1.0, 2.0)
    size, angles = np.sqrt(spectrum / spectrum.sum()), 2 * math.pi / PERIOD * np.outer(at, j)
    return np.hstack([size * np.cos(angles), (size * np.sin(angles))[:, 1:]])


@lru_cache(maxsize=16)
def loss(count: int) -> float:
    """The mu of the values at so many points: at most 1 / SIGMA."""
    _, sizes, rows = np.linalg.svd(waves(hours(count)), full_matrices=False)
    person = waves(np.array([path.PERSON_HOUR]))[0]
    return float(np.linalg.norm(rows[sizes > _SINGULAR * sizes[0]] @ person)) / SIGMA


@final
@dataclass(frozen=True, eq=False)
class Noise:
    """The coordinates z of one noise path."""

    coordinates: Array

    def at(self, hours: Array) -> Array:
        """The path at any hours."""
        return np.asarray(SIGMA * waves(hours) @ self.coordinates)


def draw_noise() -> Noise:
    """A fresh path, from exact draws rounded to 2^-20."""
    size = waves(np.array([path.PERSON_HOUR])).shape[1]
    return Noise(noise.draw(noise.Gaussian(), _GRAIN, (size,)).astype(float) / _GRAIN)


def picture(drawn: Noise, count: int, say: Say = str) -> Picture:
    """The exact curve, and the released one at so many points."""
    figure = base()
    fine, at = hours(COUNTS[-1]), hours(count)
    exact = path.kernel(fine, path.HOURS).sum(axis=1)
    released = path.kernel(at, path.HOURS).sum(axis=1) + drawn.at(at)
    line(figure, fine, exact, QUIET, width=1.8, dash="dash")
    label(figure, float(fine[500]), float(exact[500]), say(Text("exact")))
    size = {10: 10, 100: 6}.get(count, 3)
    figure.add_scatter(x=at, y=released, mode="markers", marker={"color": FIRST, "size": size}, hoverinfo="skip")
    figure.update_xaxes(title=say(Text("hour of the day")), range=[FIRST_HOUR - 0.3, LAST_HOUR + 0.3], dtick=4)
    low, high = (bound(exact + drawn.at(fine)) for bound in (np.min, np.max))
    figure.update_yaxes(
        title=say(Text("released curve (people at a time)")),
        range=[min(low, 0) - 0.5, max(high, exact.max()) + 0.7],
        fixedrange=True,
    )
    return Picture(
        figure,
        Text(
            "{count:,} points of one released curve. Together they have mu {mu}; the whole curve has mu {most:g}, paid "
            "once. More points show more of the same noise: no point gets new noise.",
            count=count,
            mu=f"{math.floor(1e4 * loss(count) + 1e-6) / 1e4:g}",
            most=1 / SIGMA,
        ),
    )
