"""Counts of the rows below and at each answer: their sensitivity by brute force, and their bounds on hard tables."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.order.recount import Recount
from dpcore.queries.question.recounted import Recounted
from dpcore.table.table import Table
from tests.chance import RARE, least

STEPS = 100_000
SCHEMA = dp.Schema(
    x=dp.Number(0, STEPS, integer=True),
    few=dp.Number(0, 4, integer=True),
    g=dp.Category(["a", "b"]),
    who=dp.Identifier(),
)
TRIES = 4_000
Q = (0.1, 0.25, 0.5, 0.75, 0.99)


def recount(qs: Sequence[float], price: Price, table: Table | None = None, column: str = "x") -> Recount:
    """The counts for quantiles; price: of the counts alone."""
    known = table or Table(SCHEMA)
    question = dp.Quantiles(column, qs, method="halving").bind(known.schema)
    return Recount(question, known, price, tuple(Fraction(repr(q)) for q in question.qs))


def ranges(answers: Sequence[int], steps: int) -> list[tuple[int, int]]:
    """The ranges between and at distinct answers, by what the module promises and not by its code."""
    marks = sorted(set(answers))
    edges = [(low + 1, high - 1) for low, high in itertools.pairwise([-1, *marks, steps + 1])]
    every = sorted([*edges, *((mark, mark) for mark in marks)])
    return [(low, high) for low, high in every if low <= high]


def counted(rows: np.ndarray, answers: Sequence[int], most: int, steps: int) -> list[int]:
    inside = [int(((rows >= low) & (rows <= high)).sum()) for low, high in ranges(answers, steps)]
    return inside + [0] * (most - len(inside))


def distance(rows: np.ndarray, q: float, answer: int) -> float:
    """Rows between an answer and the true quantile."""
    below, upto = int((rows < answer).sum()), int((rows <= answer).sum())
    return max(below - q * len(rows), q * len(rows) - upto, 0.0)


@pytest.mark.parametrize("shares", [(0.5,), (0.1, 0.9), Q, (0.01, 0.2, 0.33, 0.999)])
@pytest.mark.parametrize("price", [Mu(Fraction(1, 100)), Mu(Fraction(1, 10_000)), Epsilon(Fraction(1, 10))])
def test_the_noise_of_a_difference_is_that_of_its_counts(shares: tuple[float, ...], price: Price) -> None:
    """By the covariance of counts below v and of all counts, which share noise; also the reference value of one."""
    made = recount(shares, price)
    noise = made.noise
    spread = noise.error(0.95)
    for j, q in enumerate(shares):
        for first in (2 * j + 1, 2 * j + 2):
            below, every = first, made.most
            variance = below + q**2 * every - 2 * q * below  # of A - q n, in those of a count
            half = float(made._half(0.95)(np.array(q), np.array(float(first)), np.array(float(every))))
            exact = spread.factor * spread.std[0] * math.sqrt(variance)
            assert exact <= half <= exact * 1.01 + 0.51
            if shares == (0.5,):
                assert math.sqrt(variance) == pytest.approx(0.86602540378443865, abs=1e-15)


def tables(rows: int) -> list[tuple[tuple[int, int], ...]]:
    """All tables of so many rows in 5 numbers and 2 groups, as multisets."""
    return list(itertools.combinations_with_replacement(list(itertools.product(range(5), range(2))), rows))


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("max_rows", [1, 2, 3])
def test_no_unit_changes_the_counts_by_more_than_their_sensitivity(max_rows: int, neighbors: Any) -> None:
    """Over all rows of a unit, all rows that replace them, and answers that merge or lie at both ends; attained."""
    unit = dp.Unit("who", max_rows) if max_rows > 1 else dp.Unit()
    made = recount((0.2, 0.5, 0.9), Mu(Fraction(1)), Table(SCHEMA, unit, neighbors), "few")
    own = [rows for size in range(max_rows + 1) for rows in tables(size)]
    worst_one, worst_two = 0, 0
    for answers in ([(0, 2, 4), (1, 1, 3)], [(2, 2, 2), (0, 0, 0)], [(0, 4, 4), (3, 4, 4)]):

        def counts(rows: tuple[tuple[int, int], ...], answers: Sequence[tuple[int, ...]] = answers) -> np.ndarray:
            groups = [np.array([value for value, group in rows if group == place]) for place in range(2)]
            return np.array([counted(*pair, 7, 4) for pair in zip(groups, answers, strict=True)]).ravel()

        each = np.unique([counts(rows) for rows in own], axis=0)
        others = each if neighbors == "replace" else np.zeros((1, each.shape[1]), dtype=int)
        moved = np.abs(each[:, None, :] - others[None, :, :])
        worst_one = max(worst_one, int(moved.sum(axis=2).max()))
        worst_two = max(worst_two, int(np.square(moved).sum(axis=2).max()))
    statistic = made._statistic(1)
    assert statistic.l1_sensitivity() == worst_one
    assert statistic.reach.norm((1.0,)) ** 2 == pytest.approx(worst_two, rel=1e-12)
    sold = recount((0.5,), Mu(Fraction(1, 4)), Table(SCHEMA, unit, neighbors)).noise
    assert float(sold.scales[0]) >= 2 * math.sqrt(worst_two) * (1 - 1e-12)


def hard(chance: np.random.Generator) -> np.ndarray:
    """A table of a kind on which read-off quantiles were wrong: heaps, ends, skew, bounds far beyond the last row."""
    n, kind = int(10 ** chance.uniform(0, 4)), chance.integers(7)
    one, other = chance.integers(0, STEPS, 2, endpoint=True)
    made = [
        np.full(n, one),
        np.full(n, chance.choice([0, STEPS])),
        chance.choice([one, other], n),
        chance.choice([0, STEPS], n),
        chance.lognormal(4, 1.4, n),
        np.where(chance.random(n) < 0.45, 0, chance.pareto(0.8, n) * 50),
        np.minimum(chance.lognormal(6, 2, n), STEPS / 10),
    ]
    rounded: np.ndarray = np.rint(made[kind]).clip(0, STEPS).astype(int)
    return rounded


def answers_near(chance: np.random.Generator, rows: np.ndarray, qs: Sequence[float]) -> list[int]:
    """What a selection may release: near, far off, at the ends, equal to others; never decreasing."""
    drawn = []
    for q in qs:
        at = np.quantile(rows, float(np.clip(q + chance.normal(0, 0.1), 0, 1)), method="inverted_cdf")
        odd = chance.choice([0, STEPS, int(rows.max()), int(rows.max()) + 1, int(rows.min()) - 1])
        drawn.append(int(np.clip(at if chance.random() < 0.7 else odd, 0, STEPS)))
    return sorted(drawn)


def asked(made: Recount, rows: np.ndarray, answers: list[int], level: float) -> Recounted:
    """Many draws of the counts of one table, each read by itself."""
    exact = np.array(counted(rows, answers, made.most, STEPS) * TRIES, dtype=object)[None, :]
    return made.read(np.array([answers] * TRIES), made.noise.draw(exact), level)


def misses(made: Recount, rows: np.ndarray, answers: list[int], level: float) -> tuple[np.ndarray, np.ndarray]:
    """How often each answer lies farther from its quantile than stated, and outside the stated shares."""
    found = asked(made, rows, answers, level)
    n, share = len(rows), np.array([float(share) for share in made.shares])
    far = np.array([distance(rows, q, answer) for q, answer in zip(share, answers, strict=True)])
    below = np.array([(rows < answer).sum() for answer in answers])
    upto = np.array([(rows <= answer).sum() for answer in answers])
    outside = (upto < found.low * n * (1 - 1e-9)) | (below > found.high * n * (1 + 1e-9))
    return (far > found.ranks * (1 + 1e-9)).mean(axis=0), outside.mean(axis=0)


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(60))
def test_bounds_hold_on_hard_tables_at_every_level(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows, qs = hard(chance), [Q, (0.5,), (0.0, 0.001, 1.0), (0.9, 0.99, 0.999)][seed % 4]
    level = float(chance.choice([0.8, 0.95, 0.99]))
    amount = Fraction(10 ** chance.uniform(-2, 0.5)).limit_denominator(10**6)
    price = [Mu(amount**2), Epsilon(amount)][seed % 2]
    unit = dp.Unit("who", int(chance.integers(1, 6))) if seed % 3 else dp.Unit()
    made = recount(qs, price, Table(SCHEMA, unit, str(chance.choice(["add_remove", "replace"]))))  # type: ignore[arg-type]
    far, outside = misses(made, rows, answers_near(chance, rows, qs), level)
    assert (1 - far >= least(TRIES, level)).all() and (1 - outside >= least(TRIES, level)).all()


HEAP = (np.arange(3_000), (0.5,), [700])
"""An answer 799 rows below the median: the bound can fail on one side alone, in (1 - level) / 2 of the draws."""


@pytest.mark.parametrize("price", [Mu(Fraction(1, 400)), Epsilon(Fraction(1, 30))])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_bound_is_nearly_reached(price: Price, level: float) -> None:
    """A bound that is wider than it must be would be missed too rarely."""
    rows, qs, answers = HEAP
    (miss,), (outside,) = misses(recount(qs, price), rows, answers, level)
    allowed = (1 - level) / 2
    few, many = stats.binom.ppf([RARE, 1 - RARE], TRIES, allowed) / TRIES
    tail = (
        0.8 if isinstance(price, Epsilon) else 0.0
    )  # three Laplace draws together are nearer to a normal distribution
    assert max(0.0, few - tail * allowed) <= miss <= many and outside <= many


def _narrow(made: Recount, level: float) -> Any:
    right = _half(made, level)
    return lambda share, first, parts: 0.8 * right(share, first, parts)


def _independent(made: Recount, level: float) -> Any:
    """Forgets that the counts below an answer are part of all counts, with the sign that is too small."""
    spread = made.noise.error(level)
    return lambda share, first, parts: spread.factor * spread.std[0] * np.abs(np.sqrt(first) - share * np.sqrt(parts))


def _other_level(made: Recount, level: float) -> Any:
    return _half(made, 2 * level - 1)


_half = Recount._half


@pytest.mark.parametrize("broken", [_narrow, _independent, _other_level])
def test_a_bound_that_is_too_narrow_is_noticed(broken: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, qs, answers = HEAP
    made = recount(qs, Mu(Fraction(1, 400)))
    monkeypatch.setattr(Recount, "_half", broken)
    (miss,), _ = misses(made, rows, answers, 0.95)
    allowed = stats.binom.ppf(1 - RARE, TRIES, 0.025) / TRIES
    assert miss > allowed


def test_half_of_the_noise_would_be_noticed() -> None:
    """The seeded bug: a unit of four rows whose counts are sold as those of one."""
    rows, qs, answers = HEAP
    four = recount(qs, Mu(Fraction(1, 400)), Table(SCHEMA, dp.Unit("who", 4)))
    one = recount(qs, Mu(Fraction(1, 400)))
    assert float(four.noise.scales[0]) == pytest.approx(4 * float(one.noise.scales[0]))
    exact = np.array(counted(rows, answers, 3, STEPS) * TRIES, dtype=object)[None, :]
    found = one.read(np.array([answers] * TRIES), four.noise.draw(exact), 0.95)
    assert (distance(rows, 0.5, answers[0]) > found.ranks).mean() > 0.2


@pytest.mark.parametrize(("amount", "usual", "most"), [(0.03, 250, 560), (0.1, 80, 170)])
def test_what_is_stated_on_skewed_columns_at_small_prices(amount: float, usual: float, most: float) -> None:
    """Five quantiles for 15 % of the price; answers as far off as the selections of halving typically are."""
    question = dp.Quantiles("x", (0.1, 0.25, 0.5, 0.75, 0.9)).bind(SCHEMA)
    price = Mu(Fraction(repr(amount)) ** 2)
    table, chance = Table(SCHEMA), np.random.default_rng(3)
    rows = np.sort(np.rint(np.where(chance.random(40_000) < 0.45, 0, chance.pareto(0.8, 40_000) * 50)).clip(0, STEPS))
    made, typical = question.recount(table, price), question.usual(table, price)
    stated = []
    for _ in range(12):
        at = [int(np.clip(q * len(rows) + typical * chance.standard_normal(), 0, len(rows) - 1)) for q in question.qs]
        found = asked(made, rows, sorted(int(rows[place]) for place in at), 0.95)
        stated.append(found.ranks[:100])
    assert np.median(stated) < usual and np.quantile(stated, 0.95) < most


def test_levels_shares_and_noise_change_nothing_but_the_bound() -> None:
    """Higher levels bound more; noise of no size leaves the true ranks."""
    chance = random.Random(5)
    rows = np.array([chance.randint(0, 50) ** 2 for _ in range(400)])
    made, answers = recount(Q, Mu(Fraction(1, 100))), [4, 4, 625, 1_600, 2_400]
    counts = counted(rows, answers, made.most, STEPS)
    wide = [made.read(np.array([answers]), counts, level) for level in (0.5, 0.8, 0.95, 0.999)]
    for low, high in itertools.pairwise(wide):
        assert (low.ranks <= high.ranks).all() and (high.low <= low.low).all() and (low.high <= high.high).all()
    sure = recount(Q, Mu(Fraction(10**8))).read(np.array([answers]), counts, 0.95)
    true = [distance(rows, q, answer) for q, answer in zip(Q, answers, strict=True)]
    assert np.allclose(sure.ranks[0], true, atol=0.02)
