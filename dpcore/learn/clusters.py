r"""k-means with noise, round by round: noisy counts and sums of each cluster give the next centres.

In a round every point belongs to its nearest centre. A point of the unit square adds (1, x - 1/2, y - 1/2) to the
vector of its cluster, of norm at most sqrt(1 + 1/4 + 1/4), and nothing to the others. So Gaussian noise of standard
deviation sqrt(3/2) / m on every coordinate makes a round m-GDP, where a point comes or goes, and R rounds are
sqrt(R) m-GDP. A price of mu for all R rounds gives each of them m = mu / sqrt(R).

Source: Lloyd 1982; with noise, Blum, Dwork, McSherry & Nissim 2005.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore import noise
from dpcore.learn.picture import FIRST, QUIET, SECOND, Picture, hover
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MOST = 10
PRICES = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
REACH = math.sqrt(1.5)
"""The most that a point adds to the numbers of a round."""
START: Array = np.array([[0.15, 0.85], [0.45, 0.5], [0.6, 0.55]])
_MIDDLES = ((0.22, 0.25, 110), (0.75, 0.3, 90), (0.5, 0.78, 100))
_GOLDEN = math.pi * (3 - math.sqrt(5))
_GRAIN = 2**20


def _cloud(x: float, y: float, count: int) -> Array:
    """Points around a middle, evenly along a spiral."""
    far, turn = 0.16 * np.sqrt(np.arange(count) / count), _GOLDEN * np.arange(count)
    return np.stack([x + far * np.cos(turn), y + far * np.sin(turn)], axis=1)


POINTS: Array = np.concatenate([_cloud(*middle) for middle in _MIDDLES])
"""The public table: 300 points of the unit square."""


@final
@dataclass(frozen=True, eq=False)
class Course:
    """The centres before the first round and after each; shape (rounds + 1, 3, 2). mu: of all rounds together."""

    centers: Array
    mu: float

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.centers) - 1

    @property
    def each(self) -> float:
        """The mu of one round."""
        return self.mu / math.sqrt(self.rounds)

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise on each number of a round."""
        return REACH / self.each

    def spent(self, after: int) -> float:
        """The mu of the first rounds together."""
        return self.each * math.sqrt(after)


def draw_noise() -> Array:
    """Standard Gaussian noise for every number of every round, from exact draws rounded to 2^-20."""
    size = (MOST, len(START), 3)
    return np.asarray(noise.draw(noise.Gaussian(), _GRAIN, size).astype(float) / _GRAIN)


def course(drawn: Array, rounds: int, mu: float, *, noisy: bool = True) -> Course:
    """The rounds at a price. noisy: whether noise is added; without it, no price makes the rounds private."""
    found, sigma = [START], REACH * math.sqrt(rounds) / mu if noisy else 0.0
    for number in range(rounds):
        found.append(moved(found[-1], sigma * drawn[number], sigma))
    return Course(np.array(found), mu)


def moved(centers: Array, added: Array, sigma: float) -> Array:
    """The next centres. One whose noisy count is below the noise stays where it is."""
    nearest = np.argmin(_distances(centers), axis=1)
    member = np.eye(len(centers))[nearest]
    counts, sums = member.sum(axis=0) + added[:, 0], member.T @ (POINTS - 0.5) + added[:, 1:]
    enough = counts >= max(sigma, 1.0)
    means = 0.5 + sums / np.where(enough, counts, 1.0)[:, None]
    return np.where(enough[:, None], np.clip(means, 0.0, 1.0), centers)


def distance(centers: Array) -> float:
    """The root of the mean squared distance of the points from their nearest centres."""
    return math.sqrt(float(np.square(_distances(centers).min(axis=1)).mean()))


def paths(noisy: Course, exact: Course, say: Say = str) -> Picture:
    """The points, and the centres from round to round with noise and without."""
    figure = base()
    figure.add_scatter(
        x=POINTS[:, 0],
        y=POINTS[:, 1],
        mode="markers",
        marker={"color": QUIET, "size": 4},
        opacity=0.6,
        hoverinfo="skip",
    )
    _walk(figure, exact, SECOND, "x", "dot", say)
    _walk(figure, noisy, FIRST, "circle", "solid", say)
    figure.update_xaxes(range=[-0.03, 1.03], visible=False)
    figure.update_yaxes(range=[-0.03, 1.03], visible=False, fixedrange=True)
    figure.update_layout(height=400)
    off = float(np.linalg.norm(noisy.centers[-1] - exact.centers[-1], axis=1).max())
    return Picture(
        figure,
        Text(
            "Number of rounds: {rounds}, price of all: mu {mu:g}. Each round has mu {each:.3g}, with noise of about ± "
            "{sigma:.3g} points on the count of a cluster. Blue circles: the centres after each round. Orange crosses: "
            "without noise. At the end they are at most {off:.2g} apart; the square has side 1.",
            mu=noisy.mu,
            rounds=noisy.rounds,
            each=noisy.each,
            sigma=noisy.sigma,
            off=off,
        ),
    )


def progress(noisy: Course, exact: Course, say: Say = str) -> Picture:
    """How close the centres are to the points, by the mu that is spent."""
    figure = base()
    at = [noisy.spent(after) for after in range(noisy.rounds + 1)]
    lines = [[distance(centers) for centers in found.centers] for found in (exact, noisy)]
    for heights, color, dash in zip(lines, (SECOND, FIRST), ("dot", "solid"), strict=True):
        figure.add_scatter(
            x=at,
            y=heights,
            mode="lines+markers",
            line={"color": color, "dash": dash},
            marker={"size": 9},
            customdata=list(range(len(at))),
            hovertemplate=hover(Text("after round %{customdata}: mu %{x:.3g}, distance %{y:.3g}"), say),
        )
    figure.update_xaxes(title=say(Text("mu spent so far")), range=[-0.03 * noisy.mu, 1.04 * noisy.mu])
    figure.update_yaxes(
        title=say(Text("typical distance from the centre")), range=[0, 0.5], fixedrange=True, tickformat=".1f"
    )
    figure.update_layout(height=300)
    return Picture(
        figure,
        Text(
            "After the first round mu {first:.3g} is spent, after the last mu {mu:g}. The typical distance of a point "
            "from its nearest centre goes from {start:.3g} to {end:.3g} (blue), and to {exact:.3g} without noise "
            "(orange).",
            first=noisy.spent(1),
            mu=noisy.mu,
            start=lines[1][0],
            end=lines[1][-1],
            exact=lines[0][-1],
        ),
    )


def _distances(centers: Array) -> Array:
    """The distance of every point from every centre."""
    return np.asarray(np.linalg.norm(POINTS[:, None] - centers[None], axis=2))


def _walk(figure: go.Figure, found: Course, color: str, symbol: str, dash: str, say: Say) -> None:
    """The path of each centre; the last mark is the largest."""
    size = [6.0] * found.rounds + [14.0]
    for path in found.centers.swapaxes(0, 1):
        figure.add_scatter(
            x=path[:, 0],
            y=path[:, 1],
            mode="lines+markers",
            line={"color": color, "width": 2, "dash": dash},
            marker={"color": color, "symbol": symbol, "size": size},
            customdata=list(range(found.rounds + 1)),
            hovertemplate=hover(Text("after round %{customdata}"), say),
        )
