"""python-dp: Google's bounded median, and its tree of noisy counts for several shares; add/remove, a row a unit.

The tree has the height and the branching of Google's own quantiles. It takes real numbers, the median whole ones too.
"""

from pydp.algorithms.laplacian import Median
from pydp.algorithms.quantile_tree import QuantileTree
from quantile import FIVE, HIGH, LOW, MANY, MEDIAN, NINETEEN, SEVERAL, Prepare, Release, main

HEIGHT, BRANCHING = 4, 16


def median(rows: list[float], whole: bool) -> Release:
    column = [int(row) for row in rows] if whole else rows
    low, high = (int(LOW), int(HIGH)) if whole else (LOW, HIGH)
    question = Median(epsilon=1.0, lower_bound=low, upper_bound=high, dtype="int" if whole else "float")
    return lambda: [question.quick_result(column)]


def quantiles(shares: list[float], delta: float, noise: str) -> Prepare:
    def prepare(rows: list[float], whole: bool) -> Release:
        tree = QuantileTree(LOW, HIGH, HEIGHT, BRANCHING)
        for row in rows:
            tree.add_entry(row)
        return lambda: tree.compute_quantiles(1.0, delta, 1, 1, shares, noise)

    return prepare


if __name__ == "__main__":
    asks = {
        MEDIAN: median,
        SEVERAL: quantiles(FIVE, 0.0, "laplace"),
        MANY: quantiles(NINETEEN, 1e-6, "gaussian"),
    }
    main("python-dp", asks)
