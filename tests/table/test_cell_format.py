"""Formats of cells: what a person, or an altered ledger, may say of them, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.table.cell_format import Format, from_data


@pytest.mark.parametrize("odd", [np.array([".", ","]), pd.Series([1, 2]), [","], {}, 1, True])
@pytest.mark.parametrize("name", ["dates", "decimal", "thousands"])
def test_marks_are_texts(name: str, odd: Any) -> None:
    """An array has no truth value, so it cannot be compared with the known marks."""
    with pytest.raises(dp.SchemaError, match="must be one of"):
        Format(**{name: odd})


@pytest.mark.parametrize("odd", ["\ud800", "a\0b"])
def test_signs_and_codes_are_texts_that_a_table_can_contain(odd: str) -> None:
    """Half a surrogate pair is no UTF-8, so that no statement could contain it, and PostgreSQL has no NUL."""
    with pytest.raises(dp.SchemaError, match="`sign`"):
        Format(sign=odd)
    with pytest.raises(dp.SchemaError, match="`missing`"):
        Format(missing=["x", odd])


@pytest.mark.parametrize("data", [None, [], 5, "dates", {"day": None}, {"day": []}, {"day": 5}, {"day": {"dates": []}}])
def test_formats_of_an_altered_ledger_are_refused(data: Any) -> None:
    """With an error of our own, not of Python: the caller goes on without them."""
    with pytest.raises(dp.SchemaError):
        from_data(data)


def test_the_example_can_be_copied() -> None:
    with pytest.raises(dp.SchemaError) as caught:
        dp.read(pa.table({"day": ["1"]})).with_formats([1])  # type: ignore[arg-type]
    assert caught.value.hint == 'with_formats({"day": dp.Format(dates="day first")})'
