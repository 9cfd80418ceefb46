"""A released function on its worst pair of tables: by the best test there is, no more than its curve, and no less."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.mechanisms import GaussianNoise, Mu, additive
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic import Projection
from dpcore.statistic.waves.fourier import FINEST, WIDEST, Fourier
from tests.audit.evidence import REJECT, evidence


def setting(seed: int) -> tuple[Projection, Fraction]:
    """A table of few cells and a price, over the whole range of bandwidths."""
    random = Random(seed)
    width = Fraction(float(FINEST) * (WIDEST / float(FINEST)) ** random.random())
    factor = Fourier(random.randint(2, 24), random.choice([None, max(width, Fraction(1, 8))]))
    relation: Neighbors = random.choice(["add_remove", "replace"])
    return Projection(factor, (), relation), Fraction(10 ** random.uniform(-0.5, 0.8)) ** 2


def worst(projection: Projection) -> tuple[np.ndarray, np.ndarray]:
    """The coordinates of the two neighbouring tables that are farthest apart."""
    table = projection.factor.apply(np.eye(projection.factor.cells, dtype=np.int64))
    others = table if projection.neighbors == "replace" else np.zeros_like(table[:1])
    gaps = np.square(table[:, None].astype(float) - others).sum(axis=2)
    first, second = np.unravel_index(np.argmax(gaps), gaps.shape)
    return table[first], others[second]


def found(projection: Projection, squared: Fraction, share: Fraction, pairs: int) -> float:
    """Evidence from all coordinates, along the difference of the pair; `share` of the noise."""
    whole = additive(projection, Mu(squared))
    mechanism = GaussianNoise(tuple(scale * share for scale in whole.scales), whole.loss)
    tables = worst(projection)
    apart = (tables[0] - tables[1]).astype(float)
    curve = tradeoff.gaussian(float(squared) ** 0.5)

    def draws(which: int, size: int) -> np.ndarray:
        exact = np.tile(tables[which], size)[None]
        return mechanism.draw(exact).reshape(size, -1).astype(float) @ (apart / np.linalg.norm(apart))

    return evidence(curve, draws, lambda value: value, pairs)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(6))
def test_no_test_tells_the_worst_pair_apart_better_than_its_curve(seed: int) -> None:
    assert found(*setting(seed), Fraction(1), 100_000) < REJECT


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_nineteen_twentieths_of_the_noise_are_seen(seed: int) -> None:
    assert found(*setting(seed), Fraction(19, 20), 400_000) >= REJECT
