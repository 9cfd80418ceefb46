"""Times, widths and errors of the accounting tasks: python -m benchmarks.accounting"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from dpcore import calibrate, tradeoff
from dpcore.tradeoff.numeric import lawful

REPEATS = 5
MNIST = {
    (1.3, 15): 0.864409916888,
    (1.1, 60): 2.38159692142,
    (0.7, 45): 5.63941355621,
    (0.6, 62): 10.9494696722,
    (0.55, 68): 15.7157574932,
    (0.5, 100): 28.0453302814,
}


def mix() -> tradeoff.Curve:
    """Task c: 50 Laplace, 50 Gaussian and 10 randomised responses, all different."""
    return tradeoff.compose(
        [
            *(tradeoff.laplace(float(e)) for e in np.linspace(0.01, 0.1, 50)),
            *(tradeoff.gaussian(1 / float(s)) for s in np.linspace(10, 50, 50)),
            *(tradeoff.pure(float(e)) for e in np.linspace(0.05, 0.5, 10)),
        ]
    )


def tasks() -> dict[str, tuple[Callable[[], tuple[float, float]], float]]:
    """name: (certified pair, truth)."""

    def sgd(rate: float, noise: float, steps: int) -> Callable[[], tuple[float, float]]:
        return lambda: tradeoff.subsampled_gaussian(rate, noise, steps).epsilon_bounds(1e-5)

    def laplace(times: int) -> Callable[[], tuple[float, float]]:
        return lambda: tradeoff.laplace(0.05).repeat(times).epsilon_bounds(1e-6)

    found: dict[str, tuple[Callable[[], tuple[float, float]], float]] = {
        "a1": (lambda: tradeoff.gaussian(1 / 50).repeat(1000).epsilon_bounds(1e-6), 2.92160059042704586),
        "b1": (laplace(1), 0.049997999999),
        "b10": (laplace(10), 0.49897808944722),
        "b100": (laplace(100), 2.19328087640089),
        "b1000": (laplace(1000), 8.20444034393394),
        "c": (lambda: mix().epsilon_bounds(1e-6), 4.50435867170152263),
        "d1": (sgd(0.01, 1.0, 1000), 1.82823666651658),
        "d2": (sgd(0.01, 1.0, 10_000), 6.18771238997154),
        "d3": (sgd(0.01, 1.0, 100_000), 25.5731069865215),
    }
    for (noise, epochs), truth in MNIST.items():
        found[f"mnist {noise}"] = (sgd(256 / 60000, noise, int(60000 * epochs / 256)), truth)

    def scaled(build: Callable[[float], tradeoff.Curve], start: float) -> Callable[[], tuple[float, float]]:
        def run() -> tuple[float, float]:
            value = calibrate.scale(build, 1.0, 1e-6, start)
            return value * (1 - 1e-12), value

        return run

    found["e1"] = (scaled(lambda s: tradeoff.gaussian(1 / s).repeat(20), 1.0), 18.8933383592862889)
    found["e2"] = (scaled(lambda b: tradeoff.laplace(1 / b).repeat(100), 1.0), 41.4874828286085447)
    return found


def timed(act: Callable[[], object]) -> float:
    """The best of a few cold runs, in milliseconds."""
    best = float("inf")
    for _ in range(REPEATS):
        lawful.cache_clear()
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return 1e3 * best


def main() -> None:
    """One row a task."""
    print(f"{'task':10} {'upper':>20} {'error':>9} {'width':>9} {'ms':>9}")
    for name, (act, truth) in tasks().items():
        lower, upper = act()
        print(f"{name:10} {upper:20.14f} {upper - truth:9.1e} {(upper - lower) / upper:9.1e} {timed(act):9.2f}")
    alphas = np.arange(1, 1001) / 1001
    for name, curve in (("f(c)", mix()), ("f(d2)", tradeoff.subsampled_gaussian(0.01, 1.0, 10_000))):
        lower_f, upper_f = curve.bounds(alphas)
        took = timed(lambda curve=curve: curve.bounds(alphas))  # type: ignore[misc]
        print(f"{name:10} {'1000 alphas':>20} {'':9} {np.max((upper_f - lower_f) / upper_f):9.1e} {took:9.2f}")
    start = time.perf_counter()
    for times in range(1, 1001):
        tradeoff.laplace(0.05).repeat(times).epsilon(1e-6)
    print(f"{'b 1..1000':10} {'':20} {'':9} {'':9} {1e3 * (time.perf_counter() - start):9.2f}")


if __name__ == "__main__":
    main()
