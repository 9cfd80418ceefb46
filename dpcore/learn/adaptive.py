"""Noise that adapts to a table: it leaks at the local sensitivity, and at the smooth one if it is Laplace noise."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Literal, final

import numpy as np

from dpcore.errors import DpError
from dpcore.learn.picture import FIRST, QUIET, SECOND, Picture, label, line
from dpcore.number import real
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.sensitivity import SmoothSensitivity, order_statistic
from dpcore.text import Text

Scaling = Literal["local", "smooth"]
SCALINGS: dict[Scaling, Text] = {
    "local": Text("Local sensitivity / epsilon"),
    "smooth": Text("Smooth sensitivity / epsilon"),
}
USUAL = (0.0, 0.0, 0.0, 1.0, 1.0)
MOST = 11
_PARTS = 1024


@final
@dataclass(frozen=True)
class Noise:
    """Laplace noise of a scale around a median; without noise for scale 0."""

    center: float
    scale: float

    def below(self, at: np.ndarray) -> np.ndarray:
        """The probability of a smaller answer; for a scale above 0."""
        far = np.abs(at - self.center) / self.scale
        return np.where(at < self.center, 0.5 * np.exp(-far), 1.0 - 0.5 * np.exp(-far))

    def density(self, at: np.ndarray) -> np.ndarray:
        """The density; for a scale above 0."""
        found: np.ndarray = np.exp(-np.abs(at - self.center) / self.scale) / (2.0 * self.scale)
        return found


@final
@dataclass(frozen=True)
class Leak:
    """A table, its neighbour that is told apart best, the noise of both answers, and the actual delta at epsilon."""

    old: float
    new: float
    noises: tuple[Noise, Noise]
    delta: float


def table(text: str) -> tuple[float, ...]:
    """The entered values, sorted. Raises DpError."""
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    hint = Text("For example 0, 0, 0, 1, 1.")
    if not 1 <= len(parts) <= MOST:
        raise DpError("The table must have 1 to {most} values, separated by commas.", hint, most=MOST)
    try:
        values = [float(part) for part in parts]
    except ValueError:
        raise DpError("The values of the table must be numbers from 0 to 1.", hint) from None
    return tuple(sorted(real(value, "A value of the table", at_least=0.0, at_most=1.0, hint=hint) for value in values))


def profile(values: tuple[float, ...], beta: float) -> SmoothSensitivity:
    """The sensitivity of the lower median when one value is replaced."""
    return order_statistic(values, _rank(values), 0.0, 1.0, beta)


def noise(values: tuple[float, ...], scaling: Scaling, epsilon: float, beta: float) -> Noise:
    """The noise that a table gets by a wrong recipe. values: sorted."""
    bound = profile(values, beta)
    size = float(bound.profile[0]) if scaling == "local" else bound.smooth
    return Noise(values[_rank(values) - 1], size / epsilon)


def delta(first: Noise, second: Noise, epsilon: float) -> float:
    """At least the delta at epsilon that the first has against the second: events are unions of many intervals."""
    if not first.scale or not second.scale:
        return float(first != second)
    reach = 40.0 * max(first.scale, second.scale)
    far, near = np.linspace(-reach, 1.0 + reach, _PARTS), np.linspace(-0.5, 1.5, _PARTS)
    edges = np.sort(np.concatenate((far, near, [first.center, second.center])))
    chances = [np.diff(noise.below(edges), prepend=0.0, append=1.0) for noise in (first, second)]
    return float(np.maximum(chances[0] - math.exp(epsilon) * chances[1], 0.0).sum())


def leak(values: tuple[float, ...], scaling: Scaling, epsilon: float, beta: float) -> Leak:
    """The neighbour, of those with one value replaced by 0, by 1 or by another value, with the largest delta."""
    mine, best = noise(values, scaling, epsilon, beta), Leak(values[0], values[0], (Noise(0, 0), Noise(0, 0)), -1.0)
    for old, new in itertools.product(dict.fromkeys(values), dict.fromkeys((0.0, 1.0, *values))):
        place = values.index(old)
        other = noise(tuple(sorted((*values[:place], new, *values[place + 1 :]))), scaling, epsilon, beta)
        size = max(delta(mine, other, epsilon), delta(other, mine, epsilon))
        best = Leak(old, new, (mine, other), size) if size > best.delta + 1e-12 else best
    return best


def densities(found: Leak, epsilon: float, say: Say = str) -> Picture:
    """Both distributions of the answer; an answer without noise is a vertical line."""
    figure, tops = base(), [1.0]
    at = np.linspace(-1.5, 2.5, 801)
    for drawn, color in zip(found.noises, (FIRST, SECOND), strict=True):
        if drawn.scale:
            line(figure, at, drawn.density(at), color)
            tops.append(min(float(drawn.density(np.array([drawn.center]))[0]), 4.0))
    for drawn, color in zip(found.noises, (FIRST, SECOND), strict=True):
        if not drawn.scale:
            line(figure, [drawn.center, drawn.center], [0.0, max(tops)], color, width=4)
    figure.update_xaxes(title=say(Text("noisy median")), range=[-1.5, 2.5])
    figure.update_yaxes(
        title=say(Text("probability density")), range=[0, 1.1 * max(tops)], tickformat=".2~f", fixedrange=True
    )
    first, second = found.noises
    return Picture(
        figure,
        Text(
            "Blue: your table, noise of scale {mine:.3g}. Orange: one value {old:g} replaced by {new:g}, scale "
            "{other:.3g}. The claim is a delta of 0. At epsilon {epsilon:g} it is at least {delta:.3g}.",
            mine=first.scale,
            other=second.scale,
            old=found.old,
            new=found.new,
            epsilon=epsilon,
            delta=found.delta,
        ),
    )


def around(values: tuple[float, ...], beta: float, say: Say = str) -> Picture:
    """A^(k), and A^(k) e^(-beta k) whose largest value is the smooth sensitivity."""
    bound = profile(values, beta)
    levels = np.array(bound.profile)
    places = np.arange(len(levels))
    damped = levels * np.exp(-beta * places)
    best = int(damped.argmax())
    figure = base()
    figure.add_bar(x=places, y=levels, marker={"color": QUIET}, opacity=0.35, hoverinfo="skip")
    figure.add_bar(x=places, y=damped, marker={"color": FIRST}, hoverinfo="skip")
    line(figure, [-0.5, len(levels) - 0.5], [bound.smooth, bound.smooth], SECOND, dash="dash")
    label(figure, float(places[-1]), bound.smooth, say(Text("smooth sensitivity")))
    figure.update_layout(barmode="overlay")
    figure.update_xaxes(title=say(Text("values replaced (k)")), dtick=1)
    figure.update_yaxes(title=say(Text("sensitivity")), range=[0, 1.15], tickformat=".2~f", fixedrange=True)
    return Picture(
        figure,
        Text(
            "Grey: the largest local sensitivity within k replaced values. Blue: the same times e to the power of "
            "-beta k. The highest blue bar, at k = {best}, is the smooth sensitivity {smooth:.3g}; the local one is "
            "{local:.3g}, the global one 1.",
            best=best,
            smooth=bound.smooth,
            local=float(levels[0]),
        ),
    )


def _rank(values: tuple[float, ...]) -> int:
    return (len(values) + 1) // 2
