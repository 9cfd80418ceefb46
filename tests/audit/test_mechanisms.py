"""I8: what the ledger charges is at least what an output leaks, for each kind of mechanism, by the code `release` runs.

The claim is the curve of the released record, which is held against what the ledger booked for it. Audited where
detection is cheap (mu 1, epsilon 2.2); that noise is sensitivity over price exactly is shown apart, at other prices.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.budget.account import ATTO
from dpcore.mechanisms import kind_of
from dpcore.noise import DiscreteLaplace, Gaussian, Laplace
from tests.audit.evidence import REJECT, evidence
from tests.audit.pairs import PRICES, QUESTIONS, Asked, asked
from tests.audit.record import draws, likelihood, loss, scaled

RELATIONS = ("add_remove", "replace")
LANES = ("gaussian", "pure")
# Every law and shape of noise once; the others go through the same code and are audited at length.
KINDS = {
    "gaussian": {"filtered count": Gaussian, "histogram": Gaussian, "mean": Gaussian, "variance": Gaussian},
    "pure": {"units": DiscreteLaplace, "sum": Laplace, "histogram": Laplace, "mean": Laplace, "variance": Laplace},
}
SHORT = [(lane, kind) for lane, kinds in KINDS.items() for kind in kinds]
LONG = [(lane, kind) for lane in LANES for kind in QUESTIONS]

Answers = dict[str, dict[tuple[str, float, str], Asked]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Every question in both lanes on every table, under both relations."""
    return {relation: asked(tmp_path_factory.mktemp(relation), relation) for relation in RELATIONS}


def against(one: Asked, pairs: int, batches: int = 20) -> float:
    """The evidence against the released curve on the worst pair in the worst direction."""
    zero, other = one.worst()
    score = likelihood(zero, other)
    return evidence(one.release.curve, draws(zero, other), score, pairs, batches=batches)


@pytest.mark.audit
@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(("lane", "kind"), SHORT)
def test_the_booked_curve_holds_and_nine_tenths_of_the_noise_does_not(
    answers: Answers, relation: str, lane: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = answers[relation][lane, PRICES[lane][0], kind]
    assert isinstance(one.worst()[0].mechanism.law, KINDS[lane][kind])
    assert against(one, 100_000) < REJECT
    scaled(monkeypatch, Fraction(9, 10))
    assert against(one, 100_000) >= REJECT


def free(one: Asked) -> bool:
    """Whether no neighbour can change the answer (an unfiltered count when the number of units is public)."""
    return one.release.curve == tradeoff.identity()


@pytest.mark.audit
@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(("lane", "kind"), LONG)
def test_a_million_draws_hold_and_95_hundredths_of_the_noise_do_not(
    answers: Answers, relation: str, lane: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = answers[relation][lane, PRICES[lane][0], kind]
    assert against(one, 500_000) < REJECT
    scaled(monkeypatch, Fraction(95, 100))
    assert against(one, 500_000) >= REJECT or free(one)


@pytest.mark.parametrize("relation", RELATIONS)
def test_the_ledger_books_at_least_the_curve(answers: Answers, relation: str) -> None:
    levels = np.linspace(0, 1, 201)
    for place, one in answers[relation].items():
        assert all(np.all(curve(levels) <= one.release.curve(levels) + 1e-15) for curve in booked(one)), place


def booked(one: Asked) -> list[tradeoff.Curve]:
    """The curves of what the ledger wrote, each of which it relies on."""
    curves = []
    if one.booked["epsilon"]:
        curves.append(tradeoff.pure(one.booked["epsilon"] / ATTO))
    if one.booked["mu_squared"]:
        curves.append(tradeoff.gaussian(math.sqrt(one.booked["mu_squared"] / ATTO)))
    assert len(curves) == (2 if one.release.lane == "pure" else 1) or free(one)
    return curves


@pytest.mark.parametrize("relation", RELATIONS)
def test_noise_is_sensitivity_over_price_exactly(answers: Answers, relation: str) -> None:
    """In fractions, on the exact integers of real tables: the worst pair loses the price, and never more."""
    for (lane, price, kind), one in answers[relation].items():
        if free(one):
            assert one.booked == {"epsilon": 0, "mu_squared": 0, "delta": 0}
            continue
        paid = Fraction(str(price)) ** (2 if lane == "gaussian" else 1)
        zero, other = one.worst()
        lost = loss(zero, other)
        assert Fraction(one.release.price) == paid
        assert paid * (1 - Fraction(1, 10**3)) <= lost <= paid, (lane, price, kind, float(lost / paid))
        if lane == "pure":
            table, query = one.release.facts_table, one.release.query
            moved = query.statistic(table, kind_of(lane)(paid)).reach.l1_sensitivity()
            assert {scale for scale in zero.mechanism.scales if scale} == {moved / paid}, kind
