"""A slice of a budget as the chain keeps it: exact integers in units of 1e-18, as in the account it is a part of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, final

Currency = Literal["mu", "epsilon"]


@final
@dataclass(frozen=True, slots=True)
class Slice:
    """What is set aside for one analyst (member "": for later users), and what was paid from it.

    amount: mu**2 or epsilon; delta: what charges may book beside mu. Grants are rounded down, charges up.
    until: ISO, UTC; from that second on it is closed. taken: whether it was taken back.
    """

    id: str
    member: str
    by: str
    time: str
    currency: Currency
    amount: int
    delta: int
    until: str | None
    spent: int = 0
    spent_delta: int = 0
    taken: bool = False

    @property
    def left(self) -> int:
        """What is not spent of the amount."""
        return self.amount - self.spent

    @property
    def left_delta(self) -> int:
        """What is not spent of the delta."""
        return self.delta - self.spent_delta

    def expired(self, now: str) -> bool:
        """Whether it has ended at this moment (ISO, UTC)."""
        return self.until is not None and self.until <= now

    def open(self, now: str) -> bool:
        """Whether anything can still be paid from it at this moment; what it has left is set aside as long."""
        return self.left > 0 and not self.taken and not self.expired(now)

    def pay(self, amount: int, delta: int) -> Slice:
        """The slice after a charge."""
        return replace(self, spent=self.spent + amount, spent_delta=self.spent_delta + delta)

    def state(self, now: str) -> str:
        """What it is at this moment: open, expired, taken back or used up."""
        if self.taken:
            return "taken back"
        return "open" if self.open(now) else "expired" if self.left > 0 else "used up"
