"""A process that releases plans and is killed once a round of theirs is in the ledger.

Arguments: database address, home folder, a file of plans by dataset (JSON: questions as plain data with their prices).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import dpcore as dp
from dpcore.queries import query_from_dict
from tests.release.victim import die_at


def plans(path: Path) -> dict[str, dp.Plan]:
    """The plans of a file, by dataset."""
    written = json.loads(path.read_text())
    return {
        name: dp.Plan([dp.Ask(query_from_dict(query), **price) for query, price in asks])
        for name, asks in written.items()
    }


def main() -> None:
    """Releases all of them, unless killed after the first round that is stored."""
    url, home, path = sys.argv[1:4]
    with dp.Desk(url, home=home) as desk:
        die_at("after_round", 1)
        for name, plan in plans(Path(path)).items():
            desk.release(name, plan)


if __name__ == "__main__":
    main()
