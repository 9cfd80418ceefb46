"""What a Parquet footer asks for in memory, before a reader makes it: a few bytes can stand for thousands.

The footer is one struct of Thrift's compact protocol (Apache Thrift, "Thrift Compact protocol encoding"), before its
length in four bytes and the file's mark. Readers make an object of more than a kilobyte for each column chunk.
"""

from __future__ import annotations

from pathlib import Path

from dpcore.errors import SourceError
from dpcore.number import shown

LONGEST, MEMORY, FIELDS = 64_000_000, 400_000_000, 5_000_000
"""Bytes of a footer, bytes of memory for what its lists hold, and fields that are looked at."""

_BINARY, _LIST, _SET, _MAP, _STRUCT = 8, 9, 10, 11, 12
# bytes that each kind takes as it is, where that is known; the others are numbers of any length
_WIDTH = {1: 0, 2: 0, 3: 1, 7: 8, 13: 16}
# memory of one element of a list
_COST = {_BINARY: 64, _STRUCT: 1500, _LIST: 64, _SET: 64, _MAP: 64}


def check_footer(path: Path) -> None:
    """Raises SourceError where the footer asks for too much. What is no Parquet file is left to its reader."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        if size < 12:
            return
        file.seek(-8, 2)
        tail = file.read(8)
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != b"PAR1" or length > size - 8:
            return
        small = length <= LONGEST
        if small:
            file.seek(-8 - length, 2)
            try:
                small = _small(file.read(length))
            except IndexError:  # cut short: the reader says so
                return
    if not small:
        raise SourceError(
            f"{shown(path.name)} has too many columns and row groups, or too much said of them.",
            "Write it with larger row groups, or in several files.",
        )


def _small(footer: bytes) -> bool:
    """Whether its lists together need no more than `MEMORY`. Raises IndexError where it ends too early."""
    walk = _Walk(footer)
    for _ in range(FIELDS):
        if not walk.open:
            return True
        kind = walk.next()
        if kind is not None:
            walk.enter(kind)
        if walk.memory > MEMORY:
            return False
    return False


class _Walk:
    """A place in a footer, what is open there, and the memory that the lists before it need."""

    def __init__(self, footer: bytes) -> None:
        self._footer, self._at, self.memory = footer, 0, 0
        # (kind of the elements, how many are left); a struct has fields until it says otherwise
        self.open: list[tuple[int, int]] = [(_STRUCT, -1)]

    def next(self) -> int | None:
        """The kind of the next value, or None where what is open last ends."""
        kind, left = self.open.pop()
        if left == 0:
            return None
        if left > 0:
            self.open.append((kind, left - 1))
            self._at += kind in (1, 2)
            return kind
        head = self._byte()
        if head == 0:
            return None
        self.open.append((kind, left))
        if head >> 4 == 0:
            self._number()
        return head & 15

    def enter(self, kind: int) -> None:
        """Go past a value, or into it."""
        if kind == _STRUCT:
            self.open.append((_STRUCT, -1))
        elif kind in (_LIST, _SET):
            head = self._byte()
            count = self._number() if head >> 4 == 15 else head >> 4
            self.memory += count * _COST.get(head & 15, 8)
            self.open.append((head & 15, count))
        elif kind == _MAP:  # no part of the format has one
            self.memory += MEMORY + 1
        elif kind == _BINARY:
            length = self._number()
            self._at += length
        elif kind in _WIDTH:
            self._at += _WIDTH[kind]
        else:
            self._number()

    def _byte(self) -> int:
        self._at += 1
        return self._footer[self._at - 1]

    def _number(self) -> int:
        value = shift = 0
        while (byte := self._byte()) > 127 and shift < 63:
            value, shift = value | (byte & 127) << shift, shift + 7
        return value | byte << shift
