"""The remaining budget after a price, and the price of an answer, in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Pure
from dpcore.budget.meter import Meter, Unit, kept_by, meter_of
from dpcore.budget.refusal import lacks_failures
from dpcore.budget.slot import Slot
from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.plan.exchange import amount_of, charge_at
from dpcore.present.text.amount import Gauge, alone
from dpcore.present.text.remaining import meter
from dpcore.release.record import Release
from dpcore.table.table import Table
from dpcore.text import Text


def refused(standing: Standing, charge: Charge) -> Text:
    """Of what the budget has not enough for a charge that it refuses, in brief."""
    if lacks_failures(standing, charge):
        # vital
        return Text("a larger probability of failure than the budget sets aside")
    # vital
    return Text("more than the budget allows")


def leaves(standing: Standing, table: Table, charge: Charge, unit: Unit = "epsilon") -> Text:
    """The remaining budget after a charge, or a note that the budget does not allow it."""
    after = standing.after(charge)
    if after is None:
        return Text("more than the budget allows")
    return Text("leaves {left}", left=meter(after, table, unit))


def of_charge(charge: Mapping[str, Any], scale: Gauge | None) -> Text:
    """What a recorded charge books in the account of the scale; as it was paid if that account does not bound it."""
    amounts = Amounts(**{"epsilon": None, "mu_squared": None, **charge})
    if scale is None or not (taken := scale.meter.booked(amounts)):
        return _as_paid(charge)
    return scale.up(taken)


def _as_paid(charge: Mapping[str, Any]) -> Text:
    """A recorded charge in the currency in which it was paid."""
    if charge.get("epsilon") == 0 and charge.get("mu_squared") == 0:
        return Text("nothing")
    if charge.get("epsilon") is not None:
        return Text("epsilon {epsilon:.3g}", epsilon=charge["epsilon"] / ATTO)
    if charge.get("mu_squared") is not None:
        return Text("mu {mu:.3g}", mu=math.sqrt(charge["mu_squared"] / ATTO))
    return Text("–")


def of_slot(slot: Slot, scale: Gauge) -> Text:
    """The price of a slot in the account of the scale."""
    loss = Gaussian(slot.price) if slot.mu is not None else Pure(slot.price)
    return alone(scale, amount_of(Charge.of(loss), scale.meter))


def booked(release: Release, meter: Meter) -> int | None:
    """What an answer booked in an account, on its own: at most what the ledger charged for it."""
    return amount_of(charge_at(release.query, release.facts_table, release.paid), meter)


def paid(release: Release, scale: Gauge | None) -> Text:
    """The cost of an answer in the account of the scale; as it was paid without one, or if that does not bound it."""
    if scale is not None and (taken := booked(release, scale.meter)) is not None:
        return alone(scale, taken)
    if release.mu is not None:
        return Text("mu {mu:.3g}", mu=release.mu)
    return Text("epsilon {epsilon:.3g}", epsilon=release.epsilon)


def all_paid(releases: Sequence[Release], scale: Gauge, delta: float | None) -> Text:
    """What these answers booked together, in the account of the scale: at most, since a plan may book less.

    delta: of the whole budget, at which its epsilon is stated.
    """
    taken = [booked(release, scale.meter) for release in releases]
    bounded = [each for each in taken if each is not None]
    if not any(taken) and len(bounded) == len(taken):
        # vital
        return Text("nothing: they are public under this neighbouring relation")
    cost = scale.up(sum(bounded) if len(bounded) == len(taken) else None)
    if not scale.meter.delta or not delta:
        return cost
    return Text("{cost} at delta {delta}", cost=cost, delta=scientific(delta))


def of_budget(budget: Budget, charges: Iterable[Mapping[str, Any]] = ()) -> Gauge:
    """The scale of a page, whose readers choose no unit: epsilon in the account that lives after these charges."""
    account = budget.account()
    for charge in charges:
        booked = Amounts(**charge)
        account = account.add(booked) if account.admits(booked) else account
    return Gauge(meter_of(budget, account, kept_by(account)))
