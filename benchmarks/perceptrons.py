"""What share of other rows a perceptron misclassifies, beside logistic regression of the same rows without noise."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks.fitted import GAUSSIAN, PURE, Doubles, mean
from benchmarks.size import sized
from benchmarks.table import Table, ratio

ROWS, HELD, FEATURES = sized((2_000, 10_000), (500,)), sized(20_000, 500), 6
KINDS = sized({"nearly separable": 0.15, "mixed": 0.6}, {"mixed": 0.6})
PRICES = sized({"(1, 1e-06)": GAUSSIAN, "epsilon 1": PURE}, {"epsilon 1": PURE})


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables of each kind."""
    for kind, noise in KINDS.items():
        for rows in ROWS:
            ours: dict[str, list[float]] = {name: [] for name in PRICES}
            best = []
            for seed in range(runs):
                x, y = drawn(seed, rows + HELD, noise)
                held = x[rows:], y[rows:]
                best.append(float(np.mean((held[0] @ logistic(x[:rows], y[:rows]) > 0) != held[1])))
                for name, share in wrong(x, y, rows).items():
                    ours[name].append(share)
            for name, shares in ours.items():
                mine, least = mean(shares)[0], float(np.mean(best))
                what = f"perceptron at {name}: share of other rows misclassified"
                cells = f"{mine:.3f}", "logistic, no noise", f"{least:.3f}", ratio(mine / least)
                out.add(what, kind, f"{rows:,}", *cells)


def wrong(x: Doubles, y: np.ndarray, rows: int) -> dict[str, float]:
    """The share of the held rows that releases at each price misclassify."""
    names = [f"x{place}" for place in range(FEATURES)]
    frame = pd.DataFrame(x[:, 1:], columns=names)
    found = {}
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=Path(home)) as desk:
        schema = dp.Schema({**{name: dp.Number(-1, 1) for name in names}, "y": dp.Flag()})
        source = dp.read(frame[:rows].assign(y=y[:rows]))
        desk.add_dataset("t", source, schema=schema, budget=dp.Budget(10, 1e-6), expected_rows=rows)
        for name, price in PRICES.items():
            (release,) = desk.release("t", dp.Plan([dp.Ask(dp.Perceptron("y", names), **price)]))
            predicted = release.evaluate(frame[rows:])["estimate"].to_numpy()
            found[name] = float(np.mean((predicted == 1) != y[rows:]))
    return found


def drawn(seed: int, rows: int, noise: float) -> tuple[Doubles, np.ndarray]:
    """The constant and normal features, and labels by a weighted sum with noise."""
    chance = np.random.default_rng(seed)
    x = np.clip(chance.normal(0, 0.4, (rows, FEATURES)), -1, 1)
    weights = chance.normal(size=FEATURES)
    score = x @ (weights / np.linalg.norm(weights)) + 0.2
    return np.column_stack([np.ones(rows), x]), score + noise * chance.normal(size=rows) > 0


def logistic(x: Doubles, y: np.ndarray) -> Doubles:
    """By Newton's method, with a little ridge."""
    found = np.zeros(x.shape[1])
    for _ in range(30):
        chances = 0.5 * (1 + np.tanh(x @ found / 2))
        curved = (x * (chances * (1 - chances))[:, None]).T @ x + 1e-6 * len(x) * np.eye(x.shape[1])
        found = found + np.linalg.solve(curved, x.T @ (y - chances))
    return found
