"""diffprivlib: the exponential mechanism over the intervals between rows, an equal part of epsilon for each share."""

import warnings

import numpy as np
from diffprivlib import tools
from quantile import FIVE, HIGH, LOW, MEDIAN, SEVERAL, Prepare, Release, main

warnings.simplefilter("ignore")


def quantiles(shares: list[float]) -> Prepare:
    def prepare(rows: list[float], whole: bool) -> Release:
        column = np.array(rows)
        return lambda: np.atleast_1d(tools.quantile(column, shares, epsilon=1.0, bounds=(LOW, HIGH))).tolist()

    return prepare


if __name__ == "__main__":
    main("diffprivlib", {MEDIAN: quantiles([0.5]), SEVERAL: quantiles(FIVE)})
