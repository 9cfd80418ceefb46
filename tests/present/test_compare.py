"""Differences keep to their word: coverage over the program's own noise, and what is refused."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import dpcore as dp
from dpcore.present.over_time.change import chart
from dpcore.present.over_time.compare import NO_CHANGE, Comparison, compare, simultaneous
from dpcore.release.combine import combine
from tests.chance import RARE, least
from tests.present.made import release, table

CELLS = 12_000
MANY = table(CELLS)
COUNT = dp.Count(by=["ward"])
MEAN = dp.Mean("cost", by=["ward"])
SAME = np.full((1, CELLS), 1000)
PAID = [{"mu": 0.1}, {"mu": 0.05}, {"epsilon": 0.1}, {"epsilon": 0.04}]


def share(found: Comparison, truth: float, error: float = 1.0) -> float:
    """How many of the intervals hold the difference, their errors multiplied by `error`."""
    low = found.difference - error * (found.difference - found.low)
    high = found.difference + error * (found.high - found.difference)
    return float(np.mean((low <= truth) & (truth <= high)))


def many(**paid: float) -> dp.Release:
    return combine([release(COUNT, SAME, MANY, measurement=number, **paid) for number in range(3)])


@pytest.mark.sample(4)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (2, 2), (2, 3), (0, 2), (1, 3)])
def test_differences_of_counts_are_covered_and_smaller_errors_would_not_be(first, second, level):
    after = release(COUNT, SAME + 40, MANY, version=2, **PAID[second])
    found = compare(release(COUNT, SAME, MANY, **PAID[first]), after, level)
    assert share(found, 40.0) >= least(CELLS, level)
    assert share(found, 40.0, 0.7) < least(CELLS, level)


@pytest.mark.sample(2)
@pytest.mark.parametrize("paid", PAID, ids=str)
def test_combined_measurements_are_covered(paid):
    found = compare(many(**paid), release(COUNT, SAME, MANY, version=2, **paid))
    assert share(found, 0.0) >= least(CELLS, 0.95)
    assert share(found, 0.0, 0.7) < least(CELLS, 0.95)


def mean(rows: int, value: float, **paid: float) -> dp.Release:
    steps = MEAN.lattice(MANY).steps
    exact = np.array([[rows] * CELLS, [int(rows * value / 1000 * steps)] * CELLS], dtype=object)
    return release(MEAN, exact, MANY, **paid)


@pytest.mark.sample(2)
@pytest.mark.parametrize("paid", [{"mu": 0.1}, {"epsilon": 0.1}], ids=str)
@pytest.mark.parametrize("rows", [100, 5_000])
def test_differences_of_means_are_covered(paid, rows):
    found = compare(mean(rows, 300, **paid), mean(2 * rows, 350, **paid))
    assert share(found, 50.0) >= least(CELLS, 0.95) - 0.005  # distances added as squares: about, not at least
    assert share(found, 50.0, 0.7) < least(CELLS, 0.95) - 0.005


def test_a_gaussian_difference_has_the_closed_form():
    before, after = (release(COUNT, [[5, 6, 7]], mu=mu, version=n) for n, mu in ((1, 0.1), (2, 0.2)))
    found = compare(before, after, 0.9)
    sd = math.hypot(before.mechanism.scales[0], after.mechanism.scales[0])
    assert found.std_error == pytest.approx([sd] * 3)
    half = stats.norm.ppf(0.95) * sd + 1  # half a person for the rounding of each
    assert found.high - found.low == pytest.approx([2 * half] * 3)
    assert found.difference.tolist() == [b - a for a, b in zip(before.noisy[0], after.noisy[0], strict=True)]


def test_two_laplace_measurements_are_within_the_exact_law():
    # P(|L + L'| > x) = (1 + x / 2b) exp(-x / b) for equal scales b
    before, after = (release(COUNT, [[5, 6, 7]], epsilon=0.01, version=n) for n in (1, 2))
    half = float((compare(before, after).high - compare(before, after).low)[0]) / 2
    exceeds = (1 + half / 200) * math.exp(-half / 100)
    assert 0.035 < exceeds <= 0.05


def test_the_headline_rarely_speaks_of_many_groups_where_nothing_changed():
    few = table(24)
    loud = per_cell = 0
    for _ in range(300):
        found = compare(*(release(COUNT, np.full((1, 24), 500), few, mu=0.1) for _ in range(2)))
        loud += bool(found.changed.any())
        per_cell += any(word != NO_CHANGE for word in found.table["words"])
    assert loud <= stats.binom.ppf(1 - RARE, 300, 0.05)
    assert per_cell > stats.binom.ppf(1 - RARE, 300, 0.05)  # so the note on chance is needed


def test_words_of_one_number():
    before = release(dp.Count(), [[1000]], mu=1.0)
    up = compare(before, release(dp.Count(), [[5000]], mu=1.0, version=2))
    assert up.words.startswith(("Up by about 4,0", "Up by about 3,9"))
    assert "±" in up.words and "19 times in 20" in up.words
    down = compare(release(dp.Count(), [[5000]], mu=1.0), release(dp.Count(), [[1000]], mu=1.0, version=2))
    assert down.words.startswith("Down by about")
    wide = compare(before, release(dp.Count(), [[1000]], mu=0.001, version=2, drawn=[[-900]]))
    assert NO_CHANGE in wide.words.lower() and chart(wide) is None


def test_words_of_many_groups_say_what_holds_at_once():
    before = release(COUNT, [[100, 100, 100]], mu=1.0)
    found = compare(before, release(COUNT, [[100, 900, 10]], mu=1.0, version=2))
    assert found.changed.tolist()[1:] == [True, True]
    assert "1 up, 1 down" in found.words or "2 up, 1 down" in found.words or "1 up, 2 down" in found.words
    assert "all 3 groups at once" in found.words and "in about 14 of 100 comparisons" in found.words
    some = compare(*(release(COUNT, np.full((1, 60), 5), table(60), mu=1.0, version=version) for version in (1, 2)))
    assert "about 3 of 60 would look changed by chance" in some.words
    assert found.together == pytest.approx(1 - 0.05 / 3) == simultaneous(0.95, 3)
    figure = chart(found)
    assert figure is not None and found.words in figure.layout.meta["alt"]
    assert list(figure.data[0].y) == found.difference.tolist()


def test_public_answers_differ_by_exactly_what_they_differ():
    facts = table(neighbors="replace")
    before, after = (release(dp.Count(), [[rows]], facts, mu=0.1, version=n) for n, rows in ((1, 100), (2, 130)))
    assert compare(before, after).words == "Up by 30."
    assert compare(before, before_again(before)).words.startswith("No change.")


def before_again(one: dp.Release) -> dp.Release:
    return dp.Release.from_dict({**one.to_dict(), "key": "f" * 64})


def test_same_rows_other_facts_and_other_units_are_noted():
    one = release(COUNT, [[1, 2, 3]], mu=0.1)
    assert "same rows" in compare(one, release(COUNT, [[1, 2, 3]], mu=0.1)).words
    wider = dp.Schema(ward=dp.Category(["A", "B", "C"]), cost=dp.Number(0, 9_000))
    where = dp.Count(where=[dp.Condition("cost", "<", 500)])
    other = release(where, [[5]], type(table())(wider), mu=0.1, dataset="others")
    assert "declared differently" in compare(release(where, [[5]], mu=0.1), other).words
    swap = release(COUNT, [[1, 2, 3]], table(neighbors="replace"), mu=0.1, dataset="others")
    assert "privacy units differ" in compare(one, swap).words
    assert compare(one, release(COUNT, [[1, 2, 3]], mu=0.1, dataset="others")).notes == ()


def test_what_cannot_be_compared_is_refused():
    one = release(COUNT, [[1, 2, 3]], mu=0.1)
    again = combine([one, release(COUNT, [[1, 2, 3]], mu=0.1, measurement=1)])
    for pair in ((one, one), (one, again), (again, one)):
        with pytest.raises(dp.QueryError, match="share a measurement"):
            compare(*pair)
    with pytest.raises(dp.QueryError, match="different questions"):
        compare(one, release(dp.Count(), [[1]], mu=0.1))
    other = type(table())(dp.Schema(ward=dp.Category(["A", "B", "D"]), cost=dp.Number(0, 1000)))
    with pytest.raises(dp.QueryError, match="different groups"):
        compare(one, release(COUNT, [[1, 2, 3]], other, mu=0.1))
    for level in (0.3, 1.0, math.nan):
        with pytest.raises(dp.QueryError, match="level"):
            compare(one, again, level)


def test_the_table_as_csv_is_read_back_by_pandas_and_inert():
    facts = type(table())(dp.Schema({"=ward": dp.Category(["=1+1", "B"])}))
    query = dp.Count(by=["=ward"])
    found = compare(release(query, [[1, 2]], facts, mu=0.1), release(query, [[3, 4]], facts, mu=0.1, version=2))
    back = pd.read_csv(io.BytesIO(found.csv))
    assert back.columns.tolist() == [
        *("'=ward", "before", "after", "difference"),
        *("std_error", "low", "high", "words"),
    ]
    assert back["'=ward"].tolist() == ["'=1+1", "B"]
    assert back["difference"].tolist() == pytest.approx(found.difference.tolist())


def test_the_error_of_no_change_reaches_the_farther_end():
    one = table(1)
    found = compare(release(dp.Count(), [[100]], one, mu=0.1), release(dp.Count(), [[100]], one, version=2, mu=0.1))
    uneven = replace(found, difference=np.array([10.0]), low=np.array([-90.0]), high=np.array([30.0]))
    assert "is about 10 ± 100, 19 times in 20." in uneven.words
