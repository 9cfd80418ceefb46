"""OpenDP's Polars context: add/remove, one row a unit, keys given. Variances are not among its Polars expressions.

`OPENDP_LOSS=gaussian` releases with Gaussian noise at (epsilon 1, delta 1e-6), by its own zCDP conversion.
"""

import os
import warnings
from typing import Any

import opendp.prelude as dp
import polars as pl
from harness import BINS, GROUPS, HIGH, LOW, ROWS, A, B, main

dp.enable_features("contrib")
warnings.simplefilter("ignore")
GAUSSIAN = os.environ.get("OPENDP_LOSS") == "gaussian"
EPSILON, DELTA = 1.0, 1e-6
WIDTH = (HIGH - LOW) / BINS


def _rho() -> float:
    """The largest rho whose zCDP curve is (epsilon, delta)-DP by OpenDP's own conversion."""
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)

    def measurement(scale: float) -> Any:
        return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale))

    sigma = dp.binary_search(lambda s: measurement(s).map(1).epsilon(DELTA) <= EPSILON, bounds=(0.1, 100.0))
    return 1 / (2 * sigma**2)


LOSS = dp.loss_of(rho=_rho()) if GAUSSIAN else dp.loss_of(epsilon=EPSILON)


def load(path: str) -> pl.LazyFrame:
    """A lazy scan: the file is read by each query."""
    return pl.scan_parquet(path)


def _query(frame: pl.LazyFrame) -> Any:
    context = dp.Context.compositor(
        data=frame,
        privacy_unit=dp.unit_of(contributions=1),
        privacy_loss=LOSS,
        split_evenly_over=1,
        margins=[dp.polars.Margin(max_length=ROWS)],
    )
    return context.query()


def _number(query: Any) -> list[float]:
    return [query.release().collect().item()]


def _cells(query: Any, keys: pl.DataFrame) -> list[float]:
    """The cells in the order of the keys."""
    answer = query.with_keys(keys).release().collect()
    found = {tuple(map(str, row[:-1])): row[-1] for row in answer.select(*keys.columns, pl.last()).rows()}
    return [found[tuple(map(str, key))] for key in keys.rows()]


VALUE = pl.col("value").fill_nan(0.0).fill_null(0.0)


def _count(frame: pl.LazyFrame) -> list[float]:
    return _number(_query(frame).select(dp.len()))


def _sum(frame: pl.LazyFrame) -> list[float]:
    return _number(_query(frame).select(VALUE.dp.sum((LOW, HIGH))))


def _mean(frame: pl.LazyFrame) -> list[float]:
    return _number(_query(frame).select(VALUE.dp.mean((LOW, HIGH))))


def _histogram(frame: pl.LazyFrame) -> list[float]:
    breaks = [LOW + WIDTH * i for i in range(1, BINS)]
    labels = [str(i) for i in range(BINS)]
    keys = pl.DataFrame({"bin": labels}, schema={"bin": pl.Enum(labels)})
    cut = pl.col("value").cut(breaks, labels=labels, left_closed=True).cast(pl.Enum(labels)).alias("bin")
    return _cells(_query(frame).with_columns(cut).group_by("bin").agg(dp.len()), keys)


def _count_by(frame: pl.LazyFrame) -> list[float]:
    return _cells(_query(frame).group_by("grp").agg(dp.len()), pl.DataFrame({"grp": GROUPS}))


def _mean_by(frame: pl.LazyFrame) -> list[float]:
    query = _query(frame).group_by("grp").agg(VALUE.dp.mean((LOW, HIGH)))
    return _cells(query, pl.DataFrame({"grp": GROUPS}))


def _cross(frame: pl.LazyFrame) -> list[float]:
    keys = pl.DataFrame({"a": A}).join(pl.DataFrame({"b": B}), how="cross")
    return _cells(_query(frame).group_by("a", "b").agg(dp.len()), keys)


ASKS = {
    "count": _count,
    "sum": _sum,
    "mean": _mean,
    "histogram": _histogram,
    "count_by": _count_by,
    "mean_by": _mean_by,
    "cross": _cross,
}

if __name__ == "__main__":
    main("opendp", load, ASKS)
