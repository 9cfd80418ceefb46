"""What may be lost (Budget), what a plan loses (Charge), and what is left (Standing).

Accounts are integers in units of 1e-18: epsilon in the pure account, mu**2 and delta in the Gaussian one. Charges are
added as fractions and rounded up once; budgets are rounded down. So a hundred charges of 0.01 fit a budget of 1
exactly, and the next one does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, final

from dpcore import calibrate, tradeoff
from dpcore.account import ATTO, Account, Amounts, Filter, FilterName
from dpcore.errors import BudgetError
from dpcore.number import exact, real, shown

MAX_BUDGET = 100.0
MAX_CHARGE = 1e6
MIN_BUDGET = 1e-9
MIN_DELTA, MAX_DELTA = 1e-18, 0.1
DISPLAY_DELTA = 1e-6


@final
@dataclass(frozen=True, slots=True)
class Budget:
    """All that may ever be lost about one unit: in one of three forms.

    Budget(epsilon=1.0)               pure: only pure charges
    Budget(epsilon=1.0, delta=1e-6)   (epsilon, delta): Gaussian noise, and pure charges beside it
    Budget(mu=0.3, delta=1e-6)        Gaussian: delta (1e-6 if left out) only says at which delta epsilon is shown
    """

    epsilon: float | None = None
    delta: float | None = None
    mu: float | None = None

    def __post_init__(self) -> None:
        forms = "Budget(epsilon=1.0), Budget(epsilon=1.0, delta=1e-6) or Budget(mu=0.3, delta=1e-6)."
        if (self.epsilon is None) == (self.mu is None):
            raise BudgetError("A budget is given in epsilon or in mu: one of them.", forms)
        name: Literal["epsilon", "mu"] = "mu" if self.epsilon is None else "epsilon"
        amount = real(
            getattr(self, name), f"`{name}` of `Budget`", above=0, at_most=MAX_BUDGET, error=BudgetError, hint=forms
        )
        if amount < MIN_BUDGET:
            raise BudgetError(f"`{name}` of `Budget` must be at least {MIN_BUDGET:g}. Got {amount!r}.", forms)
        object.__setattr__(self, name, amount)
        if self.delta is None and self.mu is not None:
            object.__setattr__(self, "delta", DISPLAY_DELTA)
        if self.delta is not None:
            hint = "Far below one in the number of people, such as 1e-6; leave it out for pure differential privacy."
            delta = real(
                self.delta, "`delta` of `Budget`", at_least=MIN_DELTA, at_most=MAX_DELTA, error=BudgetError, hint=hint
            )
            object.__setattr__(self, "delta", delta)

    def filters(self) -> tuple[Filter, ...]:
        """The largest accounts this budget allows, rounded down: pure (no delta) beside Gaussian (all of delta)."""
        pure = () if self.epsilon is None else (Filter("pure", math.floor(exact(self.epsilon) * ATTO)),)
        if self.delta is None:
            return pure
        if self.mu is not None:
            squared = exact(self.mu) ** 2
        else:
            # calibrate.mu leaves one step to the largest double on the private side: a plan of just that mu fits.
            squared = Fraction(math.nextafter(calibrate.mu(self.epsilon or 0.0, self.delta), math.inf)) ** 2
        limit = math.floor(squared * ATTO)
        if not limit:
            raise BudgetError(f"{self} is too small for any charge.", f"Its mu is below {MIN_BUDGET:g}.")
        return (*pure, Filter("gaussian", limit))

    def to_dict(self) -> dict[str, float | None]:
        """Plain data; `from_dict` reads it back."""
        return {"epsilon": self.epsilon, "delta": self.delta, "mu": self.mu}

    @classmethod
    def from_dict(cls, data: Mapping[str, float | None]) -> Budget:
        """The budget that `to_dict` wrote. Raises BudgetError."""
        try:
            return cls(**data)
        except TypeError:
            raise BudgetError(f"{shown(data)} is not a budget.", "See `Budget.to_dict`.") from None


@final
@dataclass(frozen=True, slots=True)
class Charge:
    """What a plan loses, in every account: epsilon (None: infinite), mu**2 (None: infinite) and the delta beside mu.

    Amounts are exact fractions; sums are exact; `booked` rounds each up to 1e-18 once.
    """

    epsilon: Fraction | None
    mu_squared: Fraction | None
    delta: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if any(part is not None and not (isinstance(part, Fraction) and part >= 0) for part in self._parts):
            raise BudgetError("A charge is made of exact fractions, none negative.", "See `Charge.gaussian`.")

    @property
    def _parts(self) -> tuple[Fraction | None, Fraction | None, Fraction]:
        return self.epsilon, self.mu_squared, self.delta

    @classmethod
    def gaussian(cls, mu_squared: Fraction) -> Charge:
        """Gaussian noise of exactly mu-GDP: no pure epsilon covers it."""
        return cls(None, _amount(mu_squared, "mu_squared"))

    @classmethod
    def pure(cls, epsilon: Fraction, mu: float) -> Charge:
        """An epsilon-DP mechanism whose curve is at least G_mu; mu is `curve.mu()`, inf where there is none."""
        loss = _amount(epsilon, "epsilon")
        if mu == math.inf:
            return cls(loss, None)
        # As a double, not as the decimal it prints as: that one may be smaller.
        return cls(loss, _amount(Fraction(real(mu, "`mu` of `Charge`", above=0, error=BudgetError)) ** 2, "mu"))

    @classmethod
    def nothing(cls) -> Charge:
        """The charge of an answer that no row can change."""
        return cls(Fraction(0), Fraction(0))

    def __add__(self, other: Charge) -> Charge:
        return Charge(
            None if self.epsilon is None or other.epsilon is None else self.epsilon + other.epsilon,
            None if self.mu_squared is None or other.mu_squared is None else self.mu_squared + other.mu_squared,
            self.delta + other.delta,
        )

    @classmethod
    def total(cls, charges: Iterable[Charge]) -> Charge:
        """The exact sum."""
        return sum(charges, cls.nothing())

    @property
    def booked(self) -> Amounts:
        """The charge as the ledger writes it: rounded up to 1e-18."""
        return Amounts(
            None if self.epsilon is None else math.ceil(self.epsilon * ATTO),
            None if self.mu_squared is None else math.ceil(self.mu_squared * ATTO),
            math.ceil(self.delta * ATTO),
        )

    def __str__(self) -> str:
        if self.epsilon is not None:
            return f"epsilon {float(self.epsilon):.4g}"
        return "mu without bound" if self.mu_squared is None else f"mu {math.sqrt(self.mu_squared):.4g}"


def _amount(value: object, name: str) -> Fraction:
    number = real(value, f"`{name}` of `Charge`", above=0, at_most=MAX_CHARGE, error=BudgetError)
    fraction = value if isinstance(value, Fraction) else exact(number)
    if fraction * ATTO < 1:
        raise BudgetError(
            f"`{name}` of `Charge` is below 1e-18, the ledger's resolution.", "Ask for less precision less often."
        )
    return fraction


@final
@dataclass(frozen=True, slots=True)
class Loss:
    """Part of a budget as its filter sees it. Gaussian: mu, and epsilon at delta. Pure: epsilon, delta 0, mu None."""

    epsilon: float
    delta: float
    mu: float | None

    def __str__(self) -> str:
        if self.mu is None:
            return f"epsilon {self.epsilon:.4g}"
        return f"mu {self.mu:.4g} (epsilon {self.epsilon:.4g} at delta {self.delta:g})"


@final
@dataclass(frozen=True)
class Standing:
    """What may still be asked, told by the live filter with the largest fraction left (`filter` names it).

    What the portfolio certifies is the declared budget and nothing finer: `spent` and `remaining` describe one
    filter's account and say what it will still admit, not what has been proved about the answers so far.

    history: the dataset's ledger entries, oldest first.
    """

    budget: Budget
    account: Account
    history: tuple[Any, ...] = ()

    @property
    def live(self) -> tuple[FilterName, ...]:
        """The names of the filters still alive."""
        return tuple(one.name for one in self.account.live)

    @property
    def _best(self) -> Filter:
        return max(self.account.live, key=lambda one: (self._share(one), one.name == "gaussian"))

    def _share(self, one: Filter) -> Fraction:
        return Fraction(self._left(one), one.limit)

    def _left(self, one: Filter) -> int:
        return one.limit - (one.of(self.account.spent) or 0)

    @property
    def filter(self) -> FilterName:
        """The live filter with the largest fraction left; Gaussian where they are even."""
        return self._best.name

    @property
    def fraction_left(self) -> float:
        """The share of that filter's account (epsilon, or mu**2) that is left."""
        return float(self._share(self._best))

    @property
    def total(self) -> Loss:
        """The whole account."""
        return self._loss(self._best, self._best.limit)

    @property
    def spent(self) -> Loss:
        """What was charged to it."""
        return self._loss(self._best, self._best.limit - self._left(self._best))

    @property
    def remaining(self) -> Loss:
        """What it will still admit: remaining.mu**2 = total.mu**2 - spent.mu**2, or the difference of the epsilons."""
        return self._loss(self._best, self._left(self._best))

    def left(self, name: FilterName) -> Loss | None:
        """What a filter will still admit; None where it is not in the portfolio, or out of it for good."""
        return next((self._loss(one, self._left(one)) for one in self.account.live if one.name == name), None)

    def affords(self, charge: Charge) -> bool:
        """Whether the budget allows it."""
        return self.account.admits(charge.booked)

    def ends(self, charge: Charge) -> tuple[FilterName, ...]:
        """The live filters that it would end."""
        return self.account.ends(charge.booked)

    def after(self, charge: Charge) -> Standing | None:
        """The standing after it; None where it is refused."""
        return replace(self, account=self.account.add(charge.booked)) if self.affords(charge) else None

    def admit(self, charge: Charge, confirm: bool = False) -> Account:
        """The account after it. Raises BudgetError where refused, or where it ends the Gaussian filter unconfirmed."""
        if not self.affords(charge):
            raise self.refusal(charge)
        if "gaussian" in self.ends(charge) and not confirm:
            raise BudgetError(
                "This pure plan would end the Gaussian filter: only pure plans could be asked afterwards.",
                "Confirm it with confirm=True, or price the plan in mu.",
            )
        return self.account.add(charge.booked)

    def refusal(self, charge: Charge) -> BudgetError:
        """The sentence for a charge that no live filter survives."""
        left = [f"{loss}" for name in self.live if (loss := self.left(name)) is not None]
        hint = "Ask for less, or for larger errors."
        if charge.epsilon is None and "gaussian" not in self.live:
            hint = "Only pure charges fit here: price the plan in epsilon."
        return BudgetError(f"This plan costs {charge}, and {' or '.join(left)} is left.", hint)

    def _loss(self, one: Filter, figure: int) -> Loss:
        if one.name == "pure":
            return Loss(figure / ATTO, 0.0, None)
        delta = self.budget.delta or DISPLAY_DELTA
        whole = self.budget.epsilon is not None and figure == one.limit
        epsilon = self.budget.epsilon if whole else _epsilon(figure, delta)
        return Loss(epsilon or 0.0, delta, math.sqrt(figure / ATTO))


@lru_cache(maxsize=4096)
def _epsilon(mu_squared: int, delta: float) -> float:
    return float(tradeoff.gaussian(math.sqrt(mu_squared / ATTO)).epsilon(delta)) if mu_squared else 0.0
