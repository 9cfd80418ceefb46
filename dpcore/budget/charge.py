"""The charge of one plan in every account. All its prices are fixed before any release, so it is composed as a whole.

Amounts are exact fractions, added exactly and rounded up once. The Gaussian account books the smaller of two values:
the sum of the parts' mu**2, and the mu**2 of the composed curve. The latter is a mu for which G_mu, or G_mu with a
preset failure probability delta, lies below the composed curve on all of [0, 1] (`many_pure.mu`). The pure and
the Rényi account book sums.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import final

from dpcore.budget import many_pure
from dpcore.budget.account import ATTO, Account, Amounts, Filter
from dpcore.budget.failure import FAILURE_PART
from dpcore.budget.loss import Loss
from dpcore.errors import BudgetError
from dpcore.number import exact, real
from dpcore.text import Text

MAX_CHARGE = 1e6


@final
@dataclass(frozen=True, slots=True)
class Charge:
    """The amounts that a plan costs: epsilon, mu**2 (None: infinite), and the delta in addition to mu.

    parts: the losses of its answers; None if one is unknown. Then nothing is composed, and the Rényi loss is infinite.
    """

    epsilon: Fraction | None
    mu_squared: Fraction | None
    delta: Fraction = Fraction(0)
    parts: tuple[Loss, ...] | None = None

    def __post_init__(self) -> None:
        amounts = (self.epsilon, self.mu_squared, self.delta)
        if any(part is not None and not (isinstance(part, Fraction) and part >= 0) for part in amounts):
            raise BudgetError("The amounts of a charge must be exact fractions, not negative.", "See `Charge.of`.")

    @classmethod
    def of(cls, loss: Loss) -> Charge:
        """The charge of one answer. Raises BudgetError if an amount is above MAX_CHARGE or below 1e-18."""
        epsilon = None if loss.pure is None else _amount(loss.pure, "epsilon")
        size = loss.mu_squared
        return cls(epsilon, None if size is None else _amount(size, "mu_squared"), loss.failure, (loss,))

    @classmethod
    def nothing(cls) -> Charge:
        """The zero charge, for an answer that no row can change."""
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
        """The charges added exactly, as one plan."""
        several = list(charges)
        with_parts = [charge.parts for charge in several if charge.parts is not None]
        return Charge(
            _total(charge.epsilon for charge in several),
            _total(charge.mu_squared for charge in several),
            sum((charge.delta for charge in several), Fraction(0)),
            tuple(part for parts in with_parts for part in parts) if len(with_parts) == len(several) else None,
        )

    @property
    def booked(self) -> Amounts:
        """The charge as booked by an account without Rényi filter and failure probability: rounded up to 1e-18."""
        return self._amounts(self.composed(), self.delta, None)

    def booked_in(self, account: Account, whole: int | None = None) -> Amounts:
        """The charge as this account would book it now, in the way that `cheapest` chooses.

        whole: the size of the whole account for failures, if `account` has the limits of one person (`Cap.within`).
        """
        return cheapest(self.ways(account), account, whole)

    def ways(self, account: Account) -> tuple[Amounts, ...]:
        """The ways to book this charge: without the preset delta, and with it, if failures are allowed and reduce mu.

        The ways do not depend on the amounts already spent.
        """
        plain = self._amounts(self.composed(), self.delta, account.order)
        gaussian = _gaussian(account)
        preset = 0 if gaussian is None else gaussian.delta // FAILURE_PART
        if not preset or self.delta or not self._composes:
            return (plain,)
        return plain, self._amounts(self.composed(preset), Fraction(preset, ATTO), account.order)

    @property
    def _composes(self) -> bool:
        """Whether composing can reduce mu: at least two parts compose. Gaussian parts do not; they add up exactly."""
        return self.mu_squared is not None and sum(many_pure.composes(part) for part in self.parts or ()) > 1

    def composed(self, failures: int = 0) -> Fraction | None:
        """The smallest mu**2 found for the whole plan, at most the plain sum. failures: a delta in units of 1e-18."""
        if not self._composes:
            return self.mu_squared
        alone = [part for part in self.parts or () if not many_pure.composes(part)]
        several = sorted(filter(many_pure.composes, self.parts or ()), key=lambda part: (part.name, part.pure))
        counts = tuple((part, len(list(same))) for part, same in itertools.groupby(several))
        apart = sum((part.mu_squared or Fraction(0) for part in alone), Fraction(0))
        return min(apart + _composed(counts, failures), self.mu_squared or Fraction(0))

    def renyi(self, order: float) -> Fraction | None:
        """The sum of the parts' Rényi losses at an order; None if one is unknown or infinite."""
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
        """The charge in words: in epsilon if it is finite, else in mu."""
        if self.epsilon is not None:
            return Text("epsilon {epsilon:.4g}", epsilon=float(self.epsilon))
        if self.mu_squared is None:
            return Text("mu without bound")
        return Text("mu {mu:.4g}", mu=math.sqrt(self.mu_squared))

    def __str__(self) -> str:
        return str(self.words)


