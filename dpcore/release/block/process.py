"""The process of one block, seen from its parent: its start, its input, its output and its end.

The process inherits two pipes and nothing else. Of its output the parent reads one double for each number of the
function and at most one byte more. Everything else, including the exit code, is ignored. It is always killed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pickle
import selectors
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.sandbox.process_start import end, places, start
from dpcore.stop import Stopped
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.program import Program, Readable

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHILD = Path(__file__).with_name("child.py")
_LOOKS, _LATEST, _CHUNK = 0.1, 120.0, 2**16


@final
class Child:
    """A fresh process, killed at the end of the context."""

    def __init__(self, program: Program, hidden: Sequence[Path] = ()) -> None:
        self._program = program
        self._process = start(_CHILD)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for descriptor in (self._in, self._out):
            os.set_blocking(descriptor, False)
        installed = places()
        modules = [place for place in map(os.path.abspath, sys.path) if any(map(Path(place).is_relative_to, installed))]
        folders = (installed, modules, _packages(program.function), [str(path.resolve()) for path in hidden])
        self._waiting = pickle.dumps((*folders, program.memory))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)

    def ready(self, cancel: threading.Event | None) -> int:
        """The protections granted to the process (bits of `protection`), before it receives the function or a row.

        Raises QueryError if the process does not start.
        """
        latest = time.monotonic() + _LATEST
        granted = self._exchange(1, lambda: latest - time.monotonic(), cancel)
        if len(granted) != 1:
            raise QueryError(
                "A process for a function of blocks could not be started.", "Free some memory, then release again."
            )
        return granted[0]

    def answer(
        self,
        columns: Sequence[NDArray[Any]],
        until: float,
        now: Callable[[], float],
        cancel: threading.Event | None,
    ) -> NDArray[np.float64]:
        """The function's numbers, shape (outputs,), for a table of these columns; NaN without an answer at `until`."""
        program = self._program
        kinds = [_kind(column) for _, column in program.columns]
        names = [name for name, _ in program.columns]
        table = list(zip(names, kinds, columns, strict=True))
        self._waiting = pickle.dumps((program.source, program.function, table, program.outputs))
        size = 8 * program.outputs
        answer = self._exchange(size + 1, lambda: until - now(), cancel)
        if len(answer) != size:
            return np.full(program.outputs, np.nan)
        return np.frombuffer(answer, dtype="<f8")

    def _exchange(self, most: int, left: Callable[[], float], cancel: threading.Event | None) -> bytes:
        """Sends the waiting bytes and returns at most `most` bytes; fewer if the output or the time ends first."""
        waiting, heard = memoryview(self._waiting), b""
        while len(heard) < most and (seconds := left()) > 0:
            if cancel is not None and cancel.is_set():
                raise Stopped("The work was stopped.", "")
            pipes = _ready(self._out, self._in if waiting else None, min(_LOOKS, seconds))
            if self._in in pipes:
                waiting = waiting[self._send(waiting) :]
            if self._out in pipes:
                part = self._receive(most - len(heard))
                if not part:
                    return heard
                heard += part
        return heard

    def _send(self, waiting: memoryview) -> int:
        """The number of bytes written; all of them if the process has closed its input."""
        try:
            return os.write(self._in, waiting[:_CHUNK])
        except BlockingIOError:
            return 0
        except OSError:
            return len(waiting)

    def _receive(self, most: int) -> bytes:
        try:
            return os.read(self._out, most)
        except OSError:
            return b""


def _packages(function: str) -> list[str]:
    """The folder of the package in "package.module:function", because the module may import others of its package."""
    package, inside, _ = function.rpartition(":")[0].partition(".")
    with contextlib.suppress(ImportError, ValueError):
        found = importlib.util.find_spec(package) if inside else None
        return [str(Path(place).resolve()) for place in (found and found.submodule_search_locations) or ()]
    return []


def _ready(reader: int, writer: int | None, seconds: float) -> set[int]:
    """The pipes that can be read or written without waiting. Waits for one of them for at most so many seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(reader, selectors.EVENT_READ)
        if writer is not None:
            selector.register(writer, selectors.EVENT_WRITE)
        return {key.fd for key, _ in selector.select(seconds)}


def _kind(column: Readable) -> object:
    """The kind of a column for `child`: a word, or the names of a category's codes."""
    match column:
        case Number(integer=integer):
            return "whole" if integer else "number"
        case Category():
            return column.keys
        case Flag():
            return "flag"
        case Date():
            return "date"
