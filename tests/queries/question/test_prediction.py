"""What is predicted from public facts holds for what is released: columns and groups of every shape."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from fractions import Fraction as Exact

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Epsilon, Kind, Mu, Price, Spread, additive
from dpcore.plan.pricing import guesses, price
from dpcore.queries import Fraction, Mean, Query, StandardDeviation, Variance
from dpcore.queries.question.moment import Moment
from dpcore.queries.question.prediction import SKEW, Prediction, even, released
from dpcore.release.hint import hints
from dpcore.table.table import Table
from tests.chance import least, seeds

LOW, HIGH, ROWS, CELLS = -60.0, 300.0, 60_000, 8
Draw = Callable[[np.random.Generator, int], np.ndarray]

COLUMNS: dict[str, Draw] = {
    "uniform": lambda random, n: random.uniform(LOW, HIGH, n),
    "normal": lambda random, n: random.normal(100, 40, n),
    "lognormal": lambda random, n: random.lognormal(2, 1, n) - 60,
    "point mass": lambda random, n: np.where(random.random(n) < 0.98, 0.0, 50.0),
    "two points at the bounds": lambda random, n: random.choice([LOW, HIGH], n),
    "exponential": lambda random, n: LOW + random.exponential(30, n),
    "constant": lambda random, n: np.full(n, 12.0),
    "constant at a bound": lambda random, n: np.full(n, HIGH),
    "heavy tail, clipped": lambda random, n: 20 * random.standard_t(1.5, n),
    "bimodal": lambda random, n: random.choice([0.0, 200.0], n) + random.normal(0, 10, n),
    "mostly zero": lambda random, n: np.where(random.random(n) < 0.9, 0.0, random.exponential(60, n)),
    "beyond the bounds": lambda random, n: random.normal(250, 300, n),
    "tiny range": lambda random, n: random.uniform(7.0, 7.5, n),
}
GROUPS = {
    "equal": np.ones(CELLS),
    "Zipf": 1 / np.arange(1, CELLS + 1),
    "one dominant": np.array([0.86, *[0.02] * (CELLS - 1)]),
    "empty groups": np.array([1.0, 1, 1, 1, 1, 0, 0, 0]),
    "random": np.random.default_rng(5).dirichlet(np.ones(CELLS)),
}
QUESTIONS = (Mean("x", by=["g"]), Variance("x", by=["g"]), StandardDeviation("x", by=["g"]))
TABLE = Table(
    dp.Schema(x=dp.Number(LOW, HIGH), g=dp.Category([f"g{place}" for place in range(CELLS)])), expected_rows=ROWS
)


def exact(query: Moment, values: list[np.ndarray]) -> np.ndarray:
    """What the engine would return for the values of each group: exact integers, shape (measures, cells)."""
    grid = query.lattice(TABLE)
    cells = []
    for group in values:
        clipped = np.clip(group, LOW, HIGH)
        y = [int(at) for at in np.clip(np.floor(clipped / grid.step - grid.low + 0.5), 0, grid.steps)]
        cells.append([len(y), sum(y), *([sum(at * at for at in y)] if query.order == 2 else [])])
    return np.array(cells, dtype=object).T


def drawn(shape: str, groups: str) -> tuple[list[np.ndarray], np.ndarray]:
    random = np.random.default_rng(zlib.crc32(f"{shape} {groups}".encode()))
    weights = GROUPS[groups] / GROUPS[groups].sum()
    sizes = np.floor(weights * ROWS).astype(int)
    return [COLUMNS[shape](random, size) for size in sizes], sizes


def reach(answer) -> np.ndarray:
    return np.maximum(answer.high - answer.estimate, answer.estimate - answer.low)


def _held(error: Prediction, query: Moment, paid: Price, mechanism: Additive, counted: np.ndarray) -> float:
    """Of 4,000 releases of one number, the share of those whose margin lies in the predicted range."""
    spread = mechanism.error(0.95)
    noisy = mechanism.draw(np.repeat(counted, 4000, axis=1)).astype(float)
    far = reach(query.estimate(TABLE, paid, noisy, spread))
    return float(np.mean((error.low * (1 - 1e-9) <= far) & (far <= error.high * (1 + 1e-9))))


@pytest.mark.usefixtures("seeded")
@pytest.mark.sample(10)
@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("shape", COLUMNS)
@pytest.mark.parametrize("query", QUESTIONS, ids=str)
def test_released_margins_lie_in_the_predicted_range(query: Moment, shape: str, groups: str) -> None:
    """Twenty releases a price: the typical margin is in the range, that of a group inside the skew too, no other wider.

    And the errors themselves: the answer without noise is within the released margin about as often as it says.
    """
    values, sizes = drawn(shape, groups)
    query = query.bind(TABLE.schema)
    inside = sizes >= ROWS / CELLS / SKEW
    for paid in (Mu(Exact(1, 25)), Epsilon(Exact(1, 4))):
        statistic = query.statistic(TABLE, paid)
        counted = statistic.exact(exact(query, values))
        mechanism = additive(statistic, paid)
        spread = mechanism.error(0.95)
        error = query.expect(TABLE, paid, spread, even(ROWS, CELLS, False))
        silent = Spread((0.0,) * len(counted), (0.0,) * len(counted), 2.0)
        truth = query.estimate(TABLE, paid, counted.astype(float), silent).estimate
        covered, held = [], 0
        for _ in range(20):
            answer = query.estimate(TABLE, paid, mechanism.draw(counted).astype(float), spread)
            far = reach(answer)
            middle = error.low * (1 - 1e-9) <= np.median(far) <= error.high * (1 + 1e-9)
            held += bool(middle and np.all(far[inside] <= error.high * (1 + 1e-9)))
            assert np.all(far <= error.largest * (1 + 1e-9))
            covered.append(np.abs(answer.estimate - truth)[inside] <= far[inside])
        assert held >= 18
        assert np.mean(covered) >= least(np.size(covered), 0.95)
        assert error.low <= error.half_width <= error.high <= error.largest


@pytest.mark.sample(6)
@pytest.mark.parametrize("shape", COLUMNS)
def test_shares_and_numbers_without_groups(shape: str) -> None:
    """Of one number the guess of its rows is one: the range is that of the columns alone."""
    values = [np.concatenate(drawn(shape, "equal")[0])]
    for query in (Mean("x"), Variance("x"), StandardDeviation("x")):
        query = query.bind(TABLE.schema)
        for paid in (Mu(Exact(1, 400)), Epsilon(Exact(1, 100))):
            statistic = query.statistic(TABLE, paid)
            mechanism = additive(statistic, paid)
            counted = statistic.exact(exact(query, values))
            spread = mechanism.error(0.95)
            error = query.expect(TABLE, paid, spread, even(ROWS, 1, False))
            assert error.largest == error.high
            assert _held(error, query, paid, mechanism, counted) >= 0.9


@pytest.mark.parametrize("share", [0.0, 1e-4, 0.02, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("paid", [Mu(Exact(1, 400)), Epsilon(Exact(1, 400))], ids=repr)
def test_released_shares_lie_in_the_predicted_range(share: float, paid: Price) -> None:
    query = Fraction(dp.Condition("x", ">=", 0)).bind(TABLE.schema)
    statistic = query.statistic(TABLE, paid)
    mechanism = additive(statistic, paid)
    counted = statistic.exact(np.array([[ROWS], [round(share * ROWS)]], dtype=object))
    spread = mechanism.error(0.95)
    error = query.expect(TABLE, paid, spread, even(ROWS, 1, False))
    assert _held(error, query, paid, mechanism, counted) >= 0.9


@pytest.mark.parametrize("shape", ["uniform", "normal", "bimodal", "two points at the bounds", "mostly zero"])
def test_a_standard_deviation_of_a_wide_column_keeps_its_typical_margin(shape: str) -> None:
    """Those have at least a tenth of the range, or nearly: what is shown before is no kinder than what is released."""
    values = [np.concatenate(drawn(shape, "equal")[0])]
    query = StandardDeviation("x").bind(TABLE.schema)
    paid = Mu(Exact(1, 400))
    statistic = query.statistic(TABLE, paid)
    mechanism = additive(statistic, paid)
    spread = mechanism.error(0.95)
    counted = statistic.exact(exact(query, values))
    margins = [reach(query.estimate(TABLE, paid, mechanism.draw(counted).astype(float), spread))[0] for _ in range(20)]
    assert np.median(margins) <= query.expect(TABLE, paid, spread, even(ROWS, 1, False)).half_width * 1.2


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize(("query", "widths"), [(Mean("x"), (0.1, 2, 40)), (Mean("x", by=["g"]), (0.5, 9, 100)),
    (Variance("x"), (90, 2_000)), (StandardDeviation("x"), (1, 9, 40)), (StandardDeviation("x", by=["g"]), (4, 30)),
    (Fraction(dp.Condition("x", ">", 5)), (0.001, 0.03, 0.4)), (dp.Count(by=["g"]), (3, 50, 4_000)),
    (dp.Sum("x"), (900, 1e5))], ids=str)  # fmt: skip
def test_the_price_of_a_typical_error_is_found_and_costs_no_more(query: Query, widths: tuple, kind: Kind) -> None:
    query, rows = query.bind(TABLE.schema), guesses(TABLE)(query)
    for width in widths:
        for level in (0.8, 0.95):
            half = query.predict(TABLE, query.price_of(TABLE, kind, width, level, rows), level, rows).half_width
            whole = 0.6 if isinstance(query, dp.Count) else 0  # a margin of whole numbers is rounded up
            if isinstance(query, Fraction):  # the margin of few rows is not continuous in the price
                assert 0.9 * width <= half <= width
                continue
            assert half == pytest.approx(width, rel=1e-3 if kind is Epsilon else 1e-6, abs=whole)


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize(("query", "width"), [(Mean("x"), 2), (Variance("x"), 2_000), (StandardDeviation("x"), 9),
    (StandardDeviation("x"), 40), (Fraction(dp.Condition("x", ">", 5)), 0.03), (dp.Count(by=["g"]), 50)],
    ids=str)  # fmt: skip
def test_a_target_is_sold_at_the_least_price_that_always_holds(query: Query, width: float, kind: Kind) -> None:
    """A nearly constant column has the largest error of a standard deviation, by far: it decides the price."""
    (ask,) = price(dp.Plan([dp.Ask(query, half_width=width)]), TABLE, kind, guesses(TABLE))
    assert ask.error.certain <= 1.01 * width
    less = type(ask.price)(ask.price.total * Exact(9, 10))
    rows = guesses(TABLE)(ask.query)
    assert ask.query.predict(TABLE, less, 0.95, rows).certain > (0.98 if isinstance(query, dp.Count) else 1.0) * width
    if isinstance(query, StandardDeviation) and width < 10:
        assert ask.half_width < 0.2 * width
    assert bool(hints([ask])) is (ask.half_width < 0.75 * width)


@pytest.mark.parametrize("query", [Mean("x", by=["g"]), Mean("x", where=[dp.Condition("x", ">", 0)]),
    StandardDeviation("x", by=["g"]), Mean("x", by=[dp.Bins("x", (0.0, HIGH))])], ids=str)  # fmt: skip
def test_a_target_of_groups_needs_their_released_count(query: Query) -> None:
    """A declared number of all rows says nothing about the rows of a group, or about those that a filter keeps."""
    plan = dp.Plan([dp.Ask(query, half_width=9.0)])
    with pytest.raises(QueryError, match="how many rows each group has"):
        price(plan, TABLE, Mu, guesses(TABLE))
    counted = released(np.full(CELLS, 7_500.0), np.full(CELLS, 10.0))
    (ask,) = price(plan, TABLE, Mu, lambda _: counted)
    assert ask.error.certain <= 1.01 * 9.0


def test_the_smaller_of_two_middle_cells_decides_what_is_certain() -> None:
    """The median margin of two groups is the mean of both, so that an empty one counts."""
    guess = released(np.array([0.0, 300.0]), np.array([1.0, 1.0]))
    assert guess.least == 0.0 and released(np.array([0.0, 250.0, 300.0]), np.ones(3)).least == 246.0
    with pytest.raises(QueryError, match="No price gives"):
        price(dp.Plan([dp.Ask(Mean("x", by=["g"]), half_width=9.0)]), TABLE, Mu, lambda _: guess)


def test_no_margin_of_a_group_is_above_the_largest_that_was_predicted() -> None:
    """Where a group may be empty, its answer lies at either bound by noise, and its margin is the whole range."""
    for query, width in ((Mean("x", by=["g"]), HIGH - LOW), (StandardDeviation("x", by=["g"]), (HIGH - LOW) / 2)):
        error = query.bind(TABLE.schema).predict(TABLE, Mu(Exact(10_000)), 0.95, even(ROWS, CELLS, False))
        assert error.largest == pytest.approx(width)


@pytest.mark.parametrize("seed", seeds(8))
def test_no_margin_of_means_of_several_columns_by_groups_is_above_the_largest(seed: int) -> None:
    """Groups of every size, empty ones among them; from declared rows and from a released count; both currencies."""
    chance = np.random.default_rng(seed)
    ends = {"a": (-5.0, 20.0), "b": (0.0, 1.0), "c": (100.0, 900.0)}
    schema = dp.Schema(
        **{name: dp.Number(*each) for name, each in ends.items()}, g=dp.Category([str(cell) for cell in range(CELLS)])
    )
    names = ["a", "b", "c"][: int(chance.integers(2, 4))]
    rows = chance.multinomial(int(chance.integers(1, 5_000)), chance.dirichlet(np.full(CELLS, 0.3)))
    table = Table(schema, dp.Unit(), str(chance.choice(["add_remove", "replace"])), max(1, int(rows.sum())))  # type: ignore[arg-type]
    query = dp.VectorMean(names, by=["g"]).bind(schema)
    ranges = np.array([ends[name][1] - ends[name][0] for name in names])
    median = np.sort(ranges)[(len(names) - 1) // 2]
    steps = [grid.steps for grid in query.grids(table)]
    totals = [[int(count * chance.uniform(0, 1) * step) for count in rows] for step in steps]
    for kind in (Mu, Epsilon):
        paid = kind(Exact(int(chance.integers(1, 50)), 1_000))
        statistic = query.statistic(table, paid)
        mechanism = additive(statistic, paid)
        spread = mechanism.error(0.95)
        counted = statistic.exact(np.array([[int(count) for count in rows], *totals], dtype=object))
        known = released(rows.astype(float), np.full(CELLS, 2.0))
        largest = [
            query.expect(table, paid, spread, guess).largest for guess in (even(int(rows.sum()), CELLS, False), known)
        ]
        for _ in range(20):
            answer = query.estimate(table, paid, mechanism.draw(counted).astype(float), spread)
            far = (reach(answer).reshape(CELLS, len(names)) / ranges * median).max()
            assert far <= min(largest) * (1 + 1e-6), (kind, far, largest)


def test_a_target_that_says_nothing_is_refused() -> None:
    """A margin as wide as the declared bounds is known before anything is paid."""
    for query, width in ((Mean("x"), 400.0), (StandardDeviation("x"), 200.0), (Mean("x"), 1e-9)):
        with pytest.raises(QueryError, match="No price gives"):
            price(dp.Plan([dp.Ask(query, half_width=width)]), TABLE, Mu, guesses(TABLE))


def test_a_filter_and_groups_widen_the_range_and_a_released_count_narrows_it() -> None:
    query = Mean("x", by=["g"]).bind(TABLE.schema)
    paid = Mu(Exact(1, 25))
    spread = additive(query.statistic(TABLE, paid), paid).error(0.95)

    def predicted(guess):
        return query.expect(TABLE, paid, spread, guess)

    plain, filtered = predicted(even(ROWS, CELLS, False)), predicted(even(ROWS, CELLS, True))
    known = predicted(released(np.full(CELLS, 7_500.0), np.full(CELLS, 10.0)))
    assert filtered.half_width > 1.9 * plain.half_width
    assert filtered.high / filtered.low > 1.9 * (plain.high / plain.low) / 4
    assert known.largest < plain.high < plain.largest
    assert known.half_width == pytest.approx(plain.half_width)
    assert "groups of equal size" in plain.assumption and "filter" in filtered.assumption
    assert "released count" in known.assumption
    assert np.isnan(predicted(None).half_width)
