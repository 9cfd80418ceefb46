"""What one plan loses, in every account. Its prices are fixed before any release, so it is composed as a whole.

Amounts are exact fractions, added exactly and rounded up once. The Gaussian account books, whichever is least, the sum
of the parts' mu**2 or the composed curve's: a mu whose G_mu, or G_mu with failures of a preset delta, lies under the
composed curve on all of [0, 1], tails included (`joint`). The pure and the Rényi account get their own sums.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import final

from dpcore.budget import joint
from dpcore.budget.account import ATTO, Account, Amounts, Filter
from dpcore.budget.loss import Loss
from dpcore.errors import BudgetError
from dpcore.number import exact, real
from dpcore.text import Text

MAX_CHARGE = 1e6
# A plan books at most this part of the failures that a budget allows: a hundred plans may.
FAILURE_PART = 100


@final
@dataclass(frozen=True, slots=True)
class Charge:
    """What a plan loses, in every account: epsilon (None: infinite), mu**2 (None: infinite) and the delta beside mu.

    parts: its answers, where their curves are known; None otherwise, and then nothing is composed and the Rényi loss is
    infinite.
    """

    epsilon: Fraction | None
    mu_squared: Fraction | None
    delta: Fraction = Fraction(0)
    parts: tuple[Loss, ...] | None = None

    def __post_init__(self) -> None:
        amounts = (self.epsilon, self.mu_squared, self.delta)
        if any(part is not None and not (isinstance(part, Fraction) and part >= 0) for part in amounts):
            raise BudgetError("A charge is made of exact fractions, none negative.", "See `Charge.of`.")

    @classmethod
    def of(cls, loss: Loss) -> Charge:
        """The charge of one answer. Raises BudgetError where it is beyond what an account can hold, or below 1e-18."""
        epsilon = None if loss.pure is None else _amount(loss.pure, "epsilon")
        size = loss.mu_squared
        return cls(epsilon, None if size is None else _amount(size, "mu_squared"), loss.failure, (loss,))

    @classmethod
    def nothing(cls) -> Charge:
        """The charge of an answer that no row can change."""
        return cls(Fraction(0), Fraction(0), parts=())

    def __add__(self, other: Charge) -> Charge:
        return Charge(
            None if self.epsilon is None or other.epsilon is None else self.epsilon + other.epsilon,
            None if self.mu_squared is None or other.mu_squared is None else self.mu_squared + other.mu_squared,
            self.delta + other.delta,
            None if self.parts is None or other.parts is None else self.parts + other.parts,
        )

    @classmethod
    def total(cls, charges: Iterable[Charge]) -> Charge:
        """All of them as one plan, added exactly."""
        several = list(charges)
        known = [charge.parts for charge in several if charge.parts is not None]
        return Charge(
            _total(charge.epsilon for charge in several),
            _total(charge.mu_squared for charge in several),
            sum((charge.delta for charge in several), Fraction(0)),
            tuple(part for parts in known for part in parts) if len(known) == len(several) else None,
        )

    @property
    def booked(self) -> Amounts:
        """The charge as a ledger without Rényi filter and failures writes it: rounded up to 1e-18."""
        return self._amounts(self.composed(), self.delta, None)

    def booked_in(self, account: Account) -> Amounts:
        """The charge as this account would write it now.

        With failures allowed, a plan books the preset delta where the larger of the two shares then used is smaller.
        """
        plain = self._amounts(self.composed(), self.delta, account.order)
        gaussian = next((filter_ for filter_ in account.live if filter_.name == "gaussian"), None)
        if gaussian is None or not gaussian.delta or self.delta or not self._composes:
            return plain
        preset = gaussian.delta // FAILURE_PART
        if account.spent.delta + preset > gaussian.delta:
            return plain
        failing = self._amounts(self.composed(preset), Fraction(preset, ATTO), account.order)
        return min(plain, failing, key=lambda amounts: _share(gaussian, account.spent + amounts))

    @property
    def _composes(self) -> bool:
        """Whether composing can gain anything: Gaussian parts add without loss, and one answer is its own curve."""
        return self.mu_squared is not None and sum(joint.composes(part) for part in self.parts or ()) > 1

    def composed(self, failures: int = 0) -> Fraction | None:
        """The least mu**2 of the whole plan, with failures of so many 1e-18 beside it; never above the plain sum."""
        if not self._composes:
            return self.mu_squared
        alone = [part for part in self.parts or () if not joint.composes(part)]
        several = sorted(filter(joint.composes, self.parts or ()), key=lambda part: (part.name, part.pure))
        counts = tuple((part, len(list(same))) for part, same in itertools.groupby(several))
        apart = sum((part.mu_squared or Fraction(0) for part in alone), Fraction(0))
        return min(apart + _composed(counts, failures), self.mu_squared or Fraction(0))

    def renyi(self, order: float) -> Fraction | None:
        """The sum of the parts' Rényi losses at an order; None where one is not known, or infinite."""
        return None if self.parts is None else _total(part.renyi(order) for part in self.parts)

    def _amounts(self, mu_squared: Fraction | None, delta: Fraction, order: float | None) -> Amounts:
        return Amounts(
            _booked(self.epsilon),
            _booked(mu_squared),
            math.ceil(delta * ATTO),
            0 if order is None else _booked(self.renyi(order)),
        )

    @property
    def words(self) -> Text:
        """In epsilon where it has one, else in mu."""
        if self.epsilon is not None:
            return Text("epsilon {epsilon:.4g}", epsilon=float(self.epsilon))
        if self.mu_squared is None:
            return Text("mu without bound")
        return Text("mu {mu:.4g}", mu=math.sqrt(self.mu_squared))

    def __str__(self) -> str:
        return str(self.words)


