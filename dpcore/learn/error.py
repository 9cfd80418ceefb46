"""A threshold and its two errors: two densities with shaded tails, and the attacker's point on the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.learn.game import MECHANISMS, NAMES, WITH, WITHOUT, Mechanism
from dpcore.learn.picture import (
    ERRORS,
    FIRST,
    QUIET,
    SECOND,
    SECOND_SHADE,
    SHADE,
    Picture,
    draw,
    hover,
    label,
    line,
    percent,
    square,
)
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

SMOOTH: tuple[Mechanism, ...] = tuple(mechanism for mechanism in MECHANISMS if mechanism.name != "discrete")
"""The mechanisms whose noise has a density before it is rounded."""

LOW, HIGH = WITHOUT - 5.0, WITH + 5.0


def densities(mechanism: Mechanism, strength: float, threshold: float, say: Say = str) -> Picture:
    """Both densities of the answer before rounding; right of the threshold the attacker says "with"."""
    figure = base()
    at = np.linspace(LOW, HIGH, 401)
    top = float(density(mechanism, strength, np.zeros(1))[0])
    for count, color, name in ((WITHOUT, FIRST, NAMES[False]), (WITH, SECOND, NAMES[True])):
        line(figure, at, density(mechanism, strength, at - count), color)
        edge = count - 1.2 / strength if count == WITHOUT else count + 1.2 / strength
        high = float(density(mechanism, strength, np.array([edge - count]))[0])
        figure.add_annotation(
            x=edge,
            y=high,
            text=say(name),
            showarrow=False,
            yanchor="bottom",
            xanchor="right" if count == WITHOUT else "left",
        )
    _tail(figure, mechanism, strength, np.linspace(threshold, HIGH, 201), WITHOUT, SHADE)
    _tail(figure, mechanism, strength, np.linspace(LOW, threshold, 201), WITH, SECOND_SHADE)
    line(figure, [threshold, threshold], [0.0, 1.12 * top], QUIET, width=2, dash="dash")
    label(figure, threshold, 1.12 * top, say(Text("threshold")))
    figure.update_xaxes(title=say(Text("noisy count (people)")), range=[LOW, HIGH], dtick=1)
    figure.update_yaxes(
        title=say(Text("probability density (per person)")), range=[0, 1.3 * top], tickformat=".2~f", fixedrange=True
    )
    alpha, beta = mechanism.errors(strength, threshold + 0.5)
    return Picture(
        figure,
        Text(
            "Blue area, right of the threshold: {alarms} false alarms. Orange area, left of it: {misses} misses. "
            "Moving the threshold only trades one for the other.",
            alarms=percent(alpha),
            misses=percent(beta),
        ),
    )


def place(mechanism: Mechanism, strength: float, threshold: float, say: Say = str) -> Picture:
    """The same threshold as a point of the trade-off curve."""
    figure = square(360, say)
    curve = mechanism.promise(strength)
    draw(figure, curve, fill=True)
    alpha, beta = mechanism.errors(strength, threshold + 0.5)
    figure.add_scatter(
        x=[alpha],
        y=[beta],
        mode="markers",
        marker={"color": SECOND, "size": 11},
        hovertemplate=hover(Text("{alarms} false alarms, {misses} misses", **ERRORS), say),
    )
    return Picture(
        figure,
        Text(
            "At {alarms} false alarms no test has fewer than {misses} misses, whatever it uses. All "
            "thresholds together make up the curve.",
            alarms=percent(alpha),
            misses=percent(curve(alpha)),
        ),
    )


def density(mechanism: Mechanism, strength: float, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The density by central differences of the tail, accurate enough for a picture."""
    step = 1e-4
    fall = mechanism.tail(x - step, strength) - mechanism.tail(x + step, strength)
    return np.asarray(fall / (2.0 * step))


def _tail(
    figure: go.Figure, mechanism: Mechanism, strength: float, at: NDArray[np.float64], count: int, color: str
) -> None:
    line(figure, at, density(mechanism, strength, at - count), color, width=0, fill="tozeroy", fillcolor=color)
