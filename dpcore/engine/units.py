"""Answers sums over units, from one statement for each aggregate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.sql.per_unit import sums
from dpcore.engine.sql.scan import Scan
from dpcore.table.aggregate import Aggregate


def add(
    ask: Aggregate, scan: Scan, fetch: Callable[[str], Sequence[NDArray[Any]]], answer: NDArray[np.object_]
) -> None:
    """Adds the sums of an aggregate to its answer. Pairs of cells are summed once, and written in both orders."""
    columns = fetch(scan.dialect.sql(sums(ask, scan)))
    size = len(ask.keys)
    codes = [tuple(map(int, code)) for code in zip(*map(np.ma.getdata, columns[:size]), strict=True)]
    for row, numbers in enumerate(columns[size:]):
        for code, number in zip(codes, np.ma.getdata(numbers).tolist(), strict=True):
            for place in {code, code[::-1]}:
                answer[(row, *place)] += int(number)
