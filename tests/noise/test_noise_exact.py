"""The sampler's law is the claimed law: by enumeration of its random bits, and bit by bit at its thresholds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpcore.noise import Gaussian, Laplace, StudentT, draw
from dpcore.noise.law import Law

SCALES = [0.3, 1.0, 3.7]


def enumerate_tail(law: Law, scale: float, script, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """The magnitudes at the two ends of each of the 2^bits intervals of the tail probability, lowest first."""
    rest = 63 - bits
    low = np.arange(1 << bits, dtype=np.uint64) << np.uint64(rest)
    low[0] = 1  # the first interval has no lower end: T(0) is infinite
    high = low | np.uint64((1 << rest) - 1)
    ends = []
    for magnitudes in (low, high):
        values = []
        for part in np.split(magnitudes, max(1, len(low) // 16384)):  # a chunk at a time: refinements ask for more
            script(part << np.uint64(1))
            values.append(draw(law, scale, len(part)).astype(object))
        ends.append(np.concatenate(values))
    return ends[0], ends[1]


def disagreements(case, law: Law, scale: float, script, bits: int) -> int:
    """How many of the claimed probabilities P(|X| > k) lie outside their certified interval of width 2^-bits."""
    at_low, at_high = enumerate_tail(law, scale, script, bits)
    assert all(at_low[:-1] >= at_low[1:]) and all(at_low >= at_high)
    wrong = 0
    for k in range(int(min(at_low[1], 60))):
        least, most = np.sum(at_high > k) / 2**bits, np.sum(at_low > k) / 2**bits
        assert most - least <= 2.0**-bits
        wrong += not least - 1e-9 <= case.beyond(k, scale) <= most + 1e-9
    return wrong


@pytest.mark.parametrize("scale", SCALES)
def test_enumerated_probabilities_contain_the_claim(case, scale: float, script) -> None:
    assert disagreements(case, case.law, scale, script, 12 if isinstance(case.law, StudentT) else 14) == 0


@pytest.mark.audit
@pytest.mark.parametrize("scale", SCALES)
def test_enumerated_probabilities_contain_the_claim_at_length(case, scale: float, script) -> None:
    assert disagreements(case, case.law, scale, script, 18) == 0


def test_enumeration_rejects_a_scale_of_995_thousandths(case, monkeypatch: pytest.MonkeyPatch, script) -> None:
    honest = Law.floors
    monkeypatch.setattr(Law, "floors", lambda self, tail, scale: honest(self, tail, 0.995 * scale))
    assert disagreements(case, case.law, 3.7, script, 12) > 0


def test_enumeration_rejects_rounding_down(case, monkeypatch: pytest.MonkeyPatch, script) -> None:
    monkeypatch.setattr(type(case.law), "offset", lambda self, scale: 0.0)
    monkeypatch.setattr(type(case.law), "offset_ball", lambda self, scale: 0)
    assert disagreements(case, case.law, 1.0, script, 12) > 0


@pytest.mark.parametrize("scale", [Fraction(1, 3), 0.7, 12.5, 10**6, 2**40 + Fraction(1, 7), 2**70])
@pytest.mark.parametrize("probability", [0.9999, 0.7, 0.31, 0.02, 1e-4, 1e-9])
def test_every_bit_of_a_threshold_counts(case, scale, probability: float, script, precise) -> None:
    """Just below P(|X| >= k) the draw is k, just above it is k - 1, to the last of 191 bits."""
    k = max(1, case.law.half_width(scale, 1 - probability))
    threshold = (case.threshold(k, Fraction(scale)) * 2**191).floor().unique_fmpz()
    for nudge, magnitude in ((-1, k), (1, k - 1)):
        bits = int(threshold) + nudge
        first, second, third = bits >> 128, bits >> 64 & (2**64 - 1), bits & (2**64 - 1)
        for sign in (0, 1):
            script([first << 1 | sign, second, third])
            assert draw(case.law, scale, 1)[0] == (-magnitude if sign else magnitude)


@pytest.mark.sample(3)
@pytest.mark.parametrize("scale", [0.4, 1, 1000.5, 2**30, 2**41])
def test_refined_draws_are_the_fast_ones(case, scale, script, monkeypatch: pytest.MonkeyPatch) -> None:
    words = np.random.default_rng(7).integers(2**64, size=400, dtype=np.uint64)
    script(words)
    fast = draw(case.law, scale, len(words))
    monkeypatch.setattr(Law, "floors", lambda self, tail, scale: (np.zeros_like(tail), np.ones_like(tail)))
    script(words)
    assert draw(case.law, scale, len(words)).tolist() == fast.tolist()


def test_an_error_beyond_the_margin_is_seen(script, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Gaussian.bracket
    words = np.random.default_rng(8).integers(2**64, size=400, dtype=np.uint64)
    script(words)
    exact = draw(Gaussian(), 2**30, len(words))
    monkeypatch.setattr(Gaussian, "bracket", lambda self, tail: honest(self, tail * (1 + 1e-8)))
    script(words)
    assert draw(Gaussian(), 2**30, len(words)).tolist() != exact.tolist()


def test_a_race_for_the_working_precision_changes_nothing(script, monkeypatch: pytest.MonkeyPatch) -> None:
    from flint import ctx

    honest = Laplace.ball
    words = np.random.default_rng(9).integers(2**64, size=50, dtype=np.uint64)
    script(words)
    exact = draw(Laplace(), 2**45, len(words))
    calls = iter(range(10**9))

    def raced(self, tail):
        if next(calls) % 2:
            ctx.prec = 20
        return honest(self, tail)

    monkeypatch.setattr(Laplace, "ball", raced)
    script(words)
    assert draw(Laplace(), 2**45, len(words)).tolist() == exact.tolist()
