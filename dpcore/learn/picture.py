"""Common drawing functions of the lessons: trade-off curves on a square, and a caption that is also the alt text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.present.chart.plotly import INTERVAL, base
from dpcore.present.language.translation import Say
from dpcore.text import Text
from dpcore.tradeoff.curve import Curve

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

FIRST = INTERVAL
SECOND = "#cf7a1c"
QUIET = "#8a94a0"
SHADE = "rgba(63,131,234,0.18)"
SECOND_SHADE = "rgba(207,122,28,0.28)"

FALSE_ALARMS = Text("False alarms (% if not in the table)")
MISSES = Text("Misses (% if in the table)")


@final
@dataclass(frozen=True)
class Picture:
    """A chart with its caption, which is also its text alternative."""

    chart: go.Figure
    words: Text


def square(height: int = 400, say: Say = str) -> go.Figure:
    """An empty figure for trade-off curves: both errors from 0 to 100 %, and the guessing line.

    say: translates a sentence into the reader's language.
    """
    figure = base()
    axis: dict[str, Any] = {"range": [-0.01, 1.01], "tickformat": ".0%", "dtick": 0.25, "fixedrange": True}
    figure.update_xaxes(title=say(FALSE_ALARMS), **axis)
    figure.update_yaxes(title=say(MISSES), **axis)
    figure.update_layout(height=height)
    line(figure, [0.0, 1.0], [1.0, 0.0], QUIET, width=1, dash="dot")
    label(figure, 0.72, 0.28, say(Text("guessing")), right=True)
    return figure


def alphas(points: int = 161) -> NDArray[np.float64]:
    """Type I errors from 0 to 1, denser at both ends, where curves bend."""
    return 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, points))


def draw(figure: go.Figure, curve: Curve, color: str = FIRST, *, fill: bool = False, width: float = 2.5) -> None:
    """Add a trade-off curve; with `fill`, shade the area that no attacker reaches."""
    at = alphas()
    line(figure, at, curve(at), color, width=width, fill="tozeroy" if fill else None, fillcolor=SHADE)


def line(
    figure: go.Figure, x: Any, y: Any, color: str, *, width: float = 2.0, dash: str = "solid", **trace: Any
) -> None:
    """Add a line without a legend or a hover text. trace: further properties of Plotly's trace."""
    style = {"color": color, "width": width, "dash": dash}
    figure.add_scatter(x=x, y=y, mode="lines", line=style, hoverinfo="skip", **trace)


def label(figure: go.Figure, x: float, y: float, text: str, *, right: bool = False, above: bool = True) -> None:
    """Write a direct label beside a line, in the theme's own text colour."""
    figure.add_annotation(
        x=x,
        y=y,
        text=text,
        showarrow=False,
        xanchor="left" if right else "center",
        yanchor="bottom" if above else "top",
        xshift=6 if right else 0,
    )


ERRORS = {"alarms": "%{x:.1%}", "misses": "%{y:.1%}"}
"""Both errors of a point, as Plotly placeholders for hover texts."""


def hover(text: Text, say: Say) -> str:
    """A Plotly hover text."""
    return f"{say(text)}<extra></extra>"


def percent(value: float, digits: int = 3) -> str:
    """A share as a percentage with so many significant digits, "12.6 %", without a line break inside."""
    return f"{float(f'{100 * value:.{digits}g}'):g}\N{NO-BREAK SPACE}%"
