"""Neighbouring tables for the audit: one unit of several rows in every extreme way, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

import dpcore as dp
from dpcore.sensitivity.relation import Neighbors
from tests.audit.record import Met, distance, recorded

PRICES = {"gaussian": (1.0, 0.1, 3.0), "pure": (2.2, 0.01, 5.0)}  # the first is audited: detection is cheap there
ROWS = 16  # a unit's: counts move by as much, so that rounding to whole numbers hides nothing of the noise

SCHEMA = dp.Schema(
    x=dp.Number(0, 100, integer=True),
    z=dp.Number(-1, 3),
    k=dp.Category(["A", "B", "C"]),
    u=dp.Identifier(),
)
IN_A = dp.Condition("k", "==", "A")
QUESTIONS: dict[str, dp.queries.Query] = {
    "count": dp.Count(),
    "filtered count": dp.Count(where=[IN_A]),
    "histogram": dp.Histogram("k"),
    "units": dp.DistinctUnits(where=[IN_A]),
    "sum": dp.Sum("x"),
    "fine sum": dp.Sum("z"),
    "fraction": dp.Fraction(dp.Condition("x", ">", 50)),
    "mean": dp.Mean("x"),
    "fine mean": dp.Mean("z"),
    "variance": dp.Variance("x"),
    "deviation by k": dp.StandardDeviation("x", by=["k"]),
}


def rows(unit: str, x: Any, z: Any, k: Any, many: int = ROWS) -> pd.DataFrame:
    """A unit's rows, all alike. Types never depend on the cells."""
    frame = pd.DataFrame({"x": [x] * many, "z": [z] * many, "k": [k] * many, "u": [unit] * many})
    return frame.astype({"x": "float64", "z": "float64", "k": "object", "u": "object"})


OTHERS = pd.concat([rows("v", 30, 0.3, "A", 3), rows("w", 80, 2.5, "B", 2), rows("w", None, None, None, 1)])
UNIT: dict[str, pd.DataFrame | None] = {
    "absent": None,
    "low in A": rows("u", 0, -1, "A"),
    "high in A": rows("u", 100, 3, "A"),
    "middle in A": rows("u", 50, 1, "A"),
    "farther in A": rows("u", 43, 0.72, "A"),
    "low in B": rows("u", 0, -1, "B"),
    "high in B": rows("u", 100, 3, "B"),
    "alone in A": rows("u", 0, -1, "A", 1),
    "missing": rows("u", None, None, None),
}


@dataclass(frozen=True)
class Asked:
    """One question at one price, on every table: one release, what the ledger booked, what met the noise."""

    release: dp.Release
    booked: dict[str, int | None]
    met: dict[str, Met]
    neighbors: Neighbors

    def worst(self) -> tuple[Met, Met]:
        """The neighbouring pair whose statistics are farthest apart."""
        names = [name for name in self.met if self.neighbors == "add_remove" or name != "absent"]
        first = ["absent"] if self.neighbors == "add_remove" else names
        pairs = [(self.met[a], self.met[b]) for a in first for b in names]
        return max(pairs, key=lambda pair: distance(*pair))


def plan(lane: str) -> dp.Plan:
    """Every question at every price."""
    currency = "mu" if lane == "gaussian" else "epsilon"
    return dp.Plan([dp.Ask(one, **{currency: price}) for price in PRICES[lane] for one in QUESTIONS.values()])


def asked(folder: Path, neighbors: Neighbors) -> dict[tuple[str, float, str], Asked]:
    """Every question in both lanes at every price, released by a desk on each table, as anybody would."""
    with dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder) as desk:
        for name, unit in UNIT.items():
            desk.add_dataset(
                name,
                dp.read(OTHERS if unit is None else pd.concat([OTHERS, unit])),
                schema=SCHEMA,
                unit=dp.Unit("u", max_rows=ROWS),
                neighbors=neighbors,
                budget=dp.Budget(mu=100),
                separate_budget=True,
            )
        found: dict[tuple[str, float, str], Asked] = {}
        for lane, prices in PRICES.items():
            places = [(lane, price, question) for price in prices for question in QUESTIONS]
            met: list[dict[str, Met]] = [{} for _ in places]
            for name in UNIT:
                with recorded() as seen:
                    releases = desk.release(name, plan(lane))
                for one, other in zip(met, seen, strict=True):
                    one[name] = other
            charge = [entry for entry in desk.ledger(name) if entry.kind == "charge"][-1]
            booked = {ask["key"]: ask["charge"] for ask in charge.payload["asks"]}
            for place, release, one in zip(places, releases, met, strict=True):
                found[place] = Asked(release, booked[release.key], one, neighbors)
    return found
