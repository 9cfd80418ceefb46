"""Every statement in every dialect, as it was reviewed. `MURMUR_UPDATE_GOLDEN=1` writes them anew, to be read again."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

from dpcore.engine.batch import batches
from dpcore.engine.sql.bucketed import select_by_buckets
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import integer, text
from dpcore.engine.sql.order import Buckets, select_counts, select_ranks
from dpcore.engine.sql.per_unit import sums
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.postgres_dialect import DIALECTS, PostgresDialect
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.spark import SparkDialect
from dpcore.engine.sql.statement import statement
from dpcore.engine.sql.truncation import truncate
from dpcore.errors import SourceError
from dpcore.statistic.sums.ranges import MOST_REACH, Range
from dpcore.table.aggregate import (
    Aggregate,
    Blocks,
    Categories,
    Clipped,
    Edges,
    Flags,
    Grid,
    Integers,
    Least,
    Met,
    Nearest,
    Pairs,
    Periods,
    PerUnit,
    Product,
    Residual,
    Rows,
    Sampled,
    Score,
    Squares,
    Total,
    Units,
    WithinUnit,
)
from dpcore.table.ball import UNIT, Ball
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.ordering import Order
from dpcore.table.schema import Schema
from dpcore.table.score import Square
from dpcore.table.table import Table, Unit
from tests.engine import leaf_cases

GOLDEN = Path(__file__).parent / "golden"
SALT = 20250101
SCHEMA = Schema(
    {
        "age": Number(0, 120, integer=True),
        "cost": Number(-10, 50_000, missing=0.1),
        "score": Number(0, 1),
        'ward\'s "name"': Category(["A", "B'; --"], other=True),
        "smoker": Flag(),
        "day": Date("2013-01-01", "2013-12-31"),
        "patient": Identifier(),
        "note": Text(),
    }
)
WARD = 'ward\'s "name"'
STORED: dict[str, Physical] = {
    "age": "integer",
    "cost": "float",
    "score": "decimal",
    WARD: "text",
    "smoker": "flag",
    "day": "date",
    "patient": "text",
    "note": "text",
}
AS_TEXT: dict[str, Physical] = dict.fromkeys(STORED, "text")
GRAPH = Table(Schema({**SCHEMA.columns, "next": Category(["B'; --", "C"])}))
GRAPH_STORED: dict[str, Physical] = {**STORED, "next": "text"}
ROW, PERSON = Table(SCHEMA), Table(SCHEMA, Unit("patient", max_rows=5, max_groups=2))

COST, AGE, SCORE = Grid("cost", -10 * 8, 50_010 * 8, -3), Grid("age", 0, 120, 0), Grid("score", 0, 2**20, -20)
FINE = Grid("cost", -10 * 2**27, 50_010 * 2**27, -27)
BALL = Ball((COST, AGE), UNIT)
BY_WARD, BY_FLAG = Categories(WARD, ("A", "B'; --"), True), Flags("smoker")
MONTHS = Periods("day", tuple(dt.date(2013, month, 1) for month in (1, 2, 3)), dt.date(2013, 3, 31))
WEEKS = Periods("day", tuple(dt.date(2013, 1, 1 + 7 * week) for week in range(4)), dt.date(2013, 1, 28))
CENTRES = Nearest((COST, AGE), (5, 1000), ((100, -7), (2**30, 60_000), (-(2**20), 0)))
MANY = Nearest((AGE,), (3,), tuple((place * place,) for place in range(20)))
SCORES = Score((COST, AGE, Condition("smoker", "==", True)), (-3, 2**40, 5), -7, tuple(range(-50, 60, 10)))
NORM = Score((Square(COST), Condition("smoker", "==", True), Square(AGE)), (3, 2**30, 7), 5, (2**20, 2**30, 2**40))
UNEVEN = Score((AGE, Condition("smoker", "==", True), Condition(WARD, "!=", "A")), (1, -10, 0), 0, (-5, 18, 65))
EDGES = Pairs(WARD, "next", ("A", "B'; --", "C"), ((0, 1), (0, 2), (1, 2)))
OLD, COSTLY = Condition("age", ">=", 65), Condition("cost", "<", 0.1)

CASES: dict[str, tuple[Any, ...]] = {  # a table, the types of its columns, and aggregates
    "rows": (ROW, STORED, Aggregate((Rows(),))),
    "moments": (ROW, STORED, Aggregate((Rows(), Total(COST), Squares(COST)), present=("cost",))),
    "moments_of_whole_numbers": (
        ROW,
        STORED,
        Aggregate((Rows(), Total(AGE), Squares(AGE)), present=("age",), where=(OLD,)),
    ),
    "moments_of_decimals": (ROW, STORED, Aggregate((Total(SCORE),), present=("score",))),
    "moments_of_text": (ROW, AS_TEXT, Aggregate((Total(COST), Total(AGE)), present=("age",))),
    "products": (
        ROW,
        STORED,
        Aggregate((Rows(), Product(COST, AGE), Product(AGE, SCORE)), keys=(BY_FLAG,), present=("cost", "age", "score")),
    ),
    "products_with_conditions": (
        PERSON,
        STORED,
        Aggregate((Product(OLD, COST), Product(OLD, OLD), Product(COST, OLD), Total(COST)), present=("cost", "age")),
    ),
    "products_of_fine_grids": (ROW, STORED, Aggregate((Product(FINE, SCORE),), where=(OLD,))),
    "clipped": (ROW, STORED, Aggregate((Rows(), Clipped(BALL, 0), Clipped(BALL, 1)), present=("cost", "age"))),
    "clipped_of_text": (
        PERSON,
        AS_TEXT,
        Aggregate((Clipped(BALL, 1), Total(COST)), keys=(BY_FLAG,), where=(OLD,), present=("cost",), max_groups=2),
    ),
    "least": (GRAPH, GRAPH_STORED, Aggregate((Least(COST),), keys=(EDGES,), where=(OLD,), present=("cost",))),
    "least_of_text": (
        GRAPH,
        dict.fromkeys(GRAPH_STORED, "text"),
        Aggregate((Least(AGE), Rows()), keys=(EDGES, BY_FLAG), present=("age", "cost")),
    ),
    "nearest": (ROW, STORED, Aggregate((Rows(), Total(COST)), keys=(CENTRES,), present=("cost", "age"))),
    "nearest_of_many": (
        PERSON,
        AS_TEXT,
        Aggregate((Rows(), Total(AGE)), keys=(BY_FLAG, MANY), where=(OLD,), present=("age",), max_groups=2),
    ),
    "scores": (
        ROW,
        STORED,
        Aggregate(
            (Rows(), Total(COST), Met(Condition("smoker", "==", True))),
            keys=(SCORES, BY_FLAG),
            present=("cost", "age", "smoker"),
        ),
    ),
    "scores_of_text_uneven": (
        PERSON,
        AS_TEXT,
        Aggregate((Rows(),), keys=(UNEVEN,), where=(OLD,), present=("age", "smoker"), max_groups=2),
    ),
    "squares_of_distances": (
        ROW,
        STORED,
        Aggregate((Rows(), Total(COST)), keys=(NORM, BY_FLAG), present=("cost", "age", "smoker")),
    ),
    "sample_of_rows": (ROW, STORED, Aggregate((Rows(), Total(COST)), keys=(Sampled(Fraction(1, 20)), BY_FLAG))),
    "sample_of_units": (
        PERSON,
        STORED,
        Aggregate((Total(COST),), keys=(Sampled(Fraction(1, 3), "patient"), UNEVEN), present=("age", "smoker")),
    ),
    "share": (
        ROW,
        STORED,
        Aggregate((Met(COSTLY), Rows()), where=(Condition(WARD, "not in", ["A"]), Condition("smoker", "==", True))),
    ),
    "by_two_keys": (ROW, STORED, Aggregate((Rows(), Total(AGE)), keys=(BY_WARD, BY_FLAG))),
    "keys_of_text": (ROW, AS_TEXT, Aggregate((Rows(),), keys=(BY_WARD, BY_FLAG, MONTHS))),
    "keys_of_doubles": (ROW, {**STORED, WARD: "float"}, Aggregate((Rows(),), keys=(BY_WARD,))),
    "whole_numbers": (ROW, STORED, Aggregate((Rows(),), keys=(Integers("age", 0, 120),))),
    "bins_even": (
        ROW,
        STORED,
        Aggregate((Rows(),), keys=(Edges("cost", tuple(-10 + i * (50_010 / 5) for i in range(6)), even=True),)),
    ),
    "bins_uneven": (ROW, STORED, Aggregate((Rows(),), keys=(Edges("cost", (0.0, 0.1, 10.0, 1000.0, 50_000.0)),))),
    "bins_of_whole_numbers": (
        ROW,
        STORED,
        Aggregate((Rows(),), keys=(Edges("age", (-0.5, 30.5, 60.5, 90.5, 120.5), even=True),)),
    ),
    "bins_of_whole_numbers_uneven": (ROW, STORED, Aggregate((Rows(),), keys=(Edges("age", (0.0, 18.0, 65.0, 120.0)),))),
    "months": (ROW, STORED, Aggregate((Rows(),), keys=(MONTHS,), where=(Condition("day", ">", "2013-01-15"),))),
    "weeks": (ROW, STORED, Aggregate((Rows(),), keys=(WEEKS,))),
    **leaf_cases.cases(ROW, STORED, AS_TEXT, (BY_WARD, BY_FLAG, MONTHS), OLD),
    "units": (PERSON, STORED, Aggregate((Units(),), where=(OLD, COSTLY))),
    "blocks_of_rows": (ROW, STORED, Aggregate((Rows(), Total(AGE)), keys=(Blocks(100),), present=("age",))),
    "blocks_of_units": (
        PERSON,
        STORED,
        Aggregate((Rows(),), keys=(Blocks(100, "patient"), BY_FLAG), present=("cost",), max_groups=2),
    ),
    "slope_by_block": (
        ROW,
        STORED,
        Aggregate(
            (Rows(), Total(COST), Total(AGE), Product(COST, AGE), Squares(AGE)),
            keys=(Blocks(100),),
            present=("cost", "age"),
        ),
    ),
    "bounded_groups": (
        PERSON,
        STORED,
        Aggregate((Rows(), Units()), keys=(BY_WARD,), where=(OLD,), present=("cost",), max_groups=2),
    ),
}
TRUNCATIONS = {
    "truncation": (PERSON, STORED),
    "truncation_of_many": (Table(SCHEMA, Unit("patient", max_rows=50)), {**STORED, "patient": "integer"}),
}
SCORED = Residual(SCORE, 256, (-3, 0, 17), 2, 150)
BY_UNIT: dict[str, tuple[dict[str, Physical], Aggregate]] = {
    "per_unit": (
        STORED,
        Aggregate(
            (PerUnit("patient", None, (9, 6, 5)), PerUnit("patient", AGE, (9, 6, 5))),
            keys=(BY_WARD,),
            where=(OLD,),
            present=("age",),
        ),
    ),
    "within_unit": (
        STORED,
        Aggregate(
            (WithinUnit("patient", SCORED, (12, 6, 4)), WithinUnit("patient", None, (6, 3, 2))),
            keys=(BY_WARD, BY_WARD),
            present=("score",),
        ),
    ),
    "within_unit_of_text": (
        AS_TEXT,
        Aggregate((WithinUnit("patient", None, (6, 3)),), keys=(BY_FLAG, BY_FLAG), where=(OLD,), present=("cost",)),
    ),
}
HALF, NINTH = Fraction(1, 2), Fraction(9, 10)
TWO_RANGES = (Range(0, 1000, HALF), Range(1001, COST.steps, NINTH))
BY_RANK = Order(
    COST, (TWO_RANGES, (Range(0, COST.steps, HALF), Range(COST.steps + 1, COST.steps, HALF)), TWO_RANGES), 40
)
ORDERS: dict[str, tuple[Table, Aggregate]] = {
    "order": (ROW, Aggregate((Order(AGE, ((Range(0, 120, HALF),),), 3),), present=("age",))),
    "order_by_key": (ROW, Aggregate((BY_RANK,), keys=(BY_WARD,), where=(OLD,), present=("cost", "age"))),
    "order_by_block": (
        ROW,
        Aggregate((Order(AGE, ((Range(0, 120, HALF),),) * 20, 0),), keys=(Blocks(20),), present=("age",)),
    ),
    "all_rows_by_block": (
        PERSON,
        Aggregate(
            (Order(AGE, ((Range(0, 120, HALF),),) * 40, MOST_REACH),),
            keys=(Blocks(20, "patient"), BY_FLAG),
            present=("age",),
            max_groups=2,
        ),
    ),
    "order_of_bounded_groups": (PERSON, Aggregate((BY_RANK,), keys=(BY_WARD,), present=("cost",), max_groups=2)),
}
# the two passes of an embedded engine
PASSES = {
    "order_pass": ("order", Buckets()),
    "order_by_key_first_pass": ("order_by_key", Buckets(9, frozenset([1, 1 + 2 * 782]))),
    "order_by_key_second_pass": ("order_by_key", Buckets(9, among=frozenset([3, 800, 801]))),
    "order_of_bounded_groups_second_pass": ("order_of_bounded_groups", Buckets(9, among=frozenset([3, 4]))),
}
# the two scans of one statement to a server
SCANS = {"order_in_two_scans": ("order", 3), "order_by_key_in_two_scans": ("order_by_key", 9)}
REVIEWED = (*DIALECTS, SparkDialect())
WRITTEN = [(case, dialect) for case in [*CASES, *TRUNCATIONS, *ORDERS, *BY_UNIT] for dialect in REVIEWED]
WRITTEN += [(case, DuckDBDialect()) for case in PASSES]
WRITTEN += [(case, PostgresDialect()) for case in SCANS]
RULE_1 = dict(line.split() for line in (Path(__file__).parent / "rule_1.txt").read_text().splitlines())
"""Digests of the statements of rule 1; a later engine has none."""
EARLIER = [each for each in WRITTEN if each[1].name in {name.rpartition(".")[2] for name in RULE_1}]


def relation() -> exp.Expr:
    return exp.to_table("visits")


def ordered(case: str, dialect: Dialect, salt: exp.Expr) -> exp.Expr:
    name, buckets = PASSES.get(case, (SCANS.get(case, (case, 0))[0], None))
    table, ask = ORDERS[name]
    assert ask.order is not None
    scan = Scan(table, STORED, relation(), dialect, salt, dialect.name != "duckdb", text(str(SALT)))
    if case in SCANS:
        return select_by_buckets(ask, ask.order, scan, SCANS[case][1])
    return select_ranks(ask, ask.order, scan) if buckets is None else select_counts(ask, ask.order, scan, buckets)


@cache
def written(case: str, dialect: Dialect) -> str:
    """Once for all tests of this file: writing takes longer than what is asked of the text."""
    salt = integer(SALT) if dialect.name == "duckdb" else text(str(SALT))
    if case in {*ORDERS, *PASSES, *SCANS}:
        query: exp.Expr = ordered(case, dialect, salt)
    elif case in BY_UNIT:
        kinds, ask = BY_UNIT[case]
        query = sums(ask, Scan(PERSON, kinds, relation(), dialect, salt))
    elif case in TRUNCATIONS:
        table, kinds = TRUNCATIONS[case]
        query = truncate(table, kinds, relation(), dialect, salt)
    else:
        table, kinds, *asks = CASES[case]
        [batch] = batches(asks, table)
        query = statement(
            batch, Scan(table, kinds, relation(), dialect, salt, block_salt=text(str(SALT))), text("coin")
        ).query
    return dialect.sql(query, pretty=True).replace("\r", "\\r") + "\n"


@pytest.mark.parametrize(("case", "dialect"), WRITTEN, ids=lambda part: getattr(part, "name", part))
def test_the_statement_is_the_reviewed_one(case: str, dialect: Dialect) -> None:
    path = GOLDEN / f"{case}.{dialect.name}.sql"
    if os.environ.get("MURMUR_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(case, dialect))
    assert written(case, dialect) == path.read_text()


@pytest.mark.parametrize(("case", "dialect"), EARLIER, ids=lambda part: getattr(part, "name", part))
def test_statements_of_earlier_versions_of_rows_stay_as_they_were(case: str, dialect: Dialect) -> None:
    """By rule 1: any change would change answers that are stored, or what a resumed question reads."""
    first = type(dialect)(1)
    assert hashlib.sha256(written(case, first).encode()).hexdigest()[:16] == RULE_1[f"{case}.{dialect.name}"]


def test_no_golden_file_is_left_over() -> None:
    names = {f"{case}.{dialect.name}.sql" for case, dialect in WRITTEN}
    assert {path.name for path in GOLDEN.iterdir()} == names


@pytest.mark.parametrize(("case", "dialect"), WRITTEN, ids=lambda part: getattr(part, "name", part))
def test_the_statement_obeys_the_rules_of_exactness(case: str, dialect: Dialect) -> None:
    """One statement; no LEAST or GREATEST (they drop NULL); no float is summed; text is only cast by an attempt."""
    trees = sqlglot.parse(written(case, dialect), dialect=dialect.name)
    assert len(trees) == 1 and isinstance(trees[0], exp.Query)
    tree = trees[0]
    of_distances = exp.Least if case == "nearest_of_many" else ()  # all are NULL together
    assert all(isinstance(x, of_distances) for x in tree.find_all(exp.Least, exp.Greatest, exp.Round))
    if dialect.name == "spark":
        assert "CAST(`cost` AS DOUBLE)" not in tree.sql("spark").replace("TRY_CAST(`cost` AS DOUBLE)", "")
    for total in tree.find_all(exp.Sum):
        exact = ("DECIMAL(38, 0)",)
        wide = {"postgres": ("BIGINT", *exact)}  # that of bigints is a numeric
        cast = total.this.to.sql() if isinstance(total.this, exp.Cast) else ""
        assert dialect.name == "duckdb" or cast in wide.get(dialect.name, exact)


@pytest.mark.parametrize("dialect", [PostgresDialect(), SparkDialect()])
def test_what_follows_from_rows_is_in_no_statement_to_a_server(dialect: Dialect) -> None:
    with pytest.raises(SourceError, match="does not log statements"):
        ordered("order_by_key_second_pass", dialect, text(str(SALT)))
