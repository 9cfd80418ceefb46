"""The remaining budget after a price, and the price of an answer, in words."""

from __future__ import annotations

from typing import assert_never

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Pure
from dpcore.budget.refusal import lacks_failures
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


def refused(standing: Standing, charge: Charge) -> Text:
    """Of what the budget has not enough for a charge that it refuses, in brief."""
    if lacks_failures(standing, charge):
        # vital
        return Text("a larger probability of failure than the budget sets aside")
    # vital
    return Text("more than the budget allows")


def leaves(standing: Standing, table: Table, price: Price) -> Text:
    """The remaining budget after a price, or a note that the budget does not allow it."""
    after = standing.after(charge_of(price))
    return Text("more than the budget allows") if after is None else Text("leaves {left}", left=short(after, table))


def paid(release: Release) -> Text:
    """The cost of an answer in the currency in which it was paid."""
    if release.mu is not None:
        return Text("mu {mu:.3g}", mu=release.mu)
    return Text("epsilon {epsilon:.3g}", epsilon=release.epsilon)
