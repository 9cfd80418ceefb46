"""Sums over units in PostgreSQL: the integers of plain Python, from one statement for each aggregate."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.engine.postgres import PostgreSQL
from tests.engine.in_place.world import KEY, KINDS, Kind, address, make
from tests.engine.test_per_unit import TABLE, asked, clean, rows
from tests.oracle import evaluate
from tests.postgres import Cluster


def kind(name: str) -> Kind:
    return Kind(name, (), KINDS["text"].arrow, str)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_the_integers_are_those_of_plain_python(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    chance = random.Random(seed)
    drawn, asks = rows(chance, chance.choice([0, 1, 12, 80])), asked(chance)
    users = ["text", "bigint"][seed % 2]
    types = {"user": users, "item": "text", "stars": ["bigint", "double precision"][seed % 2], "old": "boolean"}
    cells = [
        {name: None if cell is None else str(cell) for name, cell in {**row, "user": row["unit"]}.items()}
        for row in drawn
    ]
    make(server, "ratings", {name: kind(type_name) for name, type_name in types.items()}, cells)
    known = [clean(row) for row in drawn if row["unit"] is not None]
    source = dp.read(address(postgres), table="ratings").load(tmp_path, KEY)
    with PostgreSQL(source, TABLE, KEY) as engine:
        for ask, answer in zip(asks, engine.aggregate(asks), strict=True):
            assert answer.tolist() == evaluate(ask, known).tolist(), ask
