"""Where a test of random draws may fail: so rarely that a thousand such tests, run daily, fail once in centuries."""

from __future__ import annotations

from typing import Any

import pytest
from scipy import stats

RARE = 1e-9


def least(draws: int, share: float) -> float:
    """The share of `draws` independent tries below which a true `share` falls with a chance of at most RARE."""
    return float(stats.binom.ppf(RARE, draws, share)) / draws


def seeds(count: int, *long: int) -> list[Any]:
    """The seeds of a test; those of `long` are left to `make audit`."""
    return [pytest.param(seed, marks=pytest.mark.audit) if seed in long else seed for seed in range(count)]
