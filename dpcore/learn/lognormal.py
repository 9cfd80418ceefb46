"""Laplace noise times a log-normal factor: textbook noise for smooth sensitivity, and why it is not offered.

Source: Bun & Steinke 2019. With Z = L e^{sigma N} for independent L ~ Laplace(1) and N ~ Normal(0, 1), adding (S/s) Z
for a beta-smooth bound S, with s = e^{-1.5 sigma^2} (epsilon - beta / sigma) > 0, is epsilon^2/2-zCDP. The variance of
Z is 2 e^{2 sigma^2}.
"""

from __future__ import annotations

import math

import numpy as np

from dpcore.learn.picture import FIRST, SECOND, Picture, label, line
from dpcore.noise.powercore import PowerCore
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

BETAS = (0.02, 0.4)
"""The values of beta that can be chosen, at epsilon 1."""
_HIGHEST = 12.0


def deviation(sigma: float, beta: float) -> float:
    """The standard deviation of the noise at epsilon 1, as a multiple of S; infinite where there is no privacy."""
    rest = 1.0 - beta / sigma if sigma > 0 else 0.0
    return math.sqrt(2.0) * math.exp(2.5 * sigma**2) / rest if rest > 0 else math.inf


def best(beta: float) -> float:
    """The sigma of the smallest standard deviation: the root of 5 sigma^3 / beta - 5 sigma^2 - 1 above beta."""
    (sigma,) = (root.real for root in np.roots([5.0 / beta, -5.0, 0.0, -1.0]) if abs(root.imag) < 1e-9)
    return float(sigma)


def power_core(beta: float) -> float:
    """The standard deviation of power-core noise, which is purely 1-DP, as a multiple of S."""
    return PowerCore(1.0, beta).deviation()


def picture(beta: float, say: Say = str) -> Picture:
    """The standard deviation by sigma, with the smallest one, and that of power-core noise."""
    figure, sigma = base(), best(beta)
    at = np.linspace(beta, max(1.2, 1.5 * sigma), 400)[1:]
    sizes = np.array([deviation(float(place), beta) for place in at])
    shown = sizes <= _HIGHEST
    line(figure, at[shown], sizes[shown], FIRST)
    other = power_core(beta)
    line(figure, [0.0, float(at[-1])], [other, other], SECOND, dash="dash")
    label(figure, 0.8 * float(at[-1]), other, say(Text("power-core noise")))
    figure.add_scatter(x=[sigma], y=[deviation(sigma, beta)], mode="markers", marker={"color": FIRST, "size": 10})
    figure.update_xaxes(title=say(Text("sigma of the log-normal factor")), range=[0, float(at[-1])])
    figure.update_yaxes(
        title=say(Text("standard deviation / smooth sensitivity")), range=[0, _HIGHEST], fixedrange=True
    )
    return Picture(
        figure,
        Text(
            "Blue: the noise by sigma, smallest at sigma {sigma:.2g} with a standard deviation of {size:.3g} times the "
            "smooth sensitivity. Dashed: power-core noise, {other:.3g} times, at the same epsilon 1 and beta {beta:g}.",
            sigma=sigma,
            size=deviation(sigma, beta),
            other=other,
            beta=beta,
        ),
    )
