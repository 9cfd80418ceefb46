"""I6 for frames: pandas lets one missing cell decide how a whole column is stored. No other row's answer may follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.desk.home import Home
from tests.audit.record import Met, loss, recorded

SCHEMA = dp.Schema(
    u=dp.Identifier(),
    n=dp.Number(0, 50, integer=True),
    k=dp.Category(["0", "1", "2"], other=True),
    b=dp.Category(["True", "true", "False", "false"], other=True),
    x=dp.Number(0, 99, integer=True),
)
QUESTIONS = [dp.Histogram("x", bins=100), dp.Count(by=["k"]), dp.Count(by=["b"]), dp.Sum("n"), dp.DistinctUnits()]
ROWS: list[dict[str, Any]] = [{"u": i // 2, "n": i % 7, "k": i % 3, "b": i % 2 == 0, "x": i} for i in range(60)]


def exact(frame: pd.DataFrame, folder: Path, stored: bool) -> list[Met]:
    """What the questions say of a frame, two rows a unit of which one counts, each answer at price 1."""
    source: Any = frame
    if stored:
        source = folder.with_suffix(".parquet")
        frame.to_parquet(source)
    with pytest.MonkeyPatch.context() as patch, dp.Desk(home=folder) as desk, recorded() as met:
        patch.setattr(Home, "key", lambda self, *purpose: bytes(32))  # the order of rows is by the desk's key
        desk.add_dataset("t", dp.read(source), schema=SCHEMA, unit=dp.Unit("u", 1), budget=dp.Budget(mu=50))
        desk.release("t", dp.Plan([dp.Ask(one, mu=1) for one in QUESTIONS]))
    return met


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, list[Met]]:
    """What the questions say of the rows as they are, in a frame and in a file."""
    folder = tmp_path_factory.mktemp("unchanged")
    return {stored: exact(pd.DataFrame(ROWS), folder / str(stored), stored) for stored in (False, True)}


@pytest.mark.sample(2)
@pytest.mark.parametrize("column", [None, *"nkbux"])
@pytest.mark.parametrize("missing", [None, np.nan], ids=["None", "nan"])
@pytest.mark.parametrize("stored", [False, True], ids=["frame", "parquet"])
def test_a_missing_cell_moves_no_other_row(
    unchanged: dict[bool, list[Met]], column: str | None, missing: Any, stored: bool, tmp_path: Path
) -> None:
    new = {"u": 1000, "n": 5, "k": 1, "b": True, "x": 7} | ({column: missing} if column else {})
    changed = exact(pd.DataFrame([*ROWS, new]), tmp_path / "changed", stored)
    far = [float(loss(zero, one)) for zero, one in zip(unchanged[stored], changed, strict=True)]
    assert max(far) <= 1, far
