"""An ask may bring statements of its own: one after the other, in one snapshot, on every engine."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlglot import exp

import dpcore as dp
from dpcore.data.aggregate import Aggregate, Rows
from dpcore.data.engine import Columns, Steps, View
from dpcore.data.table import Table, Unit
from tests.place.world import KEY, KINDS, Kind, address, exported, make
from tests.postgres import Cluster


class Twice(Steps):
    """The rows, and those above a grid's half; a second statement where that may depend on the first one's answer."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def statements(self, view: View) -> Generator[exp.Query, Columns, NDArray[Any]]:
        """Two counts."""
        self.views.append(view)
        rows = exp.select(exp.Count(this=exp.Star()).as_("n")).from_(view.relation)
        (count,) = yield rows
        half = 5 if view.logged else int(count[0]) * 0 + 5
        above = exp.GT(this=exp.column("x", quoted=True), expression=exp.Literal.number(half))
        (more,) = yield rows.where(above)
        return np.array([int(count[0]), int(more[0])])


@pytest.mark.parametrize("unit", [Unit(), Unit("who", 2)], ids=str)
def test_statements_follow_one_another_and_answers_keep_their_places(
    unit: Unit, server: Any, postgres: Cluster, tmp_path: Path
) -> None:
    kinds = {"who": Kind("integer", (), KINDS["int"].arrow, int), "x": KINDS["int"]}
    make(server, "visits", kinds, [{"who": str(i % 7), "x": str(i % 7)} for i in range(70)])
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    table = Table(dp.Schema(who=dp.Identifier(), x=dp.Number(0, 10)), unit)
    rows = [70, 10] if unit.identifier is None else [14, 2]
    for source, logged in ((dp.read(address(postgres), table="visits"), True), (file, False)):
        ask, count = Twice(), Aggregate((Rows(),))
        with source.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            first, own, last = engine.aggregate([count, ask, count])
        assert first.tolist() == last.tolist() == [rows[0]] and own.tolist() == rows
        assert [view.logged for view in ask.views] == [logged]
