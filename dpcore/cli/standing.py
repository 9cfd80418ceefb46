"""What was promised, and what is left, of one dataset or of all."""

from __future__ import annotations

import argparse
from typing import Any

from dpcore.cli import place, say
from dpcore.desk.desk import Desk
from dpcore.present.text import history, remaining, words
from dpcore.release.dataset import Dataset


def declare(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("dataset", metavar="DATASET", nargs="?", help="all of yours, if left out")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of text")


def run(options: argparse.Namespace) -> int:
    """Say how each dataset stands."""
    with place.desk(options) as desk:
        wanted = [desk.dataset(options.dataset)] if options.dataset else desk.datasets()
        found = [_data(desk, dataset) for dataset in wanted]
    if options.json:
        say.document({"datasets": found})
        return 0
    if not found:
        say.note("There is no dataset here yet.")
    for data in found:
        lines = [
            f"version {data['version']}. {data['protects']}",
            f"promised: {data['budget']}",
            f"{data['left']} · {data['used']}",
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
        "used": remaining.used(standing),
        "slots": words.slots_left(standing),
        "remaining": filters,
    }
