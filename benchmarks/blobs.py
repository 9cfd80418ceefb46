"""k-means on made-up shapes beside the published figures of PE-means (Humphries, Lin and Yekhanin, 2606.00342).

Its shapes are those of scikit-learn's make_blobs with random_state 1: 20,000 rows around places that are even in
[-10, 10] on each axis, centred, over the largest norm. All columns have one bound, the largest value, as there. The
loss is the inertia over the rows, integrated over epsilon by trapezoids; delta is 20,000^-1.1. The paper takes the
number of rows as public; Murmur's figures are for add/remove.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks import clusters
from benchmarks.fitted import Case, Doubles, desks
from benchmarks.size import sized
from benchmarks.table import Table, ratio

ROWS, EPSILONS = sized((20_000, (0.25, 0.5, 1.0, 2.0, 4.0)), (500, (1.0,)))
DELTA = ROWS**-1.1
PUBLISHED = {(4, 4): (0.0778, 0.1777), (16, 4): (0.0445, 0.0990), (4, 16): (0.0955, 0.7110), (16, 16): (0.0668, 0.7160)}
"""Clusters and columns: the published losses of PE-means, and of FastLloyd, its form of DP-Lloyd."""


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: releases at each epsilon."""
    for (count, columns), (evolved, noisy) in list(PUBLISHED.items())[: sized(None, 1)]:
        rows = blobs(count, columns)
        case = Case(f"make_blobs, {count} clusters, {columns} columns", count, rows)
        least = clusters.without_noise(case) / ROWS * (EPSILONS[-1] - EPSILONS[0])
        ours = np.trapezoid([loss(case, epsilon, runs) for epsilon in EPSILONS], EPSILONS)
        what = "k-means: loss over epsilon .25 to 4"
        out.add(what, case.kind, f"{ROWS:,}", f"{ours:.4f}", "no noise", f"{least:.4f}", ratio(ours / least))
        for name, theirs in (("PE-means, published", evolved), ("DP-Lloyd (FastLloyd), published", noisy)):
            out.add("", "", "", f"{ours:.4f}", name, f"{theirs:.4f}", ratio(ours / theirs))
    out.note("make_blobs: the paper of PE-means takes the number of rows as public; Murmur's releases protect it.")


def loss(case: Case, epsilon: float, runs: int) -> float:
    """The mean inertia of the releases over the rows."""
    question, high = dp.KMeans(case.names, case.count), float(np.abs(case.values).max())
    schema = dp.Schema({name: dp.Number(-high, high) for name in case.names})
    plan = dp.Plan([dp.Ask(question, mu=dp.calibrate.mu(epsilon, DELTA))])
    with desks() as desk:
        frame = pd.DataFrame(case.values, columns=case.names)
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=100.0), expected_rows=ROWS)
        released = [desk.release("t", plan)[0] for _ in range(runs)]
    return (
        float(np.mean([clusters.inertia(case.values, clusters.centres(release, case)) for release in released])) / ROWS
    )


def blobs(count: int, columns: int) -> Doubles:
    """The rows, shape (20,000, columns): drawn in make_blobs' order, but for the last shuffle of the rows."""
    chance = np.random.RandomState(1)
    places = chance.uniform(-10, 10, (count, columns))
    rows = np.concatenate([chance.normal(place, 1, (ROWS // count, columns)) for place in places])
    rows -= rows.mean(axis=0)
    return rows / np.linalg.norm(rows, axis=1).max()
