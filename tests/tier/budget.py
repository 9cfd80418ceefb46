"""How long each folder of tests may take in `make test`, in seconds of one core. A test compares.

Two cores for twelve minutes, the aim, are 1,440 seconds. That is not reached: what is cheap and what always runs take
1,270 of them, so some room for dear tests and half a minute a core to start and collect need more.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.tier.store import Seconds

TOTAL = 1_625.0
BUDGETS = {
    "audit": 52.0,
    "benchmarks": 55.0,
    "browser": 110.0,
    "budget": 20.0,
    "cli": 12.0,
    "contracts": 320.0,
    "desk": 55.0,
    "engine": 156.0,
    "examples": 3.0,
    "learn": 8.0,
    "ledger": 36.0,
    "mechanisms": 13.0,
    "mutants": 19.0,
    "noise": 20.0,
    "pages": 96.0,
    "plan": 61.0,
    "power": 35.0,
    "present": 62.0,
    "queries": 150.0,
    "release": 62.0,
    "repo": 35.0,
    "sensitivity": 33.0,
    "server": 44.0,
    "statistic": 55.0,
    "stored": 16.0,
    "table": 16.0,
    "tier": 6.0,
    "top": 5.0,
    "tradeoff": 70.0,
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
