"""One part of the work of the version of Murmur on the path, as JSON: seconds and processor time of each run.

python measured.py PART FILE

It uses only what all versions have. Every run asks something new, so that no stored answer helps.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

Pairs = list[tuple[float, float]]
RUNS, IMPORTS = 7, 3
GROUPS = [f"group_{i:02d}" for i in range(50)]


def timed(runs: int, act: Callable[[int], object]) -> Pairs:
    """Time of each run, without the first one."""
    found = []
    for number in range(runs + 1):
        start, worked = time.perf_counter(), time.process_time()
        act(number)
        found.append((time.perf_counter() - start, time.process_time() - worked))
    return found[1:]


def importing(path: str) -> Pairs:
    """Time that importing adds to starting Python, in separate processes."""

    def of(code: str) -> tuple[float, float]:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return time.perf_counter() - start, worked

    of("import dpcore")
    pairs = [(of("pass"), of("import dpcore")) for _ in range(IMPORTS)]
    return [(whole[0] - bare[0], whole[1] - bare[1]) for bare, whole in pairs]


def asked() -> tuple[Any, list[Any]]:
    """The public facts, and eight questions."""
    import dpcore as dp

    schema = dp.Schema(
        value=dp.Number(0.0, 1000.0),
        grp=dp.Category(GROUPS),
        a=dp.Category([f"a{i}" for i in range(5)]),
        b=dp.Category([f"b{i}" for i in range(8)]),
    )
    return schema, [
        *(dp.Count(), dp.Sum("value"), dp.Mean("value"), dp.Variance("value"), dp.Histogram("value", bins=100)),
        *(dp.Count(by=["grp"]), dp.Mean("value", by=["grp"]), dp.CrossTable(["a", "b"])),
    ]


def releasing(path: str) -> Pairs:
    """Eight asks, released by a desk."""
    import dpcore as dp

    schema, queries = asked()
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(path), schema=schema, budget=dp.Budget(mu=100.0))
        return timed(RUNS, lambda run: desk.release("t", dp.Plan(queries, mu=1 + run / 1000)))


def quoting(path: str) -> Pairs:
    """Fifty asks, quoted by a desk."""
    import dpcore as dp

    schema, queries = asked()

    def plan(run: int) -> Any:
        return dp.Plan([dp.Ask(queries[i % len(queries)], mu=0.1 + i / 1000 + run / 10**4) for i in range(50)])

    with tempfile.TemporaryDirectory() as home, dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(path), schema=schema, budget=dp.Budget(mu=100.0), expected_rows=10_000)
        return timed(RUNS, lambda run: desk.quote("t", plan(run)))


def accounting(path: str) -> Pairs:
    """Epsilon of products, and of noisy training."""
    from dpcore import tradeoff

    def act(run: int) -> None:
        small = 1 + run / 1000
        kinds = [*[tradeoff.laplace(0.05 * small)] * 50, *[tradeoff.gaussian(0.05 * small)] * 50]
        tradeoff.compose([*kinds, *[tradeoff.pure(0.1 * small)] * 10]).epsilon(1e-6)
        for steps in (1_000, 10_000):
            tradeoff.subsampled_gaussian(0.01, small, steps=steps).epsilon(1e-5)

    return timed(RUNS, act)


def exploring(path: str) -> Pairs:
    """A scenario computed after each move of a control, with the figures that the screen shows."""
    import numpy as np

    from dpcore.plan import outlook
    from dpcore.plan.scenario import Scenario
    from dpcore.table.table import Table

    schema, queries = asked()
    table, totals = Table(schema), np.geomspace(0.01, 1.0, 60)
    asks = tuple((query.bind(schema), 1.0) for query in queries[:5])

    def act(run: int) -> None:
        levers = {"total": 0.1 + run / 1000, "delta": 10.0 ** -(5 + run / 10), "group": 1 + run, "rows": 10_000 + run}
        for lever in levers:
            seen = outlook.outlook(Scenario("", asks, **{"rows": 9_999, lever: levers[lever]}), table)
            assert seen.half_widths and seen.epsilon > 0 and seen.line.size and seen.power and seen.right
            for place in range(len(asks)):
                outlook.error_line(seen, place, totals)

    return timed(RUNS, act)


PARTS = {
    "import": importing,
    "release": releasing,
    "quote": quoting,
    "accounting": accounting,
    "explore": exploring,
}


if __name__ == "__main__":
    sys.path.pop(0)  # this script's own folder: what is measured is imported from the path that was given
    print(json.dumps(PARTS[sys.argv[1]](sys.argv[2])))
