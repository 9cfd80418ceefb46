"""Trade-off curves: a family, a guarantee kept or broken, and a curve as the maximum of its tangent guarantees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray

from dpcore import tradeoff
from dpcore.learn.picture import FIRST, QUIET, SECOND, SECOND_SHADE, Picture, alphas, draw, label, line, percent, square
from dpcore.number import real, whole
from dpcore.present.language.translation import Say
from dpcore.text import Text, joined

FAMILY = (0.25, 0.5, 1.0, 2.0, 3.0)
LEVEL = 0.05
MOST_LINES = 20
_SLACK = 1e-9
_VISIBLE = 0.004
_TELLING = 1.2


@final
@dataclass(frozen=True)
class Choice:
    """A mechanism to compare with a promise; `curve(s)` is its curve at strength s."""

    name: str
    title: Text
    curve: Callable[[float], tradeoff.Curve]


CHOICES: tuple[Choice, ...] = (
    Choice("gaussian", Text("Gaussian noise"), tradeoff.gaussian),
    Choice("laplace", Text("Laplace noise"), tradeoff.laplace),
    Choice("discrete", Text("Discrete Laplace noise, or randomised response"), tradeoff.pure),
    Choice("sample", Text("Gaussian noise on a sample of one in ten"), lambda s: tradeoff.gaussian(s).subsample(0.1)),
    Choice(
        "three", Text("Three answers with Laplace noise, a third each"), lambda s: tradeoff.laplace(s / 3).repeat(3)
    ),
    Choice(
        "leak",
        Text("One person in a hundred is printed in full, otherwise Gaussian noise"),
        lambda s: _leaking(s, 0.01),
    ),
)

Array = NDArray[np.float64]
Kind = Literal["mu", "epsilon", "both"]


@final
@dataclass(frozen=True)
class Promise:
    """A promised guarantee: mu-GDP, epsilon-DP, or (epsilon, delta)-DP."""

    kind: Kind
    amount: float
    delta: float = 0.0

    @property
    def curve(self) -> tradeoff.Curve:
        """The promised curve."""
        if self.kind == "mu":
            return tradeoff.gaussian(self.amount)
        return tradeoff.approximate(self.amount, self.delta)

    @property
    def words(self) -> Text:
        """The promise in words."""
        if self.kind == "mu":
            return Text("mu {mu:g}", mu=self.amount)
        if self.delta:
            return Text("epsilon {epsilon:g} at delta {delta:g}", epsilon=self.amount, delta=self.delta)
        return Text("epsilon {epsilon:g}", epsilon=self.amount)

    def kept_by(self, curve: tradeoff.Curve) -> bool:
        """Whether `curve` is certainly nowhere below the promise, up to a relative 10^-9 (rounding)."""
        if self.kind == "mu":
            return curve.mu() <= self.amount * (1.0 + _SLACK)
        if self.delta == 0.0:
            return curve.epsilon(0.0) <= self.amount * (1.0 + _SLACK)
        return curve.delta(self.amount) <= self.delta * (1.0 + _SLACK)


def families(mu: float, say: Say = str) -> Picture:
    """G_mu for several mu, the chosen one in colour, and the guessing line."""
    figure = square(440, say)
    for family in FAMILY:
        draw(figure, tradeoff.gaussian(family), QUIET, width=1.2)
    chosen = tradeoff.gaussian(real(mu, "`mu` of `families`", at_least=0.0))
    draw(figure, chosen, fill=True)
    for family in FAMILY:
        corner = (1.0 - tradeoff.gaussian(family).advantage()) / 2
        label(figure, corner, corner, f"{family:g}", right=True)
    power, right = chosen.power(LEVEL), chosen.posterior(0.5)
    return Picture(
        figure,
        Text(
            "mu {mu:g}: at {level} false alarms an attacker finds at most {found} of the members. An "
            "attacker who would be right half of the time by guessing is right at most {right} of the "
            "time. Lower curves protect less.",
            mu=mu,
            level=percent(LEVEL),
            found=percent(power),
            right=percent(right),
        ),
    )


def overlay(choice: Choice, strength: float, promise: Promise, say: Say = str) -> Picture:
    """A mechanism's curve, the promised curve, and the verdict."""
    figure = square(440, say)
    curve, at = choice.curve(strength), alphas(101)
    mine, asked = curve(at), promise.curve(at)
    line(figure, at, mine, FIRST, width=2.5)
    line(figure, at, asked, SECOND, width=2.5)
    figure.add_scatter(
        x=at,
        y=np.minimum(mine, asked),
        mode="lines",
        line_width=0,
        fill="tonexty",
        fillcolor=SECOND_SHADE,
        hoverinfo="skip",
    )
    result = verdict(curve, promise, at, mine)
    lines = Text("Blue: {choice}. Orange: the promise, {promise}.", choice=choice.title, promise=promise.words)
    return Picture(figure, joined([lines, result]))


