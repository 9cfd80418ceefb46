"""Errors of diffprivlib's quantiles: python quantiles_diffprivlib.py ROWS.json REPEATS, in its own environment."""

import json
import sys
import warnings

import numpy as np
from diffprivlib import tools

warnings.simplefilter("ignore")
FIVE = (0.1, 0.25, 0.5, 0.75, 0.9)


def error(rows: np.ndarray, shares: tuple[float, ...], repeats: int) -> float:
    """Root mean square error at epsilon 1 in all."""
    ordered = np.sort(rows)
    exact = np.array([ordered[int(np.ceil(round(share * len(rows), 9))) - 1] for share in shares])
    squares = []
    for _ in range(repeats):
        noisy = tools.quantile(rows, list(shares), epsilon=1.0, bounds=(0.0, 100.0))
        squares.append(np.square(np.asarray(noisy) - exact).mean())
    return float(np.sqrt(np.mean(squares)))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        kinds = {kind: np.array(rows) for kind, rows in json.load(file).items()}
    repeats = int(sys.argv[2])
    asks = {"median, epsilon 1": (0.5,), "5 quantiles, epsilon 1": FIVE}
    print(
        json.dumps(
            {
                name: {kind: error(rows, shares, repeats) for kind, rows in kinds.items()}
                for name, shares in asks.items()
            }
        )
    )
