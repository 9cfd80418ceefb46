"""Named plans: whose they are, revisions, compare-and-set, and who sees what."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

import dpcore as dp
from dpcore.desk.plan_shelf import PlanShelf
from dpcore.errors import AccessError, QueryError
from dpcore.ledger.side.named_plan import LARGEST, LONGEST, MOST, NamedPlan

NAME = "visits"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[dp.Desk]:
    """A desk of Ada, who owns a dataset of which Ben and Bob may ask and Cy may read."""
    path = tmp_path / "visits.csv"
    path.write_text("x\n" + "1\n" * 50)
    with dp.Desk(home=tmp_path / "home", user="ada") as ada:
        ada.add_dataset(
            NAME, dp.read(path), schema=dp.Schema(x=dp.Number(0, 2)), budget=dp.Budget(epsilon=1.0, delta=1e-6)
        )
        for user, role in (("ben", "analyst"), ("bob", "analyst"), ("cy", "viewer")):
            ada.team(NAME).add(user, role)
        yield ada


def shelf(house: dp.Desk, user: str) -> PlanShelf:
    return dp.Desk(user=user, beside=house).plans(NAME)


def test_a_plan_is_its_authors_alone_until_it_is_shared(house: dp.Desk) -> None:
    ben, bob, ada = (shelf(house, user) for user in ("ben", "bob", "ada"))
    made = ben.add("  March   report ", "{1}")
    assert (made.name, made.author, made.revision, made.shared) == ("March report", "ben", 1, False)
    assert ben.all == [made] and bob.all == [] and ada.all == [], "not even an owner sees it"
    for act in (
        lambda: bob.save(made.id, 1, "{2}"),
        lambda: bob.rename(made.id, "mine"),
        lambda: bob.share(made.id),
        lambda: bob.delete(made.id),
        lambda: ada.delete(made.id),
    ):
        with pytest.raises(QueryError, match="There is no such plan"):
            act()
    ben.share(made.id)
    assert [one.name for one in bob.all] == [one.name for one in ada.all] == ["March report"]
    assert bob.save(made.id, 1, "{2}").user == "bob" and ben.all[0].text == "{2}"
    for refused in (
        lambda: bob.rename(made.id, "mine"),
        lambda: bob.share(made.id, False),
        lambda: bob.delete(made.id),
    ):
        with pytest.raises(AccessError, match="belongs to ben"):
            refused()
    ben.share(made.id, False)
    assert bob.all == []
    ben.share(made.id)
    ada.delete(made.id)
    assert ben.all == []


def test_a_viewer_has_no_plans(house: dp.Desk) -> None:
    with pytest.raises(AccessError):
        shelf(house, "cy")
    with pytest.raises(AccessError):
        shelf(house, "eve")


def test_a_save_over_a_newer_revision_is_refused_and_both_are_kept(house: dp.Desk) -> None:
    ben, bob = shelf(house, "ben"), shelf(house, "bob")
    made = ben.add("plan", "first")
    ben.share(made.id)
    bob.save(made.id, 1, "of bob")
    with pytest.raises(QueryError, match=r"“plan” was saved by bob meanwhile \(revision 2\)") as refused:
        ben.save(made.id, 1, "of ben")
    assert "Save yours as another plan" in refused.value.hint
    assert [one.text for one in ben.all] == ["of bob"]
    assert {one.text for one in [*ben.all, ben.add("plan of ben", "of ben")]} == {"of bob", "of ben"}
    assert ben.save(made.id, 2, "both").revision == 3


def test_names_and_sizes(house: dp.Desk) -> None:
    ben, bob = shelf(house, "ben"), shelf(house, "bob")
    made = ben.add("plan", "")
    for name in ("", "   ", "x" * (LONGEST + 1)):
        with pytest.raises(QueryError, match="needs a name"):
            ben.add(name, "")
    with pytest.raises(QueryError, match="You already have a plan “PLAN”"):
        ben.add("PLAN", "")
    ben.rename(made.id, "Plan")
    assert bob.add("plan", "").name == "plan", "another's name may be the same"
    with pytest.raises(QueryError, match="too long"):
        ben.save(made.id, 1, "x" * (LARGEST + 1))
    for place in range(MOST - 1):
        ben.add(f"plan {place}", "")
    with pytest.raises(QueryError, match="the most allowed"):
        ben.add("one more", "")


def test_any_order_of_acts_is_that_of_a_dictionary(house: dp.Desk) -> None:
    """Against a model: what each user sees after random acts of three."""
    chance = random.Random(8)
    users = {user: shelf(house, user) for user in ("ada", "ben", "bob")}
    known: dict[str, NamedPlan] = {}
    for step in range(300):
        user, own = chance.choice([*users.items()])
        plan = known.get(chance.choice([*known]) if known else "")
        seen = plan is not None and (plan.author == user or plan.shared)
        act = chance.choice(("add", "save", "share", "delete"))
        try:
            if act == "add" or plan is None:
                made = own.add(f"plan {step}", str(step))
                known[made.id] = made
            elif act == "save":
                revision = plan.revision - chance.choice((0, 0, 1))
                known[plan.id] = own.save(plan.id, revision, str(step))
                assert seen and revision == plan.revision
            elif act == "share":
                shared = chance.random() < 0.7
                own.share(plan.id, shared)
                assert plan.author == user
                known[plan.id] = next(one for one in own.all if one.id == plan.id)
                assert known[plan.id].shared == shared
            else:
                own.delete(plan.id)
                assert plan.author == user or (user == "ada" and plan.shared)
                del known[plan.id]
        except (QueryError, AccessError):
            assert plan is not None and (not seen or act in ("share", "delete") or revision != plan.revision)
        for name, theirs in users.items():
            wanted = {one.id: one for one in known.values() if one.author == name or one.shared}
            assert {one.id: one for one in theirs.all} == wanted
    assert len(known) > 5


def test_a_desk_of_an_earlier_version_gets_the_table(tmp_path: Path) -> None:
    with dp.Desk(home=tmp_path) as desk:
        url = desk.home.database
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP TABLE plans"))
    engine.dispose()
    path = tmp_path / "x.csv"
    path.write_text("x\n1\n")
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset(NAME, dp.read(path), schema=dp.Schema(x=dp.Number(0, 2)), budget=dp.Budget(epsilon=1.0))
        assert desk.plans(NAME).add("plan", "{}").revision == 1
