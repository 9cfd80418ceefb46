"""min{f, f^-1}**: for one step on a Poisson sample it is C_p, which is computed from G_mu in another way."""

import numpy as np
import pytest

from dpcore import tradeoff

ALPHA = np.concatenate(([0.0], np.logspace(-8, -1, 15), np.linspace(0.15, 0.99, 20), [1.0]))


@pytest.mark.parametrize(("rate", "noise"), [(0.1, 1.0), (0.01, 0.5), (0.5, 2.0), (0.9, 1.0)])
def test_the_hull_of_one_step_is_the_curve_of_a_fixed_sample(rate, noise):
    hull, fixed = (
        tradeoff.subsampled_gaussian(rate, noise).symmetrize(),
        tradeoff.gaussian(1 / noise).subsample(rate),
    )
    low, high = hull.bounds(ALPHA)
    below, above = fixed.bounds(ALPHA)
    assert np.all(low <= above)
    assert np.all(below <= high)
    assert np.max(high - low) < 1e-12
    for epsilon in (-1.0, 0.0, 0.3, 2.0):
        assert hull.delta(epsilon) == pytest.approx(fixed.delta(epsilon), abs=1e-13)
    assert hull.mu() == pytest.approx(1 / noise)


@pytest.mark.audit
def test_the_hull_is_convex_symmetric_and_below_the_worse_order():
    both = tradeoff.subsampled_gaussian(0.02, 0.8, 200)
    hull = both.symmetrize()
    at = np.linspace(0.02, 0.98, 9)
    low = hull(at)
    assert np.all(low <= both.bounds(at)[1])
    assert np.all(np.diff(low, 2) > -1e-9)
    assert hull.inverse() is hull
    back = hull(hull(0.1))
    assert back == pytest.approx(0.1, abs=1e-6)
    assert hull.epsilon(1e-5) == both.epsilon(1e-5)


def test_it_is_stored_and_read_back():
    hull = tradeoff.subsampled_gaussian(0.02, 0.8, 5).symmetrize()
    assert tradeoff.from_dict(hull.to_dict()) == hull
