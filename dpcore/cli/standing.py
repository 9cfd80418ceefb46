"""Show the guaranteed and the remaining budget of one dataset or of all datasets."""

from __future__ import annotations

import argparse
from typing import Any

from dpcore.cli import place, say
from dpcore.desk.desk import Desk
from dpcore.present.text import amount, history, remaining, words
from dpcore.present.text.amount import Gauge
from dpcore.release.dataset import Dataset


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("dataset", metavar="DATASET", nargs="?", help="all your datasets if omitted")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of text")


def run(options: argparse.Namespace) -> int:
    """Prints the budget state of each dataset; returns the exit code."""
    with place.desk(options) as desk:
        wanted = [desk.dataset(options.dataset)] if options.dataset else desk.datasets()
        standings = [_data(desk, dataset) for dataset in wanted]
    if options.json:
        say.document({"datasets": standings})
        return 0
    if not standings:
        say.note("You have no dataset yet.")
    for data in standings:
        lines = [
            f"version {data['version']}. {data['protects']}",
            f"guaranteed: {data['budget']}",
            f"{data['used']} · {data['left']}",
            *([data["failures"]] if data["failures"] else []),
        ]
        say.result("\n  ".join([say.inert(data["name"]), *lines, *(say.inert(slot) for slot in data["slots"])]))
    return 0


def _data(desk: Desk, dataset: Dataset) -> dict[str, Any]:
    standing = desk.standing(dataset.name)
    filters = {
        name: {"epsilon": loss.epsilon, "delta": loss.delta, "mu": loss.mu}
        for name in standing.live
        if (loss := standing.left(name)) is not None
    }
    return {
        "name": dataset.name,
        "owner": dataset.owner,
        "version": dataset.version,
        "has_rows": dataset.has_rows,
        "protects": words.relation(dataset.table),
        "budget": history.budget(standing.budget),
        "left": words.meter(standing, dataset.table),
        "used": amount.charged(Gauge(standing.meter)),
        "failures": remaining.failures(standing),
        "slots": words.slots_left(standing),
        "remaining": filters,
    }
