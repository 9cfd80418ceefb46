"""A statement with the places of its results, and the largest grids over which sums are exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from sqlglot import exp

from dpcore.table.aggregate import Key

PRODUCT_FITS = 2**62  # a product of two grid integers up to this fits a bigint
# Sums over 10**12 rows fit in 127 bits; sums over 10**9 rows fit in 38 digits, as in other engines.
STEPS, STEPS_SQUARED = 2**62, 2**43


@final
@dataclass(frozen=True, slots=True)
class Statement:
    """A SELECT of one cell code per key, followed by integers. places: the columns of integers for each ask.

    apart: whether a row of the answer belongs only to the asks whose keys are exactly the keys that are not NULL.
    """

    query: exp.Expr
    keys: tuple[Key, ...]
    places: Mapping[int, tuple[int, ...]]
    apart: bool = False
