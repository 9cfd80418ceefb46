"""A desk that has answered every kind of question, a guest's among them, paid in mu and in epsilon."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

import dpcore as dp
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.contracts.example import KINDS, example
from tests.contracts.guest import moved_in

ROWS = 300
SCHEMA = dp.Schema(
    age=dp.Number(0, 99, integer=True),
    cost=dp.Number(-1.5, 1000.0),
    ward=dp.Category(["A", "=1+1", '<b>"&"'], other=True),
    smoker=dp.Flag(),
    day=dp.Date("2024-01-01", "2024-06-30"),
    sent=dp.Category(["A", "=1+1", 'B, "C"']),
)
BUDGET = dp.Budget(epsilon=100.0, delta=1e-6)
PRICE = 0.5
EACH = 4
"""Questions of a kind."""


def rows() -> pd.DataFrame:
    chance = random.Random(4)
    wards = [*SCHEMA["ward"].keys, None]
    days = pd.date_range("2024-01-01", periods=182).date
    return pd.DataFrame(
        {
            "age": [chance.choice([None, *range(99)]) for _ in range(ROWS)],
            "cost": [chance.uniform(-5, 1100) for _ in range(ROWS)],
            "ward": [chance.choice(wards) for _ in range(ROWS)],
            "smoker": [chance.choice([True, False, None]) for _ in range(ROWS)],
            "day": [chance.choice(days) for _ in range(ROWS)],
            "sent": [chance.choice(SCHEMA["sent"].values) for _ in range(ROWS)],
        }
    )


def asks(currency: str) -> list[dp.Ask]:
    """A few of every kind by chance, the first of each without groups and filters."""
    table, found = Table(SCHEMA), list[dp.Ask]()
    for kind in KINDS:
        for place in range(EACH):
            chance = random.Random(f"{kind.name} {place}")
            few = {} if place else {"groups": 0, "filters": 0}
            found.append(dp.Ask(example(kind, chance, table, **few), **{currency: PRICE}))
    return found


def answered(desk: dp.Desk) -> list[Release]:
    """The answers to all of them, of the dataset "visits" that is opened here."""
    desk.add_dataset("visits", dp.read(rows()), schema=SCHEMA, budget=BUDGET, expected_rows=ROWS)
    found: list[Release] = []
    for currency in ("mu", "epsilon"):
        found += desk.release("visits", dp.Plan(asks(currency)), confirm=True)
    return found


@contextmanager
def opened(folder: Path) -> Iterator[tuple[dp.Desk, list[Release]]]:
    """The desk with its answers; the guest is there meanwhile."""
    with moved_in(), dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        yield desk, answered(desk)
