"""OpenDP: Gaussian and Laplace noise composed in zero-concentrated privacy, read as (epsilon, delta)."""

from typing import Any

import opendp.prelude as dp
from account import main

dp.enable_features("contrib")
SPACE = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)


def gaussian(scale: float, times: int) -> Any:
    one = dp.m.make_gaussian(*SPACE, scale=scale)
    return dp.c.make_zCDP_to_approxDP(dp.c.make_composition([one] * times))


def epsilon(scale: float, times: int) -> float:
    return float(gaussian(scale, times).map(1.0).epsilon(1e-6))


def calibrated() -> float:
    return float(dp.binary_search(lambda scale: epsilon(scale, 20) <= 1.0, bounds=(1.0, 100.0)))


TASKS = {"a1": lambda: epsilon(50.0, 1000), "e1": calibrated}

if __name__ == "__main__":
    main("opendp", TASKS)
