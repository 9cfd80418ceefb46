"""Every entry of a dataset's ledger, oldest first; with --verify, whether the whole chain holds.

exit codes: 0 done, 3 the ledger is not what was written
"""

from __future__ import annotations

import argparse

from dpcore.cli import place, say
from dpcore.errors import LedgerError
from dpcore.present.text import history


def declare(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("--verify", action="store_true", help="check the chain and its anchor first")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")


def run(options: argparse.Namespace) -> int:
    """Print what was charged."""
    try:
        with place.desk(options) as desk:
            if options.verify:
                desk.verify()
                say.note("The ledger holds from its first entry to its last.")
            entries = desk.ledger(options.dataset)
    except LedgerError as error:
        if not options.verify:
            raise
        say.error(error)
        return 3
    lines = [(entry, history.line(entry)) for entry in entries]
    if options.json:
        found = [
            {"seq": one.seq, "time": one.time, "user": one.user, "kind": one.kind, "what": line.what}
            | {"questions": list(line.questions), "price": line.price, "hash": one.hash}
            for one, line in lines
        ]
        say.document({"dataset": options.dataset, "verified": options.verify or None, "entries": found})
        return 0
    rows = [
        (line.seq, line.time, line.user, "; ".join((line.what, *line.questions)), line.price, line.hash)
        for _, line in lines
    ]
    say.result(say.table(("entry", "time (UTC)", "by", "what", "costs", "hash"), rows))
    return 0
