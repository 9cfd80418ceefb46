"""How long each folder of tests may take in `make test`, in seconds of one core. A test compares.

Two cores for twelve minutes are 1,440 seconds; to start and to collect takes each of them about half a minute.
"""

from __future__ import annotations

TOTAL = 1_340.0
BUDGETS: dict[str, float] = {}
# what holds a promise is never left out there, for no question: its settings are sampled, and nothing else
WHOLE = ("contracts", "power", "sensitivity", "stored")


def folder(path: str) -> str:
    """The folder that pays for a file: `queries` for tests/queries/sums/test_mean.py, `examples` for all doctests."""
    parts = path.split("/")
    if parts[0] != "tests":
        return "examples"
    return parts[1] if len(parts) > 2 else "top"
