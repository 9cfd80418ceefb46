"""A slice of a budget as the chain records it: exact integers in units of 1e-18, as in the account."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, final

Currency = Literal["mu", "epsilon"]


@final
@dataclass(frozen=True, slots=True)
class Slice:
    """Budget set aside for one analyst (member "": for future users), and the part already spent.

    amount: mu**2 or epsilon; delta: the most that charges may book in addition to mu. Slices are rounded down, charges
    up. until: ISO, UTC; the slice is closed from that second on. taken: whether it was taken back.
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
        """The unspent part of the amount."""
        return self.amount - self.spent

    @property
    def left_delta(self) -> int:
        """The unspent part of the delta."""
        return self.delta - self.spent_delta

    def is_expired(self, now: str) -> bool:
        """Whether it has expired at this time (ISO, UTC)."""
        return self.until is not None and self.until <= now

    def open(self, now: str) -> bool:
        """Whether charges can be paid from it at this time. While open, its unspent part is set aside."""
        return self.left > 0 and not self.taken and not self.is_expired(now)

    def pay(self, amount: int, delta: int) -> Slice:
        """The slice after a charge."""
        return replace(self, spent=self.spent + amount, spent_delta=self.spent_delta + delta)

    def state(self, now: str) -> str:
        """Its state at this time: open, expired, taken back or used up."""
        if self.taken:
            return "taken back"
        return "open" if self.open(now) else "expired" if self.left > 0 else "used up"
