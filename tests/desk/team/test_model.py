"""Random acts of a team against a few sums: no slice is exceeded, and all of it stays within the budget."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import clock
from dpcore.errors import DpError
from dpcore.ledger.ledger import Ledger, Payment
from tests.desk.team.people import ATTO, DATASET, ask, give, opened, propose

ANALYSTS = ("ben", "bob")
OWNERS = ("ada", "oda")
WHOLE = ATTO
amounts = st.integers(1, 6).map(lambda tenths: tenths * ATTO // 10 + 1) | st.integers(1, ATTO)
people = st.sampled_from([*ANALYSTS, *OWNERS, "cy"])

acts = st.one_of(
    st.tuples(st.just("pay"), people, amounts),
    st.tuples(st.just("give"), people, st.sampled_from([*ANALYSTS, ""]), amounts, st.none() | st.integers(1, 5)),
    st.tuples(st.just("take"), people, st.integers(0, 5)),
    st.tuples(st.just("propose"), people, amounts),
    st.tuples(st.just("approve"), people, st.integers(0, 5)),
    st.tuples(st.just("release"), people, st.integers(0, 5)),
    st.tuples(st.just("role"), people, st.sampled_from(ANALYSTS), st.sampled_from(["analyst", "viewer", ""])),
    st.tuples(st.just("wait"), people, st.integers(-3, 3)),
)


@dataclass
class Given:
    """A slice as the model has it."""

    member: str
    left: int
    until: int | None
    open: bool = True


@dataclass
class Model:
    """What should be true, in sums: who may pay how much at each moment."""

    spent: int = 0
    now: int = 0
    roles: dict[str, str] = field(default_factory=lambda: {**dict.fromkeys(ANALYSTS, "analyst"), "cy": "viewer"})
    slices: list[Given] = field(default_factory=list)
    plans: list[list[object]] = field(default_factory=list)  # member, amount, state

    def current(self, member: str | None = None) -> list[Given]:
        ends = [one for one in self.slices if one.until is None or one.until > self.now]
        return [one for one in ends if one.open and one.left and member in (None, one.member)]

    def free(self) -> int:
        return WHOLE - self.spent - sum(one.left for one in self.current())

    def may(self, user: str, role: str) -> bool:
        here = "owner" if user in OWNERS else self.roles.get(user, "")
        return here == "owner" or here == role

    def close(self, member: str) -> None:
        for one in self.current(member):
            one.open = False
        for plan in self.plans:
            if plan[0] == member and plan[2] != "released":
                plan[2] = "withdrawn"


def moment(second: int) -> str:
    return f"2030-01-01T00:{second // 60:02}:{second % 60:02}+00:00"


class Play:
    """The ledger and the model, side by side."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.model, self.clock = ledger, Model(), 0
        self.slices: list[str] = []
        self.plans: list[tuple[str, object]] = []

    def tried(self, allowed: bool, act: object) -> bool:
        """Whether the ledger did it, which has to be what the model says."""
        try:
            act()  # type: ignore[operator]
        except DpError:
            assert not allowed
            return False
        assert allowed
        self.model.now = max(self.model.now, self.clock)
        return True

    def pay(self, user: str, amount: int) -> None:
        model = self.model
        own = model.current(user)
        room = model.free() if user in OWNERS else own[0].left if own else 0
        if self.tried(model.may(user, "analyst") and amount <= room, lambda: self._charge(user, amount)):
            model.spent += amount
            if user not in OWNERS:
                own[0].left -= amount

    def _charge(self, user: str, amount: int) -> None:
        self.ledger.charge(DATASET, Payment(user), [ask(amount)])

    def give(self, user: str, member: str, amount: int, after: int | None) -> None:
        model, until = self.model, None if after is None else max(self.model.now, self.clock) + after
        known = not member or (model.roles.get(member) == "analyst" and not model.current(member))
        allowed = user in OWNERS and known and amount <= model.free()
        end = None if until is None else moment(until)

        def act() -> None:
            self.slices.append(give(self.ledger, member, amount, by=user, until=end))

        if self.tried(allowed, act):
            model.slices.append(Given(member, amount, until))

    def take(self, user: str, number: int) -> None:
        if number < len(self.slices):
            one, payload = self.model.slices[number], {"slice": self.slices[number]}
            allowed = user in OWNERS and one in self.model.current()
            if self.tried(allowed, lambda: self.ledger.act("take_back", user, DATASET, payload)):
                one.open = False

    def propose(self, user: str, amount: int) -> None:
        item = ask(amount)

        def act() -> None:
            self.plans.append((propose(self.ledger, user, [item]), item))

        if self.tried(self.model.roles.get(user) == "analyst", act):
            self.model.plans.append([user, amount, "waiting"])

    def approve(self, user: str, number: int) -> None:
        if number < len(self.plans):
            plan, payload = self.model.plans[number], {"proposal": self.plans[number][0]}
            allowed = user in OWNERS and plan[2] == "waiting"
            if self.tried(allowed, lambda: self.ledger.act("approve", user, DATASET, payload)):
                plan[2] = "approved"

    def release(self, user: str, number: int) -> None:
        if number < len(self.plans):
            plan, (identifier, item) = self.model.plans[number], self.plans[number]
            amount = int(str(plan[1]))
            if plan[2] == "released":
                return
            allowed = plan[0] == user and plan[2] == "approved" and amount <= self.model.free()

            def act() -> None:
                self.ledger.charge(DATASET, Payment(user, proposal=identifier), [item])  # type: ignore[list-item]

            if self.tried(allowed, act):
                plan[2] = "released"
                self.model.spent += amount

    def role(self, user: str, member: str, role: str) -> None:
        model, here = self.model, self.model.roles.get(member, "")
        kind, payload = ("grant", {"member": member, "role": role}) if role else ("ungrant", {"member": member})
        may = user in OWNERS or (user == member and not role)
        if self.tried(may and here != role, lambda: self.ledger.act(kind, user, DATASET, payload)):
            model.close(member)
            model.roles[member] = role

    def wait(self, user: str, seconds: int) -> None:
        """The clock goes on, or is set back; the model's time is that of the last entry, or later."""
        del user
        self.clock = max(0, self.clock + seconds)


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=25))
def test_no_slice_and_no_budget_is_ever_exceeded(story: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: moment(0))
        ledger = opened(f"sqlite:///{folder}/murmur.db", Path(folder))
        play = Play(ledger)
        patch.setattr(clock, "now", lambda: moment(play.clock))
        for kind, *rest in story:
            latest, play.model.now = play.model.now, max(play.model.now, play.clock)
            before = len(ledger.entries())
            getattr(play, str(kind))(*rest)
            if len(ledger.entries()) == before:
                play.model.now = latest  # nothing was written, so a clock set back may still go back
            held(ledger, play.model)
        ledger.verify()
        ledger.close()


def held(ledger: Ledger, model: Model) -> None:
    """The ledger's sums are the model's, and within the budget."""
    known = ledger.dataset(DATASET)
    assert known.account.spent.mu_squared == model.spent <= WHOLE
    assert [one.left for one in known.membership.slices.values()] == [one.left for one in model.slices]
    assert all(one.left >= 0 for one in model.slices)
