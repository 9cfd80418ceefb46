"""Blocks in place: the same units in the same blocks as in a frozen copy, and no key in a statement."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore import failpoint
from dpcore.mechanisms import Epsilon
from dpcore.release.block.rows import rows_by_block
from dpcore.table.aggregate import Aggregate, Blocks, Rows
from dpcore.table.table import Table, Unit
from tests.engine.in_place.test_equal import declared
from tests.engine.in_place.test_units import WHO
from tests.engine.in_place.world import DATABASE, HIGH, KEY, KINDS, LOW, ROLE, Kind, address, drawn, exported, make
from tests.postgres import Cluster


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(14))
def test_blocks_are_those_of_a_frozen_copy(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """Of rows by all their values, and of units by their name, whatever the type that stores them."""
    chance, who = random.Random(seed), sorted(WHO)[seed % len(WHO)]
    kinds = {"who": Kind(KINDS[who].type_name, WHO[who], KINDS[who].arrow, KINDS[who].read)}
    kinds |= {name: KINDS[name] for name in chance.sample(["int", "double", "text", "date", "boolean", "real"], 4)}
    rows = drawn(chance, kinds, 150)
    rows = [row for row in rows if not (row.get("date") or "").endswith(("infinity", "BC"))]  # no file holds these
    make(server, "visits", kinds, rows)
    file, source = (
        exported(server, "visits", kinds, tmp_path / "visits.parquet"),
        dp.read(address(postgres), table="visits"),
    )
    schema = {name: declared(chance, name) if name != "who" else dp.Identifier() for name in kinds}
    for unit in (Unit(), Unit("who", 1_000)):
        table = Table(dp.Schema(schema), unit)
        ask, found = Aggregate((Rows(),), (Blocks(13, unit.identifier),)), []
        for each in (source, file):
            with each.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
                found.append(engine.aggregate([ask])[0].tolist())
        assert found[0] == found[1] and sum(found[0][0]) == (sum(found[1][0]) if unit.identifier else len(rows))


def test_what_statistics_read_of_blocks_is_that_of_a_frozen_copy(
    server: Any, postgres: Cluster, tmp_path: Path
) -> None:
    """The integers of every round of each statistic, and the rows of all blocks together."""
    chance, kinds = random.Random(3), {"x": KINDS["double"], "n": KINDS["int"]}
    rows = [{"x": repr(chance.uniform(-5, 60)), "n": chance.choice([None, *map(str, range(30))])} for _ in range(300)]
    make(server, "visits", kinds, rows)
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    table, found = Table(dp.Schema(x=dp.Number(0, 50), n=dp.Number(0, 25, integer=True))), []
    chosen = next(each for each in dp.SampleAndAggregate.parameters if each.name == "statistic").choices
    questions = [
        dp.SampleAndAggregate("x", statistic, 7, on="n" if statistic == "slope" else "", combine=combine).bind(
            table.schema
        )  # type: ignore[arg-type]
        for statistic, _ in chosen
        for combine in ("exponential_median", "smooth_median")
    ]
    steps = [next(question.run(table, Epsilon(Fraction(1)))).steps[0] for question in questions]
    for each in (dp.read(address(postgres), table="visits"), file):
        with each.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            answers = engine.aggregate([step.aggregate for step in steps])
            found.append([answer.tolist() for answer in answers])
    assert found[0] == found[1]
    assert all(np.array(answer[0]).sum() in (300, sum(row["n"] is not None for row in rows)) for answer in found[0])


def test_the_rows_of_blocks_are_those_of_a_frozen_copy(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """For a function: every cell of every block, as the same doubles and integers."""
    chance = random.Random(8)
    kinds = {name: KINDS[name] for name in ("double", "int", "text", "boolean", "date", "real")}
    rows = drawn(chance, kinds, 150)
    rows = [row for row in rows if not (row.get("date") or "").endswith(("infinity", "BC"))]
    make(server, "visits", kinds, rows)
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    low, high = LOW.replace(year=1), HIGH.replace(year=9000)
    schema = dp.Schema(
        double=dp.Number(-5, 60, missing=1),
        int=dp.Number(-9, 99, integer=True, missing=0),
        text=dp.Category(["0", "1", "A"], other=True),
        boolean=dp.Flag(),
        date=dp.Date(low, high),
        real=dp.Number(0, 1, missing=0.5),
    )
    found = []
    table, question = Table(schema), dp.BlockFunction("f", list(kinds), 0, 1, "def f(rows): return 1", blocks=4)
    (step,) = next(question.run(table, Epsilon(Fraction(1)))).steps
    for source in (dp.read(address(postgres), table="visits"), file):
        with source.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            (answer,) = engine.aggregate([step.aggregate])
            found.append([[column.tolist() for column in block] for block in rows_by_block(list(answer), 4)])
    assert found[0] == found[1] and 5 < sum(len(block[0]) for block in found[0]) <= len(rows)


def refused() -> Any:
    return pytest.raises(dp.SourceError, match="Blocks of rows need a temporary table")


def test_blocks_of_rows_need_a_temporary_table_and_other_questions_none(
    server: Any, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are refused before a charge; a paid one, whose right was taken away since, holds up no other question."""
    make(server, "visits", {"x": KINDS["int"]}, [{"x": str(x)} for x in range(20)])
    table = Table(dp.Schema(x=dp.Number(0, 20)))
    blocks, rows = Aggregate((Rows(),), (Blocks(3),)), Aggregate((Rows(),))
    with postgres.connect(DATABASE) as admin:
        admin.execute(f"ALTER DATABASE {DATABASE} OWNER TO admin")
        admin.execute(f"REVOKE TEMPORARY ON DATABASE {DATABASE} FROM PUBLIC")
        try:
            place = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
            with place.engine(table, KEY, tmp_path) as engine:
                assert engine.aggregate([rows])[0].tolist() == [20]
                with refused():
                    engine.aggregate([rows, blocks])
            with dp.Desk(home=tmp_path / "home") as desk:
                source, budget = dp.read(address(postgres), table="visits"), dp.Budget(epsilon=9)
                desk.add_dataset("visits", source, schema=table.schema, budget=budget)
                blocks_of_x = dp.SampleAndAggregate("x", "median", 4)
                with refused():
                    desk.release("visits", dp.Plan([dp.Count(), blocks_of_x], epsilon=1))
                assert [entry.kind for entry in desk.ledger("visits")].count("charge") == 0
                desk.release("visits", dp.Plan([dp.Count()], epsilon=1))
                admin.execute(f"GRANT TEMPORARY ON DATABASE {DATABASE} TO PUBLIC")
                taken = f"REVOKE TEMPORARY ON DATABASE {DATABASE} FROM PUBLIC"
                with monkeypatch.context() as patch, refused():
                    patch.setattr(failpoint, "_hook", lambda at: admin.execute(taken) if at == "after_charge" else None)
                    desk.release("visits", dp.Plan([blocks_of_x, dp.Sum("x")], epsilon=1))
                assert len(desk.unanswered("visits")) == 2
                with refused():
                    desk.resume("visits")
                desk.release("visits", dp.Plan([dp.Mean("x")], epsilon=1))
                assert [question.name for question in desk.unanswered("visits")] == [blocks_of_x.name]
        finally:
            admin.execute(
                f"GRANT TEMPORARY ON DATABASE {DATABASE} TO PUBLIC; ALTER DATABASE {DATABASE} OWNER TO {ROLE}"
            )
    with place.engine(table, KEY, tmp_path) as engine:
        assert engine.aggregate([blocks])[0].sum() == 20
