"""A process that releases the guest's question, quantiles and a count, and dies at a named point.

Its arguments are those of `tests.release`.
"""

from __future__ import annotations

import sys

import dpcore as dp
from dpcore import failpoint
from tests.contracts.guest import Middle, moved_in
from tests.release.victim import die_at

QUANTILES = dp.Quantiles("age", [0.25, 0.5, 0.75])
PLAN = dp.Plan([dp.Ask(question, mu=0.1) for question in (Middle("age"), QUANTILES, dp.Count())])


def main() -> None:
    """Release and show every round."""
    url, home, point, occurrence = sys.argv[1:5]
    with moved_in(), dp.Desk(url, home=home) as desk:
        die_at(point, int(occurrence))
        for release in desk.release("visits", PLAN):
            print([[drawn.noisy for drawn in steps] for steps in release.rounds], flush=True)
        failpoint.failpoint("after_show")


if __name__ == "__main__":
    main()
