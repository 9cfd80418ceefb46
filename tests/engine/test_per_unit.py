"""Sums over units: DuckDB's integers are those of plain Python, and none can leave 64 bits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sqlglot import exp

from dpcore.engine.batch import batches
from dpcore.engine.sql import per_unit as module
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.per_unit import sums
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.scan import Scan
from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Categories, Flags, Grid, PerUnit, Residual, Rows, WithinUnit
from dpcore.table.category import Category
from dpcore.table.column import Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine.rows import answers
from tests.oracle import evaluate

ITEMS = ("a", "b", "c", "d")
SCHEMA = Schema(user=Identifier(), item=Category(ITEMS), stars=Number(0, 10, integer=True), old=Flag())
TABLE = Table(SCHEMA, Unit("user", 1000))
STARS, FINE = Grid("stars", 0, 10, 0), Grid("stars", 0, 10 * 2**8, -8)
KEY = Categories("item", ITEMS)
OLD = Condition("old", "==", True)


def rows(chance: random.Random, size: int) -> list[dict[str, Any]]:
    """Some without an item, a rating or a user; many of them doubled; ratings outside their bounds."""
    return [
        {
            "unit": chance.choice([None, *range(size // 6 + 1)]),
            "item": chance.choice([None, "elsewhere", *ITEMS]),
            "stars": chance.choice([None, -3, 0, 1, 5, 9, 10, 12]),
            "old": chance.choice([None, True, True, False]),
        }
        for _ in range(size)
    ]


def asked(chance: random.Random) -> list[Aggregate]:
    """Sums over units and pairs by chance."""
    where = chance.choice([(), (OLD,)])
    weights = tuple(chance.choice([0, 1, 7, 2**16]) for _ in range(chance.choice([1, 2, 4])))
    grid = chance.choice([STARS, FINE])
    middles = tuple(chance.choice([-256, -255, 0, 3, 256]) for _ in ITEMS)
    residual = Residual(grid, chance.choice([7, 256]), tuple(max(-7, min(7, m)) for m in middles), 0, 3)
    residual = chance.choice(
        [residual, Residual(grid, 256, middles, chance.choice([0, 2, 9]), chance.choice([0, 150]))]
    )
    sums = (PerUnit("user", None, weights), PerUnit("user", grid, weights))
    return [
        Aggregate(sums, (KEY,), where, ("stars",)),
        Aggregate(sums[:1], (Flags("old"),), where, chance.choice([(), ("stars",)])),
        Aggregate(tuple(WithinUnit("user", each, weights) for each in (residual, None)), (KEY, KEY), where, ("stars",)),
        Aggregate((WithinUnit("user", None, weights),), (KEY, KEY), where),
        Aggregate((PerUnit("user", None, (chance.choice([1, 7]),)),), (KEY,)),  # a unit of two cells has no weight
        Aggregate((Rows(),), (KEY,), where),
    ]  # fmt: skip


def clean(row: dict[str, Any]) -> dict[str, Any]:
    """The row as the declarations read it."""
    stars, item = row["stars"], row["item"]
    return {**row, "stars": None if stars is None else min(max(stars, 0), 10), "item": item if item in ITEMS else None}


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_the_integers_are_those_of_plain_python(seed: int) -> None:
    chance = random.Random(seed)
    # in order of the seed, so that each sample of four has a table of each size
    drawn, asks = rows(chance, (0, 1, 12, 80)[seed // 10]), asked(chance)
    types = {"unit": pa.int64(), "item": pa.string(), "stars": pa.int64(), "old": pa.bool_()}
    columns = {name: pa.array([row[name] for row in drawn], kind) for name, kind in types.items()}
    columns["user"] = columns.pop("unit")
    known = [clean(row) for row in drawn if row["unit"] is not None]
    for ask, answer in zip(asks, answers(columns, TABLE, asks), strict=True):
        expected = evaluate(ask, known)
        assert answer.shape == expected.shape and answer.tolist() == expected.tolist(), ask


def test_a_unit_of_few_rows_counts_alone_and_doubled_rows_once() -> None:
    """Two ratings of one item are their mean, rounded down; the weight is by items, not by rows."""
    columns = {
        "user": pa.array(["u", "u", "u", "v"]),
        "item": pa.array(["a", "a", "b", "a"]),
        "stars": pa.array([3, 6, 10, 10]),
        "old": pa.array([True] * 4),
    }
    ask = Aggregate((PerUnit("user", None, (5, 3)), PerUnit("user", STARS, (5, 3))), (KEY,), (), ("stars",))
    (answer,) = answers(columns, TABLE, [ask])
    assert answer.tolist() == [[3 + 5, 3, 0, 0], [3 * 4 + 5 * 10, 3 * 10, 0, 0]]
    residual = Residual(STARS, 10, (0, 0, 0, 0), 0, 10)  # u: (-2, 10) less its level 4; v: 10 less itself
    pairs = Aggregate((WithinUnit("user", residual, (5, 3)),), (KEY, KEY), (), ("stars",))
    ((matrix,),) = answers(columns, TABLE, [pairs])
    assert matrix.tolist() == [[3 * 36, -3 * 36, 0, 0], [-3 * 36, 3 * 36, 0, 0], [0] * 4, [0] * 4]


def test_doubled_rows_that_count_twice_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that groups by rating too has a cell for each."""
    honest = module._cells

    def doubled(*given: Any) -> exp.Select:
        query = honest(*given)
        total = query.find(exp.Sum)
        assert total is not None
        return query.group_by(*(column.copy() for column in total.find_all(exp.Column)))

    monkeypatch.setattr(module, "_cells", doubled)
    with pytest.raises(AssertionError):
        test_a_unit_of_few_rows_counts_alone_and_doubled_rows_once()


