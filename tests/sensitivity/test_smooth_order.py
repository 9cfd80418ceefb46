"""Smooth sensitivity of order statistics: by its profile it is what its definition says, over all small tables."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import stats

import dpcore as dp
from dpcore.errors import DpError
from dpcore.sensitivity import SmoothSensitivity, median, order_statistic, quantile, trimmed_mean
from dpcore.sensitivity.relation import Neighbors
from tests.sensitivity import tables as small

HIGH = small.GRID[-1]
SHARES = [Fraction(share) for share in ("0", "1/10", "1/4", "1/3", "2/5", "1/2", "3/5", "3/4", "9/10", "1")]
RELATIONS: list[Neighbors] = ["add_remove", "replace"]
SIZES, FAR = 4, 4
"""Tables whose profile is looked at, and how far from them."""


@cache
def universe() -> tuple[list[tuple[int, ...]], np.ndarray]:
    every = small.tables(SIZES + FAR + 1)
    return every, small.distances(every)


@cache
def of_size(n: int) -> tuple[list[tuple[int, ...]], np.ndarray]:
    every = small.tables(n, n)
    return every, small.distances(every) // 2


@pytest.mark.parametrize("q", SHARES, ids=str)
def test_a_quantile_where_values_are_added_or_removed(q: Fraction) -> None:
    every, steps = universe()
    value = small.quantile(q)
    found = small.profiles(np.array([value(table) for table in every]), steps, FAR)
    for table, expected in zip(every, found, strict=True):
        if len(table) <= SIZES:
            profile = quantile(table, q, 0, HIGH, 0.3).profile
            assert len(profile) == len(table) + 1
            padded = np.append(profile, [profile[-1]] * FAR)[: FAR + 1]
            assert padded.tolist() == expected.tolist(), table


@pytest.mark.parametrize("n", range(1, 7))
def test_every_order_statistic_where_values_are_replaced(n: int) -> None:
    every, steps = of_size(n)
    for rank in range(1, n + 1):
        value = small.rank(rank)
        found = small.profiles(np.array([value(table) for table in every]), steps, n)
        for table, expected in zip(every, found, strict=True):
            assert order_statistic(table, rank, 0, HIGH, 0.3).profile.tolist() == expected.tolist(), (table, rank)


@pytest.mark.parametrize("n", range(1, 7))
def test_every_trimmed_mean(n: int) -> None:
    every, steps = of_size(n)
    for drop in range((n + 1) // 2):
        value = small.trimmed(drop)
        found = small.profiles(np.array([value(table) for table in every]), steps, n)
        for table, expected in zip(every, found, strict=True):
            profile = trimmed_mean(table, drop, 0, HIGH, 0.3).profile
            assert profile == pytest.approx(expected, abs=1e-12), (table, drop)


@pytest.mark.sample(7)
@pytest.mark.parametrize("neighbors", RELATIONS)
@pytest.mark.parametrize("q", SHARES[1:], ids=str)
def test_neighbours_are_one_step_apart(q: Fraction, neighbors: Neighbors) -> None:
    """A^(k) <= A'^(k+1), by which S* is smooth. The profile of `replace` also covers a value that enters or leaves."""
    every, steps = universe()
    near = [place for place, table in enumerate(every) if 1 <= len(table) <= SIZES + 1]
    value = small.quantile(q)
    found = {p: quantile(every[p], q, 0, HIGH, 0.3, neighbors).profile for p in near}
    for first in near:
        for second in near:
            same = len(every[first]) == len(every[second])
            if steps[first, second] == 1 or (neighbors == "replace" and same and steps[first, second] == 2):
                one, other = found[first], found[second]
                assert abs(value(every[first]) - value(every[second])) <= one[0]
                size = max(len(one), len(other)) + 1
                one, other = (np.append(x, [HIGH] * size)[:size] for x in (one, other))
                assert (one[:-1] <= other[1:]).all()


def test_a_profile_of_a_rank_one_lower_is_another() -> None:
    table = (0, 1, 1, 3, 7)
    assert (
        order_statistic(table, 3, 0, HIGH, 0.3).profile.tolist()
        != median(table[:-1], 0, HIGH, 0.3, "replace").profile.tolist()
    )


