"""Accounting compared with other libraries: error against the truth, time, memory, and time ratio.

Truths come from closed forms, finite sums or two contours in 34 digits that agree. The truth of f is Murmur's own
certified bracket, whose width is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.child import Failed, module, run
from benchmarks.environment import PEERS, interpreter
from benchmarks.table import Table, ratio, seconds

ACCOUNTANTS = {
    "dp-accounting": "dp-accounting",
    "prv-accountant": "prv-accountant, ±0.01",
    "opendp": "OpenDP, zCDP",
    "riskcal": "riskcal",
    "gdpnum": "gdpnum",
}
LONGEST = 300  # seconds for one task of a peer


@dataclass(frozen=True)
class Task:
    """A task, its true answer if it is one number or a few, and the target time ratio of a peer."""

    text: str
    truth: tuple[float, ...] = ()
    targets: tuple[tuple[str, float], ...] = ()


_TWENTY, _HUNDRED = (("dp-accounting", 20.0),), (("dp-accounting", 100.0),)
_CURVE = (("riskcal", 20.0), ("gdpnum", 20.0))
TASKS = {
    "a1": Task("1000 Gaussian, sigma 50, delta 1e-6", (2.92160059042704586,), _TWENTY),
    "b1": Task("Laplace 0.05, delta 1e-6", (0.049997999999,)),
    "b10": Task("10 of them", (0.49897808944722,)),
    "b100": Task("100 of them", (2.19328087640089,)),
    "b1000": Task("1000 of them", (8.20444034393394,), _TWENTY),
    "b all": Task("1, 2, … 1000 of them", (), _HUNDRED),
    "c": Task("50 Laplace, 50 Gaussian, 10 coins", (4.50435867170152263,), (*_HUNDRED, ("prv-accountant", 500.0))),
    "d1": Task("10³ steps, rate 0.01, sigma 1, delta 1e-5", (1.82823666651658,), (("dp-accounting", 5.0),)),
    "d2": Task("10⁴ steps", (6.18771238997154,), (*_TWENTY, ("prv-accountant", 500.0))),
    "d3": Task("10⁵ steps", (25.5731069865215,), _TWENTY),
    "mnist": Task(
        "six trainings on 60,000 rows",
        (0.864409916888, 2.38159692142, 5.63941355621, 10.9494696722, 15.7157574932, 28.0453302814),
        _TWENTY,
    ),
    "e1": Task("sigma of 20 Gaussian, (1, 1e-6)", (18.8933383592862889,), _TWENTY),
    "e2": Task("scale of 100 Laplace, (1, 1e-6)", (41.4874828286085447,)),
    "f of c": Task("1000 points of the curve of c", (), _CURVE),
    "f of d2": Task("1000 points of the curve of d2", (), _CURVE),
}


def table(peers: Sequence[str] = tuple(ACCOUNTANTS)) -> Table:
    """One row per task; per peer: error, time, memory, time ratio to Murmur."""
    known = {peer: _known(peer) for peer in peers}
    out = Table(
        "Accounting: error, time, extra memory; of peers also how many times as long as Murmur",
        ("task", "what", "Murmur: upper bound", "bracket, relative", *(_named(peer, known[peer]) for peer in peers)),
    )
    for name, task in TASKS.items():
        own = module("accountant", name)
        truth = task.truth or tuple(own["answer"][1])
        low, high = _ends(name, own["answer"])
        width = max((b - a) / b for a, b in zip(low, high, strict=True) if b > 0.0)
        cells = [_cell(known[peer], peer, name, task, truth, median(own["seconds"])) for peer in peers]
        out.add(name, task.text, _described(own, _worst(high, truth)), f"{width:.0e}", *cells)
    out.note(
        "The error is the one that is largest in size where a task has several answers: above the truth with a plus, "
        "which is the safe side for epsilon and for a scale of noise; of f a plus is above the truth, the unsafe side."
    )
    for peer, found in known.items():
        if isinstance(found, str):
            out.note(f"{ACCOUNTANTS[peer]}: skipped, {found}.")
    return out


def _known(peer: str) -> dict[str, Any] | str:
    """The peer's version, tasks and Python, or why it is missing."""
    python = interpreter(peer)
    if isinstance(python, str):
        return python
    try:
        return {**_asked(str(python), peer, "tasks"), "python": str(python)}
    except Failed as reason:
        return str(reason)


def _asked(python: str, peer: str, task: str) -> Any:
    return run(python, str(PEERS / f"account_{peer.replace('-', '_')}.py"), task, timeout=LONGEST)


def _named(peer: str, known: dict[str, Any] | str) -> str:
    return ACCOUNTANTS[peer] if isinstance(known, str) else f"{ACCOUNTANTS[peer]} {known['version']}"


def _cell(known: dict[str, Any] | str, peer: str, name: str, task: Task, truth: tuple[float, ...], ours: float) -> str:
    if isinstance(known, str) or name not in known["tasks"]:
        return "–"
    try:
        found = _asked(known["python"], peer, name)
    except Failed as reason:
        return str(reason)
    answer = found["answer"] if isinstance(found["answer"], list) else [found["answer"]]
    times = ratio(median(found["seconds"]) / ours, at_least=dict(task.targets).get(peer))
    return f"{_described(found, _worst(answer, truth))} · {times}"


def _described(found: Any, error: float) -> str:
    return f"{error:+.1e} · {seconds(median(found['seconds']))} · {found['memory'] / 2**20:.0f} MB"


def _ends(name: str, answer: Any) -> tuple[list[float], list[float]]:
    """All lower and all upper ends."""
    if name == "mnist":
        return [pair[0] for pair in answer], [pair[1] for pair in answer]
    low, high = answer
    return (low, high) if isinstance(low, list) else ([low], [high])


def _worst(values: Sequence[float], truth: Sequence[float]) -> float:
    return max((value - exact for value, exact in zip(values, truth, strict=True)), key=abs)
