"""Random samples on default budgets: askable, quoted, part of the key; the owner's act on older budgets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.failure import account_of
from dpcore.present.file import plan_file, script
from dpcore.present.text import history, remaining
from tests.release.conftest import SCHEMA, visits

SAMPLED = dp.NoisySGD("smoker", ["age", "cost"], steps=8, rate=0.2)
OLD = dp.Budget.from_dict({"epsilon": 1.0, "delta": 1e-6, "mu": None})


def opened(desk: dp.Desk, budget: dp.Budget, name: str = "visits") -> dp.Desk:
    desk.add_dataset(name, dp.read(visits()), schema=SCHEMA, budget=budget, separate_budget=True)
    return desk


def plan(query: dp.Query = SAMPLED, mu: float = 0.05) -> dp.Plan:
    return dp.Plan([dp.Ask(query, mu=mu)])


def spent(desk: dp.Desk) -> int:
    return desk.standing("visits").account.spent.delta


def test_it_is_asked_on_a_default_budget_for_a_hundredth_of_what_is_set_aside(desk: dp.Desk) -> None:
    opened(desk, dp.Budget(epsilon=1, delta=1e-6))
    quote = desk.quote("visits", plan())
    assert quote.fits and quote.charge.delta * ATTO == 10**7
    (query,) = (ask.query for ask in quote.asks)
    assert isinstance(query, dp.NoisySGD) and query.failing == 1e-11
    (release,) = desk.release("visits", plan(), quote=quote)
    assert release.key in quote.keys and release.query_data["failing"] == 1e-11
    assert release.table["estimate"].notna().all() and spent(desk) == 10**7
    assert desk.measured("visits", [SAMPLED])[0] is not None
    desk.verify()
    # asked again, without or with the number, it costs nothing; another number is another question
    assert desk.release("visits", plan())[0].key == release.key
    assert desk.quote(
        "visits", plan(dp.NoisySGD("smoker", ["age", "cost"], steps=8, rate=0.2, failing=1e-11))
    ).stored == (True,)
    other = plan(dp.NoisySGD("smoker", ["age", "cost"], steps=8, rate=0.2, failing=1e-12))
    assert desk.quote("visits", other).stored == (False,) and desk.quote("visits", other).charge.delta * ATTO == 10**6
    assert str(remaining.failures(desk.standing("visits"))) == "Set aside for rare failures: 10⁻⁹ of delta, 1 % used."


def test_the_planner_prices_samples_in_mu_and_says_why_not(desk: dp.Desk) -> None:
    """With Laplace noise there is no answer to compare with."""
    opened(desk, dp.Budget(epsilon=1, delta=1e-6))
    chosen = desk.plan("visits", [SAMPLED, dp.Count()], 0.1)
    assert chosen.mu is not None and desk.quote("visits", chosen).fits
    opened(desk, OLD, "old")
    with pytest.raises(dp.BudgetError, match="sets no part of its delta aside for failures"):
        desk.plan("old", [SAMPLED])
    opened(desk, dp.Budget(epsilon=1), "pure")
    with pytest.raises(dp.QueryError, match="under a budget without delta"):
        desk.plan("pure", [SAMPLED])


def test_a_hundred_fit_and_no_more(desk: dp.Desk) -> None:
    opened(desk, dp.Budget(epsilon=1, delta=1e-6))
    many = [dp.Ask(dp.NoisySGD("smoker", ["age"], steps=number, rate=0.2), mu=0.001) for number in range(1, 102)]
    assert desk.quote("visits", dp.Plan(many[:100])).fits
    quote = desk.quote("visits", dp.Plan(many))
    assert not quote.fits and "is left of the 1e-09" in quote.hints[0]


def test_without_samples_the_key_is_what_it_was(desk: dp.Desk) -> None:
    """Records of every version write the number, which such a question does not use."""
    for rate in (None, 1.0):
        query = dp.NoisySGD("smoker", ["age"], steps=3, rate=rate)
        assert query.to_dict()["failing"] == 1e-10 and query.resolved(10**9) is query
    assert dp.NoisySGD.from_dict({**SAMPLED.to_dict(), "failing": 1e-10}).failing == 1e-10
    assert dp.NoisySGD.from_dict(SAMPLED.to_dict()) == SAMPLED


@pytest.mark.parametrize(
    "failing", ["1e-10", "1e3000000", 1e-16, 1, True, [1e-10], float("nan"), 10**5000], ids=lambda one: str(type(one))
)
@pytest.mark.parametrize("rate", [None, 0.1, 1.0])
def test_other_numbers_are_refused_at_once(failing: Any, rate: float | None) -> None:
    if rate is None and failing in (1e-16, 1):
        return
    with pytest.raises(dp.QueryError, match="`failing` must be in"):
        dp.NoisySGD("smoker", ["age"], rate=rate, failing=failing)


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (OLD, "sets no part of its delta aside for failures"),
        (dp.Budget(mu=1.0), "a budget in mu allows none"),
        (dp.Budget(epsilon=1, delta=1e-6, slots=[dp.Slot("a", mu=0.05)]), "a budget with slots allows none"),
        (dp.Budget(epsilon=1.0), "under a budget without delta"),
    ],
    ids=str,
)
def test_other_budgets_say_the_reason_and_what_to_do(desk: dp.Desk, budget: dp.Budget, said: str) -> None:
    opened(desk, budget)
    with pytest.raises(dp.DpError, match=said) as refused:
        desk.release("visits", plan())
    hint = refused.value.hint
    assert "sampling rate" in hint and ("Allow failures" in hint) == (budget == OLD)
    if budget.delta is not None:
        quote = desk.quote("visits", plan())
        assert not quote.fits and said in quote.hints[0] and hint in quote.hints[0]
    assert desk.ledger("visits")[-1].kind == "open"


# The owner's act


def test_what_is_added_raises_delta_and_nothing_else(desk: dp.Desk) -> None:
    opened(desk, OLD)
    desk.release("visits", dp.Plan([dp.Count()], mu=0.2))
    before = desk.standing("visits")
    standing = desk.allow_failures("visits")
    assert str(standing.budget) == "epsilon 1 at delta 1.001·10⁻⁶" and standing.budget.delta == 1.001e-6
    assert (
        account_of(standing.account) == 10**9 and standing.account.filters[1].limit == before.account.filters[1].limit
    )
    assert standing.remaining.mu == before.remaining.mu and standing.spent.epsilon == pytest.approx(
        before.spent.epsilon
    )
    last = desk.ledger("visits")[-1]
    assert last.kind == "raise" and "epsilon 1 at delta 1.001·10⁻⁶, 0.0999 % for failures" in history.line(last).what
    desk.release("visits", plan())
    assert spent(desk) == 10**7
    desk.verify()
    again = desk.standing("visits").budget
    desk.raise_budget("visits", dp.Budget(epsilon=2, delta=again.delta, portfolio=again.portfolio))
    with pytest.raises(dp.BudgetError, match="already sets"):
        desk.allow_failures("visits")
    assert "delta=1.001e-06" in script.python(desk.dataset("visits"), plan(), opening=True)


def test_an_unused_budget_is_divided_and_a_used_one_never(desk: dp.Desk) -> None:
    opened(desk, OLD)
    standing = desk.allow_failures("visits", divide=True)
    assert standing.budget == dp.Budget(epsilon=1, delta=1e-6) and account_of(standing.account) == 10**9
    assert "delta divided anew, epsilon 1 at delta 10⁻⁶" in history.line(desk.ledger("visits")[-1]).what
    desk.release("visits", plan())
    desk.verify()
    opened(desk, OLD, "used").release("used", dp.Plan([dp.Count()], mu=0.01))
    with pytest.raises(dp.BudgetError, match="already charged"):
        desk.allow_failures("used", divide=True)
    assert desk.ledger("used")[-1].kind == "answer"


def test_only_owners_allow_failures(desk: dp.Desk, url: str) -> None:
    opened(desk, OLD).team("visits").add("ana", "analyst")
    with dp.Desk(url, "ana", desk.home.path) as ana, pytest.raises(dp.AccessError):
        ana.allow_failures("visits")


@pytest.mark.parametrize("divide", [False, True])
def test_a_charge_in_between_is_not_overlooked(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, divide: bool) -> None:
    """The charge lands after the owner has looked and before the act is written."""
    opened(desk, OLD)
    ledger = desk._ledger
    act: Callable[..., None] = ledger.set_aside

    def later(*given: Any) -> None:
        desk.release("visits", dp.Plan([dp.Count()], mu=0.236))
        act(*given)

    monkeypatch.setattr(ledger, "set_aside", later)
    if divide:
        with pytest.raises(dp.BudgetError, match="can be added on top of delta"):
            desk.allow_failures("visits", divide=True)
        assert account_of(desk.standing("visits").account) == 0
        return
    standing = desk.allow_failures("visits")
    assert standing.budget.delta == 1.001e-6 and "gaussian" in standing.live
    desk.verify()


def test_acts_and_charges_at_the_same_time_leave_a_ledger_that_verifies(desk: dp.Desk, url: str) -> None:
    """Either the division came first and the large charge no longer fits, or the charge did and nothing is divided."""
    opened(desk, OLD)
    outcome: list[str] = []
    gate = threading.Barrier(2)

    def run(name: str, act: Callable[[dp.Desk], object]) -> None:
        with dp.Desk(url, home=desk.home.path) as own:
            gate.wait()
            try:
                act(own)
            except dp.BudgetError:
                return
            outcome.append(name)

    everything = dp.Plan([dp.Count()], mu=dp.calibrate.mu(1, 1e-6))
    acts = {
        "charge": lambda own: own.release("visits", everything),
        "divide": lambda own: own.allow_failures("visits", divide=True),
    }
    threads = [threading.Thread(target=run, args=pair) for pair in acts.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcome) == 1
    desk.verify()
    limits = desk.standing("visits").account.filters[1]
    assert (limits.delta == 0) == (outcome == ["charge"])


def test_a_forged_division_of_a_used_budget_does_not_verify(desk: dp.Desk, url: str) -> None:
    opened(desk, OLD).release("visits", dp.Plan([dp.Count()], mu=0.1))
    new = dp.Budget(epsilon=1, delta=1e-6)
    payload = {"budget": new.to_dict(), "filters": [one.to_dict() for one in new.filters()]}
    with desk._ledger._journal._database.transaction(write=True):
        pass
    with pytest.raises(dp.LedgerError, match="would not verify"), desk._ledger._journal.writing("act") as draft:
        draft.append("divide", "owner", desk.dataset("visits").id, payload)


def test_after_the_account_has_grown_the_same_question_is_still_answered(desk: dp.Desk) -> None:
    opened(desk, dp.Budget(epsilon=1, delta=1e-6))
    (release,) = desk.release("visits", plan())
    desk.raise_budget("visits", dp.Budget(epsilon=1, delta=1e-5))
    assert desk.quote("visits", plan()).stored == (True,)
    assert desk.release("visits", plan())[0].key == release.key
    new = desk.quote("visits", plan(dp.NoisySGD("smoker", ["age"], steps=8, rate=0.2)))
    assert new.charge.delta * ATTO == 10**8


def test_plans_and_scripts_keep_what_a_budget_and_a_question_say(desk: dp.Desk, tmp_path: Path) -> None:
    for name, budget in (("new", dp.Budget(epsilon=1, delta=1e-6)), ("old", OLD)):
        opened(desk, budget, name)
        text = script.python(desk.dataset(name), plan(), opening=True)
        assert f"portfolio=dp.Portfolio(failure={0.001 if name == 'new' else 0.0})" in text
        line = next(line for line in text.splitlines() if "budget=" in line)
        assert eval(line.strip().removeprefix("budget=").removesuffix(","), {"dp": dp}) == budget
    assert plan_file.read(plan_file.to_json(plan(), desk.dataset("new"), "a")).plan.asks[0].query == SAMPLED
