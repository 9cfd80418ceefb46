"""prv-accountant at eps_error 0.01 and delta_error a thousandth of delta: its estimate."""

from typing import Any

from account import BATCH, COINS, LAPLACES, MNIST, SIGMAS, STEPS, main, steps
from prv_accountant import (
    GaussianMechanism,
    LaplaceMechanism,
    PoissonSubsampledGaussianMechanism,
    PRVAccountant,
    PureDPMechanism,
)


def epsilon(parts: list[tuple[Any, int]], delta: float) -> float:
    several, counts = [part for part, _ in parts], [count for _, count in parts]
    accountant = PRVAccountant(prvs=several, max_self_compositions=counts, eps_error=0.01, delta_error=delta / 1000.0)
    return float(accountant.compute_epsilon(delta=delta, num_self_compositions=counts)[1])


def sgd(rate: float, noise: float, count: int) -> float:
    return epsilon(
        [(PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=noise), count)], 1e-5
    )


def mix() -> float:
    parts = [LaplaceMechanism(mu=e) for e in LAPLACES]
    parts += [GaussianMechanism(noise_multiplier=s) for s in SIGMAS]
    parts += [PureDPMechanism(eps=e) for e in COINS]
    return epsilon([(part, 1) for part in parts], 1e-6)


TASKS = {
    "a1": lambda: epsilon([(GaussianMechanism(noise_multiplier=50.0), 1000)], 1e-6),
    **{f"b{k}": (lambda k=k: epsilon([(LaplaceMechanism(mu=0.05), k)], 1e-6)) for k in (1, 10, 100, 1000)},
    "c": mix,
    **{name: (lambda count=count: sgd(0.01, 1.0, count)) for name, count in STEPS.items()},
    "mnist": lambda: [sgd(BATCH, float(noise), steps(epochs)) for noise, epochs in MNIST.items()],
}

if __name__ == "__main__":
    main("prv-accountant", TASKS)
