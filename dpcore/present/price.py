"""What a price would leave of a budget, in words."""

from __future__ import annotations

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Pure
from dpcore.budget.standing import Standing
from dpcore.data.table import Table
from dpcore.mechanisms import Lane
from dpcore.number import exact
from dpcore.present.words import meter


def charge_of(lane: Lane, amount: float) -> Charge:
    """The charge of one answer at a price in mu (Gaussian) or epsilon (pure)."""
    size = exact(amount)
    return Charge.of(Gaussian(size**2) if lane == "gaussian" else Pure(size))


def leaves(standing: Standing, table: Table, lane: Lane, amount: float) -> str:
    """What is left after paying, or that the budget does not allow it."""
    after = standing.after(charge_of(lane, amount))
    return "more than the budget allows" if after is None else f"leaves {short(meter(after, table))}"


def short(words: str) -> str:
    """The meter's words inside a sentence."""
    return words.replace(" left · ", " · ")
