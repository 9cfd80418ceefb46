"""Weighted sums of whole numbers, narrow types, and estimates of bins that need no correction."""

from __future__ import annotations

import math

import duckdb
import numpy as np
import pytest

from dpcore.engine.sql import narrow
from dpcore.engine.sql.cell import even_width, guesses_all
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.linear import linear
from dpcore.engine.sql.literal import cast, integer
from dpcore.engine.sql.postgres_dialect import PostgresDialect
from dpcore.table.aggregate import Edges, Grid, Nearest

SIZES = (1, 9, 10, 2**15, 10**9, 10**17 // 4)


def _largest(lines: list[tuple[int, tuple[int, ...]]], most: list[int]) -> int:
    return max(
        abs(constant) + sum(abs(weight) * size for weight, size in zip(weights, most, strict=True))
        for constant, weights in lines
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", [1, 4, 20])
def test_a_weighted_sum_is_exact_at_its_bounds(size: int, columns: int) -> None:
    most = [1 + place for place in range(columns)]
    weight = max(1, size // sum(most))
    lines = [(size, (weight,) * columns), (-size, (-weight,) * columns), (-1, (weight, *(-weight,) * (columns - 1)))]
    bound = _largest(lines, most)
    for ys in (most, [0] * columns, [most[0], *[0] * (columns - 1)]):
        cells = [cast(integer(y), "smallint") for y in ys]
        found = [linear(line, lines, cells, most, bound, DuckDBDialect()).sql("duckdb") for line in lines]
        (row,) = duckdb.execute(f"SELECT {', '.join(f'CAST({total} AS HUGEINT)' for total in found)}").fetchall()
        assert list(row) == [
            constant + sum(w * y for w, y in zip(weights, ys, strict=True)) for constant, weights in lines
        ]


def test_a_weighted_sum_is_one_of_64_bits_where_decimals_do_not_hold_it() -> None:
    lines = [(2**61, (2**60,))]
    (row,) = duckdb.execute(
        f"SELECT {linear(lines[0], lines, [integer(1)], [1], 2**61 + 2**60, DuckDBDialect()).sql('duckdb')}"
    ).fetchall()
    assert row == (2**61 + 2**60,)
    assert "DECIMAL" not in linear(lines[0], lines, [integer(1)], [1], 2**61 + 2**60, PostgresDialect()).sql("postgres")


@pytest.mark.parametrize("most", [2**31 - 1, 2**31, 2**40])
def test_a_number_without_weight_fits_its_type_too(most: int) -> None:
    """As with places that are all at the low end of a fine grid."""
    key = Nearest((Grid("x", 0, most, 0), Grid("y", 0, 9, 0)), (1, 1), ((0, 0), (0, 3)))
    assert key.largest < 2**31
    for line, at_most in zip(key.linear, (0, 9 - 6 * 9), strict=True):
        total = linear(line, key.linear, [integer(most), integer(9)], [most, 9], key.largest, PostgresDialect())
        assert duckdb.execute(f"SELECT {total.sql('postgres')}").fetchall() == [(at_most,)]


def test_types_hold_what_they_are_for() -> None:
    limits = {"smallint": 2**15, "int": 2**31, "bigint": 2**63}
    for most in (1, 2**15 - 1, 2**15, 2**31 - 1, 2**31, 2**62):
        assert most < limits[narrow.summand(most)]
        assert most < limits[narrow.factor(most)]
        assert narrow.factor(most) != "smallint"


def test_the_fastest_sum_of_narrow_numbers_has_64_bits() -> None:
    (row,) = duckdb.execute("SELECT sum(x::SMALLINT) FROM (SELECT 32767 AS x FROM range(200000))").fetchall()
    assert row == (200_000 * 32_767,)


@pytest.mark.parametrize(
    ("low", "width", "bins", "exact"),
    [
        (0.0, 64.0, 16, True),
        (0.0, 0.1, 10, True),
        (-10.0, 10002.0, 5, True),
        (-1.0, 0.125, 16, False),
        (-7.0, 0.1, 140, False),
    ],
)
def test_an_estimate_without_correction_is_the_bin_of_every_value(
    low: float, width: float, bins: int, exact: bool
) -> None:
    edges = tuple((low + width * np.arange(bins + 1)).tolist())
    key = Edges("x", edges, even=True)
    found = even_width(key)
    assert found is not None
    near = [math.nextafter(edge, toward) for edge in edges for toward in (-math.inf, math.inf)]
    values = np.array([value for value in (*edges, *near) if edges[0] <= value < edges[-1]])
    guess = np.floor((values - edges[0]) / found)
    assert guesses_all(key, found) is exact
    assert np.array_equal(guess, np.searchsorted(edges, values, side="right") - 1) is exact
