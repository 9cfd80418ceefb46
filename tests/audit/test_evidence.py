"""The audit itself is audited: it keeps its level on mechanisms that spend all they claim, and has power."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from dpcore import tradeoff
from tests.audit import evidence as module
from tests.audit.evidence import REJECT, bet, corners, evidence, value

LEVEL = 0.05


def gaussian(rng: np.random.Generator, mu: float):
    return lambda table, size: rng.normal(size=size) + mu * table


def laplace(rng: np.random.Generator, epsilon: float):
    return lambda table, size: rng.laplace(size=size) + epsilon * table


def coin(rng: np.random.Generator, epsilon: float):
    truth = 1 / (1 + math.exp(-epsilon))
    return lambda table, size: np.where(rng.random(size) < truth, table, 1 - table).astype(float)


TIGHT = {
    "gaussian": (gaussian, 1.0, tradeoff.gaussian(1.0)),
    "laplace": (laplace, 2.2, tradeoff.laplace(2.2)),
    "coin": (coin, 2.2, tradeoff.pure(2.2)),
}


def wealths(name: str, runs: int, pairs: int = 2_000, blow: float = 1.0) -> np.ndarray:
    """Log wealth of runs against a mechanism that spends `blow` times its claim; seeds make it the same every time."""
    make, amount, curve = TIGHT[name]
    return np.array(
        [
            evidence(curve, make(np.random.default_rng([ord(name[0]), seed]), amount * blow), lambda x: x, pairs)
            for seed in range(runs)
        ]
    )


def keeps_level(won: np.ndarray) -> bool:
    """Whether the rejections at 5 % are no more than chance allows (at 1e-6), and there is none at 1e-6."""
    rejected = int(np.sum(won >= math.log(1 / LEVEL)))
    return bool(stats.binom.sf(rejected - 1, len(won), LEVEL) > 1e-6) and not np.any(won >= REJECT)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TIGHT)
def test_what_spends_its_claim_is_not_rejected(name: str) -> None:
    assert keeps_level(wealths(name, 100))


@pytest.mark.audit
@pytest.mark.parametrize("name", TIGHT)
def test_a_thousand_null_runs(name: str, small: bool) -> None:
    assert keeps_level(wealths(name, *((10, 2_000) if small else (1_000, 20_000))))


def test_a_bet_on_hindsight_fails_the_null_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant learns from a batch before it bets on it."""

    def peeking(self: module.Audit, zero: np.ndarray, one: np.ndarray) -> None:
        seen = np.array([np.bincount(codes, minlength=self.codes) for codes in (zero, one)])
        self.counts[:] = seen * 1e4
        self._bet(seen)

    monkeypatch.setattr(module.Audit, "take", peeking)
    assert not keeps_level(wealths("gaussian", 60))


@pytest.mark.parametrize("name", TIGHT)
def test_what_spends_a_fifth_more_is_rejected(name: str) -> None:
    assert np.all(wealths(name, 3, 60_000, 1.2) >= REJECT)


def test_no_bet_gains_under_any_claim_it_is_against() -> None:
    """The expected factor of a pair is at most 1 on a grid of the whole half plane, not only at its corners."""
    rng = np.random.default_rng(1)
    for _ in range(300):
        slope, delta = math.exp(rng.uniform(0, 3)), rng.uniform(0, 0.5)
        q = rng.uniform(0.001, 0.9)
        p = min(0.999, slope * q + delta + rng.uniform(0, 0.3))
        factors = [(math.exp(a), math.exp(b)) for a, b in bet(p, q, slope, delta, 1e5)]
        for low in np.linspace(0, 1, 21):
            for high in np.linspace(0, min(1, slope * low + delta), 11):
                assert value(factors[0], high) * value(factors[1], low) <= 1 + 1e-9
        assert all(high <= slope * low + delta + 1e-12 for high, low in corners(slope, delta))
