"""How long each folder of tests may take in `make test`, in seconds of one core. A test compares.

Two cores for twelve minutes, the aim, are 1,440 seconds. That is not reached: what is cheap and what always runs take
1,300 of them, so a tenth for dear tests and half a minute a core to start and collect need more.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.tier.store import Seconds

TOTAL = 1_760.0
BUDGETS = {
    "audit": 20.0,
    "benchmarks": 55.0,
    "browser": 150.0,
    "budget": 17.0,
    "cli": 14.0,
    "contracts": 300.0,
    "desk": 70.0,
    "engine": 170.0,
    "examples": 3.0,
    "learn": 8.0,
    "ledger": 30.0,
    "mechanisms": 18.0,
    "mutants": 19.0,
    "noise": 18.0,
    "pages": 123.0,
    "plan": 62.0,
    "power": 35.0,
    "present": 70.0,
    "queries": 185.0,
    "release": 105.0,
    "repo": 50.0,
    "sensitivity": 30.0,
    "server": 50.0,
    "statistic": 68.0,
    "stored": 10.0,
    "table": 14.0,
    "tier": 6.0,
    "top": 5.0,
    "tradeoff": 55.0,
}
# what holds a promise is never left out there, for no question: its settings are sampled, and nothing else; nor is a
# benchmark, whose names would rot
WHOLE = ("benchmarks", "contracts", "power", "sensitivity", "stored")


def folder(path: str) -> str:
    """The folder that pays for a file: `queries` for tests/queries/sums/test_mean.py, `examples` for all doctests."""
    parts = path.split("/")
    if parts[0] != "tests":
        return "examples"
    return parts[1] if len(parts) > 2 else "top"


def over(seconds: Mapping[str, Seconds]) -> list[str]:
    """The folders whose stored seconds leave no room in their budget: a tenth of it is there for the dear tests.

    Where nothing may be left out, all that `make test` runs is within the budget.
    """
    taken: dict[str, float] = {}
    for path, each in seconds.items():
        room = folder(path)
        least = each.test if room in WHOLE else each.cheap / 0.9
        taken[room] = taken.get(room, 0.0) + least
    return [
        f"{room} needs {spent:.0f} s of one core, and may take {BUDGETS[room]:.0f}"
        for room, spent in sorted(taken.items())
        if spent > BUDGETS[room]
    ]
