"""A plan made from answers: the same questions at the same prices, for the next extract or another desk."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu
from dpcore.plan.facts import digest
from dpcore.plan.plan import Ask, Plan
from dpcore.queries import Query
from dpcore.release.record import Release

LEAST, MOST_WEIGHT = 1e-9, 10**9


def plan(releases: Sequence[Release]) -> Plan:
    """The plan with the questions of these stored releases; of each, only the newest version of rows and description.

    Measurements that are combined cost their sum; of those that are not combined, the most expensive one counts. For
    releases of one plan on unchanged rows, the result equals that plan, so its answers are stored and cost nothing.
    Raises QueryError where some were paid in mu and others in epsilon.
    """
    kinds = {release.kind for release in releases}
    if len(kinds) > 1:
        raise QueryError(
            "Some of these answers were paid in mu and others in epsilon. A plan uses only one of the two.",
            "Choose answers that were paid in the same currency.",
        )
    paid: dict[str, tuple[Release, Fraction]] = {}
    for release in releases:
        name = json.dumps(dict(release.query_data), sort_keys=True)
        newest, before = paid.get(name, (release, Fraction(0)))
        later = release.dataset_version, digest(release.query, release.facts_table)
        if later[0] >= newest.dataset_version and later != (
            newest.dataset_version,
            digest(newest.query, newest.facts_table),
        ):
            before = Fraction(0)
        if release.dataset_version >= newest.dataset_version:
            price = release.paid.total
            paid[name] = release, before + price if release.query.combines else max(before, price)
    kind = Mu if kinds == {Mu} else Epsilon
    return _shared(list(paid.values()), kind) or _own(list(paid.values()), kind)


def _shared(paid: list[tuple[Release, Fraction]], kind: Kind) -> Plan | None:
    """The plan as weights of a total, where both are exact; otherwise None."""
    prices = [price for _, price in paid]
    total = sum(prices, Fraction(0))
    if not all(prices):
        return None
    amount = kind(total).amount
    step = reduce(_common, prices)
    weights = [price / step for price in prices]
    if kind.of(amount).total != total or max(weights) > MOST_WEIGHT:
        return None
    asks = [
        Ask(_question(release), weight=float(weight), level=release.level)
        for (release, _), weight in zip(paid, weights, strict=True)
    ]
    return Plan(asks, mu=amount) if kind is Mu else Plan(asks, epsilon=amount)


def _own(paid: list[tuple[Release, Fraction]], kind: Kind) -> Plan:
    """The plan with a price per question; the price does not matter for questions that are public."""
    asks = []
    for release, price in paid:
        amount = max(LEAST, kind(price).amount)
        mu, epsilon = (amount, None) if kind is Mu else (None, amount)
        asks.append(Ask(_question(release), mu=mu, epsilon=epsilon, level=release.level))
    return Plan(asks)


def _question(release: Release) -> Query:
    """The question with the facts of its answer filled in, so that a script states what earlier versions left open."""
    return release.query.bind(release.facts_table.schema)


def _common(a: Fraction, b: Fraction) -> Fraction:
    """The greatest common divisor of two fractions."""
    denominator = math.lcm(a.denominator, b.denominator)
    return Fraction(math.gcd(int(a * denominator), int(b * denominator)), denominator)
