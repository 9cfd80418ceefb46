"""No answer is sold twice unasked: whatever a price follows from, what is answered already costs nothing."""

from __future__ import annotations

import json
import math
import random
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dpcore as dp
from dpcore.ledger.ledger import Ledger, Payment
from dpcore.release.asking import item
from dpcore.release.hint import earlier
from tests.release.conftest import SCHEMA, visits

WARDS = dp.Count(by=["ward"])
COST = dp.Mean("cost", by=["ward"])


@pytest.fixture
def desk(tmp_path):
    with dp.Desk(home=tmp_path / "home") as opened:
        opened.add_dataset(
            "visits",
            dp.read(visits(500)),
            schema=SCHEMA,
            budget=dp.Budget(epsilon=40.0, delta=1e-6),
            expected_rows=500,
        )
        yield opened


def spent(desk: dp.Desk) -> float:
    return desk.standing("visits").spent.mu


def test_a_target_error_keeps_its_price_whatever_is_counted_later(desk):
    """A released count refines what is predicted, and re-prices nothing: before it is paid, and after."""
    plan = dp.Plan([dp.Ask(dp.Mean("cost"), half_width=900.0), dp.Ask(dp.StandardDeviation("age"), half_width=20.0)])
    before = desk.quote("visits", plan)
    desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.3), dp.Ask(dp.Count(), mu=0.01)]))
    counted = desk.quote("visits", plan)
    assert list(counted.table["price"]) == list(before.table["price"])
    assert counted.asks[0].half_width != before.asks[0].half_width
    desk.release("visits", plan)
    paid = spent(desk)
    for mu in (0.02, 0.4):
        desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=mu), dp.Ask(dp.Count(), mu=mu)]))
    again = desk.quote("visits", plan)
    assert again.stored == (True, True) and again.price == 0.0
    charged = spent(desk)
    desk.release("visits", plan)
    assert spent(desk) == charged > paid


def test_without_a_declared_number_the_first_count_prices(tmp_path):
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("visits", dp.read(visits(500)), schema=SCHEMA, budget=dp.Budget(epsilon=40.0, delta=1e-6))
        desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.2)]))
        plan = dp.Plan([dp.Ask(COST, half_width=9_000.0)])
        price = desk.quote("visits", plan).price
        desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.05)]))
        assert desk.quote("visits", plan).price == price > 0
        desk.release("visits", plan)
        desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.4)]))
        desk.update("visits", dp.read(visits(500)))
        assert desk.quote("visits", plan).price == price, "other rows are asked anew, at the same price"


def test_rows_that_are_added_to_a_plan_buy_nothing_again(desk):
    first = desk.release("visits", dp.Plan([dp.Ask(WARDS), dp.Ask(dp.Sum("cost"), weight=3)], mu=0.2))
    more = dp.Plan([dp.Ask(dp.Sum("cost"), weight=3), dp.Ask(WARDS), dp.Ask(COST, weight=2)], mu=0.2)
    quote = desk.quote("visits", more)
    assert quote.stored == (True, True, False)
    assert quote.price == pytest.approx(0.2 * math.sqrt(2 / 6))
    paid = spent(desk)
    answers = desk.release("visits", more)
    assert [answers[1], answers[0]] == first
    assert spent(desk) ** 2 - paid**2 == pytest.approx(quote.price**2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_any_way_of_saying_it_again_costs_nothing_where_it_is_no_better(desk, seed):
    """Weights, targets, levels and totals at random: every ask that is no better than what is there is free."""
    generator = random.Random(seed)
    desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.5), dp.Ask(COST, mu=0.5), dp.Ask(dp.Count(), mu=0.5)]))
    paid = spent(desk)
    half = desk.quote("visits", dp.Plan([dp.Ask(WARDS, mu=0.5)])).asks[0].half_width
    for _ in range(6):
        level = generator.choice([0.6, 0.8, 0.9, 0.95])
        asks = [
            dp.Ask(WARDS, weight=generator.uniform(0.1, 9), level=level),
            dp.Ask(COST, half_width=generator.uniform(30_000, 40_000), level=level),
            dp.Ask(dp.Count(), weight=generator.uniform(0.1, 9)),
            dp.Ask(WARDS, half_width=half * generator.uniform(1.0, 9), level=level),
        ]
        generator.shuffle(asks)
        plan = dp.Plan(asks, mu=generator.uniform(0.01, 0.5))
        assert desk.quote("visits", plan).price == 0.0
        desk.release("visits", plan)
    assert spent(desk) == paid


def test_one_question_twice_in_a_plan_is_bought_once(desk):
    plan = dp.Plan([dp.Ask(WARDS, weight=1), dp.Ask(WARDS, weight=3), dp.Ask(WARDS, half_width=400)], mu=0.2)
    quote = desk.quote("visits", plan)
    assert quote.price == pytest.approx(0.2 * math.sqrt(3 / 4))
    answers = desk.release("visits", plan)
    assert answers[0] == answers[1] == answers[2]
    assert spent(desk) == pytest.approx(quote.price)


