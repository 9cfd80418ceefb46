"""Private folders for work under way, each locked by the process that uses it.

The system releases a lock when its process ends, however it ends. So a folder that can be locked belongs to no running
process: it is what a killed one left, and is removed.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

_WORK = ".work"
_EARLIER, _DAY = ("*.part", "spill"), 86_400.0
"""What versions without locks left beside rows, and how long after its last change it is nobody's."""
# The folders that this process uses, each with the descriptor that holds its lock.
_held: dict[Path, int] = {}


def is_full(error: OSError) -> bool:
    """Whether there is no room: on the disk, or left of a quota."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A folder inside `folder` for one piece of work, removed at its end. Raises OSError.

    What ended processes left of theirs in `folder` is removed first.
    """
    sweep(folder)
    own = claim(folder, _WORK)
    try:
        yield own
    finally:
        release(own)


def sweep(folder: Path) -> None:
    """Remove what ended processes left of their work inside `folder`."""
    for left in folder.glob(f"*{_WORK}"):
        with unused(left) as free:
            if free:
                shutil.rmtree(left, ignore_errors=True)
    for left in (path for pattern in _EARLIER for path in folder.glob(pattern)):
        with contextlib.suppress(OSError):
            if time.time() - max(path.stat().st_mtime for path in (left, *left.glob("*"))) > _DAY:
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def claim(parent: Path, suffix: str = "") -> Path:
    """A new folder in `parent` that this process holds until `release`. Raises OSError."""
    while True:
        folder = parent / f"{secrets.token_hex(16)}{suffix}"
        folder.mkdir(mode=0o700)
        with contextlib.suppress(FileNotFoundError):  # removed by a sweep before it was locked
            descriptor = _lock(folder, 0)
            if folder.exists():
                _held[folder] = descriptor
                return folder
            os.close(descriptor)


def release(folder: Path) -> None:
    """Remove a folder that this process claimed."""
    shutil.rmtree(folder, ignore_errors=True)
    if (descriptor := _held.pop(folder, None)) is not None:
        os.close(descriptor)


@contextlib.contextmanager
def unused(folder: Path) -> Iterator[bool]:
    """Whether no running process holds this folder; if so, nobody can claim it meanwhile."""
    try:
        descriptor = _lock(folder, fcntl.LOCK_NB)
    except OSError:  # held by its process, gone, or no folder
        yield False
        return
    try:
        yield True
    finally:
        os.close(descriptor)


def _lock(folder: Path, flag: int) -> int:
    """A descriptor that holds the lock of a folder until it is closed or its process ends. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | flag)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
