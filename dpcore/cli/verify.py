"""Check whether a bundle is unchanged since it was signed, and whether its signer is trusted here.

exit codes: 0 genuine, 1 unreadable, 3 altered, 4 signer not trusted here
"""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from dpcore.cli import place, say
from dpcore.desk.dossier import UNREAD
from dpcore.desk.signature import key_of

if TYPE_CHECKING:
    from dpcore.desk.dossier import Dossier
    from dpcore.present.shape.evaluate import Value

CODES = {"genuine": 0, "altered": 3, "unknown signer": 4}


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("bundle", metavar="BUNDLE", help="the zip file")
    parser.add_argument(
        "--trust", metavar="HEX", action="append", default=[], help="a signer's public key, 64 hexadecimal digits"
    )
    parser.add_argument(
        "--at",
        metavar="NUMBERS",
        help="points such as 18,65: print the values of every curve in a genuine bundle there",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document instead of sentences")


def run(options: argparse.Namespace) -> int:
    """Prints the result of the check; returns the exit code."""
    from dpcore.present import bundle

    trusted = [key_of(text) for text in options.trust] + _known(options)
    verdict = bundle.verify(options.bundle, trusted)
    dossier = verdict.dossier
    values = _values(dossier, options.at) if dossier is not None and options.at is not None else {}
    if options.json:
        questions = [] if dossier is None else [str(answer) for answer in (*dossier.releases, *dossier.unread)]
        inside = None if dossier is None else {"title": dossier.title, "by": dossier.by, "time": dossier.time}
        say.document(
            {
                "state": verdict.state,
                "said": verdict.said,
                "hint": verdict.hint,
                "fingerprint": verdict.fingerprint,
                "public": verdict.public.hex(),
                "values": {question: [asdict(value) for value in at] for question, at in values.items()},
                "inside": inside and inside | {"questions": questions},
            }
        )
        return CODES[verdict.state]
    say.result(f"{verdict.state.capitalize()}: {say.inert(verdict.said, 500)}")
    if verdict.hint:
        say.note(f"Hint: {say.inert(verdict.hint, 500)}")
    if dossier is not None:
        say.result(
            f"{say.inert(dossier.title or 'Untitled', 300)}: by {say.inert(dossier.by)}, {say.inert(dossier.time[:10])}"
        )
        for release in dossier.releases:
            say.result(f"  {say.inert(release, 300)}")
            for value in values.get(str(release), ()):
                group = f"{say.inert(value.group, 100)}, " if value.group else ""
                ends = f" ({value.low} to {value.high})" if value.low else ""  # a model may state no margin
                say.result(f"    {group}{value.x}: {value.answer}{ends}")
        for other in dossier.unread:
            say.result(f"  {say.inert(other, 300)}: {UNREAD}")
    return CODES[verdict.state]


def _values(dossier: Dossier, typed: str) -> dict[str, list[Value]]:
    """The values of the curves in a dossier at typed points, by question. Raises QueryError if none has any.

    A curve whose range does not have all points stands without values.
    """
    from dpcore.errors import QueryError
    from dpcore.present import answers
    from dpcore.present.shape import presenter

    found: dict[str, list[Value]] = {}
    missed: list[QueryError] = []
    for release in answers.all_of(dossier.releases):
        if (shown := presenter(release)).field is not None:
            try:
                found[str(release)] = shown.values(typed)
            except QueryError as error:
                missed.append(error)
    if missed and not found:
        raise missed[0]
    return found


def _known(options: argparse.Namespace) -> list[bytes]:
    """The keys that this desk trusts, including its own; empty if there is no desk: verifying does not create one."""
    home = Path(getattr(options, "home", None) or os.environ.get("MURMUR_HOME") or Path.home() / ".murmur")
    if not home.expanduser().is_dir():
        return []
    with place.desk(options) as desk:
        return [key.public for key in desk.trusted]