@lru_cache(maxsize=1024)
def _composed(parts: tuple[tuple[Loss, int], ...], failures: int) -> Fraction:
    """mu**2 of these parts' composed curve, beyond every sum where it has none; many parts are composed in turns."""
    turns: list[list[tuple[Loss, int]]] = [[]]
    room = joint.MOST
    for part, times in parts:
        while times:
            now = min(times, room)
            turns[-1].append((part, now))
            times, room = times - now, room - now
            if not room:
                turns.append([])
                room = joint.MOST
    # Of the failures each turn takes its part.
    delta = Fraction(failures, ATTO) / sum(bool(turn) for turn in turns)
    down = math.nextafter(float(delta), 0.0) if float(delta) > delta else float(delta)
    found = [joint.mu(turn, down) for turn in turns if turn]
    return (
        sum((Fraction(mu) ** 2 for mu in found), Fraction(0)) if max(found) < MAX_CHARGE else Fraction(MAX_CHARGE) ** 2
    )


def _share(filter_: Filter, spent: Amounts) -> Fraction:
    """The larger share that is used of a Gaussian filter's two accounts."""
    if spent.mu_squared is None or not filter_.limit:
        return Fraction(MAX_CHARGE)
    return max(Fraction(spent.mu_squared, filter_.limit), Fraction(spent.delta, filter_.delta))


def _total(amounts: Iterable[Fraction | None]) -> Fraction | None:
    several = list(amounts)
    known = [amount for amount in several if amount is not None]
    return sum(known, Fraction(0)) if len(known) == len(several) else None


def _booked(amount: Fraction | None) -> int | None:
    return None if amount is None else math.ceil(amount * ATTO)


def _amount(value: object, name: str) -> Fraction:
    number = real(value, f"`{name}` of `Charge`", above=0, at_most=MAX_CHARGE, error=BudgetError)
    fraction = value if isinstance(value, Fraction) else exact(number)
    if fraction * ATTO < 1:
        raise BudgetError(
            "`{name}` of `Charge` is below 1e-18, the ledger's resolution.",
            "Ask for less precision less often.",
            name=name,
        )
    return fraction
