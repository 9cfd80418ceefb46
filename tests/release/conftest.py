"""A desk in a temporary folder, with a small table of visits made by arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp

ROWS = 600


def visits(rows: int = ROWS) -> pd.DataFrame:
    """Synthetic visits: deterministic, no randomness needed."""
    index = range(rows)
    return pd.DataFrame(
        {
            "age": [(i * 37) % 100 for i in index],
            "cost": [((i * 911) % 50_000) / 1.0 for i in index],
            "ward": ["ABC"[i % 3] for i in index],
            "smoker": [i % 4 == 0 for i in index],
            "patient": [f"p{i // 3}" for i in index],
        }
    )


SCHEMA = dp.Schema(
    age=dp.Number(0, 120, integer=True),
    cost=dp.Number(0, 50_000),
    ward=dp.Category(["A", "B", "C"]),
    smoker=dp.Flag(),
    patient=dp.Identifier(),
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of an empty database; a test file may take `either` kind in turn."""
    return f"sqlite:///{tmp_path / 'murmur.db'}"


@pytest.fixture
def desk(url: str, tmp_path: Path) -> Iterator[dp.Desk]:
    """An open desk with its own home."""
    with dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


@pytest.fixture
def wards(desk: dp.Desk) -> dp.Desk:
    """The desk with "visits": (1, 1e-6), five rows a patient, add/remove."""
    desk.add_dataset(
        "visits",
        dp.read(visits()),
        schema=SCHEMA,
        unit=dp.Unit("patient", max_rows=5, max_groups=3),
        budget=dp.Budget(epsilon=1.0, delta=1e-6),
    )
    return desk
