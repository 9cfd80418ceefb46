"""What the ledger does when nothing goes wrong: accounts, repeats, filters, owner's acts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dpcore import clock, failpoint
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.errors import AccessError, BudgetError, LedgerError, QueryError, SchemaError, SourceError
from dpcore.ledger.ledger import Item, Ledger, Payment
from tests.budget.kinds import gaussian
from tests.ledger.world import DATASET, connect, item, opened, pure_item


def kinds_of(ledger: Ledger) -> list[str]:
    return [entry.kind for entry in ledger.entries(DATASET)]


def test_a_plan_is_one_entry_with_its_asks_and_the_account_after_it(folder: Path) -> None:
    ledger = opened(folder)
    paid = ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 3)), item("b", Fraction(1, 3))])
    assert paid == {"a": 3, "b": 3}
    entry = ledger.entries(DATASET)[-1]
    assert (entry.seq, entry.user, entry.kind) == (3, "owner", "charge")
    assert entry.payload["charge"] == {"epsilon": None, "mu_squared": 666666666666666667, "delta": 0}
    assert entry.payload["state"] == {"spent": entry.payload["charge"], "ended": []}
    assert [(ask["key"], ask["ask"]) for ask in entry.payload["asks"]] == [
        ("a", {"question": "a"}),
        ("b", {"question": "b"}),
    ]


def test_a_paid_ask_is_never_paid_again(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 2))])
    assert ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 2)), item("b", Fraction(1, 2))]) == {
        "a": 3,
        "b": 4,
    }
    assert ledger.charge(DATASET, Payment("owner"), [item("b"), item("b"), item("a")]) == {"b": 4, "a": 3}
    assert ledger.standing(DATASET).fraction_left == 0.0


def test_a_repeat_within_a_plan_is_paid_once(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 2)), item("a", Fraction(1, 2))])
    assert ledger.standing(DATASET).fraction_left == 0.5


def test_what_is_stored_first_is_the_answer(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("a"), item("b"), item("c")])
    assert ledger.stored_answers(["a", "b"]) == {}
    assert ledger.store({"a": "1"}) == {"a": "1"}
    assert ledger.store({"b": "2", "a": "another"}) == {"b": "2", "a": "1"}
    assert ledger.answer("a") == "1"
    assert ledger.answer("c") is None
    assert ledger.answered_keys(["a", "b", "c"]) == {"a", "b"}
    assert ledger.charged_keys(["a", "c", "d"]) == {"a", "c"}
    again = connect(folder)
    assert again.answers(DATASET) == ["1", "2"]
    assert [entry.user for entry in again.entries(DATASET)] == ["owner"] * 4


def test_an_answer_needs_its_charge(folder: Path) -> None:
    ledger = opened(folder)
    with pytest.raises(LedgerError, match="before its charge"):
        ledger.store({"a": "1"})
    assert kinds_of(ledger) == ["open"]


def test_a_hundred_hundredths_fit_and_the_next_does_not(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0))
    price = Fraction(1, 100)
    ledger.charge(DATASET, Payment("owner"), [pure_item(f"q{number}", price, 0.0126) for number in range(60)])
    for number in range(60, 100):
        ledger.charge(DATASET, Payment("owner"), [pure_item(f"q{number}", price, 0.0126)])
    with pytest.raises(BudgetError, match=r"This plan costs epsilon 0\.01, and epsilon 0 is left\."):
        ledger.charge(DATASET, Payment("owner"), [pure_item("one more", price, 0.0126)])
    with pytest.raises(BudgetError):
        ledger.charge(DATASET, Payment("owner"), [pure_item("a crumb", Fraction(1, 10**18), 1e-9)])
    assert ledger.standing(DATASET).remaining.epsilon == 0.0


def test_a_refused_plan_enters_no_account(folder: Path) -> None:
    ledger = opened(folder)
    with pytest.raises(BudgetError, match=r"costs mu 1\.1, and mu 1 \(epsilon [0-9.]+ at delta 10⁻⁶\) is left"):
        ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(121, 200)), item("b", Fraction(121, 200))])
    assert kinds_of(ledger) == ["open"]
    assert ledger.charged_keys(["a", "b"]) == set()
    ledger.charge(DATASET, Payment("owner"), [item("b", Fraction(1))])


def test_a_gaussian_charge_ends_the_pure_filter_unasked(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0, delta=1e-6))
    assert ledger.standing(DATASET).live == ("pure", "gaussian")
    ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 1000))])
    standing = ledger.standing(DATASET)
    assert standing.live == ("gaussian",)
    assert connect(folder).standing(DATASET).account == standing.account


def test_a_pure_plan_that_ends_the_gaussian_filter_needs_a_word(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0, delta=1e-6))
    ledger.charge(DATASET, Payment("owner"), [pure_item("small", Fraction(1, 10), 0.12531)])
    large = [pure_item("large", Fraction(9, 10), 1.12)]
    with pytest.raises(BudgetError, match="confirm=True"):
        ledger.charge(DATASET, Payment("owner"), large)
    ledger.charge(DATASET, Payment("owner", confirm=True), large)
    standing = ledger.standing(DATASET)
    assert (standing.live, standing.filter, standing.remaining.epsilon) == (("pure",), "pure", 0.0)
    with pytest.raises(BudgetError, match="price the plan in epsilon"):
        ledger.charge(DATASET, Payment("owner", confirm=True), [item("a", Fraction(1, 10**9))])


def test_a_pure_budget_refuses_gaussian_noise(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0))
    with pytest.raises(BudgetError, match="Only pure charges fit here"):
        ledger.charge(DATASET, Payment("owner"), [item("a")])


def test_a_free_answer_is_said_to_be_free(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0))
    with pytest.raises(BudgetError, match="Only an answer that no row can change can be free"):
        Item("n", {}, Charge.nothing())
    with pytest.raises(BudgetError, match="Only an answer that no row can change can be free"):
        Item("n", {}, gaussian(Fraction(1)), free=True)
    ledger.charge(DATASET, Payment("owner"), [Item("n", {}, Charge.nothing(), free=True)])
    assert ledger.store({"n": "336776"}) == {"n": "336776"}
    assert ledger.standing(DATASET).fraction_left == 1.0
    assert ledger.entries(DATASET)[1].payload["charge"] == {"epsilon": 0, "mu_squared": 0, "delta": 0}


def test_datasets_have_accounts_of_their_own_in_one_chain(folder: Path) -> None:
    ledger = opened(folder)
    other = ledger.new_id()
    ledger.open_dataset(other, "trips", "owner", {}, Budget(epsilon=2.0), {"path": "b", "fingerprint": {"rows": "x"}})
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    assert ledger.standing(other).fraction_left == 1.0
    assert [entry.seq for entry in ledger.entries()] == [1, 2, 3, 4]
    assert [one.name for one in ledger.datasets()] == ["visits", "trips"]
    assert [load[:3] for load in ledger.loads()] == [(DATASET, 1, "owner"), (other, 1, "owner")]
    assert ledger.loads()[1][3]["fingerprint"] == {"rows": "x"}
    with pytest.raises(LedgerError, match="paid for under another dataset"):
        ledger.charge(other, Payment("owner"), [item("a")])
    with pytest.raises(QueryError, match="There is no dataset 'none'"):
        ledger.charge("none", Payment("owner"), [item("b")])


def test_names_are_unique_for_their_owner(folder: Path) -> None:
    ledger = opened(folder)
    for owner, refused in (("owner", True), ("ann", False)):
        if refused:
            with pytest.raises(SchemaError, match="already"):
                ledger.open_dataset(ledger.new_id(), "visits", owner, {}, Budget(epsilon=1.0), {})
        else:
            ledger.open_dataset(ledger.new_id(), "visits", owner, {}, Budget(epsilon=1.0), {})
    with pytest.raises(LedgerError, match="identifier"):
        ledger.open_dataset(DATASET, "again", "owner", {}, Budget(epsilon=1.0), {})


def test_owner_s_acts_are_chained_and_keep_the_account(folder: Path) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 2))])
    ledger.rename(DATASET, "owner", "stays")
    assert ledger.add_version(DATASET, "owner", {"path": "february.parquet"}).version == 2
    assert ledger.rows(DATASET, 2) == {"path": "february.parquet"}
    ledger.delete_rows(DATASET, "owner")
    again = connect(folder)
    known = again.dataset(DATASET)
    assert (known.name, known.version, known.has_rows, known.owner) == ("stays", 2, False, "owner")
    assert again.standing(DATASET).fraction_left == 0.5
    with pytest.raises(SourceError, match="were deleted"):
        again.charge(DATASET, Payment("owner"), [item("b")])
    assert again.charge(DATASET, Payment("owner"), [item("a")]) == {"a": 3}
    assert again.add_version(DATASET, "owner", {"path": "march.parquet"}).has_rows
    again.charge(DATASET, Payment("owner"), [item("b")])
    assert kinds_of(again) == ["open", "charge", "rename", "version", "delete_rows", "version", "charge"]
    assert again.verify() == 8


def test_a_budget_only_grows(folder: Path) -> None:
    ledger = opened(folder, Budget(epsilon=1.0, delta=1e-6))
    ledger.charge(DATASET, Payment("owner", confirm=True), [pure_item("a", Fraction(1), 1.2321)])
    for smaller in (
        Budget(epsilon=0.9, delta=1e-6),
        Budget(epsilon=2.0),
        Budget(mu=3),
        Budget(epsilon=1.0, delta=1e-6),
    ):
        with pytest.raises(BudgetError, match="does not exceed"):
            ledger.raise_budget(DATASET, "owner", smaller)
    ledger.raise_budget(DATASET, "owner", Budget(epsilon=2.0, delta=1e-5))
    standing = connect(folder).standing(DATASET)
    assert standing.budget == Budget(epsilon=2.0, delta=1e-5)
    assert standing.live == ("pure",)
    assert standing.remaining.epsilon == 1.0
    assert [entry.kind for entry in standing.history] == ["open", "charge", "raise"]


def test_the_clock_decides_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = opened(folder)
    for number, year in enumerate((2036, 2016, 1970)):
        monkeypatch.setattr(clock, "now", lambda year=year: f"{year}-01-01T00:00:00+00:00")
        ledger.charge(DATASET, Payment("owner"), [item(f"q{number}", Fraction(1, 4))])
    assert connect(folder).standing(DATASET).fraction_left == 0.25
    assert [entry.time[:4] for entry in ledger.entries(DATASET)[1:]] == ["2036"] * 3  # times never run backwards


def test_other_users_and_sessions_share_the_account(folder: Path) -> None:
    ledger = opened(folder)
    for number, user in enumerate(("ann", "bob", "carol", "dan")):
        ledger.act("grant", "owner", DATASET, {"member": user, "role": "owner"})
        connect(folder).charge(DATASET, Payment(user), [item(f"q{number}", Fraction(1, 4))])
    with pytest.raises(BudgetError):
        connect(folder).charge(DATASET, Payment("owner"), [item("more", Fraction(1, 4))])


@pytest.mark.parametrize("user", ["a\0b", "a\nb", "x" * 201, "\ud800"])
def test_a_user_s_name_is_text(folder: Path, user: str) -> None:
    ledger = opened(folder)
    with pytest.raises(AccessError, match="printable"):
        ledger.open_dataset("d2", "others", user, {"unit": "row"}, Budget(mu=1.0), {})


def test_any_text_can_be_a_name_a_question_or_an_answer(folder: Path) -> None:
    ledger = opened(folder)
    text = "'; DROP TABLE entries; -- \ud800 \0 🙂"
    ledger.rename(DATASET, "owner", text)
    ledger.charge(DATASET, Payment("owner"), [Item(key := "k'--", {"where": text}, gaussian(Fraction(1, 10)))])
    ledger.store({key: "'; DELETE"})
    again = connect(folder)
    assert again.dataset(DATASET).name == text
    assert again.entries(DATASET)[2].payload["asks"][0]["ask"] == {"where": text}
    assert again.verify() == 5


def test_points_are_passed_in_order(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, passed = opened(folder), list[str]()
    monkeypatch.setattr(failpoint, "_hook", passed.append)
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    ledger.store({"a": "1"})
    assert passed == ["before_charge", "in_charge", "after_charge", "after_anchor", "in_store", "after_store"]
    assert set(passed) <= set(failpoint.NAMES)


def test_the_anchor_remembers_before_an_answer_shows_even_after_a_crash(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("a")])

    def crash(name: str) -> None:
        if name == "after_store":
            raise KeyboardInterrupt

    monkeypatch.setattr(failpoint, "_hook", crash)
    with pytest.raises(KeyboardInterrupt):
        ledger.store({"a": "1"})
    ledger.close()
    (anchor,) = (folder / "anchor").iterdir()
    assert not anchor.read_text().splitlines()[-1].startswith("4 ")
    assert connect(folder).answer("a") == "1"
    assert anchor.read_text().splitlines()[-1].startswith("4 ")
