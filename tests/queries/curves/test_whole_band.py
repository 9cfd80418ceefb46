"""Bands for whole functions, of questions as asked: they hold at all points together; intervals of points do not."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.question.key import group_count
from dpcore.queries.question.round import Drawn
from dpcore.result import Surface
from dpcore.table.table import Table

SCHEMA = dp.Schema(
    x=dp.Number(-20, 60),
    k=dp.Number(0, 11, integer=True),
    delay=dp.Number(-30, 60),
    late=dp.Flag(),
    sex=dp.Category(["f", "m"]),
    three=dp.Category(["a", "b", "c"]),
)
TABLE = Table(SCHEMA)
PRICE = Mu(Fraction(1, 4))
DRAWS = 120
PAIR = ["x", "k"]
QUESTIONS: list[tuple[Any, dict[str, Any]]] = [
    (dp.Density("x"), {"bandwidth": 4.0}),
    (dp.Density("x", 3.0, by=["three"]), {}),
    (dp.Density(PAIR), {"bandwidth": (1.2, 2.0)}),
    (dp.Density(PAIR, by=["three", "sex"]), {"bandwidth": (8.0, 3.0)}),
    (dp.Density(PAIR), {"bandwidth": (70.0, 2.0), "fold": False}),
    (dp.Density(PAIR, [4, 1.5], by=["sex"]), {}),
    (dp.Density(PAIR, [400, 1.5]), {"fold": False}),
    (dp.KernelMachine("late", ["x"]), {}),
    (dp.KernelMachine("late", PAIR, by=["sex"]), {}),
    (dp.KernelMachine("late", PAIR, bandwidth=0.3), {}),
    (dp.KernelMachine("delay", ["x"], bandwidth=0.2), {}),
]


def coordinates(bound: Any) -> int:
    """Of one group."""
    machine = isinstance(bound, dp.KernelMachine)
    return int(bound.statistic(TABLE, PRICE).coordinates if machine else bound.factor(SCHEMA).coordinates)


@pytest.mark.usefixtures("seeded")
@pytest.mark.sample(6)
@pytest.mark.parametrize("place", range(len(QUESTIONS)))
def test_a_band_holds_at_all_points_of_the_table_where_intervals_of_points_fail(place: int) -> None:
    query, settings = QUESTIONS[place]
    bound, level = query.bind(SCHEMA), 0.9
    mechanism, groups = bound.mechanism(TABLE, PRICE), group_count(TABLE.schema, bound.by)
    nothing = np.zeros((1, groups * coordinates(bound)), dtype=object)

    def read(noisy: np.ndarray, whole: bool) -> Any:
        rounds = ((Drawn(mechanism, tuple(map(tuple, noisy.tolist()))),),)
        return bound.evaluate(TABLE, rounds, level, None, {**settings, "whole_curve": whole})

    sure, inside = read(nothing, False).estimate, {False: [], True: []}
    for _ in range(math.ceil(DRAWS / groups)):
        noisy = mechanism.draw(nothing)
        for whole, shares in inside.items():
            found = read(noisy, whole)
            shares += ((found.low <= sure) & (sure <= found.high)).reshape(groups, -1).all(axis=1).tolist()
    error = 4 * math.sqrt(level * (1 - level) / len(inside[True]))
    assert np.mean(inside[True]) >= level - error
    assert np.mean(inside[False]) < level - error


def test_intervals_of_points_and_bands_are_read_at_any_points() -> None:
    for query in (dp.Density(PAIR, [4, 2]), dp.KernelMachine("late", PAIR), dp.KernelMachine("late", ["x"])):
        bound = query.bind(SCHEMA)
        rounds = ((Drawn(bound.mechanism(TABLE, PRICE), ((0,) * coordinates(bound),)),),)
        one = np.array([[-20.0, 3.0], [math.nan, 3.0], [60.0, 11.5]])
        at = one if bound.shape is Surface else one[:, 0]
        alone, whole = (bound.evaluate(TABLE, rounds, 0.9, at, {"whole_curve": on}) for on in (False, True))
        assert np.isnan(whole.low).tolist() == [False, True, False]
        assert (whole.estimate == alone.estimate)[[0, 2]].all()
        assert ((whole.high - whole.low) > 1.1 * (alone.high - alone.low))[[0, 2]].all()
        with pytest.raises(dp.QueryError, match="whole_curve"):
            bound.evaluate(TABLE, rounds, 0.9, at, {"whole_curve": 1})


@pytest.mark.parametrize("query", [query for query, _ in QUESTIONS], ids=str)
def test_a_band_is_offered_for_gaussian_noise_alone(query: Any) -> None:
    bound = query.bind(SCHEMA)
    offered, none = (bound.settings(TABLE, kind(Fraction(1))) for kind in (Mu, Epsilon))
    assert [one.name for one in offered] == [*(one.name for one in none), "whole_curve"]
    assert ("surface" in str(offered[-1].title)) == (bound.shape is Surface)


def test_a_rule_of_thumb_offers_it_too() -> None:
    bound = dp.Density(PAIR, "rule").bind(SCHEMA)
    assert [one.name for one in bound.settings(TABLE, PRICE)] == ["fold", "whole_curve"]
