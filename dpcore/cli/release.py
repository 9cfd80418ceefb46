"""Charge a plan, answer it, and print the answers. Questions answered before cost nothing.

The quote is shown first (on stderr). Without --yes the release must be confirmed at a terminal; without a terminal,
nothing is charged and the exit code is 2. With --update, for example every month, the new extract is loaded as a
version first. The same file is loaded only once, so the command can be repeated after a crash or a stop.

exit codes: 0 answered, 1 refused or declined, 2 not confirmed, 130 interrupted
"""

from __future__ import annotations

import argparse
import math
import sys
import threading
from pathlib import Path

from dpcore.cli import extract, place, say
from dpcore.cli.quote import REFUSAL, quoted, text
from dpcore.desk.desk import Desk
from dpcore.engine.source.reading import Reading
from dpcore.errors import BudgetError, SourceError
from dpcore.number import shown
from dpcore.plan.plan import Plan
from dpcore.plan.quote import Quote
from dpcore.present.file import export
from dpcore.present.text import words
from dpcore.present.text.tidy import readable
from dpcore.release.judged import judge
from dpcore.release.record import Release
from dpcore.release.run import Cancelled

NOT_CONFIRMED = 2
INTERRUPTED = 130


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("plan", metavar="PLAN.json", help="a plan file; - reads it from standard input")
    parser.add_argument("--yes", action="store_true", help="release without confirmation")
    parser.add_argument("--update", metavar="FILE", help="first load this extract as a new version")
    parser.add_argument(
        "--header",
        metavar="yes|no|NAMES",
        type=_header,
        help="whether the first line of the extract names its columns, or their names, with commas, if it has none",
    )
    parser.add_argument(
        "--skip", metavar="LINES", type=int, help="the number of lines before the header of the extract"
    )
    parser.add_argument("--sheet", metavar="NAME", help="the sheet of the extract, if it is a workbook of several")
    parser.add_argument("--encoding", metavar="NAME", help="of the extract, such as cp949, shift_jis or windows-1251")
    parser.add_argument(
        "--delimiter", metavar="CHARACTER", type=_character, help="what separates its cells; also: tab, space"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="write each answer as CSV, and all of them as JSON, to this folder"
    )
    parser.add_argument(
        "--confirm", action="store_true", help="allow a plan in epsilon to end the Gaussian accounting method"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document instead of tables")


def run(options: argparse.Namespace) -> int:
    """Quotes, confirms, releases and prints; returns the exit code."""
    asked = place.plan(options.plan)
    if options.out:
        _folder(Path(options.out))
    with place.desk(options) as desk:
        if options.update and (options.yes or _attended()):
            answers = (options.header, options.skip, options.sheet, options.encoding, options.delimiter)
            extract.load(desk, options.dataset, options.update, Reading.of(*answers))
        quote = quoted(desk, options.dataset, asked)
        say.note(text(quote, desk.dataset(options.dataset).table) + "\n")
        if not quote.fits:
            raise BudgetError(REFUSAL, " ".join(quote.hints) or "Ask fewer questions, or accept larger errors.")
        if not all(quote.stored) and not options.yes and (code := _ask()) is not None:
            return code
        try:
            releases = _released(desk, options.dataset, asked.plan, options.confirm)
        except Cancelled as stopped:
            say.error(stopped)
            return INTERRUPTED
        _print(desk, options, quote, releases)
    return 0


def _header(text: str) -> bool | list[str]:
    """What `--header` says."""
    known = {"yes": True, "no": False}
    return known[text] if text in known else [name.strip() for name in text.split(",")]


def _character(text: str) -> str:
    """What `--delimiter` says."""
    return {"tab": "\t", "space": " "}.get(text, text)


def _attended() -> bool:
    """Whether a user at a terminal can confirm."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask() -> int | None:
    """None if the user confirmed, else the exit code."""
    if not _attended():
        say.note("Nothing was charged, because the release was not confirmed.")
        say.note("Hint: Add --yes to release without confirmation.")
        return NOT_CONFIRMED
    print("Release this plan? The charge cannot be undone. [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return None
    say.note("Nothing was charged.")
    return 1


def _released(desk: Desk, name: str, plan: Plan, confirm: bool) -> list[Release]:
    """Releases in a separate thread, so that Ctrl-C works while the engine reads. A second Ctrl-C exits."""
    stop, done = threading.Event(), threading.Event()
    releases: list[Release] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            releases.extend(desk.release(name, plan, confirm=confirm, progress=say.note, cancel=stop))
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=work, daemon=True).start()
    while not done.is_set():
        try:
            done.wait()  # not Thread.join, which after an interrupt reports that the thread has ended
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
            say.note("stopping")
    if errors:
        raise errors[0]
    return releases


def _print(desk: Desk, options: argparse.Namespace, quote: Quote, releases: list[Release]) -> None:
    dataset = desk.dataset(options.dataset)
    left = words.meter(desk.standing(options.dataset), dataset.table)
    if options.out:
        for number, release in enumerate(releases, 1):
            place.write(Path(options.out) / f"{number:02}-{release.id}.csv", export.to_csv(release))
        place.write(Path(options.out) / "releases.json", export.to_json(releases))
    if options.json:
        paid = {"price": quote.price, "currency": quote.currency, "left": left}
        records = [
            release.to_dict() | {"question": str(release), "id": release.id, "usable": judge(release).state}
            for release in releases
        ]
        say.document({"dataset": options.dataset, "version": dataset.version, **paid, "releases": records})
        return
    for release in releases:
        table = readable(release, release.table)
        say.result(f"{say.inert(release, 300)}  [{release.id}]")
        say.result(say.table(list(table.columns), table.map(_number).to_numpy().tolist(), 4))
        meaning = " ".join([words.meaning(release), *words.caveats(release)])
        say.result(say.inert(meaning, 800) + "\n")
    say.result(f"{say.inert(dataset.name)}: {left}")


def _number(value: object) -> object:
    """A number without unnecessary decimals."""
    return f"{value:,.15g}" if isinstance(value, float) and math.isfinite(value) else value


def _folder(path: Path) -> None:
    """Creates the folder before anything is charged. Raises SourceError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".murmur"
        probe.touch()
        probe.unlink()
    except (OSError, ValueError):
        raise SourceError(
            "{path} cannot be written.", "Choose a folder where you may write.", path=shown(str(path))
        ) from None
