"""How many times a budget still allows the same plan."""

from __future__ import annotations

from dpcore.budget.charge import Charge, cheapest
from dpcore.budget.standing import Standing

MOST_RELEASES = 1_000


def affordable(standing: Standing, charge: Charge) -> int:
    """How many times the filters of the budget still allow this charge, at most a thousand.

    They are booked one by one, because the way to book a charge depends on what is left (`Charge.booked_in`).
    """
    account = standing.account
    ways = charge.ways(account)
    for count in range(MOST_RELEASES):
        booked = cheapest(ways, account)
        if not account.admits(booked):
            return count
        account = account.add(booked)
    return MOST_RELEASES
