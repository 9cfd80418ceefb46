"""What a price would leave of a budget, and what was paid, in words."""

from __future__ import annotations

from typing import assert_never

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Pure
from dpcore.budget.standing import Standing
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.present.text.remaining import short
from dpcore.release.record import Release
from dpcore.table.table import Table
from dpcore.text import Text


def charge_of(price: Price) -> Charge:
    """The charge of one answer at a price."""
    match price:
        case Mu(squared):
            return Charge.of(Gaussian(squared))
        case Epsilon(epsilon):
            return Charge.of(Pure(epsilon))
        case _:
            assert_never(price)


def leaves(standing: Standing, table: Table, price: Price) -> Text:
    """What is left after paying, or that the budget does not allow it."""
    after = standing.after(charge_of(price))
    return Text("more than the budget allows") if after is None else Text("leaves {left}", left=short(after, table))


def paid(release: Release) -> Text:
    """What an answer cost, in the currency it was paid in."""
    if release.mu is not None:
        return Text("mu {mu:.3g}", mu=release.mu)
    return Text("epsilon {epsilon:.3g}", epsilon=release.epsilon)
