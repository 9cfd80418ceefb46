"""diffprivlib on numpy arrays. Means and variances take the number of rows as public (the replace relation).

It has no grouping: text is coded by its place in the public list. A mean of each group would take the group's exact
number of rows as public, which no relation here allows: timed, and left out of the comparison of errors.
"""

from typing import Any

import numpy as np
import pyarrow.parquet as pq
from diffprivlib import tools
from harness import BINS, GROUPS, HIGH, LOW, A, B, main

EPSILON = 1.0


def load(path: str) -> dict[str, Any]:
    """Numbers as arrays; text, read as a dictionary, as codes."""
    keys = {"grp": GROUPS, "a": A, "b": B}
    table = pq.read_table(path, columns=["value", *keys], read_dictionary=list(keys)).unify_dictionaries()
    arrays = {"value": table["value"].to_numpy()}
    for name, values in keys.items():
        chunks = table[name].chunks
        place = np.array([values.index(value) for value in chunks[0].dictionary.to_pylist()])
        arrays[name] = place[np.concatenate([chunk.indices.to_numpy() for chunk in chunks])]
    return arrays


def _count(t: dict[str, Any]) -> list[float]:
    return [tools.count_nonzero(np.ones_like(t["grp"]), epsilon=EPSILON)]


def _sum(t: dict[str, Any]) -> list[float]:
    return [tools.sum(t["value"], epsilon=EPSILON, bounds=(LOW, HIGH))]


def _mean(t: dict[str, Any]) -> list[float]:
    return [tools.mean(t["value"], epsilon=EPSILON, bounds=(LOW, HIGH))]


def _variance(t: dict[str, Any]) -> list[float]:
    return [tools.var(t["value"], epsilon=EPSILON, bounds=(LOW, HIGH))]


def _histogram(t: dict[str, Any]) -> list[float]:
    return list(tools.histogram(t["value"], epsilon=EPSILON, bins=BINS, range=(LOW, HIGH))[0])


def _count_by(t: dict[str, Any]) -> list[float]:
    return list(tools.histogram(t["grp"], epsilon=EPSILON, bins=len(GROUPS), range=(-0.5, len(GROUPS) - 0.5))[0])


def _mean_by(t: dict[str, Any]) -> list[float]:
    order = np.argsort(t["grp"], kind="stable")
    parts = np.split(t["value"][order], np.searchsorted(t["grp"][order], np.arange(1, len(GROUPS))))
    return [tools.mean(part, epsilon=EPSILON, bounds=(LOW, HIGH)) for part in parts]


def _cross(t: dict[str, Any]) -> list[float]:
    edges = [np.arange(len(A) + 1) - 0.5, np.arange(len(B) + 1) - 0.5]
    ranges = [(-0.5, len(A) - 0.5), (-0.5, len(B) - 0.5)]
    return list(tools.histogram2d(t["a"], t["b"], epsilon=EPSILON, bins=edges, range=ranges)[0].ravel())


ASKS = {
    "count": _count,
    "sum": _sum,
    "mean": _mean,
    "variance": _variance,
    "histogram": _histogram,
    "count_by": _count_by,
    "mean_by": _mean_by,
    "cross": _cross,
}

if __name__ == "__main__":
    main("diffprivlib", load, ASKS)
