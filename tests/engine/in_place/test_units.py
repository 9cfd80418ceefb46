"""Units of several rows in place: a bound that holds, a choice that is a function of each unit's own rows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.base import derive
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.postgres import PostgreSQL
from dpcore.engine.sql import md5
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.literal import text
from dpcore.table import aggregate
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.in_place.test_equal import asked, both, compare, declared
from tests.engine.in_place.world import KEY, KINDS, Kind, address, drawn, exported, make
from tests.postgres import Cluster

WHO = {
    "int": ("1", "2", "3", "-4", "9"),
    "text": ("a", " a ", "b", "NA", "", "A", "é", "1", "01"),
    "uuid": KINDS["uuid"].cells,
    "decimal": ("1", "1.50", "2", "NaN"),
    "real": ("1", "0.1", "2.5", "NaN", "Infinity"),
    "boolean": ("true", "false"),
    "zoned": ("2020-01-01 00:00:00+00", "2020-01-01 12:00:00.5+00", "2020-01-01 02:00:00+02"),
}


def hashed(self: DuckDBDialect, salt: exp.Expr, cells: list[exp.Expr]) -> exp.Expr:
    """PostgreSQL's hash in DuckDB: there a whole double has no .0, and 0 no sign."""
    del self

    def spelt(cell: exp.Expr) -> exp.Expr:
        whole = exp.RegexpReplace(this=exp.cast(cell, "text"), expression=text(r"\.0$"), replacement=text(""))
        return exp.RegexpReplace(this=whole, expression=text("^-0$"), replacement=text("0"))

    return md5.of(salt, [spelt(cell) for cell in cells])


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", seeds(14, *range(5, 14)))
def test_under_one_hash_the_same_rows_and_groups_are_kept(
    seed: int, server: Any, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, who = random.Random(seed), sorted(WHO)[seed % len(WHO)]
    kinds = {"who": Kind(KINDS[who].type_name, WHO[who], KINDS[who].arrow, KINDS[who].read)}
    # kinds whose canonical cells both engines write alike
    kinds |= {name: KINDS[name] for name in chance.sample(["int", "decimal", "text", "date", "boolean", "enum"], 3)}
    rows = drawn(chance, kinds, 150)
    rows = [row for row in rows if not (row.get("date") or "").endswith(("infinity", "BC"))]  # no file holds these
    make(server, "visits", kinds, rows)
    schema = {name: declared(chance, name) if name != "who" else dp.Identifier() for name in kinds}
    table = Table(dp.Schema(schema), Unit("who", chance.choice([1, 2, 5, 30]), chance.choice([None, 1, 2])))
    monkeypatch.setattr(DuckDBDialect, "order", hashed)
    monkeypatch.setattr(DuckDB, "_salt", lambda self, purpose: text(derive(self._key, purpose).hex()))
    file, queries = exported(server, "visits", kinds, tmp_path / "visits.parquet"), asked(chance, table)
    compare(*both(dp.read(address(postgres), table="visits"), file, table, queries, tmp_path))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_each_unit_counts_as_if_it_were_alone_and_never_more_than_its_bound(
    seed: int, server: Any, postgres: Cluster, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    kinds = {
        "who": Kind("text", ("a", "b", "c", "d"), KINDS["text"].arrow, str),
        "word": KINDS["text"],
        "x": KINDS["int"],
    }
    rows, most, groups = drawn(chance, kinds, 60), chance.choice([1, 3, 7]), chance.choice([None, 1, 2])
    schema = dp.Schema(who=dp.Identifier(), word=dp.Category(["A", "a", "1", "true"], other=True), x=dp.Number(0, 9))
    table = Table(schema, Unit("who", most, groups))
    key = aggregate.Categories("word", ("A", "a", "1", "true"), True)
    asks = [
        aggregate.Aggregate((aggregate.Rows(), aggregate.Units())),
        aggregate.Aggregate((aggregate.Rows(), aggregate.Units()), (key,), max_groups=groups),
    ]

    def answers(some: list[dict[str, str | None]]) -> list[np.ndarray]:
        make(server, "visits", kinds, some)
        with PostgreSQL(dp.read(address(postgres), table="visits").load(tmp_path, KEY), table, KEY) as engine:
            return engine.aggregate(asks)

    whole, names = answers(rows), sorted({row["who"] for row in rows if row["who"]})
    alone = [answers([row for row in rows if row["who"] == name]) for name in names]
    for place in range(len(asks)):
        assert (sum(each[place] for each in alone) == whole[place]).all()
    for each in alone:
        assert each[0][0] <= most and each[0][1] <= 1 and each[1][0].sum() <= most
        assert (each[1][0] > 0).sum() <= min(most, groups or most)
    chance.shuffle(rows)
    assert all((one == other).all() for one, other in zip(answers(rows), whole, strict=True))
