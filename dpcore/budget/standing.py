"""The standing of a budget: the amounts spent and left, and which charges it still allows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import final

from dpcore import tradeoff
from dpcore.budget import failure
from dpcore.budget.account import ATTO, Amounts, FilterName
from dpcore.budget.balance import Balance
from dpcore.budget.budget import DISPLAY_DELTA
from dpcore.budget.charge import Charge
from dpcore.budget.comparison import Row, rows
from dpcore.budget.figures import Figures
from dpcore.budget.meter import Meter, kept_by, meter_of
from dpcore.special import ndtr


@final
@dataclass(frozen=True)
class Standing(Balance):
    """The standing of a budget, shown by the live filter with the largest fraction left (`filter` names it).

    The portfolio certifies the declared budget only. `spent` and `remaining` describe the account of one filter, so
    they show which charges it still allows. They are not a certified bound of the loss so far.
    """

    def room(self, name: FilterName) -> Figures | None:
        """The amount of a filter's account that this person can use: what is left, within the cap if there is one."""
        amount = self.amount(name)
        if amount is None:
            return None
        return self._figures(next(filter_ for filter_ in self.account.live if filter_.name == name), amount)

    def amount(self, name: FilterName) -> int | None:
        """As `room`, in units of 1e-18; None if the filter is not in the portfolio or was exceeded.

        A pure charge also costs mu. If mu is capped, the amount for the pure filter is the epsilon of one answer whose
        mu is the amount left.
        """
        filter_ = next((filter_ for filter_ in self.account.live if filter_.name == name), None)
        if filter_ is None or self.cap is None:
            return None if filter_ is None else self._left(filter_)
        most = self.cap.left(self.account)
        if name == self.cap.filter.name:
            return min(most, self._left(filter_))
        if name == "pure":
            half = float(ndtr(0.5 * math.sqrt(most / ATTO)))
            return min(math.floor(math.log(half / (1.0 - half)) * ATTO), self._left(filter_))
        return self._left(filter_)

    @property
    def meter(self) -> Meter:
        """The one account in which screens, files and pages state this budget; see `dpcore.budget.meter`."""
        return self.meter_in(kept_by(self.account))

    def meter_in(self, name: FilterName) -> Meter:
        """The meter of another account, for a charge that ends the present one."""
        return meter_of(self.budget, self.account, name, None if self.cap is None else self.amount(name))

    def metered(self, charge: Charge, slot: str | None = None) -> int | None:
        """What a charge books in the account that lives after it, the account of the meter; None without bound."""
        after = self.after(charge, slot)
        return (self if after is None else after).meter.booked(self.booked(charge, slot))

    def comparison(self) -> tuple[Row, ...]:
        """The epsilon of the recorded prices by several accounting methods; see `dpcore.budget.comparison`."""
        delta = self.budget.delta or DISPLAY_DELTA
        meter = self.meter
        mine = next((filter_ for filter_ in self.account.live if filter_.name == meter.name), None)
        account = None if mine is None else (meter.name, self._figures(mine, meter.spent))
        return rows(self.history, self.budget.words, delta, self.total_promised, account)

    @property
    def total_promised(self) -> float:
        """The epsilon of the whole budget, at its delta."""
        if self.budget.epsilon is not None:
            return self.budget.epsilon
        return float(tradeoff.gaussian(self.budget.mu or 0.0).epsilon(self.budget.delta or DISPLAY_DELTA))

    def affords(self, charge: Charge, slot: str | None = None) -> bool:
        """Whether the budget, or the slot if one is named, allows the charge."""
        booked = self.booked(charge, slot)
        if slot is not None:
            return self.account.fits(booked, slot)
        return self.holds(booked) and self.account.admits(booked)

    def booked(self, charge: Charge, slot: str | None = None) -> Amounts:
        """The charge as the account would book it now, within the cap if there is one."""
        account = self.account if self.cap is None or slot is not None else self.cap.within(self.account)
        return charge.booked_in(account, failure.account_of(self.account))

    def holds(self, booked: Amounts) -> bool:
        """Whether a charge is within the cap, if there is one."""
        return self.cap is None or self.cap.holds(self.account, booked)

    def ends(self, charge: Charge) -> tuple[FilterName, ...]:
        """The live filters that the charge would end."""
        return self.account.ends(self.booked(charge))

    def after(self, charge: Charge, slot: str | None = None) -> Standing | None:
        """The standing after the charge; None if the charge is refused."""
        if not self.affords(charge, slot):
            return None
        account = self.account.use(slot) if slot is not None else self.account.add(self.booked(charge))
        return replace(self, account=account)
