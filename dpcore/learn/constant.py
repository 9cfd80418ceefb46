"""The constant of the Gaussian mechanism: the theorem's c(delta) beside the least one that is enough.

Noise of sigma = c times sensitivity / epsilon is exactly mu-GDP with mu = epsilon / c. It is (epsilon, delta)-DP from
c = epsilon / mu(epsilon, delta) on (Balle & Wang 2018). Hall, Rinaldo & Wasserman 2013 take c = sqrt(2 ln(2 / delta))
for every epsilon: enough for epsilon up to 2 ln 4 whatever delta is, and too little from some epsilon on.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dpcore import calibrate, tradeoff
from dpcore.learn.picture import FIRST, SECOND, Picture, label, line, percent
from dpcore.present.chart.plotly import base
from dpcore.present.explore.axis import power
from dpcore.present.language.translation import Say
from dpcore.text import Text

DELTAS = (1e-3, 1e-5, 1e-6, 1e-10)
"""The deltas that can be chosen."""
LEAST, MOST = 0.1, 14.0
"""The range of epsilon."""
_POINTS = 41


def textbook(delta: float) -> float:
    """The theorem's c = sqrt(2 ln(2 / delta)).

    >>> round(textbook(1e-5), 3)
    4.941
    """
    return math.sqrt(2 * math.log(2 / delta))


@lru_cache(maxsize=1024)
def needed(epsilon: float, delta: float) -> float:
    """The least c that is enough: epsilon / mu.

    >>> round(needed(1.0, 1e-5), 3)
    3.731
    """
    return epsilon / calibrate.mu(epsilon, delta)


def actual(epsilon: float, delta: float) -> float:
    """The delta at this epsilon of noise with the theorem's constant for `delta`."""
    return tradeoff.gaussian(epsilon / textbook(delta)).delta(epsilon)


@lru_cache(maxsize=16)
def crossing(delta: float) -> float:
    """The epsilon from which the theorem's constant is too small, to four digits."""
    low, high = LEAST, 2 * MOST
    for _ in range(30):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if needed(middle, delta) <= textbook(delta) else (low, middle)
    return high


def picture(epsilon: float, delta: float, say: Say = str) -> Picture:
    """Both constants by epsilon, with the chosen epsilon marked."""
    figure = base()
    at, theorem = LEAST + (MOST - LEAST) * np.linspace(0, 1, _POINTS) ** 2, textbook(delta)
    line(figure, at, [needed(float(value), delta) for value in at], FIRST, width=2.5)
    line(figure, [LEAST, MOST], [theorem, theorem], SECOND, width=2.5, dash="dash")
    label(figure, 0.25 * MOST, theorem, say(Text("the theorem's constant")))
    label(figure, 4.0, needed(4.0, delta), say(Text("what is needed")), above=False, right=True)
    enough = needed(epsilon, delta)
    line(figure, [epsilon, epsilon], sorted([enough, theorem]), FIRST if enough < theorem else SECOND, width=6)
    figure.update_xaxes(title=say(Text("epsilon")), range=[0, MOST + 0.2], dtick=2)
    figure.update_yaxes(
        title=say(Text("c (noise in units of sensitivity / epsilon)")),
        range=[0, 1.3 * max(theorem, needed(MOST, delta))],
        fixedrange=True,
    )
    return Picture(figure, _words(epsilon, delta))


def _words(epsilon: float, delta: float) -> Text:
    enough, theorem = needed(epsilon, delta), textbook(delta)
    facts = {
        "epsilon": f"{epsilon:g}",
        "delta": power(delta),
        "theorem": f"{theorem:.3g}",
        "enough": f"{enough:.3g}",
        "actual": power(float(f"{actual(epsilon, delta):.2g}")),
        "crossing": f"{crossing(delta):.3g}",
    }
    if enough <= theorem:
        return Text(
            "At epsilon {epsilon} and delta {delta} the theorem takes c = {theorem}, and {enough} is enough: {more} "
            "more noise than needed. Its delta there is {actual}, not {delta}. From epsilon {crossing} on it takes too "
            "little.",
            more=percent(theorem / enough - 1, 2),
            **facts,
        )
    return Text(
        "At epsilon {epsilon} and delta {delta} the theorem takes c = {theorem}, but {enough} is needed. Its delta "
        "there is {actual}, more than {delta}: the theorem is false from epsilon {crossing} on.",
        **facts,
    )
