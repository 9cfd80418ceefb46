"""Leaves of random public trees in place: the same integers as from a frozen copy of the same rows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.queries.question.key import axis_of
from dpcore.table.aggregate import Aggregate, Leaf, Rows
from dpcore.table.key import Split
from dpcore.table.partition import Bins
from dpcore.table.table import Table
from tests.engine.in_place.world import KEY, KINDS, address, drawn, exported, make
from tests.engine.test_leaf import grown
from tests.postgres import Cluster

COLUMNS: dict[str, Any] = {
    "double": dp.Number(-10, 100, missing=0),
    "int": dp.Number(0, 40, integer=True),
    "text": dp.Category(["A", "1", "0.5", "true"], other=True),
    "boolean": dp.Flag(),
}


@pytest.mark.parametrize("seed", range(4))
def test_leaves_are_those_of_a_frozen_copy(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    chance, kinds, schema = random.Random(seed), {name: KINDS[name] for name in COLUMNS}, dp.Schema(COLUMNS)
    make(server, "visits", kinds, drawn(chance, kinds, 300))
    file, source = (
        exported(server, "visits", kinds, tmp_path / "visits.parquet"),
        dp.read(address(postgres), table="visits"),
    )
    table, parts = Table(schema), ["int", "text", "boolean", Bins("double", (-10.0, 0.0, 0.1, 50.0, 100.0))]
    splits: list[Split] = [axis_of(schema, part).key for part in parts]  # type: ignore[misc]
    leaves = [Leaf(grown(chance, depth, splits)) for depth in (1, 3, 5)]
    asks = [Aggregate((Rows(),), (leaf, splits[place]), present=tuple(COLUMNS)) for place, leaf in enumerate(leaves)]
    asks += [Aggregate((Rows(),), (leaf,), (dp.Condition("int", ">", 3),)) for leaf in leaves]
    found = []
    for each in (source, file):
        with each.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            found.append([answer.tolist() for answer in engine.aggregate(asks)])
    assert found[0] == found[1] and any(sum(answer[0]) for answer in found[0][3:])
