"""What the screens say of a budget: comparison, attacker, slots, portfolio; what was paid and never answered."""

from __future__ import annotations

import os

import pytest

import dpcore as dp
from dpcore.present.text.amount import Gauge
from dpcore.table.sample import sample
from pages.data import portfolio_form
from tests.child import ROOT, run, start
from tests.pages.conftest import ASK, DESCRIBE, LEDGER, LOAD, RESULTS
from tests.release.conftest import SCHEMA, visits

SLOTS = (dp.Slot("monthly", mu=0.1, times=12), dp.Slot("audit", epsilon=0.2, times=4))


def open_with(screen, budget):
    made = sample()
    screen.desk.add_dataset("visits", dp.read(made.rows), schema=made.schema, budget=budget)
    return screen.go(ASK).press("Count")


@pytest.fixture
def both(screen):
    """A dataset of (1, 1e-6) with a count in its plan."""
    return open_with(screen, dp.Budget(epsilon=1.0, delta=1e-6))


@pytest.fixture
def slotted(screen):
    return open_with(screen, dp.Budget(epsilon=3.0, delta=1e-6, slots=SLOTS))


# Ledger


def rows_of(screen, column):
    """The dataframe on the page that has this column."""
    return next(frame.value for frame in screen.at.dataframe if column in frame.value.columns)


def test_the_ledger_compares_with_others_and_says_what_each_is_worth(both):
    both.release().press("Improve").release().go(LEDGER)
    table = both.at.table[0].value
    worth = dict(zip(table["accounting method"], table["status"], strict=True))
    assert worth["the whole budget"] == "bound"
    assert worth["tight composition, prices fixed in advance"] == "not valid here"
    assert "filter account" in worth.values()
    assert set(table["at delta"]) == {"10⁻⁶"}
    assert "Adding up epsilons" in both.text


def test_rounds_that_cost_nothing_do_not_hide_the_charge_that_paid_for_them(sampled):
    tree = dp.DecisionTree("urgent", features=("ward",), depth=2)
    sampled.desk.release(sampled.desk.datasets()[0].name, dp.Plan([tree], mu=0.05))
    whats = list(rows_of(sampled.go(LEDGER), "hash")["what"])
    assert whats[0].startswith("released: Decision tree") and "rounds stored" not in whats
    shown = rows_of(sampled.fill("Show stored rounds", True), "hash")
    assert "rounds stored" in list(shown["what"])


def test_rounds_are_offered_only_where_there_are_some(answered):
    assert not [one for one in answered.go(LEDGER).at.toggle if one.label == "Show stored rounds"]


def test_the_ledger_says_what_an_attacker_can_do_and_why_epsilons_do_not_add_up(both):
    assert "only the promise itself is a bound" not in both.go(LEDGER).text
    both.go(ASK).release().go(LEDGER)
    assert "At a false positive rate of 5 %, the attacker finds at most" in both.text
    assert "only the promise itself is a bound" in both.text
    assert "Epsilons at a delta do not add up" in both.text
    assert "Gaussian \\(mu\\)" in both.text


def test_no_screen_speaks_of_functions_or_of_1e(both):
    both.release()
    for page in (ASK, RESULTS, LEDGER):
        text = both.go(page).text + str([link.help for link in both.at.get("page_link") if hasattr(link, "help")])
        assert not [word for word in ("desk.", "Budget(", "1e-06", "confirm=") if word in text]
    both.fill("New epsilon", 0.5).fill("Yes, raise the budget.", True).press("Raise the budget")
    assert "does not exceed the present budget epsilon 1 at delta 10⁻⁶" in both.errors[0]


def test_raising_keeps_portfolio_and_slots(slotted):
    slotted.go(LEDGER).fill("New epsilon", 4.0).fill("Yes, raise the budget.", True).press("Raise the budget")
    assert slotted.desk.dataset("visits").budget == dp.Budget(epsilon=4.0, delta=1e-6, slots=SLOTS)


def test_deleted_rows_cannot_be_planned(both):
    both.desk.delete_rows("visits")
    both.go(ASK)
    assert "rows of this dataset have been deleted" in both.at.info[0].value
    assert "cannot be released: the rows are deleted" in both.text.replace("\\", "")
    assert next(button for button in both.at.button if button.label.startswith("Check")).disabled


# Slots


def test_a_slot_pays_and_check_and_release_says_so(slotted):
    assert "1/2" in [button.label for button in slotted.at.button]
    slotted.fill("Paid by", "monthly")
    assert "1/2" not in [button.label for button in slotted.at.button]  # a part of what a slot does not pay from
    assert "leaves the free part as it is" in slotted.text
    scale = Gauge(slotted.desk.standing("visits").meter)
    price = scale.typed(scale.meter.amount(0.1, "mu"))
    assert slotted.at.number_input(key=f"total-{slotted.desk.datasets()[0].id}").value == price
    slotted.press("Check and release")
    assert any("The slot “monthly” pays" in info.value and "is lost" in info.value for info in slotted.at.info)
    slotted.press("Release").until(lambda: any(button.label == "Dismiss" for button in slotted.at.button))
    standing = slotted.desk.standing("visits")
    assert (standing.account.used, standing.fraction_left) == ((1, 0), 1.0)
    slotted.go(LEDGER)
    assert "monthly: 11 of 12 left" in slotted.text.replace("\\", "")
    assert "slot monthly" in list(rows_of(slotted, "price")["price"])


