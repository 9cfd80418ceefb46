"""A team: an owner, an analyst with a slice of the budget and a plan that waits, a viewer; answers, and a link."""

from __future__ import annotations

from pathlib import Path

import dpcore as dp
from dpcore.table.sample import sample

OLGA, ADA, VERA, EVE = (f"{name}@example.org" for name in ("olga", "ada", "vera", "eve"))
NOTE = "For the yearly report."


def settle(home: Path) -> str:
    """Makes it, and returns the link."""
    made = sample()
    with dp.Desk(home=home, user=OLGA) as desk:
        desk.add_dataset(
            "visits",
            dp.read(made.rows),
            schema=made.schema,
            unit=made.unit,
            budget=dp.Budget(mu=0.5, delta=1e-6),
            expected_rows=made.expected_rows,
        )
        team = desk.team("visits")
        team.add(ADA, "analyst")
        team.add(VERA, "viewer")
        team.grant(ADA, mu=0.2)
        released = desk.release("visits", dp.Plan([dp.Ask(dp.Count())], mu=0.1))
        _, token = desk.sharing("visits").publish(released, "Visits", until=None)
    with dp.Desk(home=home, user=ADA) as desk:
        desk.release("visits", dp.Plan([dp.Ask(dp.Count(by=["ward"]))], mu=0.1))
        desk.team("visits").propose(dp.Plan([dp.Ask(dp.Mean("age"))], mu=0.3), NOTE)
    return token