def test_sums_beyond_64_bits_are_exact() -> None:
    size, weight = 64, 2**58
    columns = {
        "user": pa.array(list(range(size))),
        "item": pa.array(["a"] * size),
        "stars": pa.array([10] * size),
        "old": pa.array([True] * size),
    }
    ask = Aggregate((PerUnit("user", STARS, (weight,)),), (KEY,), (), ("stars",))
    (answer,) = answers(columns, TABLE, [ask])
    assert answer[0, 0] == size * weight * 10 > 2**66


def test_what_could_overflow_is_refused_on_public_facts() -> None:
    steep = Residual(Grid("stars", 0, 2**31, -20), 2**31, (0,) * 4, 0, 1)
    wide = Residual(STARS, 256, (0,) * 4, 0, 2**31)
    for measure, keys in [
        (PerUnit("user", STARS, (2**60,)), (KEY,)),
        (PerUnit("user", None, (2**63,)), (KEY,)),
        (WithinUnit("user", wide, (2,)), (KEY, KEY)),
        (WithinUnit("user", steep, (2,)), (KEY, KEY)),
    ]:
        with pytest.raises(QueryError, match="too large"):
            _text(Aggregate((measure,), keys))
    for middles in ((0,) * 3, (0, 0, 0, 257)):
        with pytest.raises(QueryError, match="a middle for each cell"):
            _text(Aggregate((WithinUnit("user", Residual(STARS, 256, middles, 0, 1), (2,)),), (KEY, KEY)))


def test_a_unit_with_many_rows_in_one_cell_cannot_overflow() -> None:
    """Its rows in a cell are summed in 64 bits: `max_rows` of them at the top of the grid fit, or are refused."""
    size, high = TABLE.unit.max_rows, 2**53
    schema = Schema({**SCHEMA.columns, "stars": Number(0, high, integer=True)})
    columns = {
        "user": pa.array(["u"] * size),
        "item": pa.array(["a"] * size),
        "stars": pa.array([high] * size),
        "old": pa.array([True] * size),
    }
    for fine, fits in ((Grid("stars", 0, high, 0), False), (Grid("stars", 0, 2**52, 1), True)):
        ask = Aggregate((PerUnit("user", fine, (1,)),), (KEY,), (), ("stars",))
        assert (fine.steps * size <= 2**62) is fits
        if fits:
            ((found, *_),) = answers(columns, Table(schema, TABLE.unit), [ask])[0].tolist()
            assert found == fine.steps
        else:
            with pytest.raises(QueryError, match="too fine"):
                answers(columns, Table(schema, TABLE.unit), [ask])
    still = Residual(Grid("stars", 0, 2**40, 0), 2**40, (0,) * 4, 0, 1)
    with pytest.raises(QueryError, match="too large"):  # weights of 0 make no product smaller
        _text(Aggregate((WithinUnit("user", still, (0,)),), (KEY, KEY)))


def _text(ask: Aggregate) -> None:
    """Builds the statement, without rows."""
    kinds: dict[str, Physical] = {"user": "text", "item": "text", "stars": "integer", "old": "flag"}
    sums(ask, Scan(TABLE, kinds, exp.to_table("ratings"), DuckDBDialect(), integer(0)))


@pytest.mark.parametrize(
    "given",
    [
        ((PerUnit("user", None, (1,)), Rows()), (KEY,)),
        ((PerUnit("user", None, (1,)), WithinUnit("user", None, (1,))), (KEY,)),
        ((PerUnit("user", None, (1,)),), (KEY, KEY)),
        ((WithinUnit("user", None, (1,)),), (KEY,)),
        ((WithinUnit("user", None, (1,)),), (KEY, Flags("old"))),
        ((PerUnit("user", None, (1,)), PerUnit("other", None, (1,))), (KEY,)),
        ((Rows(), PerUnit("user", None, (1,))), (KEY,)),
        ((PerUnit("user", STARS, (1,)), PerUnit("user", FINE, (1,))), (KEY,)),
        ((PerUnit("user", STARS, (1,)), PerUnit("user", None, (1,))), (KEY,)),
        ((WithinUnit("user", None, (1,)), WithinUnit("user", Residual(STARS, 7, (0,) * 4, 0, 3), (1,))), (KEY, KEY)),
    ],
)
def test_measures_that_do_not_fit_together_are_refused(given: tuple[Any, Any]) -> None:
    with pytest.raises(QueryError, match="Sums over units"):
        Aggregate(*given)


def test_they_have_statements_of_their_own() -> None:
    ask = Aggregate((PerUnit("user", None, (1,)),), (KEY,))
    assert batches([ask], TABLE) == [] and ask.by_unit and not Aggregate((Rows(),)).by_unit


def test_residuals_of_one_unit_are_those_of_the_word() -> None:
    chance = random.Random(3)
    for _ in range(300):
        residual = Residual(STARS, 256, tuple(chance.randint(-256, 256) for _ in ITEMS), 2, chance.choice([20, 150]))
        some = {place: chance.randint(0, 10) for place in chance.sample(range(4), chance.randint(1, 4))}
        weights = (1,) * 4
        given = [{"unit": 1, "item": ITEMS[place], "stars": y, "old": True} for place, y in some.items()]
        pairs = evaluate(Aggregate((WithinUnit("user", residual, weights),), (KEY, KEY), (), ("stars",)), given)[0]
        found = residual.of(some)
        vector = np.array([found.get(place, 0) for place in range(4)], dtype=object)
        assert (np.outer(vector, vector) == pairs).all() and max(map(abs, vector)) <= residual.bound
