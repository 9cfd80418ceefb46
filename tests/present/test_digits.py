"""Numbers in words: an error is never said smaller than it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore.present.text.digits import error_text, upward


def number(text: str) -> float:
    return float(text.replace(",", ""))


def test_errors_are_rounded_up_in_their_second_digit_and_bounds_in_their_third() -> None:
    random = np.random.default_rng(3)
    for size in 10 ** random.uniform(-9, 13, 3_000):
        for said, digits in ((number(error_text(size)), 2), (number(upward(size)), 3)):
            assert size * (1 - 1e-11) <= said <= size * (1 + 10.0 ** (1 - digits)) * (1 + 1e-11)


@pytest.mark.parametrize(
    ("size", "said"),
    [(104.9, "110"), (1.049, "1.1"), (34.0, "34"), (9.96, "10"), (0.58, "0.58"), (0.3 * 3, "0.90"), (1e5, "100,000")],
)
def test_a_number_of_two_digits_stays(size: float, said: str) -> None:
    assert error_text(size) == said


def test_what_is_no_number_is_said() -> None:
    assert error_text(math.nan) == "unknown" and upward(math.inf) == "inf" and upward(0.0) == "0"
