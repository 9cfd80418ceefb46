"""Every rule for a cell, against plain Python, on the nastiest cells each stored type can hold."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from random import Random

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpcore.queries.question.key import edges_of
from dpcore.table.aggregate import (
    Aggregate,
    Categories,
    Clipped,
    Edges,
    Flags,
    Grid,
    Integers,
    Least,
    Met,
    Pairs,
    Periods,
    Product,
    Rows,
    Score,
    Squares,
    Total,
)
from dpcore.table.ball import UNIT, Ball
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.score import Square
from dpcore.table.table import Table
from tests.engine.rows import answers, assert_as_oracle

DOUBLES = [
    None,
    math.nan,
    math.inf,
    -math.inf,
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    2.2e-308,
    1e308,
    -1e308,
    2.0**53 - 1,
    2.0**53,
    2.0**53 + 2,
    2.0**62,
    0.1,
    0.5,
    0.49999999999999994,
    1.5,
    2.5,
    -0.5,
    41.999999999999993,
    42.0,
    119.5,
    120.0,
    120.00000000000001,
    59.0,
]
TEXTS = [
    None,
    "",
    " ",
    "0",
    " 7 ",
    "\t8\n",
    "+9",
    "-3",
    "1e2",
    "1e400",
    "-1e400",
    "nan",
    "NaN",
    "inf",
    "-Infinity",
    "9223372036854775808",
    "1e-400",
    ".5",
    "5.",
    "12abc",
    "=1+1",
    "<b>1</b>",
    "'; DROP TABLE t; --",
    "../../etc/passwd",
    "true",
    "TRUE",
    "f",
    "Yes",
    "n",
    "A",
    " A ",
    "a",
    "B'\"`\\",
    "unlisted",
    "2013-01-31",
    "2013-02-30",
    "2013-06-15 23:59:59",
    "2013-12-31T00:00:00",
    "x\u202e",
    "é",
]
LONGS = [None, 0, 1, -1, 2, 119, 120, 121, 2**31, 2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63)]
MOMENTS = [
    None,
    *(
        dt.datetime(*day)
        for day in ((2012, 12, 31, 23), (2013, 1, 1), (2013, 1, 31, 23, 59), (2013, 12, 31, 12), (2014, 1, 1))
    ),
]

STORED = {
    "double": pa.array(DOUBLES, pa.float64()),
    "float": pa.array([None, math.nan, math.inf, -math.inf, 0.1, 119.9, 0.5, 3e38, 1e-45, 42.0, 1.0], pa.float32()),
    "text": pa.array(TEXTS, pa.string()),
    "long": pa.array(LONGS, pa.int64()),
    "byte": pa.array([None, -128, 127, 0, 1, 42], pa.int8()),
    "unsigned": pa.array([None, 0, 1, 2**63, 2**64 - 1, 42], pa.uint64()),
    "decimal": pa.array(
        [None, Decimal("0.10"), Decimal("-1.50"), Decimal("1.00"), Decimal("9" * 30), Decimal("41.99")],
        pa.decimal128(38, 2),
    ),
    "flag": pa.array([None, True, False], pa.bool_()),
    "date": pa.array(
        [None, dt.date(2013, 1, 1), dt.date(2013, 2, 28), dt.date(1, 1, 1), dt.date(9999, 12, 31)], pa.date32()
    ),
    "moment": pa.array(MOMENTS, pa.timestamp("ns")),
    "second": pa.array(MOMENTS, pa.timestamp("s")),
    "nothing": pa.array([None, None], pa.string()),
}

MONTHS = tuple(dt.date(2013, month, 1) for month in range(1, 13))
WEEKS = tuple(dt.date(2013, 1, 1) + dt.timedelta(days=7 * week) for week in range(10))


def number_asks(x: str, column: Number) -> list[Aggregate]:
    low, high = int(column.low), int(column.high)
    grids = [
        Grid(x, low * 4, (high - low) * 4, -2),
        Grid(x, low // 8, (high - low) // 8 + 1, 3),
        Grid(x, low + 1, high - low - 5, 0),
    ]
    if high == 2**53:
        grids = [Grid(x, -(2**23), 2**24, 30), Grid(x, -(2**20), 2**21 - 1, 33)]
    edges = [low + i * ((high - low) / 7) for i in range(8)]
    asks = [
        Aggregate((Rows(), *(Total(grid) for grid in grids), *(Squares(grid) for grid in grids)), present=(x,)),
        Aggregate(
            (Rows(), Total(grids[0])), keys=(Edges(x, (low, low + (0.5 if high < 1000 else 8), 1.0, 42.0, high - 1)),)
        ),
        Aggregate((Rows(),), keys=(Edges(x, tuple(edges), even=True),)),
        *(
            Aggregate((Rows(), Met(Condition(x, op, 42))), where=(Condition(x, op, value),))
            for op in ("==", "!=", "<", ">=")
            for value in (0, 0.5, high)
        ),
        Aggregate((Met(Condition(x, "in", [0, 42, 0.1])), Met(Condition(x, "not in", [0, 42])))),
    ]
    if column.integer and high - low < 1000:
        asks += [Aggregate((Rows(),), keys=(Integers(x, low, high),)), Aggregate((Rows(),), keys=(Integers(x, 1, 42),))]
        cut = tuple(low - (-i * (high - low + 1) // 10) - 0.5 for i in range(11))
        asks.append(Aggregate((Rows(),), keys=(Edges(x, cut, even=True),)))
    return asks


NUMBERS = [
    Number(0, 120),
    Number(0, 120, integer=True),
    Number(-50, 77, missing=3.25),
    Number(-50, 77, integer=True, missing=7),
    Number(-(2**53), 2**53, integer=True),
    Number(-(2**53), 2**53),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("column", NUMBERS, ids=str)
def test_numbers(column: Number) -> None:
    asks = {stored: number_asks(stored, column) for stored in STORED}
    assert_as_oracle(padded(STORED), Schema(dict.fromkeys(STORED, column)), *asks.values())


def test_categories_flags_and_dates() -> None:
    values = ["B'\"`\\", "A", "1", "true", "=1+1", "2013-01-01", "é", "-1.5", "42"]
    for column in (Category(values), Category(values, other=True)):
        assert_as_oracle(
            padded(STORED), Schema(dict.fromkeys(STORED, column)), *(category_asks(x, column) for x in STORED)
        )
    flags = [
        [Aggregate((Rows(), *(Met(Condition(x, op, True)) for op in ("==", "!="))), keys=(Flags(x),))] for x in STORED
    ]
    assert_as_oracle(padded(STORED), Schema(dict.fromkeys(STORED, Flag())), *flags)
    dates = Schema(dict.fromkeys(STORED, Date("2013-01-01", "2013-12-31")))
    assert_as_oracle(padded(STORED), dates, *(date_asks(x) for x in STORED))


def padded(columns: dict[str, pa.Array]) -> dict[str, pa.Array]:
    """The columns with missing cells below, so that all are of one length."""
    length = max(map(len, columns.values()))
    return {name: pa.concat_arrays([x, pa.nulls(length - len(x), x.type)]) for name, x in columns.items()}


def category_asks(x: str, column: Category) -> list[Aggregate]:
    filters = [("==", "A"), ("!=", "A"), ("in", ["A", "1"]), ("not in", ["A", "1"])]
    return [
        Aggregate((Rows(),), keys=(Categories(x, column.values, column.other),)),
        Aggregate((Rows(),), keys=(Categories(x, ("A", "1"), False),)),
        Aggregate((Rows(),), present=(x,)),
        *(Aggregate((Rows(),), where=(Condition(x, op, value),)) for op, value in filters),
    ]


def date_asks(x: str) -> list[Aggregate]:
    return [
        Aggregate((Rows(),), keys=(Periods(x, MONTHS, dt.date(2013, 12, 31)),)),
        Aggregate((Rows(),), keys=(Periods(x, WEEKS, dt.date(2013, 3, 11)),)),
        Aggregate((Rows(),), keys=(Periods(x, MONTHS[:3], dt.date(2013, 3, 5)),)),
        Aggregate((Rows(), Met(Condition(x, "<", "2013-02-01")), Met(Condition(x, "!=", "2013-01-01")))),
    ]


NESTED = [
    pa.array([[1], None], pa.list_(pa.int64())),
    pa.array([{"a": 1}, None]),
    pa.array([b"\xff\x00", None], pa.binary()),
]


@pytest.mark.parametrize("x", NESTED, ids=lambda x: str(x.type))
@pytest.mark.parametrize(
    "column", [Number(0, 1), Category(["A"]), Flag(), Date("2013-01-01", "2013-12-31")], ids=lambda c: type(c).__name__
)
def test_a_cell_that_has_no_plain_type_is_missing(x: pa.Array, column: object) -> None:
    [answer] = answers({"x": x}, Table(Schema(x=column)), [Aggregate((Rows(),), present=("x",))])
    assert answer.tolist() == [0]


DOUBLE = st.one_of(st.sampled_from(DOUBLES), st.floats(), st.none())


def drawn_cells(data: st.DataObject, size: int) -> dict[str, pa.Array]:
    """Columns of a table of so many rows: usual, missing and hostile cells."""
    cells = {
        "x": st.lists(DOUBLE, min_size=size, max_size=size),
        "n": st.lists(
            st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1), st.integers(0, 40)), min_size=size, max_size=size
        ),
        "c": st.lists(st.sampled_from([None, "A", " B", "C", ""]), min_size=size, max_size=size),
        "f": st.lists(st.sampled_from([None, True, False]), min_size=size, max_size=size),
        "d": st.lists(st.sampled_from([None, "A", "B", "C ", "", "other"]), min_size=size, max_size=size),
    }
    drawn = {name: data.draw(column) for name, column in cells.items()}
    types = {"x": pa.float64(), "n": pa.int64(), "c": pa.string(), "f": pa.bool_(), "d": pa.string()}
    return {name: pa.array(drawn[name], types[name]) for name in drawn}


@st.composite
def edges_of_scores(draw: st.DrawFn) -> tuple[int, ...]:
    """Increasing edges, evenly spaced or not, around 0 or anywhere."""
    if draw(st.booleans()):
        step, size = draw(st.integers(1, 50) | st.integers(1, 2**35)), draw(st.integers(1, 300))
        first = draw(st.integers(-size * step, step))
        return tuple(range(first, first + size * step, step))
    return tuple(sorted(draw(st.sets(st.integers(-600, 600) | st.integers(-(2**61), 2**61), min_size=1))))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_table_in_any_order(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 12))
    schema = Schema(
        x=Number(-7, 120),
        n=Number(0, 40, integer=True, missing=3),
        c=Category(["A", "B"], other=True),
        f=Flag(),
        d=Category(["B", "C"]),
    )
    columns = drawn_cells(data, size)
    x, n = Grid("x", -7 * 8, 127 * 8, -3), Grid("n", 0, 40, 0)
    by = (Categories("c", ("A", "B"), True), Flags("f"))
    where = tuple(
        data.draw(
            st.lists(
                st.sampled_from([Condition("x", ">=", 0.5), Condition("n", "!=", 3), Condition("c", "in", ["A"])]),
                max_size=2,
            )
        )
    )
    some, other = Condition("c", "==", "A"), Condition("n", ">", data.draw(st.integers(0, 40)))
    ball = Ball((x, n), data.draw(st.integers(1, 2 * UNIT)))
    pairs = data.draw(st.sets(st.sampled_from([(0, 1), (0, 2), (1, 2)]), min_size=1))
    edges = Pairs("c", "d", ("A", "B", "C"), tuple(sorted(pairs)))
    size_of = st.integers(-(2**40), 2**40) | st.integers(-3, 3)
    weights = tuple(data.draw(st.lists(size_of, min_size=4, max_size=4)))
    score = Score((x, some, n, other), weights, data.draw(size_of), data.draw(edges_of_scores()))
    norm = Score((Square(x), some, Square(n)), weights[:3], data.draw(size_of), data.draw(edges_of_scores()))
    asks = [
        Aggregate((Rows(), Total(x), Met(some)), keys=(score,), present=("x", "n", "c"), where=where),
        Aggregate((Rows(), Total(n)), keys=(by[1], score), where=where[:1]),
        Aggregate((Rows(), Total(n)), keys=(norm, by[1])),
        Aggregate((Least(x), Rows()), keys=(edges,), present=("x",), where=where),
        Aggregate((Least(n), Least(x)), keys=(edges, by[1]), where=where[:1]),
        Aggregate((Rows(), Total(x), Squares(x)), present=("x",), where=where),
        Aggregate((Rows(), Total(x), Total(n), Squares(n), Product(n, x)), keys=by, present=("x",)),
        Aggregate((Product(x, n), Rows(), Product(x, x)), where=where),
        Aggregate((Product(some, x), Product(n, other), Product(some, other), Product(some, some)), present=("x", "c")),
        Aggregate((Clipped(ball, 0), Rows(), Clipped(ball, 1)), keys=by[:1], present=("x", "n"), where=where[:1]),
        Aggregate((Rows(), Met(Condition("x", "<", 1))), keys=by[:1], where=where),
        Aggregate((Rows(),), keys=(Edges("x", tuple(-7 + i * (127 / 9) for i in range(10)), even=True), by[1])),
        Aggregate((Rows(), Total(x)), keys=(Integers("n", 0, 40),), where=where[:1]),
    ]
    assert_as_oracle(columns, schema, asks)
    order = data.draw(st.permutations(range(size)))
    permuted = {name: column.take(pa.array(order)) for name, column in columns.items()}
    first, second = (answers(each, Table(schema), asks) for each in (columns, permuted))
    assert [answer.tolist() for answer in first] == [answer.tolist() for answer in second]


@pytest.mark.parametrize("size", [2, 16, 17, 18, 255, 256, 257, 300])
def test_pairs_of_any_number_of_names(size: int) -> None:
    """Places are of the smallest type that holds the list of names: the number of a pair may exceed it."""
    random = Random(size)
    names = tuple(f"v{place}" for place in range(size))
    last = [(low, high) for low in range(max(0, size - 4), size) for high in range(low + 1, size)]
    some = {tuple(sorted(random.sample(range(size), 2))) for _ in range(500)}
    pairs = tuple(sorted({(0, 1), (0, size - 1), *last, *some}))
    rows = [(names[a], names[b]) for pair in pairs for a, b in (pair, pair[::-1])]
    columns = {
        "c": pa.array([first for first, _ in rows]),
        "d": pa.array([second for _, second in rows]),
        "n": pa.array([random.randrange(41) for _ in rows]),
    }
    schema = Schema(c=Category(names), d=Category(names), n=Number(0, 40, integer=True))
    ask = Aggregate((Least(Grid("n", 0, 40, 0)), Rows()), keys=(Pairs("c", "d", names, pairs),))
    assert_as_oracle(columns, schema, [ask])


@pytest.mark.parametrize("seed", range(20))
def test_edges_far_beyond_the_bounds(seed: int) -> None:
    """DuckDB has no integers beyond 2^127, and compares larger numbers wrongly or not at all."""
    random = Random(seed)
    low, high = random.choice([(-10, 10), (0, 1), (-(2**53), 2**53), (5, 300)])

    def edge() -> float:
        return random.choice([-1.0, 1.0]) * 10 ** random.uniform(0, 308)

    near = [float(random.randint(low - 3, high + 3)) for _ in range(random.choice([0, 1, 3, 80]))]
    far = [edge() for _ in range(random.randint(2, 8))] + random.choice([[], [2.0**127], [-(2.0**128), 3.3e38]])
    key = edges_of("x", Number(low, high, integer=True), tuple(sorted({*near, *far}))).key
    assert key is not None
    for values in ([low, high, None, *(random.randint(low, high) for _ in range(20))], [None, None], []):
        columns = {"x": pa.array(values, pa.int64())}
        assert_as_oracle(columns, Schema(x=Number(low, high, integer=True)), [Aggregate((Rows(),), (key,))])
