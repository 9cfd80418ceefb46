"""Errors of a median and of several quantiles against peers: root mean square error on four kinds of data.

`benchmarks.slicing` compares the methods for many quantiles.

python -m benchmarks.quantiles ASK KIND REPEATS    Murmur's answers to one question on one kind of data, as JSON
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpcore as dp
from benchmarks import rounds
from benchmarks.child import Failed, answer, module, script
from benchmarks.environment import PEERS, interpreter
from benchmarks.error import Answers, Error, compared, error
from benchmarks.rounds import HIGH
from benchmarks.size import sized
from benchmarks.table import Table
from dpcore.mechanisms import Price

ROWS = sized(10_000, 200)
FIVE = (0.1, 0.25, 0.5, 0.75, 0.9)
NINETEEN = tuple(round(0.05 * place, 2) for place in range(1, 20))
WHOLE = "whole numbers"
OTHERS = {"diffprivlib": "diffprivlib", "python-dp": "python-dp", "opendp": "OpenDP", "tumult": "Tumult"}
SEPARATE = "19 selections"
OUR_REPEATS = sized(5, 1)  # where one reading of the rows serves all releases: so many times as many releases
EXACT = 0.99


@dataclass(frozen=True)
class Ask:
    """A question at a price, and what our error may be in units of a peer's: on normal and log-normal data, elsewhere.

    separate: quantiles that are each asked apart, at an equal part of the price. quick: its rows are read once.
    """

    query: dp.Query
    shares: tuple[float, ...]
    price: Price
    targets: dict[str, tuple[float, float]]
    quick: bool = False
    separate: bool = False


MU = dp.calibrate.mu(1.0, 1e-6)
ASKS = {
    "median, epsilon 1": Ask(
        dp.Median("x", check=False),
        (0.5,),
        rounds.pure(1.0),
        {"diffprivlib": (0.6, 0.6), "python-dp": (0.4, 0.4), "opendp": (1.05, 1.05), "tumult": (1.05, 1.05)},
        quick=True,
    ),
    "5 quantiles, epsilon 1": Ask(
        dp.Quantiles("x", FIVE, check=False), FIVE, rounds.pure(1.0), {"diffprivlib": (0.5, 1.0)}
    ),
    "19 quantiles, (1, 1e-6)": Ask(
        dp.Quantiles("x", NINETEEN, check=False), NINETEEN, rounds.gaussian(MU), {SEPARATE: (0.6, 1.2)}
    ),
    SEPARATE: Ask(dp.Median("x", check=False), NINETEEN, rounds.gaussian(MU / len(NINETEEN) ** 0.5), {}, separate=True),
    "interquartile range, epsilon 1": Ask(dp.InterquartileRange("x"), (0.25, 0.75), rounds.pure(1.0), {}, quick=True),
}
KINDS = ("normal", "log-normal", "two clusters", WHOLE)
ASKED_OF = sized(KINDS, (WHOLE,))


def kinds(seed: int = 11) -> dict[str, list[float]]:
    """The rows of each kind, all in [0, 100]: the same in every run."""
    chance = np.random.default_rng(seed)
    side = chance.random(ROWS) < 0.5
    values = (
        chance.normal(50, 10, ROWS),
        chance.lognormal(2.5, 0.6, ROWS),
        np.where(side, chance.normal(20, 3, ROWS), chance.normal(80, 3, ROWS)),
        np.round(chance.normal(40, 8, ROWS)),
    )
    return {name: np.clip(column, 0, HIGH).tolist() for name, column in zip(KINDS, values, strict=True)}


def table(repeats: int) -> Table:
    """A row for each question, kind of data and peer. The children run at the same time: only errors are compared."""
    out = Table(
        f"Quantiles of {ROWS:,} rows in [0, 100]: root mean square error, {repeats} releases each (± is one standard "
        "error of the ratio)",
        ("what", "data", "Murmur", "against", "its error", "ratio", "target"),
    )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        theirs = {name: pool.submit(_peer, name, repeats) for name in OTHERS}
        ours = {(ask, kind): pool.submit(module, "quantiles", ask, kind, repeats) for ask in ASKS for kind in ASKED_OF}
    answers: dict[str, dict[str, Any]] = {}
    for name, found in theirs.items():
        try:
            answers[name] = found.result()
        except Failed as reason:
            out.note(f"{OTHERS[name]}: skipped, {reason}.")
    mine = {place: found.result() for place, found in ours.items()}
    answers[SEPARATE] = {"answers": {"19 quantiles, (1, 1e-6)": {kind: mine[SEPARATE, kind] for kind in ASKED_OF}}}
    rows = kinds()
    for ask in (name for name in ASKS if name != SEPARATE):
        for kind in ASKED_OF:
            _add(out, ask, kind, np.sort(rows[kind]), mine[ask, kind], answers)
    _notes(out, answers)
    return out


def _add(
    out: Table, ask: str, kind: str, rows: NDArray[np.float64], mine: Answers, answers: dict[str, dict[str, Any]]
) -> None:
    """The rows of one question and one kind of data, one for each peer."""
    truth = _exact(ASKS[ask], rows)
    ours = error(mine, truth)
    several = {name: found["answers"][ask][kind] for name, found in answers.items() if ask in found["answers"]}
    if not several:
        out.add(ask, kind, f"{ours[0]:.3g}")
    for name, their_answers in several.items():
        theirs: Error = error(their_answers, truth)
        target = ASKS[ask].targets.get(name)
        most = None if target is None else target[kind not in KINDS[:2]]
        label = f"{OTHERS[name]} {answers[name]['version']}" if name in OTHERS else name
        limit = "–" if most is None else f"at most {most}×"
        out.add(ask, kind, f"{ours[0]:.3g}", label, f"{theirs[0]:.3g}", compared(ours, theirs, most), limit)
    if ask.startswith("median") and kind == WHOLE:
        exact = sum(value == truth[0] for (value,) in mine) / len(mine)
        missed = "" if exact >= EXACT else " (missed)"
        out.add(
            f"{ask}: exact answers", kind, f"{100 * exact:.1f} %{missed}", "", "", "", f"at least {100 * EXACT:g} %"
        )


def _notes(out: Table, answers: dict[str, dict[str, Any]]) -> None:
    out.note(f"{SEPARATE}: Murmur's own `Quantile`, one for each share, each for an equal part of the price in mu².")
    if "opendp" in answers:
        out.note("OpenDP is given Murmur's grid as its candidates: 819,201 numbers, or 101 whole ones.")
    if "python-dp" in answers:
        out.note(
            "python-dp answers several quantiles from one tree of noisy counts, at Google's usual height and branching."
        )
    out.note("SmartNoise SQL has no quantiles.")


def _peer(name: str, repeats: int) -> Any:
    """The answers of a peer. Raises Failed."""
    python = interpreter(name)
    if isinstance(python, str):
        raise Failed(python)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        path.write_text(json.dumps(kinds()), encoding="utf-8")
        return script(python, PEERS / f"quantiles_{name.replace('-', '_')}.py", path, repeats)


def _answers(name: str, kind: str, repeats: int) -> list[list[float]]:
    ask = ASKS[name]
    with rounds.asked(kinds()[kind], kind == WHOLE) as column:
        if not ask.separate:
            return column.answers(ask.query, ask.price, OUR_REPEATS * repeats if ask.quick else repeats)
        parts = [column.answers(dp.Quantile("x", share, check=False), ask.price, repeats) for share in ask.shares]
        return [[value for (value,) in values] for values in zip(*parts, strict=True)]


def _exact(ask: Ask, rows: NDArray[np.float64]) -> list[float]:
    """The answer without noise; where every point between two rows is a quantile, the middle. rows: sorted."""
    values = np.quantile(rows, ask.shares, method="averaged_inverted_cdf")
    exact: list[float] = (np.diff(values) if isinstance(ask.query, dp.InterquartileRange) else values).tolist()
    return exact


if __name__ == "__main__":
    answer(_answers(sys.argv[1], sys.argv[2], int(sys.argv[3])))
