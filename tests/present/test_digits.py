"""Numbers in words: an error is never said smaller than it is."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from dpcore.present.text.digits import error_text, outwards, upward


def number(text: str) -> float:
    return float(text.replace(",", ""))


def test_errors_are_rounded_up_in_their_second_digit_and_bounds_in_their_third() -> None:
    generator = np.random.default_rng(3)
    for size in 10 ** generator.uniform(-9, 13, 3_000):
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


def test_the_ends_of_an_interval_are_rounded_outwards() -> None:
    assert outwards(4154.5678, -1) == "4,154.56" and outwards(4154.5611, 1) == "4,154.57"
    assert outwards(-0.12345649, -1) == "−0.123457" and outwards(-0.12345699, 1) == "−0.123456"
    assert outwards(3.0, -1) == outwards(3.0, 1) == "3" and outwards(12345678.0, 1) == "12,345,700"
    chance = random.Random(4)
    for value in (chance.uniform(-1, 1) * 10.0 ** chance.randint(-9, 12) for _ in range(2_000)):
        low, high = (float(outwards(value, side).replace(",", "").replace("−", "-")) for side in (-1, 1))
        assert low <= value + 1e-11 * abs(value) and value - 1e-11 * abs(value) <= high
        assert high - low <= 1.1e-5 * abs(value)
