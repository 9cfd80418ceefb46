"""A plan made from answers: the same questions at the same prices, for the next extract or another desk."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu
from dpcore.plan.plan import Ask, Plan
from dpcore.queries import Query
from dpcore.release.combine import digest_of
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
    by_question: dict[str, list[Release]] = {}
    for release in releases:
        by_question.setdefault(json.dumps(dict(release.query_data), sort_keys=True), []).append(release)
    paid = [_newest(answers) for answers in by_question.values()]
    kind = Mu if kinds == {Mu} else Epsilon
    return _shared(paid, kind) or _own(paid, kind)


def _newest(answers: Sequence[Release]) -> tuple[Release, Fraction]:
    """The newest answer to a question, and what was paid of the same rows and facts."""
    newest = max(answers, key=lambda release: (release.dataset_version, release.seq))
    place = newest.dataset_version, digest_of(newest)
    same = [release.paid.total for release in answers if (release.dataset_version, digest_of(release)) == place]
    return newest, sum(same, Fraction(0)) if newest.query.combines else max(same)


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
