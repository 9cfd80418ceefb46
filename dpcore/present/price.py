"""What a price would leave of a budget, in words."""

from __future__ import annotations

from fractions import Fraction

from dpcore import calibrate
from dpcore.budget import Charge, Standing
from dpcore.data.table import Table
from dpcore.mechanisms import Lane
from dpcore.number import exact
from dpcore.present.words import meter


def charge_of(lane: Lane, amount: float) -> Charge:
    """The charge of one answer at a price in mu (Gaussian) or epsilon (pure)."""
    if lane == "gaussian":
        return Charge.gaussian(exact(amount) ** 2)
    return Charge.pure(Fraction(exact(amount)), calibrate.mu_of_pure(amount))


def leaves(standing: Standing, table: Table, lane: Lane, amount: float) -> str:
    """What is left after paying, or that the budget does not allow it."""
    after = standing.after(charge_of(lane, amount))
    return "more than the budget allows" if after is None else f"leaves {short(meter(after, table))}"


def short(words: str) -> str:
    """The meter's words inside a sentence."""
    return words.replace(" left · ", " · ")