def test_a_plan_beyond_its_slot_cannot_be_released(slotted):
    slotted.fill("Paid by", "monthly").fill("This plan may spend (epsilon)", 0.5)
    assert "more than the slot allows" in slotted.text
    assert next(button for button in slotted.at.button if button.label.startswith("Check")).disabled
    slotted.fill("Paid by", "")
    assert not next(button for button in slotted.at.button if button.label.startswith("Check")).disabled


# Describe


@pytest.fixture
def describing(screen):
    screen.go(LOAD).upload(b"age\n1\n2\n", "visits.csv").go(DESCRIBE)
    return screen.cells({0: {"kind": "number", "low": "0", "high": "120"}})


def test_the_default_budget_has_neither_portfolio_nor_slots(describing):
    describing.press("Open the dataset")
    assert describing.desk.datasets()[0].budget == dp.Budget(epsilon=1.0, delta=1e-6)


def test_a_portfolio_is_chosen_in_words(describing):
    words = [name for name, one in portfolio_form.PORTFOLIOS.items() if one == dp.Portfolio(renyi=0.1)]
    describing.fill("Expected use of the budget", words[0])
    assert "Rényi filter at order" in describing.text
    describing.press("Open the dataset")
    dataset = describing.desk.datasets()[0]
    assert dataset.budget.portfolio == dp.Portfolio(renyi=0.1)
    assert describing.desk.standing(dataset.name).live == ("pure", "gaussian", "renyi")
    said = " ".join(one.value for one in describing.go(LEDGER).at.caption).replace("\\", "")
    assert "Everything is booked in one account: Gaussian (mu), with epsilon at delta 10⁻⁶." in said


def test_slots_are_written_one_a_line(describing):
    describing.fill("Reserved releases (one per line)", "monthly, mu 0.05, 12 times\n audit, epsilon 0.02, 4")
    assert "free part mu" in describing.text.replace("\\", "")
    describing.press("Open the dataset")
    slots = describing.desk.datasets()[0].budget.slots
    assert slots == (dp.Slot("monthly", mu=0.05, times=12), dp.Slot("audit", epsilon=0.02, times=4))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("monthly 0.1", "is not a reserved release"),
        ("a, mu 1e9, 1", "the price is at most 100"),
        ("a, mu 0.1, 0", "it is used from 1 to 10,000 times"),
        ("a, mu 5, 1", "too large for this budget"),
    ],
)
def test_a_senseless_slot_is_told_with_a_way_out(describing, line, said):
    describing.fill("Reserved releases (one per line)", line)
    assert said in describing.errors[0].replace("\\", "")
    assert "dp." not in describing.errors[0]
    assert next(button for button in describing.at.button if button.label == "Open the dataset").disabled


# What was paid and never answered


@pytest.fixture
def killed(own_home, fresh):
    """A session on a desk where a process was killed between its charge and its answers."""
    url = f"sqlite:///{own_home / 'murmur.db'}"
    with dp.Desk(url, home=own_home) as desk:
        desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0, delta=1e-6))
    assert run(("-m", "tests.release.victim"), url, str(own_home), "after_read", "1").returncode == -9
    return fresh()


@pytest.mark.parametrize("page", [ASK, LEDGER])
def test_what_a_killed_release_paid_is_answered_for_nothing(killed, page):
    killed.go(page)
    assert "2 questions were paid for and not answered" in killed.text
    spent = killed.desk.standing("visits").spent
    assert spent.mu and not killed.desk.releases("visits")
    killed.press("Answer the paid questions")
    killed.until(lambda: any(button.label == "Dismiss" for button in killed.at.button))
    assert len(killed.desk.releases("visits")) == 2
    assert killed.desk.standing("visits").spent == spent
    assert "paid for and not answered" not in killed.text
    assert not killed.errors
    killed.desk.verify()


WAITS = """
import sys, threading
import dpcore as dp
from dpcore import failpoint
def hook(point):
    if point == "after_charge":
        print("charged", flush=True)
        threading.Event().wait()
with dp.Desk(sys.argv[1], home=sys.argv[2]) as desk:
    failpoint._hook = hook
    desk.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.1)]))
"""


def test_what_another_process_is_answering_is_offered_once_it_was_killed(own_home, fresh, tmp_path):
    url = f"sqlite:///{own_home / 'murmur.db'}"
    with dp.Desk(url, home=own_home) as desk:
        desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0, delta=1e-6))
    log = tmp_path / "log"
    log.touch()
    other = start(("-c", WAITS), url, str(own_home), env=os.environ, cwd=ROOT, log=log)
    while "charged" not in log.read_text():
        assert other.exitcode is None, log.read_text()
    screen = fresh().go(ASK)
    spent = screen.desk.standing("visits").spent
    assert spent.mu and "paid for and not answered" not in screen.text
    other.kill()
    other.join()
    screen.run()
    assert "One question was paid for and not answered" in screen.text
    screen.press("Answer the paid questions")
    screen.until(lambda: any(button.label == "Dismiss" for button in screen.at.button))
    assert len(screen.desk.releases("visits")) == 1 and screen.desk.standing("visits").spent == spent
    assert not list((own_home / "releasing").iterdir())


def test_nothing_is_offered_where_all_is_answered(both):
    both.release()
    assert not any(button.label.startswith("Answer the paid") for button in both.at.button)
