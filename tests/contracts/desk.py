"""A desk that has answered every kind of question, a guest's among them, paid in mu and in epsilon."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pandas as pd

import dpcore as dp
from dpcore.queries import Query
from dpcore.release.record import Release
from dpcore.result import Model
from dpcore.table.table import Table
from tests.contracts.example import KINDS, counted, example, of_units, suited
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
EACH = 3
"""Questions of a kind."""


def dataset(kind: type[Query]) -> str:
    """The dataset of which questions of this kind are asked."""
    return "people" if of_units(kind) else "counted" if counted(kind) else "visits"


def facts(name: str) -> Table:
    """The public facts of a dataset."""
    plain = Table(SCHEMA, expected_rows=ROWS)
    if name == "people":
        return replace(
            plain, schema=dp.Schema({**SCHEMA.columns, "person": dp.Identifier()}), unit=dp.Unit("person", 4)
        )
    return suited(next(filter(counted, KINDS)), plain, ROWS) if name == "counted" else plain


def learners() -> list[type[Query]]:
    """The questions that answer a model."""
    return [kind for kind in KINDS if issubclass(example(kind, random.Random(1), facts(dataset(kind))).shape, Model)]


def rows(seed: int = 4) -> pd.DataFrame:
    chance = random.Random(seed)
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
            "person": [number // 5 for number in range(ROWS)],
        }
    )


def asks(currency: str, name: str) -> list[dp.Ask]:
    """A few of every kind by chance, the first of each without groups and filters.

    In mu all but the last, in epsilon the first and the last.
    """
    found = list[dp.Ask]()
    for kind in KINDS:
        if dataset(kind) != name:
            continue
        for place in range(EACH - 1) if currency == "mu" else (0, EACH - 1):
            # whether choices that need the number of rows are taken, or others
            table = facts(name) if place % 2 == 0 else replace(facts(name), expected_rows=None)
            chance = random.Random(f"{kind.name} {place}")
            few = {} if place else {"groups": 0, "filters": 0}
            found.append(dp.Ask(example(kind, chance, table, **few), **{currency: PRICE}))
    return found


def answered(desk: dp.Desk) -> list[Release]:
    """The answers to all of them, of the datasets that are opened here."""
    found: list[Release] = []
    for seed, name in enumerate(sorted({dataset(kind) for kind in KINDS}), start=4):
        table = facts(name)
        desk.add_dataset(
            name,
            dp.read(rows(seed)),
            schema=table.schema,
            neighbors=table.neighbors,
            unit=table.unit,
            budget=BUDGET,
            expected_rows=ROWS,
        )
        for currency in ("mu", "epsilon"):
            found += desk.release(name, dp.Plan(asks(currency, name)), confirm=True)
    return found


@contextmanager
def opened(folder: Path) -> Iterator[tuple[dp.Desk, list[Release]]]:
    """The desk with its answers; the guest is there meanwhile."""
    with moved_in(), dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        yield desk, answered(desk)
