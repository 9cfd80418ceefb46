"""Whoever reads an answer is told where 7 and 007 are two people."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.page.fact import declared
from dpcore.present.record import fact


@pytest.mark.parametrize("written", [True, False])
def test_share_pages_and_records_say_that_identifiers_are_as_written(written: bool, tmp_path: Path) -> None:
    schema = dp.Schema(who=dp.Identifier(as_written=written), n=dp.Number(0, 9))
    with dp.Desk(home=tmp_path) as desk:
        rows = dp.read(pd.DataFrame({"who": ["7", "007", "8"], "n": [1, 2, 3]}))
        budget = dp.Budget(mu=1.0, delta=1e-6)
        desk.add_dataset("visits", rows, schema=schema, unit=dp.Unit("who", max_rows=2), budget=budget)
        (release,) = desk.release("visits", dp.Plan([dp.Sum("n")], mu=0.3))
        columns, _ = declared([release])
        said = next(column.known for column in columns if column.name == "who")
        assert ("as it is written (7 and 007 are two)" in said) == written
        assert "identifies the privacy unit" in said
        assert ("as it is written (7 and 007 are two)" in fact.column("who", schema["who"])) == written
