"""Tumult Analytics on a local Spark, a thread a core: pure, add/remove, one row a unit, keys given."""

import os
import sys
import tempfile
import warnings
from typing import Any

from harness import BINS, GROUPS, HIGH, LOW, A, B, main

os.environ["PYSPARK_PYTHON"] = sys.executable
warnings.simplefilter("ignore")

from pyspark.sql import SparkSession  # noqa: E402
from tmlt.analytics import AddOneRow, BinningSpec, KeySet, PureDPBudget, QueryBuilder, Session  # noqa: E402

EDGES = [LOW + (HIGH - LOW) / BINS * i for i in range(BINS + 1)]
NAMES = [f"{i:03d}" for i in range(BINS)]
CORES = str(os.cpu_count())
SPARK = (
    SparkSession.builder.master(f"local[{CORES}]")
    .config("spark.sql.shuffle.partitions", CORES)
    .config("spark.driver.memory", "6g")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.sql.warehouse.dir", tempfile.mkdtemp())
    .getOrCreate()
)
SPARK.sparkContext.setLogLevel("OFF")


def load(path: str) -> Any:
    """A session over the file; Spark reads it for each query."""
    frame = SPARK.read.parquet(path).select("value", "grp", "a", "b")
    return Session.from_dataframe(PureDPBudget(float("inf")), "t", frame, protected_change=AddOneRow())


def _number(session: Any, query: Any) -> list[float]:
    return [session.evaluate(query, PureDPBudget(1)).toPandas().iloc[0, 0]]


def _cells(session: Any, query: Any, keys: Any) -> list[float]:
    """The cells in the order of the sorted keys."""
    names = list(keys.columns()) if callable(keys.columns) else list(keys.columns)
    frame = session.evaluate(query, PureDPBudget(1)).toPandas()
    return list(frame.sort_values(names).drop(columns=names).iloc[:, 0])


def _t() -> Any:
    """A new builder for each query: its methods change it."""
    return QueryBuilder("t")


BY = KeySet.from_dict({"grp": GROUPS})
PAIRS = KeySet.from_dict({"a": A, "b": B})
BIN_KEYS = KeySet.from_dict({"bin": NAMES})
BINS_OF_VALUE = BinningSpec(EDGES, names=NAMES, right=False, include_both_endpoints=True)
BINNED = _t().bin_column("value", BINS_OF_VALUE, name="bin").groupby(BIN_KEYS).count()
# Those first that Spark does without a Python function on every row.
ASKS = {
    "count": lambda session: _number(session, _t().count()),
    "count_by": lambda session: _cells(session, _t().groupby(BY).count(), BY),
    "cross": lambda session: _cells(session, _t().groupby(PAIRS).count(), PAIRS),
    "sum": lambda session: _number(session, _t().sum("value", LOW, HIGH)),
    "histogram": lambda session: _cells(session, BINNED, BIN_KEYS),
    "mean": lambda session: _number(session, _t().average("value", LOW, HIGH)),
    "mean_by": lambda session: _cells(session, _t().groupby(BY).average("value", LOW, HIGH), BY),
    "variance": lambda session: _number(session, _t().variance("value", LOW, HIGH)),
}

if __name__ == "__main__":
    main("tmlt.analytics", load, ASKS)
