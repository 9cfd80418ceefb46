# vital
"""Caps: limits on the charges of one person below the filter's limit, because of slices of the budget.

The privacy guarantee does not depend on caps. The filters decide whether a charge is allowed; a cap only refuses some
charges that the filters would allow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal, final

from dpcore.budget.account import ATTO, Account, Amounts, Filter
from dpcore.errors import BudgetError
from dpcore.text import Text

Paying = Literal["free", "slice", "none"]

_PROPOSE: Final = Text("Ask for less, or propose the plan to an owner.")
_TAKE_BACK: Final = Text("Ask for less, or take back a slice first.")


def shared(account: Account) -> Filter:
    """The filter that slices divide: the Gaussian filter, or the pure filter of a budget without delta."""
    return next((filter_ for filter_ in account.filters if filter_.name == "gaussian"), account.filters[0])


@final
@dataclass(frozen=True, slots=True)
class Cap:
    """The shared filter with the limits that apply to one person, in units of 1e-18.

    paying: the source of payment: the part that is not set aside ("free"), the person's slice ("slice"), or none,
    because the person has no open slice ("none").
    """

    filter: Filter
    paying: Paying

    def within(self, account: Account) -> Account:
        """The account with these limits in place of the filter's own, to decide how this person's charge is booked."""
        return replace(
            account,
            filters=tuple(self.filter if filter_.name == self.filter.name else filter_ for filter_ in account.filters),
        )

    def holds(self, account: Account, charge: Amounts) -> bool:
        """Whether the charge is zero or within these limits."""
        return charge == Amounts() or self.filter.survives(account.spent + charge)

    def left(self, account: Account) -> int:
        """The amount left up to these limits, in units of 1e-18."""
        return max(0, self.filter.limit - (self.filter.of(account.spent) or 0))

    def refusal(self, account: Account, charge: Amounts, aside: int) -> BudgetError:
        """The error for a charge that exceeds these limits. aside: the amount set aside for slices."""
        left, costs = self._words(self.left(account)), self._words(self.filter.of(charge))
        match self.paying:
            case "none":
                return BudgetError(
                    Text("This plan costs {costs}, and you have no open slice of the budget.", costs=costs), _PROPOSE
                )
            case "slice":
                return BudgetError(
                    Text("This plan costs {costs}, and {left} is left of your slice.", costs=costs, left=left), _PROPOSE
                )
            case "free":
                return BudgetError(
                    Text(
                        "This plan costs {costs}. Only {left} is left, because {aside} is set aside for slices.",
                        costs=costs,
                        left=left,
                        aside=self._words(aside),
                    ),
                    _TAKE_BACK,
                )

    def _words(self, figure: int | None) -> Text:
        return said(self.filter, figure)


def said(filter_: Filter, figure: int | None) -> Text:
    """An amount in a filter's account in words: mu 0.3, epsilon 0.3."""
    if figure is None:
        return Text("mu without bound") if filter_.name == "gaussian" else Text("epsilon without bound")
    if filter_.name == "gaussian":
        return Text("mu {mu:.4g}", mu=math.sqrt(figure / ATTO))
    return Text("epsilon {epsilon:.4g}", epsilon=figure / ATTO)