def test_a_better_answer_is_bought_where_it_is_asked_for(desk):
    desk.release("visits", dp.Plan([dp.Ask(WARDS)], mu=0.1))
    better = desk.quote("visits", dp.Plan([dp.Ask(WARDS)], mu=0.2))
    assert better.price == 0.2 and better.stored == (False,)
    assert better.now[0].typical == pytest.approx(2 * better.asks[0].half_width, rel=0.05)
    # half of the interval, and the typical distance of its middle from the answer
    wide, apart = math.sqrt(2) / 3, 0.6745 / 1.96 * math.sqrt(2 / 9 - 1 / 5)
    assert better.improved[0].typical == pytest.approx(better.now[0].typical * (wide + apart), rel=0.05)
    assert desk.quote("visits", dp.Plan([dp.Ask(WARDS)], mu=0.2), keep=True).price == 0.0
    explicit = desk.quote("visits", dp.Plan([dp.Ask(WARDS, mu=0.05)]))
    assert explicit.price == 0.05, "a price that is typed is meant"


@pytest.mark.sample(4)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("query", [WARDS, dp.Sum("cost"), COST, dp.StandardDeviation("age")], ids=str)
def test_what_is_said_before_an_improvement_is_what_it_brings(desk, query, currency):
    """ "now" is the margin on the card, "after" that of both together, for a price and for a target."""
    name = {"mu": 0.4, "epsilon": 0.8}[currency]
    first = desk.release("visits", dp.Plan([dp.Ask(query, **{currency: name})]))[0]
    known = desk.measured("visits", [query])[0]
    assert known.next == 1 and known.release == first
    plan = dp.Plan([dp.Ask(query, measurement=1, **{currency: 1.5 * name})])
    quote = desk.quote("visits", plan)
    both = desk.remeasure(first, **{currency: 1.5 * name})
    seen = desk.measured("visits", [query])[0]
    assert seen.next == 2 and len(seen.release.combined) == 2
    assert seen.release.estimates == both.estimates
    assert quote.now[0] == known.margin()
    linear = isinstance(query, dp.Count | dp.Sum)
    if linear:  # by half of the interval; its middle is off the answer
        half = np.median(np.subtract(both.estimates["high"], both.estimates["low"]) / 2)
        assert half <= quote.improved[0].typical <= 1.2 * half
    assert quote.improved[0].typical == pytest.approx(seen.margin().typical, rel=0.5)
    assert quote.improved[0].typical < quote.now[0].typical
    assert desk.quote("visits", plan).price == 0.0, "the same measurement again"


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_a_target_of_an_improvement_is_that_of_both_together(desk, currency):
    start = {"mu": 0.2, "epsilon": 0.4}[currency]
    desk.release("visits", dp.Plan([dp.Ask(WARDS, **{currency: start}), dp.Ask(COST, **{currency: 4 * start})]))
    for query in (WARDS, COST):
        now = desk.measured("visits", [query])[0].margin().typical
        ask = dp.Ask(query, half_width=0.6 * now, measurement=1)
        plan = dp.Plan([ask, dp.Ask(dp.Count(where=[dp.Condition("age", ">=", 30)]), **{currency: 0.05})])
        quote = desk.quote("visits", plan)
        assert quote.improved[0].typical == pytest.approx(0.6 * now, rel=0.01)
        desk.release("visits", plan)
        assert desk.quote("visits", plan).price == 0.0
        with pytest.raises(dp.QueryError, match="already"):
            desk.quote("visits", dp.Plan([dp.Ask(query, half_width=9 * now, measurement=2), *plan.asks[1:]]))


def test_an_ask_with_a_measurement_reads_back_and_an_old_one_reads_as_the_first():
    ask = dp.Ask(WARDS, mu=0.1, measurement=3)
    assert dp.Ask.from_dict(json.loads(json.dumps(ask.to_dict()))) == ask
    assert "measurement" not in dp.Ask(WARDS).to_dict()
    for bad in (-1, 1.5, "1", True):
        with pytest.raises(dp.QueryError):
            dp.Ask(WARDS, measurement=bad)


def test_what_is_kept_is_the_best_there_is_in_any_currency(desk):
    few = desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.1)]))
    best = desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.3)]))
    assert desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.7)]), keep=True) == best != few
    paid = spent(desk)
    assert desk.release("visits", dp.Plan([dp.Ask(WARDS, epsilon=0.7)]), keep=True) == best
    assert spent(desk) == paid
    desk.update("visits", dp.read(visits(300)))
    assert desk.quote("visits", dp.Plan([dp.Ask(WARDS, mu=0.1)]), keep=True).price == 0.1, "other rows"
    assert desk.measured("visits", [WARDS]) == [None]
    hints = desk.quote("visits", dp.Plan([dp.Ask(WARDS, mu=0.1), dp.Ask(COST, mu=0.1)])).hints
    assert hints == (earlier([dp.Count(by="ward").sentence]),)


