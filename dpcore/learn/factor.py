"""The factor by which epsilon bounds a chance: e^epsilon, and the error of the approximation 1 + epsilon."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore import tradeoff
from dpcore.learn.picture import FIRST, SECOND, Picture, label, line, percent
from dpcore.number import real
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.text import Text

SHOWN = (0.1, 0.5, 1.0, 2.0, 3.0)
CHANCE = 0.01


@final
@dataclass(frozen=True)
class Factor:
    """The exact and the approximate factor of one epsilon."""

    epsilon: float

    @property
    def exact(self) -> float:
        """e^epsilon: the largest factor by which a chance can grow."""
        return math.exp(self.epsilon)

    @property
    def naive(self) -> float:
        """1 + epsilon, the approximation on many slides."""
        return 1.0 + self.epsilon

    @property
    def off(self) -> float:
        """The relative difference of the exact factor from the approximation."""
        return self.exact / self.naive - 1.0


def factor(epsilon: float) -> Factor:
    """The factors of epsilon in [0, 50]."""
    return Factor(real(epsilon, "`epsilon` of `factor`", at_least=0.0, at_most=50.0))


def more(factor: Factor) -> str:
    """The relative difference in percent: "0.5 %", "36 %"."""
    return f"{100 * factor.off:.{1 if factor.off < 0.1 else 0}f}\N{NO-BREAK SPACE}%"


def readings(epsilon: float, say: Say = str) -> Picture:
    """Both factors for epsilon from 0 to 3, with the chosen epsilon marked."""
    figure = base()
    at = np.linspace(0.0, 3.0, 121)
    line(figure, at, np.exp(at), FIRST, width=2.5)
    line(figure, at, 1.0 + at, SECOND, width=2.5)
    figure.add_annotation(
        x=2.1,
        y=math.exp(2.1),
        text=say(Text("what epsilon allows")),
        showarrow=False,
        xanchor="right",
        yanchor="bottom",
        xshift=-8,
    )
    label(figure, 2.55, 3.75, say(Text("1 + epsilon")))
    chosen = factor(epsilon)
    line(figure, [epsilon, epsilon], [chosen.naive, chosen.exact], FIRST, width=6, opacity=0.5)
    figure.update_xaxes(title=say(Text("epsilon")), range=[0, 3.1], dtick=0.5)
    figure.update_yaxes(
        title=say(Text("largest factor by which a chance may grow")), range=[0, 21.5], tickformat="~g", fixedrange=True
    )
    return Picture(
        figure,
        Text(
            "At epsilon {epsilon:g} a chance may grow {exact:.3g} times, not {naive:.3g} times: {more} more.",
            epsilon=epsilon,
            exact=chosen.exact,
            naive=chosen.naive,
            more=more(chosen),
        ),
    )


def consequence(epsilon: float) -> Text:
    """The effect on a rare event, in words."""
    most = CHANCE if epsilon == 0.0 else tradeoff.pure(epsilon).power(CHANCE)
    return Text(
        "Something with a chance of 1 in 100 if you stay out has a chance of at most {most} if you take part.",
        most=percent(most),
    )
