"""Where a test of random draws may fail: so rarely that a thousand such tests, run daily, fail once in centuries."""

from __future__ import annotations

from scipy import stats

RARE = 1e-9


def least(draws: int, share: float) -> float:
    """The share of `draws` independent tries below which a true `share` falls with a chance of at most RARE."""
    return float(stats.binom.ppf(RARE, draws, share)) / draws
