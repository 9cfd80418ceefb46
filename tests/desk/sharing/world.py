"""A dataset of a few rows with answers, and desks of several people on one ledger."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

import dpcore as dp

SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B", "C"]))
ROWS = pd.DataFrame({"age": [30 + row % 50 for row in range(400)], "ward": ["ABC"[row % 3] for row in range(400)]})
WRONG = "This link is not valid."


def desk(home: Path, user: str | None = None, url: str | None = None) -> dp.Desk:
    """A desk of the ledger in this home, or in that database."""
    return dp.Desk(url, home=home, user=user)


def filled(home: Path, user: str | None = None, url: str | None = None) -> tuple[dp.Desk, list[dp.Release]]:
    """An owner's desk with the dataset `visits` and three answers."""
    made = desk(home, user, url)
    made.add_dataset("visits", dp.read(ROWS), schema=SCHEMA, budget=dp.Budget(epsilon=3.0, delta=1e-6))
    asks = [dp.Count(), dp.Histogram("age", bins=12), dp.Count(by=["ward"])]
    return made, made.release("visits", dp.Plan([dp.Ask(one) for one in asks], mu=0.4))
