"""A desk with answers of every shape, under a dataset, columns and categories with hostile names, and their bundle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.desk.dossier import Dossier
from dpcore.present import bundle

# a formula, markup, a link, an override that turns text around, and what a table of Markdown is cut by
FORMULA = "=HYPERLINK(1)"
HOSTILE = "<script>alert(1)</script> [x](http://evil.example) ![y](z) | `code` $x$ *b* @me www.evil.example"
NAME = "a|b](x)<b>"


def table() -> pd.DataFrame:
    """600 rows by arithmetic."""
    index = range(600)
    wards = ["A", FORMULA, HOSTILE, "-2+3"]
    return pd.DataFrame(
        {
            "age": [(i * 37) % 100 for i in index],
            "cost": [float((i * 911) % 50_000) for i in index],
            "ward": [wards[i % 4] for i in index],
            NAME: [i % 3 == 0 for i in index],
            "day": pd.to_datetime([f"2026-{1 + i % 12:02d}-{1 + i % 28:02d}" for i in index]),
            "patient": [f"p{i // 3}" for i in index],
        }
    )


SCHEMA = dp.Schema(
    {
        "age": dp.Number(0, 120, integer=True),
        "cost": dp.Number(0, 50_000),
        "ward": dp.Category(["A", FORMULA, HOSTILE, "-2+3"]),
        NAME: dp.Flag(),
        "day": dp.Date("2026-01-01", "2026-12-31"),
        "patient": dp.Identifier(),
    }
)
ASKS = [
    dp.Ask(dp.Count(), weight=1),
    dp.Ask(dp.Count(by=["ward"]), weight=1),
    dp.Ask(dp.CrossTable(["ward", NAME]), weight=1),
    dp.Ask(dp.Histogram("age", bins=12), weight=1),
    dp.Ask(dp.Histogram("day", period="month"), weight=1),
    dp.Ask(dp.Mean("cost", by=[NAME], where=[dp.Condition("ward", "==", HOSTILE)]), weight=2),
]


@pytest.fixture(scope="package")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    """A desk that has released `ASKS`, and a pure sum beside them."""
    folder: Path = tmp_path_factory.mktemp("bundle")
    with dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        desk.add_dataset(
            "visits",
            dp.read(table()),
            schema=SCHEMA,
            unit=dp.Unit("patient", max_rows=5, max_groups=3),
            budget=dp.Budget(epsilon=3.0, delta=1e-6),
        )
        desk.release("visits", dp.Plan(ASKS, mu=0.2))
        desk.release("visits", dp.Plan([dp.Ask(dp.Sum("cost"), epsilon=0.05)]))
        yield desk


@pytest.fixture(scope="package")
def dossier(world: dp.Desk) -> Dossier:
    """All of its answers, in hostile words."""
    return world.dossier("visits", world.releases("visits"), title=FORMULA + HOSTILE, note="Two\n\nlines. " + HOSTILE)


@pytest.fixture(scope="package")
def written(world: dp.Desk, dossier: Dossier) -> bytes:
    """Their bundle."""
    return bundle.write(dossier, world.seal)
