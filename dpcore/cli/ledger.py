"""List the ledger entries of a dataset, oldest first; with --verify, check the hash chain first.

exit codes: 0 done, 3 the ledger was altered
"""

from __future__ import annotations

import argparse

from dpcore.cli import place, say
from dpcore.errors import LedgerError
from dpcore.present.text import history


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("--verify", action="store_true", help="check the hash chain and its anchor first")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")


def run(options: argparse.Namespace) -> int:
    """Prints the entries; returns the exit code."""
    try:
        with place.desk(options) as desk:
            if options.verify:
                desk.verify()
                say.note("The ledger is intact from its first to its last entry.")
            entries = desk.ledger(options.dataset)
    except LedgerError as error:
        if not options.verify:
            raise
        say.error(error)
        return 3
    lines = [(entry, history.line(entry)) for entry in entries]
    if options.json:
        items = [
            {"seq": entry.seq, "time": entry.time, "user": entry.user, "kind": entry.kind, "what": line.what}
            | {"questions": list(line.questions), "price": line.price, "hash": entry.hash}
            for entry, line in lines
        ]
        say.document({"dataset": options.dataset, "verified": options.verify or None, "entries": items})
        return 0
    rows = [
        (line.seq, line.time, line.user, "; ".join((line.what, *line.questions)), line.price, line.hash)
        for _, line in lines
    ]
    say.result(say.table(("entry", "time (UTC)", "by", "what", "costs", "hash"), rows))
    return 0
