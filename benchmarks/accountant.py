"""Murmur's accounting, in a separate process: `python -m benchmarks.accountant TASK`, printing like the peers.

A run starts with no contour and no table laid out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dpcore import calibrate, tradeoff
from dpcore.tradeoff import numeric_curve
from dpcore.tradeoff.exact import laplace_growth

sys.path.insert(0, str(Path(__file__).parent / "peers"))
from account import ALPHAS, BATCH, COINS, LAPLACES, MNIST, SIGMAS, STEPS, main, steps

from dpcore.tradeoff.exact import spline_table

Answer = tuple[float, float] | list[tuple[float, float]] | list[list[float]]


def mix() -> tradeoff.Curve:
    """Task c: 50 Laplace, 50 Gaussian and 10 randomised responses, all different."""
    return tradeoff.compose(
        [
            *map(tradeoff.laplace, LAPLACES),
            *(tradeoff.gaussian(1.0 / s) for s in SIGMAS),
            *map(tradeoff.pure, COINS),
        ]
    )


def sgd(rate: float, noise: float, count: int) -> tuple[float, float]:
    return tradeoff.subsampled_gaussian(rate, noise, count).epsilon_bounds(1e-5)


def many() -> list[list[float]]:
    low, high = tradeoff.growth(tradeoff.laplace(0.05), 1000, 1e-6)
    return [low.tolist(), high.tolist()]


def scaled(build: Callable[[float], tradeoff.Curve]) -> tuple[float, float]:
    """The scale rounded to the private side, and its lower bound; it is minimal to 1e-12."""
    value = calibrate.scale(build, 1.0, 1e-6)
    return value * (1.0 - 1e-12), value


def errors(curve: tradeoff.Curve) -> list[list[float]]:
    low, high = curve.bounds(np.array(ALPHAS))
    return [low.tolist(), high.tolist()]


TASKS: dict[str, Callable[[], Answer]] = {
    "a1": lambda: tradeoff.gaussian(1 / 50).repeat(1000).epsilon_bounds(1e-6),
    **{f"b{k}": (lambda k=k: tradeoff.laplace(0.05).repeat(k).epsilon_bounds(1e-6)) for k in (1, 10, 100, 1000)},
    "b all": many,
    "c": lambda: mix().epsilon_bounds(1e-6),
    **{name: (lambda count=count: sgd(0.01, 1.0, count)) for name, count in STEPS.items()},
    "mnist": lambda: [sgd(BATCH, float(noise), steps(epochs)) for noise, epochs in MNIST.items()],
    "e1": lambda: scaled(lambda s: tradeoff.gaussian(1.0 / s).repeat(20)),
    "e2": lambda: scaled(lambda b: tradeoff.laplace(1.0 / b).repeat(100)),
    "f of c": lambda: errors(mix()),
    "f of d2": lambda: errors(tradeoff.subsampled_gaussian(0.01, 1.0, 10_000)),
}


def cold(task: Callable[[], Answer]) -> Callable[[], Any]:
    """The task without the caches of the previous run."""

    def run() -> Answer:
        for kept in (numeric_curve.lawful, spline_table.table_of, laplace_growth._layout):
            kept.cache_clear()
        return task()

    return run


if __name__ == "__main__":
    # what is imported when first needed is imported now, as the peers' imports are not counted either
    tradeoff.gaussian(1.0).epsilon(1e-6)
    main("numpy", {name: cold(task) for name, task in TASKS.items()})
