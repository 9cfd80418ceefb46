"""Finds quotes in delimited text, and whether one is still open at the end of the file."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import final

import numpy as np

from dpcore.stop import check

_CHUNK, _LONGEST = 2**21, 2**22  # bytes; if each byte is a quote, many times this memory is needed
_QUOTE, _SPACE = b'" '


@final
class Quotes:
    """The state of quotes after each piece of a file, by the rules of the engine.

    A run of an even number of quotes does not change whether a cell is open. An odd run closes an open cell. Otherwise
    it opens a cell if it is at the start of a cell (after at most one space), and is ordinary text elsewhere. So a cell
    is open at the end if the number of odd runs at possible starts, after the last odd run at another place, is odd.
    A run after a closed quote and spaces opens the cell again; lines where this may happen are read run by run.
    """

    def __init__(self, delimiter: str) -> None:
        self.any, self.open = False, False
        self._marks = [mark.encode() for mark in (delimiter, "\r", "\n")]
        self._begins = np.frombuffer(b"".join(self._marks), dtype=np.uint8)
        self._rest = b""

    def feed(self, piece: bytes) -> None:
        """Reads the next piece of the file; an empty piece marks the end."""
        text = self._rest + piece
        end = max(text.rfind(b"\n"), text.rfind(b"\r")) + 1
        if not piece or len(text) > _LONGEST:  # a longer line is refused in any case
            end = len(text)
        self._rest = text[end:]
        self._read(b"\n\n" + text[:end])

    def _read(self, text: bytes) -> None:
        """Reads complete lines."""
        letters = np.frombuffer(text, dtype=np.uint8)
        places = np.flatnonzero(letters == _QUOTE)
        if not len(places):
            return
        self.any = True
        first = np.flatnonzero(np.diff(places, prepend=-2) > 1)
        lengths = np.diff(first, append=len(places))
        starts, odd = places[first], lengths % 2 == 1
        before = letters[starts - 1]
        if _again(text, starts, starts + lengths, odd & (before == _SPACE)):
            self._run_by_run(text, starts, lengths)
            return
        before = np.where(before == _SPACE, letters[starts - 2], before)
        begins = np.isin(before[odd], self._begins)
        stops = np.flatnonzero(~begins)
        since = int(stops[-1]) + 1 if len(stops) else 0
        self.open = bool((self.open and not len(stops)) ^ bool((len(begins) - since) % 2))

    def _run_by_run(self, text: bytes, starts: np.ndarray, lengths: np.ndarray) -> None:
        closed, end = False, 0
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
            gap = text[end:start]
            cell = max(map(gap.rfind, self._marks)) + 1
            begins = gap[cell:] in (b"", b" ") if cell else closed and not gap.strip(b" ")
            quoted = self.open or begins
            self.open = quoted and bool(self.open ^ bool(length % 2))
            closed, end = quoted and not self.open, start + length


def _again(text: bytes, starts: np.ndarray, ends: np.ndarray, spaced: np.ndarray) -> bool:
    """Whether only spaces separate a run preceded by a space from the previous run."""
    later = np.flatnonzero(spaced[1:]) + 1
    return any(not text[end:start].strip(b" ") for end, start in zip(ends[later - 1], starts[later], strict=True))


def quotes(path: Path, delimiter: str) -> Quotes:
    """The quotes of a complete file."""
    state = Quotes(delimiter)
    with path.open("rb") as file:
        if file.read(3) != codecs.BOM_UTF8:
            file.seek(0)
        while piece := file.read(_CHUNK):
            check()
            state.feed(piece)
    state.feed(b"")
    return state
