"""What a Parquet footer asks for in memory, before a reader makes it: a few bytes can stand for thousands.

The footer is one struct of Thrift's compact protocol (Apache Thrift, "Thrift Compact protocol encoding"), before its
length in four bytes and the file's mark. Readers make an object of more than a kilobyte for each column chunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from dpcore.errors import SourceError
from dpcore.number import shown

LONGEST, MEMORY, FIELDS = 64_000_000, 400_000_000, 5_000_000
"""Bytes of a footer, bytes of memory for what its lists hold, and fields that are looked at."""

_BINARY, _LIST, _SET, _MAP, _STRUCT = 8, 9, 10, 11, 12
NUMBER: Final = 5
"""The kind of a whole number of 32 bits."""
_NUMBERS = (4, NUMBER, 6)  # of any length
# bytes that the other kinds take
_WIDTH = {1: 0, 2: 0, 3: 1, 7: 8, 13: 16}
# memory of one element of a list
_COST = {_BINARY: 64, _STRUCT: 1500, _LIST: 64, _SET: 64, _MAP: 64}

_Fields: TypeAlias = "dict[int, tuple[tuple[int, ...], _Fields]]"
_STRUCTS: tuple[tuple[int, ...], _Fields] = ((_STRUCT,), {})
_CHUNK: _Fields = {
    3: (
        (),
        {
            2: (_NUMBERS, {}),
            3: ((_BINARY,), {}),
            8: _STRUCTS,
            13: _STRUCTS,
            16: ((), {2: (_NUMBERS, {}), 3: (_NUMBERS, {})}),
            17: ((), {2: (_NUMBERS, {})}),
        },
    ),
    8: ((), {2: ((), {1: ((_BINARY,), {})})}),
}
# The lists of parquet.thrift by field, the kinds of their elements, and the fields in them: readers take the elements
# of these for what the format says, whatever kind the file names.
_FILE: _Fields = {
    2: _STRUCTS,
    4: ((_STRUCT,), {1: ((_STRUCT,), _CHUNK), 4: _STRUCTS}),
    5: _STRUCTS,
    7: _STRUCTS,
}


def check_footer(path: Path) -> None:
    """Raises SourceError where the footer asks for too much or is none. What has no footer is left to its reader."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        if size < 12:
            return
        file.seek(-8, 2)
        tail = file.read(8)
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != b"PAR1" or length > size - 8:
            return
        small, read = length <= LONGEST, True
        if small:
            file.seek(-8 - length, 2)
            try:
                small = _small(file.read(length))
            except (IndexError, ValueError):
                read = False
    if not read:  # its reader may see another file in it than was looked at
        raise SourceError(
            "{name} is not a Parquet file that can be read.",
            "It is corrupt or cut short; write or copy it again.",
            name=shown(path.name),
        )
    if not small:
        raise SourceError(
            "{name} has too many columns and row groups, or too much said of them.",
            "Write it with larger row groups, or in several files.",
            name=shown(path.name),
        )


def _small(footer: bytes) -> bool:
    """Whether its lists need no more than `MEMORY`. Raises IndexError or ValueError where it is no footer."""
    walk = Walk(footer, _FILE)
    for _ in range(FIELDS):
        if not walk.open:
            walk.end()
            return True
        kind = walk.next()
        if kind is not None:
            walk.enter(kind)
        if walk.memory > MEMORY:
            return False
    return False


@dataclass(slots=True)
class _Open:
    """A struct (left: -1) or a list: the kind and number of the elements left, the fields known, the last field."""

    kind: int
    left: int
    known: _Fields
    field: int = 0


class Walk:
    """A place in a struct, what is open there, and the memory that the lists before it need."""

    def __init__(self, data: bytes, known: _Fields) -> None:
        self._data, self.at, self.memory = data, 0, 0
        self.open = [_Open(_STRUCT, -1, known)]

    def next(self) -> int | None:
        """The kind of the next value, or None where what is open last ends."""
        last = self.open[-1]
        if last.left > 0:
            last.left -= 1
            self.at += last.kind in (1, 2)
            return last.kind
        head = self._byte() if last.left else 0
        if head & 15 == 0:  # whatever the other bits are
            self.open.pop()
            return None
        if head >> 4:
            last.field = (last.field + (head >> 4)) & 0xFFFF
        else:
            number = self._number()
            last.field = (number >> 1 ^ -(number & 1)) & 0xFFFF
        return head & 15

    def enter(self, kind: int) -> None:
        """Go past a value, or into it. Raises ValueError where there is no such value."""
        last = self.open[-1]
        kinds, known = last.known.get(last.field, ((), {})) if last.left < 0 else ((), last.known)
        if kind == _STRUCT:
            self.open.append(_Open(_STRUCT, -1, known))
        elif kind in (_LIST, _SET):
            head = self._byte()
            count = self._number() if head >> 4 == 15 else head >> 4
            if kinds and count and head & 15 not in kinds:
                raise ValueError
            self.memory += count * _COST.get(head & 15, 8)
            self.open.append(_Open(head & 15, count, known))
        elif kind == _MAP:  # no part of the format has one
            self.memory += MEMORY + 1
        elif kind == _BINARY:
            length = self._number()
            self.at += length
        elif kind in _NUMBERS:
            self._number()
        elif kind in _WIDTH:
            self.at += _WIDTH[kind]
        else:
            raise ValueError

    def number(self) -> int:
        """The whole number of 32 bits that stands here: its sign is its last bit."""
        value = self._number() & 0xFFFFFFFF
        return value >> 1 ^ -(value & 1)

    def end(self) -> None:
        """Raises ValueError where the footer does not end here."""
        if self.at != len(self._data):
            raise ValueError

    def _byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def _number(self) -> int:
        value = shift = 0
        while (byte := self._byte()) > 127:
            value, shift = value | (byte & 127) << shift, shift + 7
            if shift == 70:
                raise ValueError
        return value | byte << shift
