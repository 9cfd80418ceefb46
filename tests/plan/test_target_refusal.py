"""A target error that no price gives is refused in a sentence about the target, for every question there is."""

from __future__ import annotations

import contextlib
import random
import re

import pytest

import dpcore as dp
from dpcore.mechanisms import kind_of
from dpcore.plan import pricing
from dpcore.plan.pricing import guesses
from dpcore.plan.request import Request
from dpcore.queries import Query
from tests.contracts.desk import dataset, facts
from tests.contracts.example import KINDS, example

RAW = re.compile(r"`|\*\*|must be in|Got |valid price|bounded_range|a selection|mu\b|epsilon\b|At this price")
"""Words of mechanisms and of prices, of which somebody who asks for a margin has given none."""
SMALL = re.compile(
    r"a margin of error of ± \S+?(?: ranks)?; the least is ± (\S+?)(?: ranks)?\. Hint: Ask for that margin"
)
LARGE = "a margin of error as large as ±"


def asked(query: Query, half_width: float, currency: str) -> list[Request]:
    table = facts(dataset(type(query)))
    return pricing.price(dp.Plan([dp.Ask(query, half_width=half_width)]), table, kind_of(currency), guesses(table))


@pytest.mark.sample(24)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_refusal_is_about_the_target_and_names_the_least(kind: type[Query], currency: str) -> None:
    chance = random.Random(f"{kind.name} {currency}")
    query = example(kind, chance, facts(dataset(kind)), currency=currency, tries=20)
    for half_width in (1e-12, 10 ** chance.uniform(-5, 5), 1e12):
        with contextlib.suppress(dp.QueryError):
            assert asked(query, half_width, currency)[0].half_width >= 0
            continue
        with pytest.raises(dp.QueryError) as refused:
            asked(query, half_width, currency)
        said = str(refused.value).replace(query.sentence, "")
        assert not RAW.search(said), said
        if found := SMALL.search(said):
            least = float(found[1].replace(",", ""))
            assert least > half_width
            for target, given in ((least, True), (least / 1.05, False)):
                try:
                    asked(query, target, currency)
                except dp.QueryError as error:
                    assert given != (SMALL.search(str(error)) is not None), (target, str(error))
                else:
                    assert given
        if LARGE in said:
            assert half_width > 1


@pytest.mark.sample(5)
@pytest.mark.parametrize("half_width", [5e-324, 1e-300, 1e-160, 1e-101, 1e-99, 1e99, 1e101, 1e150, 1e300])
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_no_target_is_too_far_for_a_sentence(half_width: float, currency: str) -> None:
    """Nor for the search of its price, which ends."""
    questions = (
        dp.Mean("cost"),
        dp.Sum("cost"),
        dp.Covariance(["age", "cost"]),
        dp.Quantile("age", 0.9),
        dp.InterquartileRange("cost", method="selection"),
        dp.Cumulative("age"),
        dp.Fraction(dp.Condition("smoker", "==", True)),
    )
    for query in questions:
        with contextlib.suppress(dp.QueryError):  # some have an error as large as that at some price
            sold = asked(query, half_width, currency)
            assert sold and half_width > 1
