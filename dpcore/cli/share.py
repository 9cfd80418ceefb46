"""Publish answers: a link that needs no account, an offline page, or a signed bundle; without a title, list the links.

The path of a link is printed once and cannot be shown again, because only its hash is stored. MURMUR_URL, if set, is
put before the path. Without --releases the answers of the last plan are published.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
from pathlib import Path

from dpcore import clock
from dpcore.cli import place, say
from dpcore.desk.desk import Desk
from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.release.combine import Unread
from dpcore.release.record import Release

MOST_DAYS = 3650


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("--title", help="the title of the page; publishes a link, or writes the file of --out")
    parser.add_argument("--note", default="", help="a few sentences under the title")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--releases", metavar="ID", nargs="+", help="the answers with these ids, printed in brackets")
    chosen.add_argument("--last", action="store_true", help="the answers of the last plan (default)")
    parser.add_argument(
        "--days", type=_days, default=30, help="days until the link expires (default 30); 0: until revoked"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write an offline page (.html) or a signed bundle (.zip) instead of a link"
    )
    parser.add_argument("--revoke", metavar="ID", help="revoke the link with this id (see the list)")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of text")


def run(options: argparse.Namespace) -> int:
    """Publishes, writes, revokes or lists; returns the exit code."""
    with place.desk(options) as desk:
        if options.revoke:
            desk.sharing(options.dataset).revoke(options.revoke)
            say.note("The link is revoked and no longer opens.")
        elif options.title is None and not options.out:
            _list(desk, options)
        elif options.out:
            _write(desk, options)
        else:
            _publish(desk, options)
    return 0


def _publish(desk: Desk, options: argparse.Namespace) -> None:
    until = None
    if options.days:
        until = (dt.datetime.fromisoformat(clock.now()) + dt.timedelta(days=options.days)).isoformat()
    share, token = desk.sharing(options.dataset).publish(_chosen(desk, options), options.title, options.note, until)
    path = f"{os.environ.get('MURMUR_URL', '').rstrip('/')}/s/{token}"
    if options.json:
        say.document({"id": share.id, "path": path, "until": share.until, "answers": len(share.keys)})
        return
    say.note(f"Link {share.id}, until {share.until or 'it is revoked'}. The path is shown only once:")
    say.result(path)


def _write(desk: Desk, options: argparse.Namespace) -> None:
    kind = Path(options.out).suffix.lower()
    if kind not in (".html", ".zip"):
        raise QueryError(
            "{out} is neither a page (.html) nor a bundle (.zip).",
            "Choose a file name that ends in .html or .zip.",
            out=shown(options.out),
        )
    dossier = desk.dossier(options.dataset, _chosen(desk, options), options.title or "", options.note)
    if kind == ".zip":
        from dpcore.present import bundle

        data = bundle.write(dossier, desk.seal)
    else:
        from dpcore.present import page

        data = page.html(dossier, fingerprint=desk.seal.fingerprint, offline=True).encode()
    place.write(Path(options.out), data)
    if options.json:
        say.document({"out": options.out, "answers": len(dossier.records), "fingerprint": desk.seal.fingerprint})


def _list(desk: Desk, options: argparse.Namespace) -> None:
    links = desk.sharing(options.dataset).all
    if options.json:
        names = ("id", "title", "by", "time", "until", "state", "opened", "last_opened")
        say.document({"links": [{name: getattr(link, name) for name in names} for link in links]})
        return
    rows = [(link.id, link.state, link.until or "–", link.by, link.title, link.opened) for link in links]
    say.result(say.table(("id", "state", "until (UTC)", "by", "title", "opened"), rows, 1))


def _chosen(desk: Desk, options: argparse.Namespace) -> list[Release | Unread]:
    """The stored answers that the options select. Raises QueryError if there are none."""
    stored: list[Release | Unread] = [*desk.releases(options.dataset), *desk.unread(options.dataset)]
    if not stored:
        raise QueryError("There are no answers to share yet.", "Release a plan first.")
    if not options.releases:
        last = max(release.seq for release in stored)
        return [release for release in stored if release.seq == last]
    by_name = {release.id: release for release in stored} | {release.key: release for release in stored}
    for name in options.releases:
        if name not in by_name:
            raise QueryError(
                "There is no answer {name}.", "Ids are 12 letters and digits, printed in brackets.", name=shown(name)
            )
    return [by_name[name] for name in options.releases]


def _days(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_DAYS:
        raise argparse.ArgumentTypeError(f"must be a whole number of days up to {MOST_DAYS}")
    return int(text)
