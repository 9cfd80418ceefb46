"""Errors of a median and of several quantiles, against diffprivlib: root mean square error on four kinds of data.

`benchmarks.slicing` compares the methods for many quantiles.

python -m benchmarks.quantiles REPEATS    Murmur's part, as JSON
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dpcore as dp
from benchmarks.child import Failed, answer, module, script
from benchmarks.environment import PEERS, interpreter
from benchmarks.table import Table, ratio

ROWS, HIGH = 10_000, 100.0
FIVE = (0.1, 0.25, 0.5, 0.75, 0.9)
NINETEEN = tuple(round(0.05 * place, 2) for place in range(1, 20))
TARGETS = {"median, epsilon 1": 0.6, "5 quantiles, epsilon 1": 1.0}


def kinds() -> dict[str, list[float]]:
    """The rows of each kind, all in [0, 100]: the same in every run."""
    chance = np.random.default_rng(11)
    side = chance.random(ROWS) < 0.5
    values = {
        "normal": chance.normal(50, 10, ROWS),
        "log-normal": chance.lognormal(2.5, 0.6, ROWS),
        "two clusters": np.where(side, chance.normal(20, 3, ROWS), chance.normal(80, 3, ROWS)),
        "whole numbers": np.round(chance.normal(40, 8, ROWS)),
    }
    return {name: np.clip(column, 0, HIGH).tolist() for name, column in values.items()}


def table(repeats: int) -> Table:
    """A row for each kind of data and question; errors in the column's unit, averaged over the quantiles."""
    out = Table(
        f"Quantiles of {ROWS:,} rows in [0, 100]: root mean square error, {repeats} releases each",
        ("what", "data", "Murmur", "diffprivlib", "ratio", "target"),
    )
    ours = module("quantiles", repeats)
    theirs = _peer(out, repeats)
    for name, errors in ours.items():
        for kind, error in errors.items():
            peer = theirs.get(name, {}).get(kind)
            target = TARGETS.get(name)
            if peer is None:
                out.add(name, kind, f"{error:.3g}")
                continue
            limit = f"at most {target}×" if target else "–"
            out.add(name, kind, f"{error:.3g}", f"{peer:.3g}", ratio(error / peer, at_most=target), limit)
    return out


def _peer(out: Table, repeats: int) -> dict[str, dict[str, float]]:
    python = interpreter("diffprivlib")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        path.write_text(json.dumps(kinds()), encoding="utf-8")
        try:
            if isinstance(python, str):
                raise Failed(python)
            found: dict[str, dict[str, float]] = script(python, PEERS / "quantiles_diffprivlib.py", path, repeats)
            return found
        except Failed as reason:
            out.note(f"diffprivlib: skipped, {reason}.")
            return {}


def _errors(repeats: int) -> dict[str, dict[str, float]]:
    asks: dict[str, tuple[dp.Query, dict[str, float]]] = {
        "median, epsilon 1": (dp.Median("x"), {"epsilon": 1.0}),
        "median by smooth sensitivity, epsilon 1": (dp.Median("x", method="smooth"), {"epsilon": 1.0}),
        "5 quantiles, epsilon 1": (dp.Quantiles("x", FIVE), {"epsilon": 1.0}),
        "5 quantiles by halving, epsilon 1": (dp.Quantiles("x", FIVE, method="halving"), {"epsilon": 1.0}),
        "19 quantiles, mu 0.237": (dp.Quantiles("x", NINETEEN), {"mu": 0.237}),
        "19 quantiles by halving, mu 0.237": (dp.Quantiles("x", NINETEEN, method="halving"), {"mu": 0.237}),
        "interquartile range, epsilon 1": (dp.InterquartileRange("x"), {"epsilon": 1.0}),
    }
    return {
        name: {kind: _error(query, price, rows, repeats, kind == "whole numbers") for kind, rows in kinds().items()}
        for name, (query, price) in asks.items()
    }


def _error(query: dp.Query, price: dict[str, float], rows: Sequence[float], repeats: int, whole: bool) -> float:
    import pandas as pd

    squares = []
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=home) as desk:
        schema = dp.Schema(x=dp.Number(0, HIGH, integer=whole))
        column = np.array(rows).astype(int) if whole else rows
        frame = pd.DataFrame({"x": column})
        desk.add_dataset("x", dp.read(frame), schema=schema, budget=_budget(price, repeats))
        exact = _exact(query, np.sort(rows))
        for run in range(repeats):
            paid = {name: value * (1 + run * 1e-9) for name, value in price.items()}  # no stored answer is returned
            (release,) = desk.release("x", dp.Plan([dp.Ask(query)], **paid))
            squares.append(np.square(release.table["estimate"].to_numpy() - exact).mean())
    return float(np.sqrt(np.mean(squares)))


def _budget(price: dict[str, float], repeats: int) -> dp.Budget:
    facts: dict[str, Any] = {"mu": 100.0} if "mu" in price else {"epsilon": min(1000.0, 1.1 * repeats)}
    return dp.Budget(**facts)


def _exact(query: dp.Query, rows: np.ndarray) -> np.ndarray:
    """The answer without noise. rows: sorted."""
    shares = (0.25, 0.75) if isinstance(query, dp.InterquartileRange) else getattr(query, "qs", (0.5,))
    values = np.array([rows[int(np.ceil(round(share * len(rows), 9))) - 1] for share in shares])
    return np.diff(values) if isinstance(query, dp.InterquartileRange) else values


if __name__ == "__main__":
    answer(_errors(int(sys.argv[1])))
