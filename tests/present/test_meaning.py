"""What a sentence promises of an answer is what its interval promises, also where that is not symmetric."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.present.text import size, words
from dpcore.present.text.usable import usable
from dpcore.queries.question.prediction import Margin
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present import made


@pytest.fixture(scope="module")
def mean() -> Release:
    """A mean of far too few rows for its price: its interval is the column's whole range."""
    facts = Table(dp.Schema(cost=dp.Number(0, 50_000)))
    return made.release(dp.Mean("cost"), [[3], [0]], facts, mu=0.001, drawn=[[700], [-400]])


def said(release: Release) -> float:
    """The error that the sentence names."""
    found = re.search(r"noise: ±([0-9,]+(?:\.[0-9]+)?)\.", words.meaning(release))
    assert found is not None
    return float(found[1].replace(",", ""))


def at(release: Release, answer: float) -> Release:
    return replace(release, estimates={**release.estimates, "estimate": (answer,)})


@pytest.mark.parametrize("answer", [0.0, 10_000.0, 25_000.0, 49_000.0, 50_000.0])
def test_the_error_that_is_said_reaches_both_ends_of_the_interval(mean: Release, answer: float) -> None:
    assert (mean.estimates["low"], mean.estimates["high"]) == ((0.0,), (50_000.0,))
    one = at(mean, answer)
    assert said(one) == max(answer, 50_000.0 - answer)
    assert words.reach(one) == pytest.approx([max(answer, 50_000.0 - answer)])


def grouped(reaches: list[float], answers: list[float], query: dp.Mean | dp.Count | None = None) -> Release:
    """A mean (by default) of three wards whose intervals reach so far, between bounds of 0 and 1,000."""
    release = made.release(query or dp.Mean("cost", by=["ward"]), [[5] * 3, [9] * 3][: 1 if query else 2], mu=1.0)
    ends = zip(answers, reaches, strict=True)
    low, high = zip(*((answer - far, answer + far) for answer, far in ends), strict=True)
    return replace(release, estimates={**release.estimates, "estimate": tuple(answers), "low": low, "high": high})


def test_groups_are_told_by_the_typical_and_the_largest_margin():
    """Of every order of the groups; and a group that says nothing is called so, by name."""
    for order in itertools.permutations(range(3)):
        release = grouped(
            [[0.58, 0.5, 700.0][place] for place in order], [[10.0, 20.0, 30.0][place] for place in order]
        )
        worst = "ABC"[order.index(2)]
        assert words.meaning(release) == (
            "95 % margin of error from privacy noise: typically ±0.58 per group; "
            f"largest ±700 ({worst}: too small to distinguish from zero)."
        )
        assert list(usable(release)) == [place != 2 for place in order]
    kind = words.meaning(grouped([0.58, 0.5, 30.0], [10.0, 20.0, 30.0]))
    assert kind.endswith("typically ±0.58 per group; largest ±30 (C).")


def test_every_group_that_says_nothing_is_named_or_counted():
    two = words.meaning(grouped([2.0, 600.0, 700.0], [10.0, 20.0, 30.0]))
    assert two.endswith(
        "largest ±700 (C: too small to distinguish from zero). Also too small to distinguish from zero: B."
    )
    every = words.meaning(grouped([700.0, 700.0, 700.0], [10.0, 20.0, 30.0]))
    assert every.endswith("±700 per group. No group is usable: the margin is as wide as the declared bounds.")
    counts = words.meaning(grouped([34.0] * 3, [500.0, 20.0, 90.0], dp.Count(by=["ward"])))
    assert counts.endswith(
        "±34 per group. Too small to distinguish from zero (the margin is larger than the answer): B."
    )


def test_a_bin_of_one_value_is_named_by_it():
    facts = Table(dp.Schema(age=dp.Number(0, 10, integer=True)))
    found = made.release(dp.Histogram("age", bins=6), [[9_000] * 4 + [0, 0]], facts, mu=0.1, drawn=[[0] * 6])
    assert words.meaning(found).endswith("larger than the answer): 8 to 9, 10.")


def test_clipping_is_said_of_what_adds_up_values_and_of_nothing_else():
    facts = made.table()
    sums = [dp.Sum("cost"), dp.Mean("cost"), dp.Variance("cost"), dp.StandardDeviation("cost")]
    for query in [*sums, *(replace(query, by=["ward"]) for query in sums)]:
        cells = 3 if query.by else 1
        second = isinstance(query, dp.Variance | dp.StandardDeviation)
        exact = [[5] * cells, [9] * cells, [99] * cells][: 3 if second else 2]
        release = made.release(query, exact, facts, mu=1.0)
        said = "Values outside 0 to 1,000 were set to the nearest bound; the margin of error does not cover this."
        assert words.caveats(release) == [words.NOISE_ONLY, said]
    below = made.release(
        dp.Sum("cost"), [[5], [9]], made.Table(dp.Schema(cost=dp.Number(-60, 300.5), ward=dp.Flag())), mu=1.0
    )
    assert "Values outside −60 to 300.5 were" in words.caveats(below)[1]
    assert words.caveats(made.release(dp.Count(), [[5]], facts, mu=1.0)) == [words.NOISE_ONLY]
    for word in ("noise", "sampling error", "clipped"):
        assert word in words.NOISE_ONLY


def test_a_margin_of_nothing_and_a_change_are_told_in_a_few_words():
    none, some, wide = Margin(0.0, 0.0), Margin(34.0, 34.0), Margin(25.0, 180.0)
    assert size.brief(dp.Count(), none) == "±0"
    table = Table(dp.Schema(cost=dp.Number(0, 9)))
    assert size.brief(dp.Count(), wide, table) == "±25 rows, largest ±180 rows"
    assert size.change(dp.Count(), none, none, table) == "±0 now, ±0 after"
    assert size.change(dp.Count(), some, Margin(25.0, 25.0), table) == "±34 rows now, ±25 rows after"
    worst = "; largest ±34 rows now, ±180 rows after"
    assert size.change(dp.Count(), some, wide, table) == f"±34 rows now, ±25 rows after{worst}"
    assert size.change(dp.Mean("cost"), some, some, table) == "±34 now, ±34 after"
    share = dp.Fraction(dp.Condition("cost", ">", 5))
    assert size.brief(share, Margin(0.0036, 0.0036), table) == "±0.36 percentage points"
