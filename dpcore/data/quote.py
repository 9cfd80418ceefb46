"""Quotes in delimited text: whether there are any, and whether one is still open at the end of a file."""

from __future__ import annotations

from pathlib import Path
from typing import final

import numpy as np

_CHUNK = 2**24
_QUOTE = ord('"')


@final
class Quotes:
    """What is known of the quotes after each piece of a file.

    A run of an even number of quotes leaves a cell as it was, open or not. An odd run closes an open cell; otherwise
    it opens one where it begins a cell, and is part of an unquoted cell elsewhere. So a cell is open at the end if the
    number of odd runs that could begin one, after the last one that could not, is odd.
    """

    def __init__(self, delimiter: str) -> None:
        self.any, self.open = False, False
        self._begins = np.frombuffer(f"{delimiter}\r\n".encode(), dtype=np.uint8)
        self._rest = b"\n"

    def feed(self, piece: bytes) -> None:
        """The next piece of the file; an empty one at its end."""
        text = self._rest + piece
        end = len(text.rstrip(b'"')) if piece else len(text)
        # A run at the end may go on in the next piece; what comes before a run is kept with it.
        self._rest = text[max(end - 1, 0) :]
        self._read(np.frombuffer(text[:end] if piece else text, dtype=np.uint8))

    def _read(self, text: np.ndarray) -> None:
        places = np.flatnonzero(text == _QUOTE)
        if not len(places):
            return
        self.any = True
        first = np.flatnonzero(np.diff(places, prepend=-2) > 1)
        odd = np.diff(first, append=len(places)) % 2 == 1
        begins = np.isin(text[places[first[odd]] - 1], self._begins)
        stops = np.flatnonzero(~begins)
        since = int(stops[-1]) + 1 if len(stops) else 0
        self.open = bool((self.open and not len(stops)) ^ bool((len(begins) - since) % 2))


def quotes(path: Path, delimiter: str) -> Quotes:
    """The quotes of a whole file."""
    found = Quotes(delimiter)
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            found.feed(piece)
    found.feed(b"")
    return found
