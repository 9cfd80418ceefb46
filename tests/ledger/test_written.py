"""What was written once loads for ever: a ledger of the first version, before Rényi figures, curves and slots."""

from __future__ import annotations

import sqlite3
from fractions import Fraction
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO, Amounts, Filter
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.comparison import losses
from dpcore.budget.loss import Gaussian, Laplace, Pure
from dpcore.errors import LedgerError
from dpcore.ledger.ledger import Ledger, Payment
from dpcore.number import exact
from dpcore.present.answers import all_of, listed
from tests.ledger.world import item

WRITTEN = Path(__file__).parent / "written"
LEDGER = "56a1a6430661c5db53f0f5b8d38a8ba7"
ENTRIES = 21


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The first version's file and its anchor, as they were left."""
    connection = sqlite3.connect(tmp_path / "murmur.db")
    connection.executescript((WRITTEN / "version1.sql").read_text())
    connection.close()
    (tmp_path / "anchor").mkdir()
    (tmp_path / "anchor" / LEDGER).write_bytes((WRITTEN / "version1.anchor").read_bytes())
    return tmp_path


def connect(folder: Path) -> Ledger:
    return Ledger(f"sqlite:///{folder}/murmur.db", folder)


def test_it_verifies_and_stands_as_it_stood(folder: Path) -> None:
    ledger = connect(folder)
    assert ledger.verify() == ENTRIES
    both, mixed, pure, normal = ledger.datasets()
    filters = (Filter("pure", ATTO), Filter("gaussian", 56028963825260495))
    assert (both.account.filters, both.account.ended) == (filters, ("gaussian",))
    assert both.account.spent == Amounts(4 * ATTO // 10, 138126742254369193)
    assert (mixed.account.ended, mixed.account.spent) == (("pure",), Amounts(None, 14548743821580298))
    assert (pure.budget, pure.version) == (Budget(epsilon=2.0), 2)
    assert pure.account.spent == Amounts(55 * ATTO // 100, 160258742240210859)
    assert (normal.name, normal.has_rows, normal.account.spent.mu_squared) == ("normal", False, 9 * ATTO // 100)
    assert all(one.account.slots == () and one.account.order is None for one in (both, mixed, pure, normal))


def test_the_same_budgets_make_the_same_filters_today(folder: Path) -> None:
    for one in connect(folder).datasets():
        assert one.budget.filters() == one.account.filters
        assert Budget.from_dict(one.budget.to_dict()) == one.budget


def test_it_goes_on(folder: Path) -> None:
    ledger = connect(folder)
    mixed = ledger.datasets()[1]
    ledger.charge(mixed.id, Payment("owner"), [item("next")])
    ledger.raise_budget(mixed.id, "owner", Budget(epsilon=1.5, delta=1e-6))
    with pytest.raises(dp.BudgetError, match="its form, filters"):
        ledger.raise_budget(mixed.id, "owner", Budget(epsilon=2, delta=1e-6, portfolio=dp.Portfolio(renyi=0.1)))
    assert connect(folder).verify() == ENTRIES + 2


def test_its_owner_can_share_it(folder: Path) -> None:
    with dp.Desk(f"sqlite:///{folder}/murmur.db", home=folder) as desk:
        desk.team("mixed").add("ben", "analyst")
        desk.team("mixed").grant("ben", mu=0.05)
        mixed = desk.dataset("mixed").id
    ledger = connect(folder)
    with pytest.raises(dp.BudgetError, match="of your slice"):
        ledger.charge(mixed, Payment("ben"), [item("more", Fraction(1, 100))])
    assert connect(folder).verify() == ENTRIES + 2


def test_its_answers_are_read(folder: Path) -> None:
    with dp.Desk(f"sqlite:///{folder}/murmur.db", home=folder) as desk:
        assert [len(desk.releases(one.name)) for one in desk.datasets()] == [2, 4, 3, 2]
        for one in desk.datasets():
            there = [release.combined or (release.key,) for release in all_of(desk.releases(one.name))]
            assert [known.keys for known in listed(desk.ledger(one.name))] == there
        assert desk.unanswered("mixed") == []
        assert all(row.epsilon > 0 for one in desk.datasets() for row in desk.standing(one.name).comparison())


def test_curves_are_rebuilt_from_what_was_booked(folder: Path) -> None:
    ledger = connect(folder)
    found = {one.name: losses(ledger.standing(one.id).history) for one in ledger.datasets()}
    assert found["pure"] == [Pure(exact(0.1)), Laplace(exact(0.2)), Laplace(exact(0.25))]
    assert found["normal"] == [Gaussian(exact(0.09))]
    assert [one.name for one in found["mixed"]] == ["gaussian", "gaussian", "pure", "laplace"]


def test_what_a_plan_of_one_ask_cost_then_it_costs_now(folder: Path) -> None:
    """The chained mu of a real Laplace answer of 0.25."""
    then = [one for one in connect(folder).entries() if one.kind == "charge"][-1].payload["charge"]
    assert Charge.of(Laplace(exact(0.25))).booked.to_dict() == then


@pytest.mark.parametrize("figure", ['"mu_squared":90000000000000000', '"limit":250000000000000000'])
def test_an_edited_figure_of_it_is_found(folder: Path, figure: str) -> None:
    connection = sqlite3.connect(folder / "murmur.db")
    connection.execute("DROP TRIGGER entries_no_update")
    changed = connection.execute("UPDATE entries SET payload = replace(payload, ?, ?)", (figure, figure[:-1]))
    assert changed.rowcount
    connection.commit()
    connection.close()
    with pytest.raises(LedgerError, match="was altered after it was written"):
        connect(folder)