CASES: list[tuple[str, Callable[[], SmoothSensitivity], list[float], float]] = [
    (
        "median of 5",
        lambda: order_statistic([0.1, 0.3, 0.42, 0.5, 0.9], 3, 0, 1, 0.4),
        [0.12, 0.48, 0.6, 0.8, 0.9, 1.0],
        0.3217536220971069,
    ),
    (
        "median of 7 with ties",
        lambda: order_statistic([0.1, 0.1, 0.3, 0.3, 0.3, 0.9, 0.9], 4, 0, 1, 0.3),
        [0.0, 0.6, 0.6, 0.8, 0.8, 0.9, 0.9, 1.0],
        0.4444909324090308,
    ),
    (
        "rank 5 of 6",
        lambda: order_statistic([0, 0.25, 0.5, 0.5, 0.75, 1.0], 5, 0, 1, 0.1),
        [0.25, 0.5, 0.5, 0.75, 1.0, 1.0, 1.0],
        0.6703200460356393,
    ),
    ("a majority", lambda: order_statistic([0, 0, 0, 1, 1, 1, 1], 4, 0, 1, 0.5), [1.0] * 8, 1.0),
    (
        "median of 5, add_remove",
        lambda: median([0.1, 0.3, 0.42, 0.5, 0.9], 0, 1, 0.4),
        [0.12, 0.2, 0.4, 0.8, 0.9, 1.0],
        0.24095536952976163,
    ),
    (
        "median of 4, add_remove",
        lambda: median([0.2, 0.25, 0.6, 0.7], 0, 1, 0.3),
        [0.35, 0.4, 0.5, 0.7, 1.0],
        0.35,
    ),
    (
        "trimmed mean",
        lambda: trimmed_mean([0.05, 0.2, 0.3, 0.55, 0.6, 0.95], 1, 0, 1, 0.3),
        [0.1875, 0.225, 0.2375, 0.25, 0.25, 0.25, 0.25],
        0.1875,
    ),
]


