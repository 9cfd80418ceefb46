"""Selections have exactly the law they claim: by chi-square against balls, in doubles, in balls, and at the edges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from scipy import stats

from dpcore.errors import DpError
from dpcore.noise import entropy, exponential, permute_and_flip, selection
from tests.chance import RARE
from tests.noise.conftest import ball

Run = tuple[int, int, int]
Draw = Callable[[np.ndarray, Fraction], np.ndarray]
DRAWS: list[Draw] = [exponential, permute_and_flip]
SMALL: dict[str, list[Run]] = {
    "quantile": [(40, 0, 3), (21, 3, 1), (9, 4, 2), (0, 6, 1), (4, 7, 1), (25, 8, 4)],
    "with gaps": [(0, 0, 0), (7, 0, 1), (3, 1, 0), (0, 1, 2), (9, 3, 0), (9, 3, 3), (1, 6, 0)],
    "one score": [(5, 0, 4), (5, 4, 1), (5, 5, 2)],
    "one point": [(3, 0, 0), (8, 7, 1), (0, 8, 0)],
    "two far": [(1000, 0, 1), (0, 1, 1)],
}


def runs(lines: Sequence[Run], places: int = 1) -> np.ndarray:
    """Runs of shape (3, runs, places), the same in each place."""
    return np.repeat(np.array(lines, dtype=np.int64).T[:, :, None], places, axis=2)


def points(lines: Sequence[Run]) -> dict[int, int]:
    """The score of each grid integer."""
    return {first + i: score for score, first, count in lines for i in range(count)}


def law(draw: Draw, lines: Sequence[Run], rate: Fraction) -> dict[int, float]:
    """The probability of each grid integer, in balls: e^{-rate score} by its share, or by the random order.

    Permute-and-flip takes v where it comes in the order, at time t in (0, 1), if no other was accepted until then:
    p_v * integral of the product over others of (1 - t p) dt, p = e^{-rate (score - least)}.
    """
    before, ctx.prec = ctx.prec, 400
    try:
        scores = points(lines)
        least = min(scores.values())
        chance = {v: (-ball(rate * (score - least))).exp() for v, score in scores.items()}
        if draw is exponential:
            total = sum(chance.values(), arb(0))
            return {v: float(p / total) for v, p in chance.items()}
        return {v: float(p * integral([q for u, q in chance.items() if u != v])) for v, p in chance.items()}
    finally:
        ctx.prec = before


def integral(others: Sequence[arb]) -> arb:
    """Of the product of (1 - t p), t from 0 to 1."""
    powers = [arb(1)]
    for p in others:
        powers = [x - p * y for x, y in zip([*powers, arb(0)], [arb(0), *powers], strict=True)]
    return sum((x / (power + 1) for power, x in enumerate(powers)), arb(0))


def p_value(draws: np.ndarray, expected: dict[int, float]) -> float:
    """Chi-square, rare grid integers together; 0 where one came that cannot."""
    counts = dict(zip(*(part.tolist() for part in np.unique(draws, return_counts=True)), strict=True))
    if not counts.keys() <= expected.keys():
        return 0.0
    common = [v for v, p in expected.items() if draws.size * p > 20]
    rest = sum(p for v, p in expected.items() if v not in common)
    rare = sum(counts.get(v, 0) for v in expected if v not in common)
    means = [draws.size * expected[v] for v in common]
    observed = [counts.get(v, 0) for v in common]
    tail = float(stats.poisson.sf(rare - 1, draws.size * rest)) if rare else 1.0
    if len(common) < 2:
        return tail
    deviation = sum((x - mean) ** 2 / mean for x, mean in zip(observed, means, strict=True))
    if draws.size * rest > 20:
        deviation += (rare - draws.size * rest) ** 2 / (draws.size * rest)
        return float(stats.chi2.sf(deviation, len(common)))
    return min(tail, float(stats.chi2.sf(deviation, len(common) - 1)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("rate", [Fraction(1, 10**6), Fraction(1, 20), Fraction(1, 3), Fraction(7, 4), Fraction(10**6)])
@pytest.mark.parametrize("lines", SMALL.values(), ids=SMALL.keys())
@pytest.mark.parametrize("draw", DRAWS)
def test_draws_have_the_law(draw: Draw, lines: list[Run], rate: Fraction) -> None:
    expected = law(draw, lines, rate)
    assert math.isclose(sum(expected.values()), 1.0, rel_tol=1e-12)
    assert p_value(draw(runs(lines, 100_000), rate), expected) > RARE


@pytest.mark.sample(1)
@pytest.mark.parametrize("factor", [Fraction(9, 10), Fraction(11, 10)])
@pytest.mark.parametrize("draw", DRAWS)
def test_a_rate_a_tenth_off_does_not_fit(draw: Draw, factor: Fraction) -> None:
    lines, rate = [(2 * i, i, 1) for i in range(12)], Fraction(1, 8)
    assert p_value(draw(runs(lines, 100_000), factor * rate), law(draw, lines, rate)) < RARE


def test_the_two_laws_differ() -> None:
    lines, rate = SMALL["quantile"], Fraction(1, 20)
    for draw, other in itertools.permutations(DRAWS):
        assert p_value(draw(runs(lines, 100_000), rate), law(other, lines, rate)) < RARE


@pytest.mark.sample(2)
@pytest.mark.parametrize("lines", SMALL.values(), ids=SMALL.keys())
@pytest.mark.parametrize("draw", DRAWS)
def test_balls_decide_by_the_same_law(draw: Draw, lines: list[Run], monkeypatch: pytest.MonkeyPatch) -> None:
    """With margins so wide that doubles decide nothing."""
    monkeypatch.setattr(selection, "_WEIGHT", 1.0)
    monkeypatch.setattr(selection, "_HEIGHT", 1e9)
    settled = []
    for name in ("_settled_sum", "_settled_height"):
        settle = getattr(selection, name)
        monkeypatch.setattr(selection, name, lambda *of, settle=settle: (settled.append(1), settle(*of))[1])
    rate = Fraction(1, 7)
    assert p_value(draw(runs(lines, 4000), rate), law(draw, lines, rate)) > RARE
    alone = sum(count > 0 for _, _, count in lines) == 1 and draw is permute_and_flip
    assert len(settled) == (0 if alone else 4000)


@pytest.mark.parametrize("draw", DRAWS)
def test_doubles_and_balls_agree_on_the_same_words(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(8)
    for _ in range(150):
        count = int(random.integers(1, 30))
        scores = np.abs(np.arange(count) - random.integers(count)) * int(random.choice([1, 3, 10**6]))
        sizes = 2 ** random.integers(0, 40, count) * (random.random(count) < 0.8)
        sizes[random.integers(count)] += 1
        firsts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        given = np.stack([scores, firsts, sizes])[:, :, None]
        rate = Fraction(int(random.integers(1, 1000)), int(random.choice([1, 7, 1000, 10**9])))
        words = random.integers(0, 2**64, 30, dtype=np.uint64)
        words[random.random(30) < 0.03] = random.choice(np.array([0, 1, 2**64 - 1], dtype=np.uint64))
        drawn = []
        for wide in (False, True):
            with monkeypatch.context() as patch:
                if wide:
                    patch.setattr(selection, "_WEIGHT", 1.0)
                    patch.setattr(selection, "_HEIGHT", 1e200)
                waiting = [words]  # what continues them is the same for all
                patch.setattr(selection, "whole_below", lambda count: 0)
                patch.setattr(entropy, "words", lambda n, w=waiting: w.pop()[:n] if w else np.full(n, 2**63, np.uint64))
                drawn.append(draw(given, rate).tolist())
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("draw", DRAWS)
def test_a_fine_grid_and_no_rows_are_uniform(draw: Draw) -> None:
    lines = [(0, 0, 2**20)]
    drawn = draw(runs(lines, 50_000), Fraction(1, 2))
    assert stats.kstest((drawn + 0.5) / 2**20, "uniform").pvalue > RARE
    assert drawn.min() >= 0 and drawn.max() < 2**20


@pytest.mark.parametrize("draw", DRAWS)
def test_many_points_weigh_as_many(draw: Draw) -> None:
    """A score of one integer against 2^20 that are worse by ln(2^20): a half each for the exponential mechanism."""
    rate, better = Fraction(1), round(math.log(2**20))
    lines = [(better, 0, 2**20), (0, 2**20, 1)]
    drawn = draw(runs(lines, 20_000), rate) == 2**20
    weight = 2**20 * math.exp(-better)
    p = math.exp(-better)
    flipped = -math.expm1((2**20 + 1) * math.log1p(-p)) / (p * (2**20 + 1))
    share = 1 / (1 + weight) if draw is exponential else flipped
    assert stats.binomtest(int(drawn.sum()), drawn.size, share).pvalue > RARE


@pytest.mark.sample(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_many_runs_of_many_scores(draw: Draw) -> None:
    """2^20 runs: the distance from the best is geometric, or nearly so."""
    count, rate = 2**20, Fraction(1, 10_000)
    scores = np.abs(np.arange(count) - count // 2)
    given = np.stack([scores, np.arange(count), np.ones(count, dtype=np.int64)])[:, :, None]
    drawn = np.array([draw(given, rate)[0] for _ in range(30)])
    assert np.median(np.abs(drawn - count // 2)) < 10_000 * math.log(1e9)
    assert len(set(drawn.tolist())) > 25


@pytest.mark.parametrize("draw", DRAWS)
def test_scores_beyond_any_word_are_drawn_alike(draw: Draw) -> None:
    far = 10**40
    lines, rate = SMALL["quantile"], Fraction(1, 7)
    large = runs(lines, 50_000).astype(object)
    large[0] = large[0] * far
    drawn = draw(large, rate / far)
    assert drawn.dtype == np.int64 and p_value(drawn, law(draw, lines, rate)) > RARE


@pytest.mark.parametrize("draw", DRAWS)
def test_places_keep_their_shape_and_are_drawn_apart(draw: Draw) -> None:
    given = np.zeros((3, 2, 2, 3, 40), dtype=np.int64)
    given[1] = np.arange(2 * 3 * 40).reshape(2, 3, 40) * 10
    given[2, 1] = 10
    drawn = draw(given, Fraction(1))
    assert drawn.shape == (2, 3, 40)
    offset = drawn - given[1, 1]
    assert offset.min() >= 0 and offset.max() <= 9 and len(np.unique(offset)) > 3
    given[2] = 0  # nothing to choose from: the first of the first run
    assert (draw(given, Fraction(1)) == given[1, 0]).all()


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("rate", [0, -1, float("nan"), "1", Fraction(-1, 3)])
def test_a_rate_that_is_none_is_refused(draw: Draw, rate: object) -> None:
    with pytest.raises(DpError, match="`rate` of a selection"):
        draw(runs(SMALL["quantile"]), rate)  # type: ignore[arg-type]


def test_chunks_cover_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_CHUNK", 7)
    for draw in DRAWS:
        lines = SMALL["with gaps"]
        assert p_value(draw(runs(lines, 5000), Fraction(1, 5)), law(draw, lines, Fraction(1, 5))) > RARE


@pytest.mark.parametrize("count", [1, 2, 3, 10, 2**20 + 1, 2**63 + 1, 10**30])
def test_whole_numbers_are_uniform(count: int) -> None:
    drawn = [selection.whole_below(count) for _ in range(4000)]
    assert min(drawn) >= 0 and max(drawn) < count
    parts = min(count, 16)
    observed = np.bincount([value * parts // count for value in drawn], minlength=parts)
    assert parts == 1 or stats.chisquare(observed, parts_of(count, parts) * 4000).pvalue > RARE


def parts_of(count: int, parts: int) -> np.ndarray:
    """The share of 0..count-1 in each part."""
    ends = [-(-part * count // parts) for part in range(parts + 1)]
    return np.array([float(Fraction(b - a, count)) for a, b in itertools.pairwise(ends)])


def test_a_whole_number_is_refined_where_a_word_does_not_decide(script: Callable[[Sequence[int]], None]) -> None:
    edge = 2**64 // 3  # [edge, edge + 1] / 2^64 holds a third
    script([edge, 0])
    assert selection.whole_below(3) == 0
    script([edge, 2**64 - 1])
    assert selection.whole_below(3) == 1
