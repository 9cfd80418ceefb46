"""`make bench`, or `python -m benchmarks`: Murmur compared with named peers in one run, as ratios.

Each part also stores a line in tests/tier/record: the commit and the digest of what the part imports. With
`MURMUR_BENCH=small` in the environment, everything is as small as it can be, without peers, and stores nothing.

python -m benchmarks [PART …] [--rows N] [--large N] [--peers NAME …] [--repeats N] [--old REVISION] [--turns N]
    [--minutes N] [--save]
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from benchmarks import (
    accounting,
    blocks,
    busy,
    compare,
    density,
    explore,
    fixed,
    functions,
    gram,
    joint,
    ledger,
    machines,
    models,
    noise,
    order,
    outofcore,
    quantiles,
    reading,
    release,
    results,
    screens,
    share,
    slicing,
    smooth,
    soak,
    spark,
    trend,
    uploads,
    versions,
    workbench,
)
from benchmarks.environment import FOLDER, NAMES, described
from benchmarks.size import SMALL
from benchmarks.table import Table
from tests.tier import store
from tests.tier.graph import Graph

ROWS, LARGE = 10_000_000, 100_000_000
ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results.md"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Murmur beside named peers, as ratios.")
    parser.add_argument(
        "parts",
        nargs="*",
        help="fixed, screens, workbench, explore, share, uploads, accounting, noise, ledger, release, truncation, "
        "outofcore, spark, order, postgres, times, errors, quantiles, slicing, smooth, bounds, blocks, gram, density, "
        "joint, trend, machines, models, fits, functions, memory, reading, quotes, busy, soak (only when asked for), "
        "versions",
    )
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows of the large table ({ROWS:,})")
    parser.add_argument("--large", type=int, default=LARGE, help=f"rows of the table beyond memory ({LARGE:,})")
    parser.add_argument("--peers", nargs="*", default=list(NAMES), choices=list(NAMES), help="all by default")
    parser.add_argument("--repeats", type=int, default=compare.REPEATS, help="releases of each ask for its error")
    parser.add_argument("--old", help="the version that this one is held against, by its git revision")
    parser.add_argument("--turns", type=int, default=versions.TURNS, help="of the two versions")
    parser.add_argument("--minutes", type=float, default=soak.MINUTES, help="of the soak")
    parser.add_argument("--save", action="store_true", help="also write results.md, or the tables of these parts in it")
    return parser


def parts(asked: argparse.Namespace) -> dict[str, Callable[[], Table]]:
    """What can be measured, in the order of a whole run."""
    return {
        "fixed": fixed.table,
        "screens": screens.table,
        "workbench": workbench.table,
        "explore": explore.table,
        "share": share.table,
        "uploads": uploads.table,
        "accounting": accounting.table,
        "noise": noise.table,
        "ledger": ledger.table,
        "release": partial(release.table, asked.rows),
        "truncation": partial(release.truncation, asked.rows),
        "outofcore": partial(outofcore.table, asked.large),
        "spark": partial(spark.table, asked.rows),
        "order": partial(order.table, asked.rows),
        "postgres": partial(order.postgres, asked.rows // 5),
        "times": partial(compare.times, asked.rows, asked.peers),
        "errors": partial(compare.errors, asked.peers, asked.repeats),
        "quantiles": partial(quantiles.table, asked.repeats),
        "smooth": smooth.errors,
        "bounds": smooth.bounds,
        "blocks": partial(blocks.table, asked.repeats),
        "density": partial(density.table, asked.repeats),
        "joint": partial(joint.table, asked.repeats),
        "trend": partial(trend.table, asked.repeats),
        "machines": partial(machines.table, asked.repeats),
        "models": partial(models.table, asked.repeats),
        "fits": partial(models.times, asked.rows),
        "functions": partial(functions.table, asked.rows),
        "memory": partial(functions.memory, asked.rows),
        "reading": reading.table,
        "quotes": reading.quotes,
        "gram": partial(gram.table, asked.rows),
        "busy": busy.table,
        "soak": partial(soak.table, asked.minutes),
        "slicing": partial(slicing.table, asked.repeats),
        "versions": partial(versions.table, asked.old, asked.turns),
    }


def line(name: str, part: Callable[[], Table], seconds: int) -> dict[str, object]:
    """What is stored of a part that ran to its end."""
    called = part.func if isinstance(part, partial) else part
    graph, path = Graph(), f"{called.__module__.replace('.', '/')}.py"
    digest = graph.digest([path])
    return {
        "what": f"benchmark {name}",
        "day": datetime.now(UTC).date().isoformat(),
        "commit": store.commit(),
        "digest": digest,
        "collected": 1,
        "passed": 1,
        "failed": 0,
        "skipped": 0,
        "seconds": seconds,
        "seed": None,
        "files": {path: digest},
    }


def main() -> None:
    """Print each table as soon as it is finished."""
    command = parser()
    asked = command.parse_args()
    every = parts(asked)
    if unknown := [name for name in asked.parts if name not in every]:
        command.error(f"there is no part {unknown[0]}; there are {', '.join(every)}")
    os.chdir(ROOT)
    FOLDER.mkdir(exist_ok=True)
    run, tables = described(), list[Table]()
    print(results.heading(run))
    for name in asked.parts or [name for name in every if name != "soak"]:
        began = time.monotonic()
        try:
            tables.append(every[name]())
        except BaseException as error:
            error.add_note(f"This was the part {name}.")
            raise
        print(tables[-1].markdown(), flush=True)
        if not SMALL:
            store.write_line(line(name, every[name], round(time.monotonic() - began)))
    if asked.save:
        results.save(RESULTS, run, tables, bool(asked.parts))


if __name__ == "__main__":
    main()