def meanwhile(desk, *plans, **how):
    """The steps of a release during which, between its look at the ledger and its charge, others release these."""

    def step(name):
        if name == "charging":
            for plan in plans:
                desk.release("visits", plan, **how)

    return step


def charges(desk):
    return [entry for entry in desk.ledger("visits") if entry.kind == "charge"]


OTHERS = [
    dp.Plan([dp.Ask(WARDS, mu=0.06)]),
    dp.Plan([dp.Ask(dp.Count(), weight=3), dp.Ask(WARDS)], mu=0.2),
    dp.Plan([dp.Ask(WARDS, half_width=40.0)]),
    dp.Plan([dp.Ask(WARDS, epsilon=0.1)]),
    dp.Plan([dp.Ask(WARDS, mu=0.06, measurement=4)]),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("other", OTHERS, ids=["price", "weight", "error", "currency", "measurement"])
def test_of_two_releases_of_one_question_at_once_one_is_charged(desk, other):
    mine = dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.1), dp.Ask(WARDS, mu=0.05)])
    agreed = desk.quote("visits", mine, keep=True)
    with pytest.raises(dp.QueryError, match=r"nothing was charged\. Hint: Review the plan"):
        desk.release("visits", mine, keep=True, quote=agreed, progress=meanwhile(desk, other, keep=True))
    assert len(charges(desk)) == 1
    again = desk.quote("visits", mine, keep=True)
    assert again.stored == (False, True) and again.price == pytest.approx(0.1)
    desk.release("visits", mine, keep=True, quote=again)
    assert len(charges(desk)) == 2
    desk.verify()


def test_the_same_plan_at_once_is_answered_once_and_not_refused(desk):
    mine = dp.Plan([dp.Ask(dp.Count(), weight=3), dp.Ask(WARDS)], mu=0.2)
    found = desk.release("visits", mine, keep=True, progress=meanwhile(desk, mine, keep=True))
    assert found == desk.releases("visits") and len(charges(desk)) == 1


def test_what_is_meant_to_be_paid_again_is_paid_also_at_once(desk):
    """Without `keep`, and as a further measurement of what the quote showed as answered."""
    other = dp.Plan([dp.Ask(WARDS, mu=0.06)])
    first = desk.release("visits", dp.Plan([dp.Ask(WARDS, mu=0.05)]), progress=meanwhile(desk, other))
    better = dp.Plan([dp.Ask(WARDS, mu=0.07, measurement=1)])
    agreed = desk.quote("visits", better, keep=True)
    assert agreed.improved[0] is not None
    more = dp.Plan([dp.Ask(WARDS, mu=0.09)])
    desk.release("visits", better, keep=True, quote=agreed, progress=meanwhile(desk, more))
    assert len(charges(desk)) == 4
    desk.remeasure(first[0], mu=0.08)
    assert len(charges(desk)) == 5


def test_what_is_paid_of_other_rows_meanwhile_refuses_nothing(desk):
    """A tab that has looked at the new rows, while another one still pays for the old ones."""
    mine, other = (dp.Plan([dp.Ask(WARDS, mu=mu)]) for mu in (0.05, 0.06))
    old = desk._answers.requests("visits")
    desk.update("visits", dp.read(visits(300)))

    def step(name):
        if name == "charging":
            desk._ledger.charge(old.dataset.id, Payment(desk.user), [item(one) for one in old.of(other, keep=True)])

    desk.release("visits", mine, keep=True, progress=step)
    assert len(charges(desk)) == 2


def test_of_two_draws_the_one_stored_first_is_what_both_are_shown(tmp_path, monkeypatch):
    """Each has drawn noise of its own before either is stored: the other draw is never seen."""
    both, store = threading.Barrier(2, timeout=180), Ledger.store

    def after_both(ledger, records):
        both.wait()
        return store(ledger, records)

    plan, home = dp.Plan([dp.Ask(dp.Count(), mu=0.01)]), tmp_path / "home"
    with dp.Desk(home=home) as desk:
        desk.add_dataset("visits", dp.read(visits(500)), schema=SCHEMA, budget=dp.Budget(mu=1.0))
    monkeypatch.setattr(Ledger, "store", after_both)

    def ask(_):
        with dp.Desk(home=home) as desk:
            return desk.release("visits", plan)[0]

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(ask, range(2))
    with dp.Desk(home=home) as desk:
        assert one == other == desk.releases("visits")[0]
