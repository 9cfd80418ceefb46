"""Noise of a median by blocks: how far the answer lies from the median of the block values, over several tables.

python -m benchmarks.blocks KIND SEED REPEATS    both errors on one table, in % of the range
"""

from __future__ import annotations

import sys
from statistics import median

import numpy as np

import dpcore as dp
from benchmarks import rounds
from benchmarks.child import answer, module
from benchmarks.error import error
from benchmarks.rounds import HIGH
from benchmarks.size import sized
from benchmarks.table import Table

ROWS, BLOCKS, TABLES = sized((10_000, 100, 20), (500, 10, 1))
TARGET = 0.13
NOISELESS = 90.0  # an epsilon at which a selection answers with the median of the block values
KINDS = ("normal", "uniform")


def table(repeats: int) -> Table:
    """The median over the tables, and their spread, which comes from the block values alone."""
    out = Table(
        f"Medians of {BLOCKS} blocks of {ROWS:,} rows at epsilon 1, add/remove: root mean square noise, {repeats} "
        f"releases on each of {TABLES} tables",
        ("data", "median table", "least", "most", "with the error of the blocks", "target"),
    )
    for kind in KINDS:
        found = [module("blocks", kind, seed, repeats) for seed in range(TABLES)]
        noise, whole = ([pair[place] for pair in found] for place in (0, 1))
        middle = median(noise)
        target = f"at most {TARGET} %" if kind == KINDS[0] else "–"
        missed = " (missed)" if kind == KINDS[0] and middle > TARGET else ""
        cells = (f"{middle:.3f} %{missed}", f"{min(noise):.3f} %", f"{max(noise):.3f} %", f"{median(whole):.3f} %")
        out.add(kind, *cells, target)
    out.note("In % of the range of the column. The last error is the distance from the median of all rows.")
    return out


def _noise(kind: str, seed: int, repeats: int) -> tuple[float, float]:
    chance = np.random.default_rng(100 + seed)
    rows = chance.normal(50.0, 10.0, ROWS) if kind == "normal" else chance.uniform(0.0, HIGH, ROWS)
    rows = np.sort(np.clip(rows, 0.0, HIGH))
    query = dp.SampleAndAggregate("x", "median", BLOCKS)
    with rounds.asked(rows.tolist(), key=f"benchmark {seed}".encode()) as column:
        noiseless = np.mean(column.answers(query, rounds.pure(NOISELESS), repeats))
        noisy = column.answers(query, rounds.pure(1.0), repeats)
    exact = float(rows[(ROWS - 1) // 2])
    return error(noisy, [float(noiseless)])[0] / HIGH * 100, error(noisy, [exact])[0] / HIGH * 100


if __name__ == "__main__":
    answer(_noise(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
