"""The joint curve of two rounds, the second of which follows the first: all transcripts, of two neighbouring tables.

Every whole number that the first round may answer is sent to the question, which forms its second round; nothing is
known of it but what it asks. The second round's noise is Gaussian, and a shift of it has a closed curve. Rounding in
the second round is left out, which makes the curve lower. Where whole numbers are fine, they are made coarse.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import special

import dpcore as dp
from dpcore import tradeoff
from dpcore.mechanisms import Additive, Mu
from dpcore.queries.models import perceptron_rounds
from dpcore.queries.models.clusters import by_rounds as clusters_by_rounds
from dpcore.queries.models.ratings import rated, recommender
from dpcore.queries.question.round import Round
from dpcore.table.table import Table, Unit
from tests.contracts.course import Counted, Course, masses
from tests.contracts.courses import RATED, SCHEMA, row

EPSILONS = np.linspace(-4, 6, 41)
LOST = 1e-6
"""Of the probability of the first round's answers that are not looked at."""


def coarse_columns(patch: pytest.MonkeyPatch) -> None:
    """Columns of three values, and two cells in the first round."""
    patch.setattr(clusters_by_rounds, "BITS", 1)
    patch.setattr(clusters_by_rounds, "_LINE", 2)


def coarse_ratings(patch: pytest.MonkeyPatch) -> None:
    """Two ratings and weights of users up to 1."""
    for module in (rated, recommender):
        patch.setattr(module, "BITS", 0)
        patch.setattr(module, "WHOLE", 1, raising=False)


def coarse_weights(patch: pytest.MonkeyPatch) -> None:
    """Vectors of -1, 0 and 1."""
    patch.setattr(perceptron_rounds, "UNIT", 1)


def as_it_is(patch: pytest.MonkeyPatch) -> None:
    """It counts rows."""


def rows(*some: dict[str, object]) -> Counted:
    return tuple((1, (each,)) for each in some)


def rating(item: str, stars: float) -> Counted:
    return ((1, ({"unit": item, "item": item, "stars": stars},)),)


APART = ((5, (row(),)), (5, (row(-1, False),)))
MIXED = rows(row(), row(-1), row(late=False))
RATINGS = tuple((20, unit) for item in ("a", "b") for _, unit in rating(item, 1.0))
SMALL: dict[str, tuple[dp.queries.Query, Counted, Callable[[pytest.MonkeyPatch], None], int]] = {
    "conjunction": (dp.Conjunction("late", ["f"]), MIXED, as_it_is, 3),
    "decision tree": (dp.DecisionTree("late", ["f"], depth=2), APART, as_it_is, 4),
    "k-means": (dp.KMeans(["x"], clusters=2, method="rounds", rounds=1), MIXED, coarse_columns, 6),
    "recommender": (dp.Recommender("u", "item", "stars"), RATINGS, coarse_ratings, 6),
    "gradient descent": (dp.NoisySGD("late", ["f"], steps=1, clip=0.25), MIXED, as_it_is, 4),
    "perceptron": (dp.Perceptron("late", ["f"], 1), MIXED, coarse_weights, 2),
}


def course(name: str, neighbors: str) -> Course:
    """A few rows and one more, or one in place of another."""
    query, others, _, _ = SMALL[name]
    other = row(-1) if name == "k-means" else row(late=False)
    one, zero = (rating("a", 5.0), rating("b", 5.0)) if name == "recommender" else (rows(row()), rows(other))
    schema, unit = (RATED, Unit("u", 2)) if name == "recommender" else (SCHEMA, Unit())
    table = Table(schema, unit, neighbors)  # type: ignore[arg-type]
    return Course(query.bind(schema), table, others, (zero if neighbors == "replace" else (), one))


def answers(found: Course, asked: Round, factor: float) -> Iterator[tuple[tuple[np.ndarray, ...], float, float]]:
    """Every answer of a round that matters, with its probabilities on both tables."""
    places, laws = [], []
    for step in asked.steps:
        assert isinstance(step.mechanism, Additive)
        for line, scale in enumerate(step.mechanism.scales):
            for both in zip(*(exact[line].tolist() for exact in found.exact(step)), strict=True):
                size = factor * float(scale)
                far = math.ceil(-size * float(special.ndtri(LOST / 20)))
                places.append(np.arange(min(both) - far, max(both) + far + 1))
                laws.append([np.exp(masses(step.mechanism.law, size, places[-1] - exact)) for exact in both])
    shapes = [found.exact(step)[0].shape for step in asked.steps]
    ends = np.cumsum([math.prod(shape) for shape in shapes])[:-1]
    for at in itertools.product(*(range(len(each)) for each in places)):
        zero, one = (math.prod(float(law[side][place]) for law, place in zip(laws, at, strict=True)) for side in (0, 1))
        numbers = np.array([int(each[place]) for each, place in zip(places, at, strict=True)], dtype=object)
        noisy = tuple(part.reshape(shape) for part, shape in zip(np.split(numbers, ends), shapes, strict=True))
        yield noisy, zero, one


def transcripts(found: Course, price: Mu, factor: float) -> np.ndarray:
    """Of each answer of the first round: both probabilities, and the mu of the second round; shape (3, answers)."""
    first, kinds, table = next(found.query.run(found.table, price)), set[str](), []
    for noisy, zero, one in answers(found, first, factor):
        run = found.query.run(found.table, price)
        next(run)
        asked = run.send(noisy)
        kinds.add(asked.digest)
        table.append((zero, one, second(found, asked) / factor))
    assert len(kinds) > 1, "the second round follows the first"
    return np.array(table).T


def second(found: Course, asked: Round) -> float:
    """How many scales of its noise the second round's answers are apart."""
    total = 0.0
    for step in asked.steps:
        assert isinstance(step.mechanism, Additive)
        zero, one = found.exact(step)
        for line, scale in enumerate(step.mechanism.scales):
            total += float(np.square((one[line] - zero[line]).astype(np.float64)).sum()) / float(scale) ** 2
    return math.sqrt(total)


def below(table: np.ndarray, mu: float) -> float:
    """How far the joint delta is above that of mu, at the worst epsilon in either direction."""
    found = []
    for zero, one, shift in (table, table[[1, 0, 2]]):
        m, off = np.maximum(shift, 1e-9), EPSILONS[:, None] - np.log(one / zero)
        delta = one * special.ndtr(m / 2 - off / m) - np.exp(EPSILONS)[:, None] * zero * special.ndtr(-m / 2 - off / m)
        found.append(delta.sum(axis=1) + max(0.0, 1 - one.sum()))
    return float((np.max(found, axis=0) - np.asarray(tradeoff.gaussian(mu).delta(EPSILONS))).max())


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "neighbors"), [*itertools.product(SMALL, ("add_remove", "replace"))])
def test_two_rounds_tell_no_more_than_was_booked(name: str, neighbors: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With four fifths of the noise, they do."""
    _, _, coarse, mu = SMALL[name]
    coarse(monkeypatch)
    found, price = course(name, neighbors), Mu(Fraction(mu**2))
    booked = sum(times * loss.mu_squared for loss, times in found.query.promise(found.table, price))  # type: ignore[operator,misc]
    assert booked <= price.total
    assert below(transcripts(found, price, 1.0), math.sqrt(booked)) < 1e-6
    assert below(transcripts(replace(found, known={}), price, 0.8), math.sqrt(booked)) > 1e-3
