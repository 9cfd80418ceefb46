"""Strategies for workloads: unbiased, the least error of all candidates, and an optimum against its dual bound."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import numpy as np
import pytest

from dpcore import noise
from dpcore.statistic.learners.optimal import MOST_CELLS, SCALE, optimal
from dpcore.statistic.sums import strategy as module
from dpcore.statistic.sums.strategy import Matrix, Setting, best, candidates, costs
from dpcore.statistic.waves.dense import Dense

ADD = Setting(True, (), "add_remove", 1, True)
PURE = replace(ADD, gaussian=False)
PREFIX = {size: tuple(tuple(float(j <= i) for j in range(size)) for i in range(size)) for size in (8, 40, 100, 120)}
RANGES = tuple(tuple(float(a <= j <= b) for j in range(16)) for a in range(16) for b in range(a, 16))


def some(seed: int, most: int = 24) -> Matrix:
    """A random workload: sums, differences, prefixes, real numbers, more or fewer queries than cells."""
    generator = np.random.default_rng(seed)
    cells, queries = int(generator.integers(1, most + 1)), int(generator.integers(1, 2 * most))
    shape = (queries, cells)
    kinds = [
        generator.integers(0, 2, shape).astype(float),
        generator.integers(-2, 3, shape).astype(float),
        generator.normal(size=shape),
        generator.normal(size=shape) * 10.0 ** generator.uniform(-3, 3, (queries, 1)),
        np.tril(np.ones((cells, cells))),
        np.outer(generator.normal(size=queries), generator.normal(size=cells)),
    ]
    kind = kinds[seed % len(kinds)]
    kind[~kind.any(axis=1), 0] = 1.0
    return tuple(map(tuple, kind.tolist()))


def least(matrix: Matrix) -> float:
    """A lower bound of tr(G X^-1) over all X with diagonal at most 1: 2 tr (V^1/2 G V^1/2)^1/2 - tr V for any V."""
    workload = np.array(matrix)
    gram = workload.T @ workload
    multipliers = np.ones(len(gram))
    bound = 0.0
    for _ in range(300):
        root = np.sqrt(multipliers)
        values, vectors = np.linalg.eigh(gram * np.outer(root, root))
        roots = np.sqrt(np.maximum(values, 0.0))
        bound = max(bound, float(roots.sum() ** 2 / multipliers.sum()))
        multipliers = np.maximum(np.diag((vectors * roots) @ vectors.T), 1e-12)
    return bound


def total(matrix: Matrix, rows: object) -> float:
    """The total variance of all queries at sensitivity 1."""
    factor = np.array(rows, dtype=float)
    decoder = np.array(matrix) @ np.linalg.pinv(factor)
    return float(np.square(factor).sum(axis=0).max() * np.square(decoder).sum())


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(60))
def test_the_optimum_is_within_two_percent_of_its_dual_bound(seed: int) -> None:
    matrix = some(seed)
    assert 1 - 1e-6 <= total(matrix, optimal(matrix)) / least(matrix) <= 1.02


@pytest.mark.sample(2)
@pytest.mark.parametrize("matrix", [PREFIX[8], PREFIX[40], RANGES], ids=len)
def test_the_optimum_of_known_workloads(matrix: Matrix) -> None:
    """And no other candidate is below it."""
    optimum = total(matrix, optimal(matrix))
    assert optimum <= 1.001 * least(matrix)
    assert all(total(matrix, factor.rows) >= optimum * (1 - 1e-6) for factor in candidates(matrix, True))


def test_the_optimum_is_the_same_on_every_machine() -> None:
    """Pinned integers: of sums, of real numbers and at the largest size."""
    big = tuple(tuple(float((i * j) % 7 - 3) for j in range(MOST_CELLS)) for i in range(1, 30))
    digests = [hashlib.sha256(repr(optimal(matrix)).encode()).hexdigest()[:16] for matrix in (PREFIX[8], RANGES, big)]
    assert digests == ["11c464e02409e366", "164050b0736d0678", "c487ae0ded0846b4"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(90))
def test_the_choice_is_the_least_of_all_and_unbiased(seed: int) -> None:
    chance = random.Random(seed)
    matrix = some(seed)
    setting = Setting(chance.random() < 0.5, (), chance.choice(["add_remove", "replace"]), chance.choice([1, 3]), True)
    chosen = best(matrix, setting)
    factor, counts = chosen.projection.factor, np.random.default_rng(seed).integers(0, 10**6, len(matrix[0]))
    exact = chosen.projection.exact(counts).astype(float)
    answers = np.array(matrix) @ counts
    assert chosen.answers(exact)[0] == pytest.approx(answers, abs=1e-7 * np.abs(answers).max() + 1e-6)
    assert isinstance(factor, Dense) and chosen.name == factor.name

    def cost(rows: object) -> float:
        table = np.array(rows, dtype=float)
        distances = [table[:, a] - table[:, b] for a in range(table.shape[1]) for b in range(a)] or [table[:, 0]]
        moved = [*table.T] if setting.neighbors == "add_remove" else [*table.T, *distances]
        reach = max(np.linalg.norm(column, 2 if setting.gaussian else 1) for column in moved)
        return float(reach**2 * np.square(np.array(matrix) @ np.linalg.pinv(table)).sum())

    least = cost(factor.rows)
    for other in candidates(matrix, setting.gaussian):
        table = np.array(other.rows, dtype=float)
        rest = np.array(matrix) @ np.linalg.pinv(table) @ table - np.array(matrix)
        if np.abs(rest).max() <= 1e-10 * np.abs(matrix).max():
            assert least <= cost(other.rows) * (1 + 1e-6), (chosen.name, other.name)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("matrix", "setting", "name"),
    [
        (((1.0, 0.0), (0.0, 1.0)), ADD, "plain"),
        (((1.0,) * 30,), ADD, "workload"),
        (((1.0,) * 30,), PURE, "workload"),
        (((0.25,) * 15 + (-0.25,) * 15,), PURE, "workload"),
        (PREFIX[40], ADD, "optimised"),
        (PREFIX[100], ADD, "square_root"),
        (PREFIX[120], PURE, "tree"),
        (PREFIX[8], PURE, "plain"),
    ],
    ids=lambda value: str(len(value)) if isinstance(value, tuple) else str(value),
)
def test_each_strategy_is_the_best_somewhere(matrix: Matrix, setting: Setting, name: str) -> None:
    assert best(matrix, setting).name == name


def test_rounded_queries_that_would_be_biased_are_no_candidate() -> None:
    """Of rank 1 with real numbers: rounded to integers, their rows span more."""
    matrix = tuple(tuple(a * b for b in (1.0, 0.3333333333333333, 3.141592653589793)) for a in (1.0, 2.718281828459045))
    assert "workload" not in {factor.name for _, _, factor, _ in costs(matrix, ADD)}
    assert "workload" in {factor.name for _, _, factor, _ in costs(((1.0, 0.25, -3.0), (2.0, 0.5, -6.0)), ADD)}


def test_a_total_under_replace_costs_nothing() -> None:
    """All columns are equal, and no neighbour moves it; with rows left out it costs."""
    setting = Setting(True, (), "replace", 1, False)
    assert best(((1.0, 1.0, 1.0),), setting).projection.public
    assert not best(((1.0, 1.0, 1.0),), replace(setting, optional=True)).projection.public


def spread(share: float, seed: int) -> float:
    """The mean squared error over the stated variance, of noise that is `share` of the stated one."""
    strategy = best(some(seed), ADD)
    factor, draws = strategy.projection.factor, 4_000
    noisy = noise.draw(noise.Gaussian(), share * 3 * SCALE, (draws, factor.coordinates)).astype(float)
    errors = strategy.answers(noisy) / strategy.std_errors(3 * SCALE)
    return float(np.square(errors).mean(axis=0).max())


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_the_stated_errors_are_those_of_the_noise(seed: int) -> None:
    assert spread(1.0, seed) <= 1.15
    assert spread(0.9, seed) <= 0.95, "another noise is noticed"


def test_a_decoder_of_real_columns_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The columns before they were rounded to integers."""
    honest = module.costs

    def real(matrix: Matrix, setting: Setting) -> object:
        for cost, place, factor, decoder in honest(matrix, setting):
            yield cost, place, factor, decoder * (1 + 1e-5)

    monkeypatch.setattr(module, "costs", real)
    module.best.cache_clear()
    try:
        with pytest.raises(AssertionError):
            test_the_choice_is_the_least_of_all_and_unbiased(4)
    finally:
        module.best.cache_clear()


FIXED = Setting(True, (), "replace", 1, False)
UNEVEN = [
    ((1e6, 1e6), (1e-3, 0.0)),
    ((1e6, -1e6), (1e-3, 0.0), (0.0, 1e-3)),
    ((9e5, 9e5 + 4e-4),),
    ((1000.0, 1000.0000005),),
]


@pytest.mark.parametrize("setting", [ADD, PURE, FIXED, replace(FIXED, gaussian=False)], ids=str)
@pytest.mark.parametrize("matrix", UNEVEN, ids=str)
def test_a_query_with_small_weights_is_not_lost_beside_large_ones(matrix: Matrix, setting: Setting) -> None:
    """The released coordinates answer each query to a small part of what one row changes in it."""
    strategy = best(matrix, setting)
    found = strategy.decoder @ np.array(strategy.projection.factor.rows, dtype=float)
    wanted = np.array(matrix)
    largest, apart = np.abs(wanted).max(axis=1), np.ptp(wanted, axis=1)
    changes = np.where(apart > 0, apart, largest) if setting.neighbors == "replace" else largest
    assert (np.abs(found - wanted).max(axis=1) <= 1e-6 * changes).all()
