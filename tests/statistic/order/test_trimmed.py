"""A trimmed mean and the number of its scale: by definition over all small tables, smooth, exact for many rows."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

import numpy as np
import pytest

from dpcore.errors import QueryError
from dpcore.sensitivity import trimmed_mean
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth import level as levels
from dpcore.statistic import SmoothTrimmedMean
from tests.sensitivity.tables import distances, profiles, tables

CELLS = 8
GRID = (0, 1, 3, 7)
SHARES = [Fraction(share) for share in ("0", "1/10", "1/5", "1/4", "1/3", "2/5", "49/100")]
BETAS = [Fraction(1, 5), Fraction(1, 2), Fraction(1)]
Table = tuple[int, ...]


def made(share: Fraction, beta: Fraction, bits: int = 2, cells: int = CELLS, floor_: int = 1) -> SmoothTrimmedMean:
    return SmoothTrimmedMean(cells, share, bits, Ladder(floor_, (cells - 1) << bits, beta))


def exact(statistic: SmoothTrimmedMean, rows: Sequence[int]) -> tuple[int, int]:
    counts = np.bincount(np.array(rows, dtype=np.int64), minlength=statistic.cells)
    found = statistic.exact(counts.astype(object).reshape(1, -1))
    assert found.shape == (2, 1) and found.dtype == np.int64
    return int(found[0, 0]), int(found[1, 0])


def value(rows: Sequence[int], share: Fraction, bits: int) -> int:
    """By definition, half up."""
    drop = floor(share * len(rows))
    kept = sorted(rows)[drop : len(rows) - drop]
    return floor(Fraction(sum(kept), len(kept)) * 2**bits + Fraction(1, 2)) if kept else 0


def neighbours(table: Table, grid: Sequence[int] = GRID) -> list[Table]:
    return [tuple(sorted((*table[:place], v, *table[place + 1 :]))) for place in range(len(table)) for v in grid]


def holds(statistic: SmoothTrimmedMean, most: int) -> bool:
    """Whether between neighbours the mean moves by at most either scale, and the scale by one step."""
    every = {table: exact(statistic, table) for table in tables(most)}
    for table, (one, first) in every.items():
        for other, second in (every[each] for each in neighbours(table)):
            if abs(one - other) > statistic.ladder.scale(min(first, second)) or abs(first - second) > 1:
                return False
    return True


@pytest.mark.sample(8)
@pytest.mark.parametrize("bits", [0, 2, 5])
@pytest.mark.parametrize("beta", BETAS, ids=str)
@pytest.mark.parametrize("share", SHARES, ids=str)
def test_every_neighbour_is_within_a_scale_and_a_step(share: Fraction, beta: Fraction, bits: int) -> None:
    assert holds(made(share, beta, bits), 6)


@pytest.mark.parametrize("bits", [0, 3])
@pytest.mark.parametrize("share", SHARES, ids=str)
def test_values_and_profiles_are_those_of_the_definition(share: Fraction, bits: int) -> None:
    """A^(k), by search over all tables within k replaced rows, is reached up to the rounding of one step."""
    for rows in range(1, 6):
        every = tables(rows, rows, range(CELLS) if rows < 4 else GRID)
        changes = distances_of(every) // 2
        values = np.array([value(table, share, bits) for table in every])
        definition = profiles(values, changes, rows)
        for place, table in enumerate(every):
            found, profile = captured(made(share, Fraction(1, 100), bits), table)
            assert found == values[place]
            for k in range(rows + 1):
                assert 0 <= profile(k) - definition[place, k] <= 1 or (rows >= 4 and profile(k) >= definition[place, k])


def distances_of(every: Sequence[Table]) -> np.ndarray:
    if len(every[0]) >= 4:
        return distances(every)
    array = np.array([np.bincount(table, minlength=CELLS) for table in every])
    return np.abs(array[:, None, :] - array[None, :, :]).sum(axis=2)


def captured(statistic: SmoothTrimmedMean, table: Table) -> tuple[int, Callable[[int], int]]:
    """The value, and A^(k) as the ladder receives it."""
    found: list[Callable[[int], int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ladder, "step", lambda self, level: found.append(level) or 0)
        number, _ = exact(statistic, table)
    return number, found[0]


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(40))
def test_the_scale_is_the_smooth_sensitivity_up_to_rounding(seed: int) -> None:
    """Against the bound of real numbers, over the whole range of settings: the next scale, one step more or less."""
    random = np.random.default_rng(seed)
    for _ in range(10):
        cells, rows = int(10 ** random.uniform(0.4, 3.6)), int(10 ** random.uniform(0, 3))
        bits = 20 - (cells - 2).bit_length()
        share = Fraction(int(random.integers(0, 491)), 1000)
        statistic = made(share, Fraction(float(10 ** random.uniform(-1.5, 0.5))), bits, cells)
        spread = 10 ** random.uniform(-1, 4)
        x = np.clip(random.normal(random.uniform(0, cells), spread, rows).astype(np.int64), 0, cells - 1)
        number, step = exact(statistic, x)
        assert number == value(x.tolist(), share, bits)
        drop, ladder = floor(share * rows), statistic.ladder
        real = trimmed_mean(x, drop, 0, cells - 1, float(ladder.beta)).smooth * 2**bits
        assert float(ladder.scale(step)) >= real * (1 - 1e-9)
        assert step == 0 or float(ladder.scale(step - 1)) < (real + 1) * (1 + 1e-5)


def floored(patch: pytest.MonkeyPatch) -> None:
    """A^(k) rounded down."""
    honest = SmoothTrimmedMean._level

    def level(self: SmoothTrimmedMean, upto: np.ndarray, rows: int, dropped: int, kept: int) -> levels.Level:
        fine = honest(self, upto, rows, dropped, 1)
        return lambda k: fine(k) // kept

    patch.setattr(SmoothTrimmedMean, "_level", level)


def one_short(patch: pytest.MonkeyPatch) -> None:
    """Pairs of k instead of k + 1."""
    honest = levels.sides
    patch.setattr(levels, "sides", lambda lower, upper: lambda k: honest(lower, upper)(k - 1) if k else 0)


def near(patch: pytest.MonkeyPatch) -> None:
    """One order statistic fewer is read at each side."""
    honest = SmoothTrimmedMean._ordered
    patch.setattr(SmoothTrimmedMean, "_ordered", lambda self, upto, rows, ranks: honest(self, upto, rows, ranks)[:-1])


def fewer_dropped(patch: pytest.MonkeyPatch) -> None:
    """The scale is that of another number of rows: one fewer."""
    honest = SmoothTrimmedMean._level

    def level(self: SmoothTrimmedMean, upto: np.ndarray, rows: int, dropped: int, kept: int) -> levels.Level:
        other = floor(self.share * (rows + 3))
        return honest(self, upto, rows, other, rows + 3 - 2 * other)

    patch.setattr(SmoothTrimmedMean, "_level", level)


def undivided(patch: pytest.MonkeyPatch) -> None:
    """Divided by all rows, not by those that are averaged."""
    honest = SmoothTrimmedMean._level
    patch.setattr(
        SmoothTrimmedMean,
        "_level",
        lambda self, upto, rows, dropped, kept: honest(self, upto, rows, dropped, rows),
    )


def mean_alone(patch: pytest.MonkeyPatch) -> None:
    """Only the side above is looked at."""
    honest = SmoothTrimmedMean._ordered

    def ordered(self: SmoothTrimmedMean, upto: np.ndarray, rows: int, ranks: np.ndarray) -> np.ndarray:
        found = honest(self, upto, rows, ranks)
        return np.full_like(found, found[0]) if ranks[0] > ranks[-1] else found

    patch.setattr(SmoothTrimmedMean, "_ordered", ordered)


@pytest.mark.sample(2)
@pytest.mark.parametrize("defect", [floored, one_short, near, fewer_dropped, undivided, mean_alone])
def test_a_defect_is_seen(defect: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """By some table with few scales, whose window ends within the rows."""
    settings = [
        made(share, beta, bits) for share in SHARES[2:5] for beta in (*BETAS[1:], Fraction(3)) for bits in (0, 2)
    ]
    assert all(holds(statistic, 5) for statistic in settings)
    defect(monkeypatch)
    assert not all(holds(statistic, 5) for statistic in settings)


def test_ends_ties_and_empty_tables() -> None:
    statistic = made(Fraction(1, 4), Fraction(1, 2))
    assert exact(statistic, []) == (0, 0)
    for at in (0, 7):
        assert exact(statistic, [at] * 9)[0] == at << 2
    assert exact(statistic, [0, 0, 0, 7])[0] == 0 and exact(statistic, [0, 7, 7, 7])[0] == 28
    assert exact(statistic, [3])[0] == 12


@pytest.mark.parametrize("kind", ["nothing", "negative", "huge", "beyond"])
def test_no_integers_make_it_raise(kind: str) -> None:
    random = np.random.default_rng(2)
    for share, cells in itertools.product(SHARES, (2, 5, 300)):
        statistic = made(share, Fraction(1, 3), 3, cells)
        counts = {
            "nothing": np.zeros((1, cells), dtype=object),
            "negative": random.integers(-9, 3, (1, cells)),
            "huge": random.integers(-(2**63), 2**63 - 1, (1, cells)),
            "beyond": np.full((1, cells), 10**30, dtype=object),
        }[kind]
        number, step = statistic.exact(counts).ravel().tolist()
        assert 0 <= number <= statistic.top and 0 <= step <= statistic.ladder.reach


def test_many_rows_stay_exact() -> None:
    """Ten thousand million rows and a share of a large denominator: the window lies in two cells."""
    share, many = Fraction(333_331, 999_983), 10**10
    statistic = SmoothTrimmedMean(4096, share, 8, Ladder(1, 4095 << 8, Fraction(1, 10)))
    counts = np.zeros((1, 4096), dtype=object)
    counts[0, 100], counts[0, 4000] = many, many + 1
    drop = share.numerator * (2 * many + 1) // share.denominator
    kept = 2 * many + 1 - 2 * drop
    mean = Fraction(100 * (many - drop) + 4000 * (many + 1 - drop), kept)
    number, step = statistic.exact(counts).ravel().tolist()
    assert number == floor(mean * 256 + Fraction(1, 2))
    assert step == 0, "a row moves the mean by less than a step, and a few rows do too"


def test_its_time_is_bounded() -> None:
    statistic = SmoothTrimmedMean(4096, Fraction(1, 10), 8, Ladder(1, 4095 << 8, Fraction(1, 100)))
    counts = np.random.default_rng(0).integers(0, 3, (1, 4096)).astype(object)
    start = time.process_time()
    statistic.exact(counts)
    assert time.process_time() - start < statistic.seconds < 1


def test_parameters_are_checked() -> None:
    ladder = Ladder(1, 28, Fraction(1))
    for share in (Fraction(1, 2), Fraction(-1, 10), Fraction(1, 10**7), 0.1):
        with pytest.raises(QueryError, match="share left out"):
            SmoothTrimmedMean(8, share, 2, ladder)  # type: ignore[arg-type]
    for cells, bits in ((9, 2), (8, 3), (0, 2)):
        with pytest.raises(QueryError, match="width"):
            SmoothTrimmedMean(cells, Fraction(1, 10), bits, ladder)
