"""The privacy budget for one unit, and the filters and slots that enforce it.

Accounts are integers in units of 1e-18: epsilon in the pure account, mu**2 and delta in the Gaussian account, the
Rényi loss at one order in the Rényi account. Charges are added as fractions and rounded up once; budgets are rounded
down. So a hundred charges of 0.01 fit a budget of 1 exactly, and the next charge does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, final

from dpcore import calibrate
from dpcore.budget import renyi
from dpcore.budget.account import ATTO, Account, Filter
from dpcore.budget.failure import SHARE
from dpcore.budget.slot import Slot, beside, checked, together
from dpcore.errors import BudgetError
from dpcore.number import exact, real, scientific, shown
from dpcore.text import Text

MAX_BUDGET = 100.0
MIN_BUDGET = 1e-9
MIN_DELTA, MAX_DELTA = 1e-18, 0.1
DISPLAY_DELTA = 1e-6

_FORMS = Text("Budget(epsilon=1.0), Budget(epsilon=1.0, delta=1e-6) or Budget(mu=0.3, delta=1e-6).")


@final
@dataclass(frozen=True, slots=True)
class Portfolio:
    """How the delta of an (epsilon, delta) budget is shared among its filters. The Gaussian filter has the rest.

    renyi: the share of the Rényi filter, which suits many small pure answers. order: the order of this filter, above 1;
    by default the best order for many small charges, fixed when the dataset is opened.
    failure: the share that may be booked as a probability of failure: by answers on random samples, and by plans whose
    mu becomes smaller with it. By default a thousandth; 0 sets nothing aside.
    Raises BudgetError.
    """

    renyi: float = 0.0
    order: float | None = None
    failure: float = SHARE

    def __post_init__(self) -> None:
        hint = Text("For example dp.Portfolio(renyi=0.1). The shares must add up to less than 1.")
        for name in ("renyi", "failure"):
            share = real(
                getattr(self, name), f"`{name}` of `Portfolio`", at_least=0, below=1, error=BudgetError, hint=hint
            )
            object.__setattr__(self, name, share)
        if exact(self.renyi) + exact(self.failure) >= 1:
            raise BudgetError("The shares of the portfolio leave no delta for the Gaussian filter.", hint)
        if self.order is not None:
            if not self.renyi:
                raise BudgetError("`order` applies to the Rényi filter, which has no share of delta here.", hint)
            low, high = renyi.LEAST_ORDER, renyi.MOST_ORDER
            order = real(
                self.order, "`order` of `Portfolio`", at_least=low, at_most=high, error=BudgetError, hint="Try 20."
            )
            object.__setattr__(self, "order", order)

    @property
    def shares(self) -> list[Text]:
        """Each share of delta, in words."""
        shares = []
        if self.renyi:
            percent = 100 * self.renyi
            share = Text("{percent:g} % of delta for a Rényi filter", percent=percent)
            if self.order is not None:
                order = self.order
                share = Text(
                    "{percent:g} % of delta for a Rényi filter at order {order:g}", percent=percent, order=order
                )
            shares.append(share)
        if self.failure:
            shares.append(Text("{percent:.3g} % for failures", percent=100 * self.failure))
        return shares

    def to_dict(self) -> dict[str, float | None]:
        """Plain data; `Portfolio(**data)` reads it back."""
        return {"renyi": self.renyi, "order": self.order, "failure": self.failure}


NONE = Portfolio(failure=0.0)
"""All of delta for the Gaussian filter."""


@final
@dataclass(frozen=True, slots=True)
class Budget:
    """The limit on the total privacy loss about one unit, in one of three forms.

    Budget(epsilon=1.0)               pure: allows pure charges only
    Budget(epsilon=1.0, delta=1e-6)   (epsilon, delta): allows Gaussian noise and pure charges
    Budget(mu=0.3, delta=1e-6)        Gaussian: delta (default 1e-6) is only the delta at which epsilon is shown

    portfolio: how the second form shares its delta among filters. By default there are a pure filter, which needs no
    delta, and a Gaussian filter with all of it but a thousandth, which is set aside for failures (nothing, where a
    thousandth is below 1e-18). A stored budget without a portfolio sets nothing aside.
    slots: prices fixed now and paid later in any order (see `slot`). A budget with slots has no filter but the Gaussian
    one, with the largest mu for which slots and filter together satisfy the budget. Continuing with one filter after
    another was exceeded is proved for filters that share one stream of charges, but not in combination with slots. The
    slots of a pure budget are pure, and their epsilons are subtracted from it.
    Raises BudgetError.
    """

    epsilon: float | None = None
    delta: float | None = None
    mu: float | None = None
    portfolio: Portfolio | None = None
    slots: Sequence[Slot] = ()

    def __post_init__(self) -> None:
        if (self.epsilon is None) == (self.mu is None):
            raise BudgetError("A budget must have exactly one of epsilon and mu.", _FORMS)
        name: Literal["epsilon", "mu"] = "mu" if self.epsilon is None else "epsilon"
        amount = real(
            getattr(self, name), f"`{name}` of `Budget`", above=0, at_most=MAX_BUDGET, error=BudgetError, hint=_FORMS
        )
        if amount < MIN_BUDGET:
            raise BudgetError(
                Text(
                    "`{name}` of `Budget` must be at least {min_budget:g}. Got {amount!r}.",
                    name=name,
                    min_budget=MIN_BUDGET,
                    amount=amount,
                ),
                _FORMS,
            )
        object.__setattr__(self, name, amount)
        if self.delta is None and self.mu is not None:
            object.__setattr__(self, "delta", DISPLAY_DELTA)
        if self.delta is not None:
            hint = Text(
                "Use a delta far below 1 / (number of people), such as 1e-6, or none for pure differential privacy."
            )
            delta = real(
                self.delta, "`delta` of `Budget`", at_least=MIN_DELTA, at_most=MAX_DELTA, error=BudgetError, hint=hint
            )
            object.__setattr__(self, "delta", delta)
        object.__setattr__(self, "slots", checked(self.slots))
        if self.portfolio is None and self.epsilon is not None and self.delta is not None and not self.slots:
            some = math.floor(exact(self.delta) * exact(SHARE) * ATTO) > 0
            object.__setattr__(self, "portfolio", Portfolio(failure=SHARE if some else 0.0))
        self._check_extras()

    def _check_extras(self) -> None:
        if self.portfolio is not None:
            if not isinstance(self.portfolio, Portfolio):
                raise BudgetError(
                    "`portfolio` of `Budget` must be a Portfolio. Got {portfolio}.",
                    "dp.Portfolio(renyi=0.1)",
                    portfolio=shown(self.portfolio),
                )
            if self.epsilon is None or self.delta is None:
                raise BudgetError(
                    "A portfolio needs a budget in epsilon and delta.", "For example Budget(epsilon=1.0, delta=1e-6)."
                )
            if self.slots:
                raise BudgetError("A budget with slots cannot have a portfolio.", "Leave out the portfolio.")
        if self.delta is None and any(slot.mu is not None for slot in self.slots):
            raise BudgetError("A budget without delta can have pure slots only.", "Give the slot a price in epsilon.")

    def filters(self, order: float | None = None) -> tuple[Filter, ...]:
        """The filters of this budget, with limits rounded down. Raises BudgetError if a limit is 0.

        order: the order of an existing Rényi filter, which is kept.
        """
        filters: tuple[Filter, ...]
        if self.delta is None or self.epsilon is None:
            filters = (self._pure(),) if self.mu is None else (self._gaussian(exact(self.mu) ** 2),)
        elif self.slots:
            filters = (Filter("gaussian", math.floor(beside(self.slots, self.epsilon, self.delta) * ATTO)),)
        else:
            filters = self._portfolio(self.epsilon, self.delta, self.portfolio or NONE, order)
        if not self.slots and not all(filter_.limit for filter_ in filters):
            raise BudgetError(
                "A budget of {self_} is too small for any charge.",
                "Use a larger epsilon, delta or share of delta.",
                self_=self,
            )
        return filters

    def account(self, order: float | None = None) -> Account:
        """A new account with filters and slots, and nothing spent. Raises BudgetError."""
        return Account(self.filters(order), slots=tuple(self.slots))

    def _pure(self) -> Filter:
        taken = sum((slot.times * slot.price for slot in self.slots), Fraction(0))
        rest = exact(self.epsilon or 0.0) - taken
        if rest < 0:
            raise BudgetError(
                (
                    "The declared slots are too large for this budget: together they cost epsilon {taken:g}, and the "
                    "budget is {epsilon:g}."
                ),
                "Declare fewer or smaller slots, or a larger budget.",
                taken=float(taken),
                epsilon=self.epsilon,
            )
        return Filter("pure", math.floor(rest * ATTO))

    def _gaussian(self, squared: Fraction) -> Filter:
        """The filter of a budget in mu, reduced by the mu**2 of the slots."""
        taken = Fraction(0)
        if self.slots:
            exactly = all(slot.mu is not None for slot in self.slots)
            taken = sum((slot.times * slot.price for slot in self.slots), Fraction(0))
            taken = taken if exactly else Fraction(together(self.slots).mu()) ** 2
        if taken > squared:
            raise BudgetError(
                (
                    "The declared slots are too large for this budget: together they cost mu {sqrt:.4g}, and the "
                    "budget is {mu:g}."
                ),
                "Declare fewer or smaller slots, or a larger budget.",
                sqrt=math.sqrt(taken),
                mu=self.mu,
            )
        return Filter("gaussian", math.floor((squared - taken) * ATTO))

    def _portfolio(self, epsilon: float, delta: float, shares: Portfolio, order: float | None) -> tuple[Filter, ...]:
        whole, rest = exact(delta), self.gaussian_delta or delta
        # calibrate.mu stays one step below the largest valid double; using that double here lets a plan of this mu fit.
        squared = Fraction(math.nextafter(calibrate.mu(epsilon, rest), math.inf)) ** 2
        gaussian = Filter("gaussian", math.floor(squared * ATTO), math.floor(whole * exact(shares.failure) * ATTO))
        pure = Filter("pure", math.floor(exact(epsilon) * ATTO))
        if not shares.renyi:
            return pure, gaussian
        share = math.floor(whole * exact(shares.renyi) * ATTO)
        if not share:
            raise BudgetError("The Rényi filter's share of delta is below 1e-18.", "Give it a larger share.")
        at = order or shares.order or renyi.best_order(epsilon, share / ATTO)
        return pure, gaussian, Filter("renyi", renyi.limit(epsilon, Fraction(share, ATTO), at, ATTO), share, at)

    @property
    def gaussian_delta(self) -> float | None:
        """The budget's delta without the shares of the Rényi filter and of failures, rounded down; None without delta.

        For a budget in mu, the delta at which its epsilon is shown.
        """
        if self.delta is None or self.portfolio is None:
            return self.delta
        shared = exact(self.portfolio.renyi) + exact(self.portfolio.failure)
        return _down(exact(self.delta) * (1 - shared)) if shared else self.delta

    @property
    def words(self) -> Text:
        """The budget in words."""
        if self.mu is not None:
            return Text("mu {mu:g}", mu=self.mu)
        if self.delta:
            return Text("epsilon {epsilon:g} at delta {delta}", epsilon=self.epsilon, delta=scientific(self.delta))
        return Text("epsilon {epsilon:g} without delta", epsilon=self.epsilon)

    def __str__(self) -> str:
        return str(self.words)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back. `portfolio` and `slots` are left out if they are empty."""
        data: dict[str, Any] = {"epsilon": self.epsilon, "delta": self.delta, "mu": self.mu}
        if self.portfolio not in (None, NONE):
            data["portfolio"] = self.portfolio.to_dict()
        if self.slots:
            data["slots"] = [slot.to_dict() for slot in self.slots]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Budget:
        """The budget that `to_dict` wrote. A share that is not stored is 0, not the default. Raises BudgetError."""
        try:
            shares = data.get("portfolio")
            if shares is not None:
                shares = Portfolio(**{"failure": 0.0, **shares})
            elif data.get("epsilon") is not None and data.get("delta") is not None and not data.get("slots"):
                shares = NONE
            return cls(**{**data, "portfolio": shares})
        except (TypeError, AttributeError):
            raise BudgetError("{data} is not a budget.", "See `Budget.to_dict`.", data=shown(data)) from None


def _down(value: Fraction) -> float:
    """The largest double up to `value`."""
    number = float(value)
    return number if Fraction(number) <= value else math.nextafter(number, 0.0)
