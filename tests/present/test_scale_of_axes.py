"""Axes of any scale: what was released can be drawn, whatever its bounds and its numbers are."""

from __future__ import annotations

import pytest

from dpcore.present.explore.axis import number, power


@pytest.mark.parametrize("value", [1e-320, 2.5e-7, 1e-3, 0.5, 3.0, 1e12, 1.7e308])
def test_a_negative_number_is_written_as_its_size_with_a_sign(value: float) -> None:
    assert number(-value) == f"−{number(value)}" and power(-value) == f"−{power(value)}"