def verdict(curve: tradeoff.Curve, promise: Promise, at: Array, mine: Array) -> Text:
    """Whether the promise is kept, or where it is broken. mine: the curve at the alphas of the figure."""
    if promise.kept_by(curve):
        return Text("Kept: blue is nowhere below orange, so no attacker does better than promised.")
    asked = promise.curve(at)
    most = int(np.argmax(asked - mine))
    if asked[most] - mine[most] > _VISIBLE:
        facts = {"missed": percent(mine[most]), "promised": percent(asked[most])}
        if at[most] <= 1e-6:
            return Text(
                "Broken: without a single false alarm an attacker misses only {missed}; {promised} was promised.",
                **facts,
            )
        return Text(
            "Broken: at {alarms} false alarms an attacker misses only {missed}; {promised} was promised.",
            alarms=percent(at[most]),
            **facts,
        )
    rare, times = hidden(curve, promise.curve)
    if times <= 1.0:
        return Text("Broken, but only where false alarms are rarer than 1 in 10¹⁵.")
    return Text(
        "Broken where the figure is too coarse to show it: with 1 false alarm in {rare:,.0f} an attacker finds "
        "{times:.3g} times as many members as promised.",
        rare=rare,
        times=times,
    )


def hidden(curve: tradeoff.Curve, promised: tradeoff.Curve) -> tuple[float, float]:
    """(1 / alpha, power / promised power) at the first alpha, from 0.5 down to 1e-15, with a clearly larger power."""
    at = np.logspace(-0.3, -15, 120)
    ratio = curve.power(at) / promised.power(at)
    most = int(np.argmax(ratio >= min(_TELLING, float(np.max(ratio)))))
    return float(f"{1.0 / at[most]:.2g}"), float(ratio[most])


def envelope(curve: tradeoff.Curve, lines: int, say: Say = str) -> Picture:
    """The tangent guarantees (epsilon, delta(epsilon)) of a symmetric curve, and their maximum."""
    figure = square(440, say)
    at, tops = alphas(), []
    for epsilon in tangents(curve, lines):
        promise = tradeoff.approximate(epsilon, min(curve.delta(epsilon), 1.0 - 1e-12))
        line(figure, at, promise(at), QUIET, width=1, opacity=0.8)
        tops.append(promise(at))
    top = np.max(tops, axis=0)
    line(figure, at, curve(at), SECOND, width=2.5, dash="dash")
    line(figure, at, top, FIRST, width=2.5)
    gap = float(np.max(curve(at) - top))
    short = Text.counted(
        "One pair (epsilon, delta) falls short of the curve (orange, dashed) by up to {gap:.2g} percentage points.",
        "{n} pairs (epsilon, delta) together fall short of the curve (orange, dashed) by up to {gap:.2g} percentage "
        "points.",
        n=lines,
        gap=100 * gap,
    )
    highest = Text("Blue is the highest of the grey lines; with all possible pairs it would be the curve itself.")
    return Picture(figure, joined([short, highest]))


def tangents(curve: tradeoff.Curve, lines: int) -> list[float]:
    """The epsilons of so many tangents, evenly spaced below the epsilon at delta 0.1 %."""
    count = whole(lines, "`lines` of `envelope`", low=1, high=MOST_LINES)
    top = float(curve.epsilon(1e-3))
    return [float(value) for value in top * np.arange(count, 0, -1) / count]


def _leaking(strength: float, chance: float) -> tradeoff.Curve:
    return tradeoff.compose([tradeoff.gaussian(strength), tradeoff.approximate(0.0, chance)])
