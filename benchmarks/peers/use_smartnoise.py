"""SmartNoise SQL over pandas, which it copies into SQLite: add/remove, one row a unit, bounds given, counts as drawn.

It charges epsilon for each sum that a query needs, so each query gets the epsilon at which its own cost adds up to 1.
The groups come from the rows: it has no way to be given them, and is not asked to hide them (censor_dims: False).
"""

import warnings
from typing import Any

import pandas as pd
from harness import BINS, GROUPS, HIGH, LOW, ROWS, A, B, main
from snsql import Privacy, from_df

warnings.simplefilter("ignore")
EPSILON = 1.0
WIDTH = (HIGH - LOW) / BINS
COLUMNS = {"value": {"type": "float", "lower": LOW, "upper": HIGH}} | {
    name: {"type": "string"} for name in ("grp", "a", "b")
}
TABLE = {"row_privacy": True, "rows": ROWS, "censor_dims": False, "clamp_counts": False, "clamp_columns": True}
METADATA = {"": {"T": {"T": {**TABLE, **COLUMNS}}}}


def load(path: str) -> Any:
    """A reader over the frame."""
    frame = pd.read_parquet(path, columns=list(COLUMNS))
    return from_df(frame, privacy=Privacy(epsilon=EPSILON, delta=0.0), metadata=METADATA)


def _rows(reader: Any, query: str) -> list[Any]:
    """The rows of an answer that costs epsilon 1."""
    reader.privacy.epsilon = EPSILON
    reader.privacy.epsilon = EPSILON / float(reader.get_privacy_cost(query)[0])
    return reader.execute(query)[1:]


def _number(reader: Any, what: str) -> list[float]:
    return [_rows(reader, f"SELECT {what} FROM T.T")[0][0]]


def _cells(reader: Any, by: str, what: str, keys: list[Any]) -> list[float]:
    found = {tuple(row[:-1]): row[-1] for row in _rows(reader, f"SELECT {by}, {what} AS n FROM T.T GROUP BY {by}")}
    return [found.get(key, 0.0) for key in keys]


def _histogram(reader: Any) -> list[float]:
    rows = _rows(
        reader, f"SELECT FLOOR(value / {WIDTH}) AS bin, COUNT(*) AS n FROM T.T GROUP BY FLOOR(value / {WIDTH})"
    )
    found = {int(row[0]): row[1] for row in rows}
    cells = [found.get(i, 0.0) for i in range(BINS)]
    cells[-1] += found.get(BINS, 0.0)
    return cells


GROUP_KEYS = [(group,) for group in GROUPS]
ASKS = {
    "count": lambda reader: _number(reader, "COUNT(*)"),
    "sum": lambda reader: _number(reader, "SUM(value)"),
    "mean": lambda reader: _number(reader, "AVG(value)"),
    "variance": lambda reader: _number(reader, "VAR(value)"),
    "histogram": _histogram,
    "count_by": lambda reader: _cells(reader, "grp", "COUNT(*)", GROUP_KEYS),
    "mean_by": lambda reader: _cells(reader, "grp", "AVG(value)", GROUP_KEYS),
    "cross": lambda reader: _cells(reader, "a, b", "COUNT(*)", [(a, b) for a in A for b in B]),
}

if __name__ == "__main__":
    main("smartnoise-sql", load, ASKS)
