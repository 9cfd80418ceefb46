"""The algebra of trade-off curves, on what is read from them: two certified brackets of one number must meet."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import tradeoff
from dpcore.tradeoff import Curve

ALPHAS = np.array([1e-9, 1e-4, 0.03, 0.2, 0.5, 0.8, 0.97, 1.0 - 1e-6])
LOSSES = np.array([-2.0, -0.3, 0.0, 0.2, 1.0, 3.0])


def pmf(weights: list[int]) -> list[float]:
    return [w / sum(weights) for w in weights]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    size = draw(st.integers(2, 4))
    several = st.lists(st.integers(1, 50), min_size=size, max_size=size)
    return pmf(draw(several)), pmf(draw(several))


losses = st.floats(0.01, 2.0)
discrete = pairs().map(lambda pair: tradeoff.discrete(*pair))
factors = st.one_of(
    losses.map(tradeoff.pure),
    losses.map(tradeoff.gaussian),
    discrete,
    st.builds(tradeoff.approximate, losses, st.floats(1e-9, 0.1)),
)
# beside a Gaussian every product is smooth, and quick
spread = st.floats(0.3, 2.0).map(tradeoff.gaussian)
quick = settings(deadline=None, max_examples=25)


def same(one: Curve, other: Curve) -> None:
    """Every bracket of one meets that of the other, but for a few roundings of mu."""
    for left, right in (
        (one.bounds(ALPHAS), other.bounds(ALPHAS)),
        (one.delta_bounds(LOSSES), other.delta_bounds(LOSSES)),
    ):
        assert np.all(left[0] <= right[1] * (1 + 1e-12)) and np.all(right[0] <= left[1] * (1 + 1e-12))


def below(one: Curve, other: Curve) -> None:
    """No proof that f is above g anywhere, nor that its delta is smaller."""
    assert np.all(one.bounds(ALPHAS)[0] <= other.bounds(ALPHAS)[1] * (1 + 1e-14))
    assert np.all(one.delta_bounds(LOSSES)[1] * (1 + 1e-14) >= other.delta_bounds(LOSSES)[0])


def tensor(*curves: Curve) -> Curve:
    return tradeoff.compose(curves)


@quick
@given(factors, factors, spread)
def test_products_commute_and_associate(f: Curve, g: Curve, h: Curve) -> None:
    whole = tensor(f, g, h)
    assert whole == tensor(h, g, f) == tensor(g, f, h)
    # several Gaussians are one, and its mu is rounded up each time
    for other in (tensor(tensor(f, g), h), tensor(f, tensor(g, h)), tensor(tensor(h, f), g)):
        same(whole, other)


@quick
@given(factors, spread)
def test_the_identity_is_neutral(f: Curve, h: Curve) -> None:
    assert tensor(f, tradeoff.identity()) == f
    assert tensor(f, h, tradeoff.identity()) == tensor(f, h)


@quick
@given(factors, factors, spread)
def test_one_more_release_never_helps(f: Curve, g: Curve, h: Curve) -> None:
    below(tensor(f, g, h), tensor(f, h))
    below(tensor(f, h), h)


@quick
@given(losses, st.floats(0.2, 1.0), spread, factors)
def test_products_are_monotone(loss: float, share: float, h: Curve, g: Curve) -> None:
    for family in (tradeoff.pure, tradeoff.laplace, tradeoff.gaussian):
        below(tensor(family(loss), h), tensor(family(loss * share), h))
    # f_{epsilon,0} <= T(Lap) for the same epsilon, beside anything
    below(tensor(tradeoff.pure(loss), g, h), tensor(tradeoff.laplace(loss), g, h))


@quick
@given(discrete, discrete, spread)
def test_the_inverse_of_a_product_is_the_product_of_inverses(f: Curve, g: Curve, h: Curve) -> None:
    whole = tensor(f, g, h)
    assert whole.inverse() == tensor(f.inverse(), g.inverse(), h.inverse())
    assert whole.inverse().inverse() == whole
    # f^-1(f(alpha)) = alpha, and delta of the other order by e^epsilon
    low, high = whole.bounds(ALPHAS)
    assert np.all(whole.inverse().bounds(np.minimum(high, 1.0))[0] <= ALPHAS * (1 + 1e-9))
    assert np.all(whole.inverse().bounds(low)[1] >= ALPHAS * (1 - 1e-9))
    there, back = whole.delta_bounds(LOSSES), whole.inverse().delta_bounds(-LOSSES)
    shrink = np.exp(-LOSSES)
    assert np.all(1.0 - shrink * (1.0 - there[0]) <= back[1] + 1e-12 * (1 + shrink))
    assert np.all(1.0 - shrink * (1.0 - there[1]) >= back[0] - 1e-12 * (1 + shrink))


@quick
@given(pairs(), st.integers(0, 2), spread)
def test_post_processing_raises_the_curve(pair: tuple[list[float], list[float]], at: int, h: Curve) -> None:
    p, q = pair
    at = min(at, len(p) - 2)

    def merged(weights: list[float]) -> list[float]:
        return [*weights[:at], weights[at] + weights[at + 1], *weights[at + 2 :]]

    fine, coarse = tradeoff.discrete(p, q), tradeoff.discrete(merged(p), merged(q))
    below(fine, coarse)
    below(tensor(fine, h), tensor(coarse, h))
    below(fine.repeat(3), coarse.repeat(3))


@quick
@given(pairs(), st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=4, max_size=4))
def test_a_noisier_channel_is_blackwell_below(pair: tuple[list[float], list[float]], channel: list[list[int]]) -> None:
    """Any channel on the outcomes, a row of chances for each: harder to tell apart, in every reading."""
    p, q = (np.array(weights) for weights in pair)
    rows = np.array([[w + 1 for w in row] for row in channel[: len(p)]], dtype=float)
    rows /= rows.sum(axis=1, keepdims=True)
    through = tradeoff.discrete(p @ rows, q @ rows)
    sharp = tradeoff.discrete(p, q)
    below(sharp, through)
    assert through.advantage() <= sharp.advantage() * (1 + 1e-12) + 1e-15
    assert through.moments().kl <= sharp.moments().kl * (1 + 1e-9) + 1e-15


@quick
@given(losses, st.floats(1e-12, 0.2), spread)
def test_failures_split_off(loss: float, delta: float, h: Curve) -> None:
    split = [tradeoff.pure(loss), tradeoff.approximate(0.0, delta)]
    assert tradeoff.approximate(loss, delta) == tensor(*split)
    assert tensor(tradeoff.approximate(loss, delta), h) == tensor(*split, h)
    # the product as a pair of pmfs: fail and be seen, or answer at random
    up = 1.0 / (1.0 + np.exp(-loss))
    p = [delta, 0.0, (1 - delta) * up, (1 - delta) * (1 - up)]
    q = [0.0, delta, (1 - delta) * (1 - up), (1 - delta) * up]
    found, exact = tradeoff.approximate(loss, delta), tradeoff.discrete(p, q)
    for left, right in (
        (found.bounds(ALPHAS), exact.bounds(ALPHAS)),
        (found.delta_bounds(LOSSES), exact.delta_bounds(LOSSES)),
    ):
        assert np.all(left[0] <= right[1] + 1e-13) and np.all(right[0] <= left[1] + 1e-13)
