"""The centre of attention of block answers, and how far one block moves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.learn.picture import FIRST, QUIET, SECOND, Picture, line
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.sensitivity import SmoothSensitivity, center_of_attention
from dpcore.text import Text

ANSWERS = (0.44, 0.46, 0.47, 0.48, 0.49, 0.5, 0.51, 0.52, 0.54)
"""The answers of nine blocks, in [0, 1]; the reader moves the middle one."""
MOVED = len(ANSWERS) // 2
_LIMITS = (0.0, 1.0)


@final
@dataclass(frozen=True)
class Attention:
    """The shortest interval that holds t0 answers, more than half of them; the centre is its middle."""

    low: float
    high: float

    @property
    def center(self) -> float:
        """The centre of attention."""
        return (self.low + self.high) / 2


def attention(answers: tuple[float, ...]) -> Attention:
    """The shortest interval with t0 = ceil((m + 2) / 2) of m answers, the lowest of several."""
    ordered, count = sorted(answers), -(-(len(answers) + 2) // 2)
    starts = range(len(ordered) - count + 1)
    best = min(starts, key=lambda start: ordered[start + count - 1] - ordered[start])
    return Attention(ordered[best], ordered[best + count - 1])


def bound(answers: tuple[float, ...], beta: float) -> SmoothSensitivity:
    """The sensitivity of the centre when one block changes."""
    return center_of_attention(answers, beta, _LIMITS[1] - _LIMITS[0])


def moved(value: float) -> tuple[float, ...]:
    """The answers after the middle block gave `value`."""
    return (*ANSWERS[:MOVED], value, *ANSWERS[MOVED + 1 :])


def picture(value: float, beta: float, say: Say = str) -> Picture:
    """The answers before and after, with their interval, centre and mean."""
    figure, centers, means = base(), list[float](), list[float]()
    for height, answers in ((1.0, ANSWERS), (0.0, moved(value))):
        found = attention(answers)
        line(figure, [found.low, found.high], [height, height], FIRST, width=8, opacity=0.35)
        _marks(figure, answers, height, QUIET, "circle")
        _marks(figure, (found.center,), height, FIRST, "diamond")
        _marks(figure, (float(np.mean(answers)),), height, SECOND, "x")
        centers.append(found.center)
        means.append(float(np.mean(answers)))
    ticks = {"tickvals": [0.0, 1.0], "ticktext": [say(Text("after")), say(Text("before"))]}
    figure.update_yaxes(range=[-0.6, 1.6], fixedrange=True, **ticks)
    figure.update_xaxes(title=say(Text("answer of a block")), range=[-0.03, 1.03])
    figure.update_layout(height=280)
    return Picture(
        figure,
        Text(
            "One block moves from {old:g} to {new:g}. The centre of attention (blue diamond) moves by {center:.3g}, "
            "the mean (orange cross) by {mean:.3g}. Here one block moves the centre by {local:.3g} at most; the smooth "
            "sensitivity is {smooth:.3g}.",
            old=ANSWERS[MOVED],
            new=value,
            center=abs(centers[1] - centers[0]),
            mean=abs(means[1] - means[0]),
            local=float(bound(ANSWERS, beta).profile[0]),
            smooth=bound(ANSWERS, beta).smooth,
        ),
    )


def _marks(figure: object, at: tuple[float, ...], height: float, color: str, symbol: str) -> None:
    figure.add_scatter(  # type: ignore[attr-defined]
        x=at,
        y=[height] * len(at),
        mode="markers",
        marker={"color": color, "size": 12, "symbol": symbol},
        hoverinfo="skip",
    )
