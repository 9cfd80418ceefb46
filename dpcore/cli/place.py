"""Opens the desk and the plan file of a command, and writes result files."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from dpcore.cli import say
from dpcore.desk.desk import Desk
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.present.file import plan_file
from dpcore.present.file.plan_file import PlanFile
from dpcore.scratch import is_full


def desk(options: argparse.Namespace) -> Desk:
    """The desk named by the options or the environment."""
    url = getattr(options, "database", None) or os.environ.get("MURMUR_DATABASE")
    user = getattr(options, "user", None) or os.environ.get("MURMUR_USER")
    return Desk(url, user, getattr(options, "home", None))


def plan(path: str) -> PlanFile:
    """The plan in a file; "-" is standard input. Raises SourceError or QueryError."""
    return plan_file.read(read(path, plan_file.LARGEST))


def read(path: str, most: int) -> bytes:
    """At most `most` + 1 bytes of a file. Raises SourceError if it cannot be opened."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError):
        raise SourceError(
            "{path} cannot be opened.", "Check that it exists and that you may read it.", path=shown(path)
        ) from None


def write(path: Path, data: bytes) -> None:
    """Writes a result file; creates its folder if missing. Raises SourceError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and is_full(error):
            raise SourceError(
                "{path} cannot be written: the disk is full.", "Free some disk space.", path=shown(str(path))
            ) from None
        raise SourceError(
            "{path} cannot be written.", "Choose a place where you may write.", path=shown(str(path))
        ) from None
    say.note(f"written: {say.inert(path)}")
