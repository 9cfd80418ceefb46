"""A process that releases one count and writes the answer to a pipe it cannot take back; killed at a named point.

Arguments: database url, home, failpoint (or "none"), which occurrence of it.
"""

from __future__ import annotations

import os
import signal
import sys

import dpcore as dp
from dpcore import failpoint


def die_at(name: str, occurrence: int) -> None:
    """Kill this very process, as the power would, at the given passing of a failpoint."""
    passed = 0

    def hook(point: str) -> None:
        nonlocal passed
        if point == name:
            passed += 1
            if passed == occurrence:
                os.kill(os.getpid(), signal.SIGKILL)

    failpoint._hook = hook


def main() -> None:
    """Release and show."""
    url, home, point, occurrence = sys.argv[1:5]
    with dp.Desk(url, home=home) as desk:
        die_at(point, int(occurrence))
        plan = dp.Plan([dp.Ask(dp.Count(), mu=0.1), dp.Ask(dp.Sum("cost"), mu=0.1)])
        for release in desk.release("visits", plan):
            print(release.noisy, flush=True)
        failpoint.failpoint("after_show")


if __name__ == "__main__":
    main()
