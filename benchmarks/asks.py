"""The eight asks on the synthetic table, in Murmur's form, and the public facts."""

from __future__ import annotations

import dpcore as dp

GROUPS = [f"group_{i:02d}" for i in range(50)]
A = [f"a{i}" for i in range(5)]
B = [f"b{i}" for i in range(8)]
LOW, HIGH, BINS = 0.0, 1000.0, 100

SCHEMA = dp.Schema(
    value=dp.Number(LOW, HIGH),
    grp=dp.Category(GROUPS),
    a=dp.Category(A),
    b=dp.Category(B),
    unit=dp.Identifier(),
)

# Where a tool takes the number of rows as public, Murmur does too: replace, and no row can be left out.
WHOLE_SCHEMA = dp.Schema(**{**SCHEMA.columns, "value": dp.Number(LOW, HIGH, missing=LOW)})

QUERIES: dict[str, dp.Query] = {
    "count": dp.Count(),
    "sum": dp.Sum("value"),
    "mean": dp.Mean("value"),
    "variance": dp.Variance("value"),
    "histogram": dp.Histogram("value", bins=BINS),
    "count_by": dp.Count(by=["grp"]),
    "mean_by": dp.Mean("value", by=["grp"]),
    "cross": dp.CrossTable(["a", "b"]),
}
