r"""What one step of gradient descent reveals of one record, and what clipping and noise change.

A logistic model with weights 0 gives every record the probability 1/2. A record x with label 1, as (x, 1), has the
gradient

    g = (p - y) (x, 1) = -(x, 1) / 2,

a multiple of the record itself: divided by its last coordinate it is the record. DP-SGD (Abadi et al. 2016) shortens
it to norm at most C and adds Gaussian noise of standard deviation sigma C to every coordinate of the sum over records.
If a record comes or goes, the sum changes by at most C, so a step is 1/sigma-GDP, and T steps are sqrt(T)/sigma-GDP.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore import noise, tradeoff
from dpcore.learn.picture import FIRST, SECOND, Picture, draw, label, line, percent, square
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_ROWS = ("........", "..####..", ".##..##.", "....##..", "...##...", "..##....", ".######.", "........")
RECORD: Array = np.array([[mark == "#" for mark in row] for row in _ROWS], dtype=np.float64)
"""A made-up record: the 64 pixels of a figure."""
CLIPS = (0.25, 0.5, 1.0, 2.0, 4.0)
NOISES = (0.0, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
STEPS = (1, 10, 100, 1000)
ALARMS = 0.05
_GRAIN = 2**20
_SCALE = [[0.0, "rgba(138,148,160,0.15)"], [1.0, FIRST]]


def gradient(record: Array = RECORD, label_: float = 1.0, probability: float = 0.5) -> Array:
    """The gradient of the logistic loss at a record, with the coordinate of the constant last."""
    return (probability - label_) * np.append(record.ravel(), 1.0)


def clipped(vector: Array, clip: float) -> Array:
    """The vector, shortened to norm `clip` if it is longer."""
    return vector * min(1.0, clip / float(np.linalg.norm(vector)))


def draw_noise() -> Array:
    """Standard Gaussian noise for each coordinate, from exact draws rounded to 2^-20."""
    return np.asarray(noise.draw(noise.Gaussian(), _GRAIN, (RECORD.size + 1,)).astype(float) / _GRAIN)


def released(drawn: Array, clip: float, sigma: float) -> Array:
    """The step: the clipped gradient with noise."""
    return clipped(gradient(), clip) + sigma * clip * drawn


def read(step: Array, clip: float) -> Array:
    """The record as an attacker reads it, who knows the model, the label and by how much the gradient was shortened."""
    whole = gradient()
    factor = min(1.0, clip / float(np.linalg.norm(whole))) * float(whole[-1])
    return (step[:-1] / factor).reshape(RECORD.shape)


def likeness(picture: Array) -> float:
    """The cosine of the angle between a picture and the record: 1 if one is a positive multiple of the other."""
    product = float((picture * RECORD).sum())
    return product / float(np.linalg.norm(picture) * np.linalg.norm(RECORD))


def mu(sigma: float, steps: int = 1) -> float:
    """The mu of so many steps; infinite without noise."""
    return math.sqrt(steps) / sigma if sigma else math.inf


def pictures(drawn: Array, clip: float, sigma: float, say: Say = str) -> Picture:
    """The record, and what is read from its gradient, from the clipped one, and from the one with noise."""
    figure, whole = base(), gradient()
    noisy = read(released(drawn, clip, sigma), clip)
    shown = {
        Text("The record"): RECORD,
        Text("From its gradient"): whole[:-1].reshape(RECORD.shape) / whole[-1],
        Text("Clipped"): read(clipped(whole, clip), clip),
        Text("Clipped, with noise"): noisy,
    }
    for place, (title, values) in enumerate(shown.items()):
        _tile(figure, place, say(title), values)
    figure.update_layout(height=430)
    return Picture(
        figure,
        Text(
            "One gradient, of norm {norm:.3g}, is the record itself. Clipped to norm {clip:g} it is still the same "
            "picture: clipping alone hides nothing. With noise of {sigma:g} times that norm, the likeness to the "
            "record is {likeness:.2f} (1: the same picture, 0: none).",
            norm=float(np.linalg.norm(whole)),
            clip=clip,
            sigma=sigma,
            likeness=likeness(noisy),
        ),
    )


def attack(sigma: float, steps: int, say: Say = str) -> Picture:
    """The trade-off curves of one step and of several."""
    figure = square(say=say)
    if not sigma:
        line(figure, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], SECOND, width=2.5)
        return Picture(figure, Text("Without noise, a single step tells for certain whether the record was used."))
    once, all_ = tradeoff.gaussian(mu(sigma)), tradeoff.gaussian(mu(sigma, steps))
    draw(figure, once, fill=True)
    if steps > 1:
        draw(figure, all_, SECOND)
    middle = 0.5 - 0.5 * min(1.0, mu(sigma) / 4)
    label(figure, middle, float(once(middle)), say(Text("one step")), right=True)
    if steps > 1:
        middle = 0.5 - 0.45 * min(1.0, mu(sigma, steps) / 4)  # not on the axis, where several curves end
        label(figure, middle, float(all_(middle)), say(Text("all steps")), right=True)
    return Picture(
        figure,
        Text(
            "One step has mu {mu:.3g}: at {alarms} false alarms, an attacker recognises at most {power} of the records "
            "that were used. All steps ({steps:,}) have mu {total:.3g}, and then it is {most}.",
            mu=mu(sigma),
            alarms=percent(ALARMS),
            power=percent(once.power(ALARMS)),
            steps=steps,
            total=mu(sigma, steps),
            most=percent(all_.power(ALARMS)),
        ),
    )


def _tile(figure: Any, place: int, title: str, values: Array) -> None:
    """One of four pictures, two beside each other; pixels beyond black and white are black or white."""
    left, lower = place % 2, place // 2
    number = "" if place == 0 else str(place + 1)
    across, down = [0.53 * left, 0.47 + 0.53 * left], [0.53 * (1 - lower), 0.53 * (1 - lower) + 0.41]
    figure.add_heatmap(
        z=np.clip(values, 0.0, 1.0), xaxis=f"x{number}", yaxis=f"y{number}", colorscale=_SCALE, zmin=0.0, zmax=1.0,
        showscale=False, hoverinfo="skip", xgap=1, ygap=1,
    )  # fmt: skip
    hidden = {"visible": False, "fixedrange": True}
    figure.update_layout({f"xaxis{number}": {"domain": across, "anchor": f"y{number}", **hidden}})
    reversed_ = {"autorange": "reversed", "scaleanchor": f"x{number}", "constrain": "domain"}
    figure.update_layout({f"yaxis{number}": {"domain": down, "anchor": f"x{number}", **reversed_, **hidden}})
    figure.add_annotation(
        x=sum(across) / 2,
        y=down[1],
        xref="paper",
        yref="paper",
        xanchor="center",
        yanchor="bottom",
        text=title,
        showarrow=False,
    )
