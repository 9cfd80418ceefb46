"""Real draws fit the claimed law, and the test rejects 0.95 of the scale."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from dpcore.noise import DiscreteLaplace, Laplace, draw
from tests.chance import RARE
from tests.noise.conftest import CASES


def cells(case, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Ends k of about 40 cells (.., k] of magnitudes, and their probabilities."""
    ends = sorted({case.law.half_width(scale, level) for level in np.linspace(0.02, 0.98, 41)})
    beyond = np.array([1.0, *[case.beyond(k, scale) for k in ends], 0.0])
    return np.array(ends), -np.diff(beyond)


def p_value(case, draws: np.ndarray, scale: float) -> float:
    """Chi-square over magnitudes and, where it is not 0, sign."""
    ends, masses = cells(case, scale)
    observed, expected = [], []
    for sign in (1, -1):
        side = np.abs(draws[np.sign(draws) == sign].astype(float))
        observed.append(np.bincount(np.searchsorted(ends, side), minlength=len(masses)))
        expected.append(masses / 2)
    zero = 1 - case.beyond(0, scale)
    expected[0][0] -= zero / 2
    expected[1][0] -= zero / 2
    counts = np.append(np.concatenate(observed), np.sum(draws == 0))
    means = len(draws) * np.append(np.concatenate(expected), zero)
    counts, means = counts[means > 20], means[means > 20]
    return float(stats.chi2.sf(np.sum((counts - means) ** 2 / means), len(means) - 1))


@pytest.mark.sample(6)
@pytest.mark.parametrize("scale", [0.6, 1.0, 25.0, 1e6])
def test_draws_fit(case, scale: float) -> None:
    assert p_value(case, draw(case.law, scale, 100_000), scale) > RARE


@pytest.mark.audit
@pytest.mark.parametrize("scale", [0.6, 1.0, 25.0, 1e6, 2.0**37])
def test_a_million_draws_fit(case, scale: float) -> None:
    assert p_value(case, draw(case.law, scale, 1_000_000), scale) > RARE


@pytest.mark.sample(2)
@pytest.mark.parametrize("scale", [1.0, 25.0, 1e6])
@pytest.mark.parametrize("factor", [0.95, 1.06])
def test_another_scale_does_not_fit(case, scale: float, factor: float) -> None:
    # 300,000 draws miss the nearest of these once in 10^17 runs; 100,000 would many times in 100 (Student, df = 1)
    assert p_value(case, draw(case.law, factor * scale, 300_000), scale) < RARE


def test_the_two_laplace_laws_differ_at_scale_one() -> None:
    assert p_value(CASES["laplace"], draw(DiscreteLaplace(), 1, 100_000), 1) < RARE
    assert p_value(CASES["discrete"], draw(Laplace(), 1, 100_000), 1) < RARE