@pytest.mark.parametrize(("made", "profile", "smooth"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_published_and_enumerated_values(
    made: Callable[[], SmoothSensitivity], profile: list[float], smooth: float
) -> None:
    found = made()
    assert found.profile == pytest.approx(profile, abs=1e-12)
    assert found.smooth == pytest.approx(smooth, rel=1e-12)


def test_a_thousand_values() -> None:
    x = np.clip(np.round(50 + 10 * stats.norm.ppf(np.arange(1, 1002) / 1002), 6), 0, 100)
    assert order_statistic(x, 501, 0, 100, 0.02).smooth == pytest.approx(0.4706746465807493, rel=1e-9)


def weighted(found: SmoothSensitivity) -> float:
    return float(np.max(found.profile * np.exp(-found.beta * np.arange(len(found.profile)))))


def drawn(random: np.random.Generator) -> tuple[np.ndarray, float]:
    """Values and beta of every kind: few and many, ties, clusters, at the bounds; beta from far below 1/n to 10."""
    n = int(10 ** random.uniform(0, 2.6))
    kind = random.integers(5)
    if kind == 0:
        x = random.random(n)
    elif kind == 1:
        x = random.integers(0, random.integers(2, 9), n) / 8
    elif kind == 2:
        x = random.normal(random.random(), 10.0 ** random.uniform(-6, -1), n)
    elif kind == 3:
        x = 10.0 ** random.uniform(-12, 0, n)
    else:
        x = np.where(random.random(n) < random.random(), random.integers(0, 2, n), random.random(n))
    return np.clip(x, 0, 1), float(10 ** random.uniform(-5, 1))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(60))
def test_the_search_finds_the_largest_of_the_profile(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(40):
        x, beta = drawn(random)
        n = len(x)
        q = Fraction(int(random.integers(0, 101)), 100)
        for found in (
            order_statistic(x, int(random.integers(1, n + 1)), 0, 1, beta),
            trimmed_mean(x, int(random.integers(0, (n + 1) // 2)), 0, 1, beta),
            quantile(x, q, 0, 1, beta),
            quantile(x, q, 0, 1, beta, "replace"),
            median(x, 0, 1, beta),
        ):
            assert (np.diff(found.profile) >= 0).all() and len(found.profile) == n + 1
            assert found.smooth == pytest.approx(weighted(found), rel=1e-11, abs=0)


def test_the_median_reads_one_pair_for_each_k() -> None:
    """x_{floor((n+k+2)/2)} - x_{ceil((n-1-k)/2)}; it is smaller than under replace."""
    random = np.random.default_rng(7)
    for n in (1, 2, 9, 30):
        x = np.concatenate(([0], np.sort(random.random(n)), [1]))
        found = median(x[1:-1], 0, 1, 0.1)
        assert [x[(n + k + 2) // 2] - x[-((k + 1 - n) // 2)] for k in range(n + 1)] == found.profile.tolist()
        assert (found.profile <= median(x[1:-1], 0, 1, 0.1, "replace").profile).all()


def test_shares_are_exact() -> None:
    """Three tenths of ten values are three of them, though 0.3 * 10 in doubles need not be 3; a third is not 0.333."""
    x = np.arange(1, 11) / 11
    assert quantile(x, 0.3, 0, 1, 0.2, "replace").profile.tolist() == order_statistic(x, 3, 0, 1, 0.2).profile.tolist()
    y = np.arange(1, 31) ** 2
    third, near = (quantile(y, q, 0, 1000, 0.2).profile.tolist() for q in (Fraction(1, 3), 0.3333333333333334))
    assert third != near


@pytest.mark.parametrize("beta", [0.02, 1e-6])
def test_a_million_sorted_values_take_less_than_a_second(beta: float) -> None:
    x = np.sort(np.random.default_rng(3).normal(0.5, 0.1, 10**6))
    for made in (lambda: order_statistic(x, 500_000, 0, 1, beta), lambda: median(x, 0, 1, beta)):
        start = time.process_time()
        assert 0 < made().smooth < 1
        assert time.process_time() - start < 1.0


@pytest.mark.parametrize("q", [Fraction(1, 10), Fraction(1, 2), 1])
@pytest.mark.parametrize("beta", [1e-6, 0.3, 20.0])
def test_without_values_one_more_moves_a_quantile_anywhere(q: Fraction, beta: float) -> None:
    """The quantile of no values is the lower bound, at which that of one value at the upper bound is not."""
    found = quantile([], q, -2, 5, beta)
    assert found.profile.tolist() == [7.0] and found.smooth == 7.0
    one = quantile([5], q, -2, 5, beta)
    assert found.smooth <= math.exp(beta) * one.smooth and one.smooth <= math.exp(beta) * found.smooth
    assert quantile([], 0, -2, 5, beta).smooth == 0.0 and median(np.empty(0), 0, 1, beta).smooth == 1.0


def test_values_are_clamped_and_sorted() -> None:
    assert median([9, -4, 0.5], 0, 1, 0.1).profile.tolist() == median([0, 0.5, 1], 0, 1, 0.1).profile.tolist()
    assert dp.sensitivity.median([0.5], 0, 1, 0.1).profile.tolist() == [0.5, 1.0]
    with pytest.raises(ValueError, match="read-only"):
        median([0.5], 0, 1, 0.1).profile[0] = 1


@pytest.mark.parametrize("beta", [1e-300, 1e-9, 300.0, 1e300])
def test_any_beta_has_its_limit(beta: float) -> None:
    """The whole range for beta towards 0; the local sensitivity for large ones."""
    x, expected = [0.1, 0.4, 0.5, 0.8], 1.0 if beta < 1 else None
    for found in (median(x, 0, 1, beta), median(x, 0, 1, beta, "replace"), quantile(x, 0.3, 0, 1, beta)):
        assert found.smooth == pytest.approx(expected or found.profile[0])


X = [0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: median([], 0, 1, 0.1, "replace"), "empty"),
        (lambda: order_statistic([], 1, 0, 1, 0.1), "empty"),
        (lambda: median([0.1, math.nan], 0, 1, 0.1), "finite"),
        (lambda: median([0.1, math.inf], 0, 1, 0.1), "finite"),
        (lambda: median(["a"], 0, 1, 0.1), "finite"),
        (lambda: median([X], 0, 1, 0.1), "one list"),
        (lambda: median(X, 1, 1, 0.1), "`low` of a smooth"),
        (lambda: median(X, math.nan, 1, 0.1), "`low` of a smooth"),
        (lambda: median(X, 0, math.inf, 0.1), "`high` of a smooth"),
        (lambda: median(X, 0, 1, 0.0), "`beta`"),
        (lambda: median(X, 0, 1, math.nan), "`beta`"),
        (lambda: median(X, 0, 1, 0.1, "both"), "`neighbors`"),  # type: ignore[arg-type]
        (lambda: order_statistic(X, 0, 0, 1, 0.1), "`rank`"),
        (lambda: order_statistic(X, 4, 0, 1, 0.1), "`rank`"),
        (lambda: order_statistic(X, 2, 0, 1, 0.1, "add_remove"), "fixed rank"),
        (lambda: quantile(X, -0.1, 0, 1, 0.1), "`q`"),
        (lambda: quantile(X, 1.1, 0, 1, 0.1), "`q`"),
        (lambda: quantile(X, math.nan, 0, 1, 0.1), "`q`"),
        (lambda: trimmed_mean(X, 2, 0, 1, 0.1), "`drop`"),
        (lambda: trimmed_mean(X, -1, 0, 1, 0.1), "`drop`"),
        (lambda: trimmed_mean(X, 1, 0, 1, 0.1, "add_remove"), "trimmed mean"),
    ],
)
def test_what_is_not_valid_is_refused(wrong: Callable[[], object], words: str) -> None:
    with pytest.raises(DpError, match=words) as caught:
        wrong()
    assert str(caught.value).count(".") >= 1
