"""Exact noise on integers: nanoseconds per draw, against OpenDP's vector mechanisms.

python -m benchmarks.noise DRAWS SCALE RUNS        Murmur's part, as JSON
"""

from __future__ import annotations

import sys
import time
from statistics import median

import dpcore as dp
from benchmarks.child import Failed, answer, module, script
from benchmarks.environment import PEERS, interpreter
from benchmarks.size import sized
from benchmarks.table import Table, ratio

LAWS = {"Gaussian": dp.noise.Gaussian(), "Laplace": dp.noise.Laplace()}
DRAWS, PEER_DRAWS, SCALE = sized(1_000_000, 1_000), 100_000, 1000.0


def table() -> Table:
    """One row per distribution. The peer draws a tenth as many, since its time is proportional to them."""
    out = Table(
        f"Exact draws of integer noise of scale {SCALE:g}: {DRAWS:,} by Murmur, {PEER_DRAWS:,} by OpenDP",
        ("law", "Murmur, ns a draw", "OpenDP, ns a draw", "times as long"),
    )
    ours = module("noise", DRAWS, SCALE, 5)
    python = interpreter("opendp")
    try:
        if isinstance(python, str):
            raise Failed(python)
        theirs = script(python, PEERS / "noise_opendp.py", PEER_DRAWS, SCALE)["seconds"]
    except Failed as reason:
        theirs = {}
        out.note(f"OpenDP: skipped, {reason}.")
    for name, found in ours.items():
        mine = median(found) / DRAWS * 1e9
        if name not in theirs:
            out.add(name, f"{mine:.0f}")
            continue
        peer = theirs[name] / PEER_DRAWS * 1e9
        out.add(name, f"{mine:.0f}", f"{peer:.0f}", ratio(peer / mine, at_least=50.0))
    return out


def _draws(draws: int, scale: float, runs: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in LAWS}
    for name, law in LAWS.items():
        dp.noise.draw(law, scale, 1000)
        for _ in range(runs):
            start = time.perf_counter()
            dp.noise.draw(law, scale, draws)
            found[name].append(time.perf_counter() - start)
    return found


if __name__ == "__main__":
    answer(_draws(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])))
