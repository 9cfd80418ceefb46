"""OpenDP: a median by permute-and-flip, on candidates that are Murmur's grid; add/remove, a row a unit."""

import opendp.prelude as dp
from quantile import HIGH, LOW, MEDIAN, Release, main

dp.enable_features("contrib")
STEP = 2.0**-13  # the finest power of two with at most 2**20 steps


def median(rows: list[float], whole: bool) -> Release:
    step = 1.0 if whole else STEP
    candidates = [LOW + step * place for place in range(int((HIGH - LOW) / step) + 1)]
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    release = dp.m.make_private_quantile(*space, dp.max_divergence(), candidates, alpha=0.5, scale=1.0)
    if release.map(1) != 1.0:
        raise ValueError(f"this scale is for epsilon {release.map(1)}")
    return lambda: [release(rows)]


if __name__ == "__main__":
    main("opendp", {MEDIAN: median})
