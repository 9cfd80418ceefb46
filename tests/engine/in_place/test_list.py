"""A long public list of values: each is found at its own place, however many there are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.table.table import Table
from tests.engine.in_place.test_equal import both, compare
from tests.engine.in_place.world import KINDS, address, exported, make
from tests.postgres import Cluster

LETTERS = "aAbBzZ09_- éÉßıİКñ漢😀'\"\\%$~"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("count", "other"), [(64, True), (65, False), (65, True), (3000, True)])
def test_every_listed_value_has_its_place(
    count: int, other: bool, server: Any, postgres: Cluster, tmp_path: Path
) -> None:
    chance = random.Random(count)
    words = {"".join(chance.choices(LETTERS, k=chance.randrange(1, 6))) for _ in range(3 * count)}
    values = [word for word in sorted(words, key=lambda _: chance.random()) if word.strip() and word != "other"]
    kinds = {"word": KINDS["ignoring"]}
    rows = [{"word": word} for word in (*values, *values[:50], "elsewhere", "", None)]
    make(server, "visits", kinds, rows)
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    table = Table(dp.Schema(word=dp.Category(values[:count], other=other)))
    queries = [dp.Count(by=("word",)), dp.Count(where=(dp.Condition("word", "in", values[:70][:count]),))]
    compare(*both(dp.read(address(postgres), table="visits"), file, table, queries, tmp_path))
