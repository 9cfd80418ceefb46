"""Where one person's charges end before a filter does: at what is left of a slice, or at what is set aside for others.

The guarantee never rests on a cap: the filter stays the only thing that admits a charge, and a cap refuses earlier.
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
    """The filter that slices are parts of: the Gaussian one, or the pure one of a budget without delta."""
    return next((filter_ for filter_ in account.filters if filter_.name == "gaussian"), account.filters[0])


@final
@dataclass(frozen=True, slots=True)
class Cap:
    """A shared filter with the limits that count for one person, in units of 1e-18.

    paying: what pays: all that is not set aside ("free"), the person's slice, or nothing, as there is none ("none").
    """

    filter: Filter
    paying: Paying

    def within(self, account: Account) -> Account:
        """The account with these limits in place of the filter's own; charges are booked in it."""
        return replace(
            account,
            filters=tuple(self.filter if filter_.name == self.filter.name else filter_ for filter_ in account.filters),
        )

    def holds(self, account: Account, charge: Amounts) -> bool:
        """Whether the charge stays within these limits; what costs nothing always does."""
        return charge == Amounts() or self.filter.survives(account.spent + charge)

    def left(self, account: Account) -> int:
        """What is left up to these limits, in units of 1e-18."""
        return max(0, self.filter.limit - (self.filter.of(account.spent) or 0))

    def refusal(self, account: Account, charge: Amounts, aside: int) -> BudgetError:
        """The sentence for a charge that goes beyond."""
        left, costs = self._said(self.left(account)), self._said(self.filter.of(charge))
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
                        "This plan costs {costs}, and {left} is left beside {aside} that is set aside.",
                        costs=costs,
                        left=left,
                        aside=self._said(aside),
                    ),
                    _TAKE_BACK,
                )

    def _said(self, figure: int | None) -> Text:
        return said(self.filter, figure)


def said(filter_: Filter, figure: int | None) -> Text:
    """A figure of a filter's account in words: mu 0.3, epsilon 0.3."""
    if figure is None:
        return Text("mu without bound") if filter_.name == "gaussian" else Text("epsilon without bound")
    if filter_.name == "gaussian":
        return Text("mu {mu:.4g}", mu=math.sqrt(figure / ATTO))
    return Text("epsilon {epsilon:.4g}", epsilon=figure / ATTO)
