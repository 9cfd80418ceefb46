"""dp-accounting: privacy loss distributions on its usual grid, rounded up; calibration by its own search."""

from typing import Any

import dp_accounting
import numpy as np
from account import BATCH, COINS, LAPLACES, MNIST, SIGMAS, STEPS, main, steps
from dp_accounting.pld import PLDAccountant
from dp_accounting.pld import privacy_loss_distribution as pld


def laplace(times: int) -> float:
    return pld.from_laplace_mechanism(20.0).self_compose(times).get_epsilon_for_delta(1e-6)


def all_laplaces() -> list[float]:
    one = pld.from_laplace_mechanism(20.0)
    total, found = one, [one.get_epsilon_for_delta(1e-6)]
    for _ in range(999):
        total = total.compose(one)
        found.append(total.get_epsilon_for_delta(1e-6))
    return found


def mix() -> Any:
    parts = [pld.from_laplace_mechanism(1.0 / e) for e in LAPLACES]
    parts += [pld.from_gaussian_mechanism(s) for s in SIGMAS]
    parts += [pld.from_randomized_response(2.0 / (1.0 + np.exp(e)), 2) for e in COINS]
    total = parts[0]
    for part in parts[1:]:
        total = total.compose(part)
    return total


def sgd(rate: float, noise: float, count: int) -> float:
    return pld.from_gaussian_mechanism(noise, sampling_prob=rate).self_compose(count).get_epsilon_for_delta(1e-5)


def calibrated(event: Any, times: int, low: float, high: float) -> float:
    return dp_accounting.calibrate_dp_mechanism(
        PLDAccountant,
        lambda size: dp_accounting.SelfComposedDpEvent(event(size), times),
        1.0,
        1e-6,
        dp_accounting.ExplicitBracketInterval(low, high),
    )


TASKS = {
    "a1": lambda: pld.from_gaussian_mechanism(50.0).self_compose(1000).get_epsilon_for_delta(1e-6),
    **{f"b{k}": (lambda k=k: laplace(k)) for k in (1, 10, 100, 1000)},
    "b all": all_laplaces,
    "c": lambda: mix().get_epsilon_for_delta(1e-6),
    **{name: (lambda count=count: sgd(0.01, 1.0, count)) for name, count in STEPS.items()},
    "mnist": lambda: [sgd(BATCH, float(noise), steps(epochs)) for noise, epochs in MNIST.items()],
    "e1": lambda: calibrated(dp_accounting.GaussianDpEvent, 20, 1.0, 100.0),
    "e2": lambda: calibrated(dp_accounting.LaplaceDpEvent, 100, 1.0, 200.0),
}

if __name__ == "__main__":
    main("dp-accounting", TASKS)
