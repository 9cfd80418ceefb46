"""A threshold and its two errors: two densities with shaded tails, beside the attacker's place on the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.learn.game import MECHANISMS, PERSON, WITH, WITHOUT, Mechanism
from dpcore.learn.picture import FIRST, QUIET, SECOND, SECOND_SHADE, SHADE, Picture, draw, label, line, percent, square
from dpcore.present.chart.plotly import base

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

SMOOTH: tuple[Mechanism, ...] = tuple(one for one in MECHANISMS if one.name != "discrete")
"""The mechanisms whose noise has a density before it is rounded."""

LOW, HIGH = WITHOUT - 5.0, WITH + 5.0


def densities(mechanism: Mechanism, strength: float, threshold: float) -> Picture:
    """Both laws of the answer before rounding; right of the threshold the attacker says "with"."""
    figure = base()
    at = np.linspace(LOW, HIGH, 401)
    top = float(density(mechanism, strength, np.zeros(1))[0])
    for count, color, name in ((WITHOUT, FIRST, f"without {PERSON}"), (WITH, SECOND, f"with {PERSON}")):
        line(figure, at, density(mechanism, strength, at - count), color)
        edge = count - 1.2 / strength if count == WITHOUT else count + 1.2 / strength
        high = float(density(mechanism, strength, np.array([edge - count]))[0])
        figure.add_annotation(
            x=edge,
            y=high,
            text=name,
            showarrow=False,
            yanchor="bottom",
            xanchor="right" if count == WITHOUT else "left",
        )
    _tail(figure, mechanism, strength, np.linspace(threshold, HIGH, 201), WITHOUT, SHADE)
    _tail(figure, mechanism, strength, np.linspace(LOW, threshold, 201), WITH, SECOND_SHADE)
    line(figure, [threshold, threshold], [0.0, 1.12 * top], QUIET, width=2, dash="dash")
    label(figure, threshold, 1.12 * top, "threshold")
    figure.update_xaxes(title="noisy count (people)", range=[LOW, HIGH], dtick=1)
    figure.update_yaxes(title="how often (share per person)", range=[0, 1.3 * top], tickformat=".2~f", fixedrange=True)
    alpha, beta = mechanism.errors(strength, threshold + 0.5)
    return Picture(
        figure,
        f"Blue area, right of the threshold: {percent(alpha)} false alarms. "
        f"Orange area, left of it: {percent(beta)} misses. Moving the threshold only trades one for the other.",
    )


def place(mechanism: Mechanism, strength: float, threshold: float) -> Picture:
    """The same threshold as a point of the trade-off curve."""
    figure = square(360)
    curve = mechanism.promise(strength)
    draw(figure, curve, fill=True)
    alpha, beta = mechanism.errors(strength, threshold + 0.5)
    figure.add_scatter(
        x=[alpha],
        y=[beta],
        mode="markers",
        marker={"color": SECOND, "size": 11},
        hovertemplate="%{x:.1%} false alarms, %{y:.1%} misses<extra></extra>",
    )
    return Picture(
        figure,
        f"At {percent(alpha)} false alarms no test misses fewer than {percent(curve(alpha))}, whatever it looks at. "
        "All thresholds together draw the curve.",
    )


def density(mechanism: Mechanism, strength: float, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Minus the slope of the tail, by central differences: good to a picture's resolution."""
    step = 1e-4
    fall = mechanism.tail(x - step, strength) - mechanism.tail(x + step, strength)
    return np.asarray(fall / (2.0 * step))


def _tail(
    figure: go.Figure, mechanism: Mechanism, strength: float, at: NDArray[np.float64], count: int, color: str
) -> None:
    line(figure, at, density(mechanism, strength, at - count), color, width=0, fill=color)
