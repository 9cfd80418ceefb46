"""A line of reserved prices: what is read, and that a long one costs its length."""

from __future__ import annotations

import pytest

import dpcore as dp
from pages.data import portfolio_form


@pytest.mark.parametrize("price", ["1", "0.5", ".5", "12.25", "1e-3", "2.5e1", ".5e-2"])
def test_every_way_to_write_a_price_is_read(price: str) -> None:
    assert portfolio_form.slot(f"monthly, mu {price}, 12 times") == dp.Slot("monthly", mu=float(price), times=12)


@pytest.mark.parametrize(
    "price",
    ["1" * 200_000 + "x", "." + "1" * 200_000 + "x", "", ".", "1.", "1..2", "-1", "e3"],
    ids=lambda price: price[:9],
)
def test_what_is_no_price_is_refused(price: str) -> None:
    """Minutes each, where a pattern can share digits among two of its parts. A long line is repeated in part."""
    with pytest.raises(dp.BudgetError, match="is not a reserved release") as refused:
        portfolio_form.slot(f"monthly, mu {price}, 12")
    assert len(refused.value.message) < 11_000
    assert refused.value.hint
