"""Private temporary folders, each locked by the process that uses it.

The system releases a lock when its process ends for any reason. So a folder that can be locked belongs to no running
process: it was left by a killed process and is removed.
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
"""Leftovers of earlier versions, which had no locks; removed this many seconds after their last change."""
# The folders that this process uses, with the descriptor that holds the lock of each.
_held: dict[Path, int] = {}


def is_full(error: OSError) -> bool:
    """Whether the disk is full or a quota is used up."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A temporary folder inside `folder`, removed when the context ends. Raises OSError.

    Leftovers of processes that have ended are removed from `folder` first.
    """
    sweep(folder)
    own = claim(folder, _WORK)
    try:
        yield own
    finally:
        release(own)


def sweep(folder: Path) -> None:
    """Remove temporary folders of processes that have ended from `folder`."""
    for leftover in folder.glob(f"*{_WORK}"):
        with unused(leftover) as free:
            if free:
                shutil.rmtree(leftover, ignore_errors=True)
    for leftover in (path for pattern in _EARLIER for path in folder.glob(pattern)):
        with contextlib.suppress(OSError):
            if time.time() - max(path.stat().st_mtime for path in (leftover, *leftover.glob("*"))) > _DAY:
                shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()


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
    """Whether no running process holds this folder; if so, no process can claim it until the context ends."""
    try:
        descriptor = _lock(folder, fcntl.LOCK_NB)
    except OSError:  # locked by another process, removed, or not a folder
        yield False
        return
    try:
        yield True
    finally:
        os.close(descriptor)


def _lock(folder: Path, flag: int) -> int:
    """A descriptor that holds a folder's lock until the descriptor is closed or the process ends. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | flag)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def publish(file: Path, copy: Path) -> None:
    """Moves a file to its name, unless another process has done so: a copy that is being read is never replaced."""
    try:
        os.link(file, copy)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not copy.exists():
            os.replace(file, copy)
    file.unlink(missing_ok=True)
