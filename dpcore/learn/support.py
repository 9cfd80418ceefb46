r"""Why noise must live where the differences live: the squared norm of a difference in the space of the noise's kernel.

A row adds one bump exp(-d^2 / 2 s^2). Noise is a Gaussian process of variance 1 with kernel exp(-d^2 / 2 g^2), on a
circle of two ranges. With w_j = pi j, m_0 = 1, m_j = 2, the bump is sum m_j p_j cos(w_j d) and the kernel sum m_j q_j
cos(w_j d), p_j proportional to exp(-w_j^2 s^2 / 2) and q_j to exp(-w_j^2 g^2 / 2). Who sees the first J frequencies has

    mu_J^2 = sum_{j <= J} m_j p_j^2 / q_j,       a term of order exp(-w_j^2 (2 s^2 - g^2) / 2).

For g < sqrt(2) s the sum tends to s^2 / (g sqrt(2 s^2 - g^2)), the squared norm in the space of the noise (its
Cameron-Martin space). For g >= sqrt(2) s it has no limit: the bump is not in that space, the two laws are singular
(Feldman 1958, Hájek 1958), and there is no privacy at all.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore import special
from dpcore.learn.picture import FIRST, SECOND, Picture, hover, label, line
from dpcore.number import real
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

BUMP = 0.05
"""s, in ranges."""
FREQUENCIES = 60
RATIOS = (0.5, 0.75, 1.0, 1.2, 1.3, 1.4, 1.5, 1.75, 2.0)
"""The widths of the noise's kernel that can be chosen, in widths of the bump."""
_HIGHEST = 1e6


def losses(ratio: float, frequencies: int = FREQUENCIES) -> Doubles:
    """mu_0 .. mu_J for noise whose kernel is `ratio` times as wide as the bump."""
    real(ratio, "`ratio` of `losses`", above=0.0, at_most=4.0)
    every = np.arange(0, 2000)
    m = np.where(every == 0, 1.0, 2.0)
    bump, kernel = (np.exp(-np.square(math.pi * every * width) / 2) for width in (BUMP, ratio * BUMP))
    bump, scale = bump / (m @ bump), m @ kernel
    j = every[: frequencies + 1]
    growth = np.exp(-np.square(math.pi * j * BUMP) * (2 - ratio**2) / 2)  # no quotient of numbers that are both 0
    terms = m[: frequencies + 1] * bump[0] ** 2 * growth * scale
    return np.asarray(np.sqrt(np.cumsum(terms)))


def limit(ratio: float) -> float:
    """The mu of the whole curve: infinite from a ratio of sqrt(2) on."""
    rest = 2 - ratio**2
    return (ratio * math.sqrt(rest)) ** -0.5 if rest > 0 else math.inf


def picture(ratio: float, say: Say = str) -> Picture:
    """mu by the number of frequencies, for this noise and for noise of the bump's own kernel."""
    figure = base()
    j, own, found = np.arange(FREQUENCIES + 1), losses(1.0), losses(ratio)
    seen = found <= _HIGHEST
    line(figure, j, own, SECOND, width=2, dash="dash")
    figure.add_scatter(
        x=j[seen],
        y=found[seen],
        mode="lines+markers",
        line={"color": FIRST, "width": 2.5},
        marker={"size": 5},
        hovertemplate=hover(Text("{count} frequencies: mu {mu}", count="%{x}", mu="%{y:.3g}"), say),
    )
    label(figure, 0.8 * FREQUENCIES, 0.0, say(Text("noise of the bump's own kernel")), above=False)
    figure.update_xaxes(title=say(Text("frequencies seen")), range=[-1, FREQUENCIES + 1])
    figure.update_yaxes(
        title=say(Text("privacy loss (mu)")),
        type="log",
        range=[-1, max(1.0, math.log10(float(found[seen].max())) + 0.2)],
        tickformat="~g",
        fixedrange=True,
    )
    return Picture(figure, _words(ratio, found))


def _words(ratio: float, found: Doubles) -> Text:
    whole, first = limit(ratio), float(found[10])
    facts = {"ratio": f"{ratio:g}", "first": f"{first:.3g}"}
    if math.isfinite(whole):
        return Text(
            "With noise {ratio} times as wide as the bump, 10 frequencies have mu {first} and the whole curve mu "
            "{whole}: an attacker is right at most {right} % of the time.",
            whole=f"{whole:.3g}",
            right=f"{math.ceil(1000 * float(special.ndtr(whole / 2))) / 10:g}",
            **facts,
        )
    return Text(
        "With noise {ratio} times as wide as the bump, 10 frequencies have mu {first}, {count} have mu {last}, and "
        "there is no end to it: whoever sees the whole curve knows for certain whether the person is in.",
        count=len(found) - 1,
        last=f"{float(found[-1]):.3g}",
        **facts,
    )
