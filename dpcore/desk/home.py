"""The home folder of a desk: frozen rows, the desk's secret, the ledger's anchor. Readable by its owner only."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import final

from dpcore import scratch
from dpcore.errors import AccessError, DpError
from dpcore.scratch import is_full

_NOTE, _LONGEST, _SPARE = "place", 2**20, 10**8
_NOTED = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
"""Names in a note: never of another folder."""


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turns OSError into AccessError with message and hint."""
    try:
        yield
    except OSError as error:
        full = is_full(error)
    else:
        return
    if full:
        raise AccessError(
            "The desk's folder cannot be written: the disk is full.", "Free some disk space, then try again."
        )
    raise AccessError("The desk's folder cannot be read or written.", "Check the permissions of MURMUR_HOME.")


@final
class Home:
    """`MURMUR_HOME`, or `~/.murmur`: data/<dataset>/, keys/, anchor/. Created with mode 0700 if missing."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        chosen = path if path is not None else os.environ.get("MURMUR_HOME") or Path.home() / ".murmur"
        self.path = Path(chosen).expanduser().absolute()
        try:
            for folder in (self.path, self.path / "data", self.path / "keys"):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            raise AccessError(
                "The desk's folder {path} cannot be written.",
                "Set MURMUR_HOME to a folder that you may write to.",
                path=self.path,
            ) from None

    @property
    def database(self) -> str:
        """The URL of the default database in this folder."""
        return f"sqlite:///{self.path / 'murmur.db'}"

    @property
    def spools(self) -> Path:
        """The folder of temporary folders, each locked by its process; others are removed by the next sweep."""
        return self.path / "spool"

    def check(self) -> None:
        """Writes and removes a small file. Raises AccessError if the folder cannot be written."""
        self.unspool(self.spool(b"ready", ""))

    @_explained()
    def folder(self, dataset: str, make: bool = True) -> Path:
        """The folder of a dataset's frozen rows. Its name is random and does not depend on the data."""
        folder = self.path / "data" / dataset
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def delete(self, dataset: str) -> None:
        """Deletes a dataset's rows."""
        shutil.rmtree(self.path / "data" / dataset, ignore_errors=True)

    @_explained()
    def spool(self, data: bytes | memoryview, suffix: str, user: str = "") -> Path:
        """Writes these bytes to a private temporary file, read by a source until its rows are frozen; see `unspool`.

        Also removes leftovers of ended processes. Only a plain suffix of the user's file name is used, or two plain
        ones (.csv.gz). user: the file counts as this user's in `spooled`.
        """
        path = self._claimed(self._owner(user)) / f"upload{_ending(suffix)}"
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
        except OSError:
            self.unspool(path)
            raise
        return path

    @_explained()
    def fill(self, path: Path, start: int, data: bytes | memoryview) -> None:
        """Writes these bytes into a spooled file, from byte `start` on."""
        with os.fdopen(os.open(path, os.O_WRONLY), "wb") as file:
            file.seek(start)
            file.write(data)

    @_explained()
    def resize(self, path: Path, size: int) -> None:
        """Sets the length of a spooled file. New bytes are zero and occupy the disk only when they are written."""
        os.truncate(path, size)

    @_explained()
    def named(self, path: Path, suffix: str) -> Path:
        """Gives a spooled file the suffix of its kind, and returns its new path."""
        return path.rename(path.with_name(f"upload{_ending(suffix)}"))

    @_explained()
    def spooled(self, user: str) -> int:
        """Bytes of this user's spooled files of running processes, at their announced sizes."""
        self._sweep_spool()
        return sum(status.st_size for status in self._files(f"*{self._owner(user)}"))

    @_explained()
    def room(self) -> int:
        """Bytes free for further uploads, without those announced for other uploads or reserved for the ledger."""
        announced = sum(max(0, status.st_size - status.st_blocks * 512) for status in self._files("*"))
        disk = shutil.disk_usage(self.path)
        return disk.free - announced - min(_SPARE, disk.total // 20)

    def _files(self, folders: str) -> Iterator[os.stat_result]:
        """The files in these folders of the spool, with tables that are unpacked beside uploads."""
        for folder in self.spools.glob(folders):
            for place, _, names in os.walk(folder):
                for name in names:
                    with contextlib.suppress(FileNotFoundError):
                        yield os.stat(os.path.join(place, name))

    def _owner(self, user: str) -> str:
        """The suffix of the names of this user's folders in the spool, from which the user cannot be recognised."""
        return f"-{self.key('spool', user).hex()[:32]}" if user else ""

    def unspool(self, path: Path) -> None:
        """Deletes a spooled file. Files outside the spool are not touched."""
        if path.parent.parent == self.spools:
            scratch.release(path.parent)

    @contextlib.contextmanager
    def loading(self, named: Callable[[str], bool], ledger: str = "") -> Iterator[Path]:
        """A private folder for rows while they are loaded; removed at the end or after the process has ended.

        named, ledger: as in `sweep`. At the end, placed rows that the ledger does not name are removed; rows that the
        ledger names stay, even after an error. If the ledger cannot be read, a later sweep decides.
        """
        with _explained():
            folder = self._claimed()
        try:
            yield folder
        finally:
            with contextlib.suppress(DpError):
                self._sweep(folder, named, ledger)
                self.unspool(folder / _NOTE)

    @_explained()
    def place(self, rows: Path, dataset: str, ledger: str = "") -> list[Path]:
        """Moves loaded rows and files prepared from them to the dataset's folder. Returns the new paths, rows first.

        Moves all files or none. A note in the spool names the files until the ledger with this identifier does.
        """
        files = [rows, *(path for path in rows.parent.glob("*.parquet") if path != rows)]
        targets = [self.folder(dataset) / path.name for path in files]
        rows.with_name(_NOTE).write_text("\n".join([ledger, dataset, *(path.name for path in files)]))
        try:
            for path, target in zip(files, targets, strict=True):
                shutil.move(path, target)
        except BaseException:
            for target in targets:
                target.unlink(missing_ok=True)
            raise
        return targets

    @contextlib.contextmanager
    def releasing(self, dataset: str) -> Iterator[None]:
        """Marks a dataset as having a running release, for every process that uses this folder; see `released_now`.

        The mark is a locked folder: the system releases its lock when the process ends for any reason.
        """
        own = None
        with contextlib.suppress(OSError):  # without a mark, another process only offers `resume` too early
            marks = self.path / "releasing"
            marks.mkdir(mode=0o700, exist_ok=True)
            own = scratch.claim(marks, f".{dataset}")
        try:
            yield
        finally:
            if own is not None:
                scratch.release(own)

    def released_now(self, dataset: str) -> bool:
        """Whether a release of this dataset is running in any process. Removes the marks of ended processes."""
        for mark in (self.path / "releasing").glob(f"*.{dataset}"):
            with scratch.unused(mark) as free:
                if free:
                    shutil.rmtree(mark, ignore_errors=True)
                elif mark.exists():
                    return True
        return False

    def sweep(self, named: Callable[[str], bool] | None = None, ledger: str = "") -> None:
        """Removes leftovers of ended processes: uploads, rows being loaded, temporary files beside rows.

        named: whether the ledger with this identifier names a file of rows. Rows that may belong to a dataset of
        another ledger (or of any ledger, without `named`) are left to the sweep of that ledger.
        """
        for folder in (self.path / "data").glob("*"):
            scratch.sweep(folder)
        self._sweep_spool(named, ledger)

    def _sweep_spool(self, named: Callable[[str], bool] | None = None, ledger: str = "") -> None:
        for folder in self.spools.glob("*"):
            with scratch.unused(folder) as free:
                if free:
                    self._sweep(folder, named, ledger)

    def _sweep(self, folder: Path, named: Callable[[str], bool] | None, ledger: str) -> None:
        if (note := _note(folder / _NOTE)) is not None:
            noted, dataset, *names = note
            if named is None or noted != ledger:
                return
            if not named(names[0]):
                rows = self.path / "data" / dataset
                for name in names:
                    (rows / name).unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # fails if the dataset has other files
                    rows.rmdir()
        shutil.rmtree(folder, ignore_errors=True)

    def _claimed(self, suffix: str = "") -> Path:
        """A new folder in the spool, locked by this process. Raises OSError."""
        self._sweep_spool()
        self.spools.mkdir(mode=0o700, exist_ok=True)
        return scratch.claim(self.spools, suffix)

    def key(self, *purpose: str) -> bytes:
        """A 32-byte key for one purpose, derived from the desk's secret."""
        return hmac.digest(self._secret(), "\0".join(purpose).encode(), hashlib.sha256)

    @_explained()
    def keep(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The bytes of keys/<name>, created on first use. Concurrent processes get the same bytes."""
        path = self.path / "keys" / name
        if not path.exists():
            fresh = _private(path, make())
            try:
                os.link(fresh, path)  # atomic: the first of two processes succeeds
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        return path.read_bytes()

    @_explained()
    def write(self, path: Path, data: bytes) -> None:
        """Writes a private file atomically; an existing file is replaced."""
        os.replace(_private(path, data), path)

    def _secret(self) -> bytes:
        rows = any(
            (self.path / "data").glob("*/*.parquet")
        )  # checked first, because another process creates the key before any rows
        if rows and not (self.path / "keys" / "desk.key").exists():
            raise AccessError(
                "The desk's secret is missing: MURMUR_HOME contains rows, but no keys/desk.key.",
                (
                    "Restore the folder keys from a backup of this home folder. Without it, rows loaded "
                    "before cannot be recognised."
                ),
            )
        return self.keep("desk.key", lambda: secrets.token_bytes(32))


def _ending(suffix: str) -> str:
    return suffix.lower() if re.fullmatch(r"(\.[A-Za-z0-9]{1,10}){1,2}", suffix) else ""


def _note(path: Path) -> list[str] | None:
    """The ledger, the dataset and the names of files in a note of `place`; None if it is anything else, or unfinished.

    Until a note is complete, no file of it has been moved.
    """
    try:
        with path.open("rb") as file:
            ledger, *names = file.read(_LONGEST).decode().split("\n")
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return None
    plain = len(names) > 1 and all(map(_NOTED.fullmatch, [ledger or "-", *names]))
    return [ledger, *names] if plain else None


def _private(path: Path, data: bytes) -> Path:
    """A new file beside `path`, readable by its owner only and synced to disk."""
    fresh = path.with_suffix(f".{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    return fresh
