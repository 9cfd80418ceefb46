"""`make bench`, or `python -m benchmarks`: Murmur compared with named peers in one run, as ratios.

python -m benchmarks [PART …] [--rows N] [--large N] [--peers NAME …] [--repeats N] [--old REVISION] [--turns N]
    [--minutes N] [--save]
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
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
)
from benchmarks.environment import NAMES, described
from benchmarks.table import Table

ROWS, LARGE = 10_000_000, 100_000_000
ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results.md"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Murmur beside named peers, as ratios.")
    parser.add_argument(
        "parts",
        nargs="*",
        help="fixed, screens, explore, share, uploads, accounting, noise, ledger, release, truncation, outofcore, "
        "spark, order, postgres, times, errors, quantiles, slicing, smooth, bounds, blocks, gram, density, joint, "
        "trend, machines, models, fits, functions, memory, reading, quotes, busy, soak (only when asked for), "
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
        "explore": explore.table,
        "share": share.table,
        "uploads": uploads.table,
        "accounting": accounting.table,
        "noise": noise.table,
        "ledger": ledger.table,
        "release": lambda: release.table(asked.rows),
        "truncation": lambda: release.truncation(asked.rows),
        "outofcore": lambda: outofcore.table(asked.large),
        "spark": lambda: spark.table(asked.rows),
        "order": lambda: order.table(asked.rows),
        "postgres": lambda: order.postgres(asked.rows // 5),
        "times": lambda: compare.times(asked.rows, asked.peers),
        "errors": lambda: compare.errors(asked.peers, asked.repeats),
        "quantiles": lambda: quantiles.table(asked.repeats),
        "smooth": smooth.errors,
        "bounds": smooth.bounds,
        "blocks": lambda: blocks.table(asked.repeats),
        "density": lambda: density.table(asked.repeats),
        "joint": lambda: joint.table(asked.repeats),
        "trend": lambda: trend.table(asked.repeats),
        "machines": lambda: machines.table(asked.repeats),
        "models": lambda: models.table(asked.repeats),
        "fits": lambda: models.times(asked.rows),
        "functions": lambda: functions.table(asked.rows),
        "memory": lambda: functions.memory(asked.rows),
        "reading": reading.table,
        "quotes": reading.quotes,
        "gram": lambda: gram.table(asked.rows),
        "busy": busy.table,
        "soak": lambda: soak.table(asked.minutes),
        "slicing": lambda: slicing.table(asked.repeats),
        "versions": lambda: versions.table(asked.old, asked.turns),
    }


def main() -> None:
    """Print each table as soon as it is finished."""
    command = parser()
    asked = command.parse_args()
    every = parts(asked)
    if unknown := [name for name in asked.parts if name not in every]:
        command.error(f"there is no part {unknown[0]}; there are {', '.join(every)}")
    os.chdir(ROOT)
    run, tables = described(), list[Table]()
    print(results.heading(run))
    for name in asked.parts or [name for name in every if name != "soak"]:
        tables.append(every[name]())
        print(tables[-1].markdown(), flush=True)
    if asked.save:
        results.save(RESULTS, run, tables, bool(asked.parts))


if __name__ == "__main__":
    main()