def cheapest(ways: tuple[Amounts, ...], account: Account, whole: int | None = None) -> Amounts:
    """The way to book a charge after which the fuller of the two Gaussian accounts (mu**2, delta) is less full.

    If more than half of the account for failures would then be used, the way without failure: the other half is kept
    for answers that cannot be given without failure. whole: as in `Charge.booked_in`.
    """
    gaussian = _gaussian(account)
    if len(ways) == 1 or gaussian is None:
        return ways[0]
    half = (gaussian.delta if whole is None else whole) // 2
    if account.spent.delta + ways[1].delta > min(gaussian.delta, half):
        return ways[0]
    return min(ways, key=lambda amounts: _share(gaussian, account.spent + amounts))


def _gaussian(account: Account) -> Filter | None:
    return next((filter_ for filter_ in account.live if filter_.name == "gaussian"), None)


@lru_cache(maxsize=1024)
def _composed(parts: tuple[tuple[Loss, int], ...], failures: int) -> Fraction:
    """mu**2 of the composed curve of these parts, or MAX_CHARGE**2, above every sum, if no mu was found.

    More parts than `many_pure.MOST` are composed in groups ("turns"), whose mu**2 are added.
    """
    turns: list[list[tuple[Loss, int]]] = [[]]
    room = many_pure.MOST
    for part, times in parts:
        while times:
            now = min(times, room)
            turns[-1].append((part, now))
            times, room = times - now, room - now
            if not room:
                turns.append([])
                room = many_pure.MOST
    # The failure probability is divided equally among the turns.
    delta = Fraction(failures, ATTO) / sum(bool(turn) for turn in turns)
    down = math.nextafter(float(delta), 0.0) if float(delta) > delta else float(delta)
    mus = [many_pure.mu(turn, down) for turn in turns if turn]
    if max(mus) >= MAX_CHARGE:
        return Fraction(MAX_CHARGE) ** 2
    return sum((Fraction(mu) ** 2 for mu in mus), Fraction(0))


def _share(filter_: Filter, spent: Amounts) -> Fraction:
    """The larger used share of a Gaussian filter's two accounts, mu**2 and delta."""
    if spent.mu_squared is None or not filter_.limit:
        return Fraction(MAX_CHARGE)
    return max(Fraction(spent.mu_squared, filter_.limit), Fraction(spent.delta, filter_.delta))


def _total(amounts: Iterable[Fraction | None]) -> Fraction | None:
    several = list(amounts)
    finite = [amount for amount in several if amount is not None]
    return sum(finite, Fraction(0)) if len(finite) == len(several) else None


def _booked(amount: Fraction | None) -> int | None:
    return None if amount is None else math.ceil(amount * ATTO)


def _amount(value: object, name: str) -> Fraction:
    number = real(value, f"`{name}` of `Charge`", above=0, at_most=MAX_CHARGE, error=BudgetError)
    fraction = value if isinstance(value, Fraction) else exact(number)
    if fraction * ATTO < 1:
        raise BudgetError(
            "`{name}` of `Charge` is below 1e-18, the ledger's resolution.",
            "Use a higher price.",
            name=name,
        )
    return fraction
