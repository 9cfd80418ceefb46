"""A process that releases a function of blocks and is killed at a named point.

Arguments: database url, home, failpoint.
"""

from __future__ import annotations

import sys

import dpcore as dp
from dpcore.release.block import slot
from tests.release.block.quick import LONG, Quick
from tests.release.victim import die_at


def plan() -> dp.Plan:
    """One function, at one price."""
    source = "def most(rows):\n    return rows.age.max()"
    return dp.Plan([dp.Ask(dp.BlockFunction("most", ["age"], 0, 120, source, blocks=2, seconds=LONG), mu=0.1)])


def main() -> None:
    """Release."""
    url, home, point = sys.argv[1:4]
    slot.clock = Quick()
    with dp.Desk(url, home=home) as desk:
        die_at(point, 1)
        desk.release("visits", plan())


if __name__ == "__main__":
    main()
