"""Estimates the memory that a Parquet footer needs before a reader parses it: few bytes can expand to many objects.

The footer is a struct in Thrift's compact protocol (Apache Thrift, "Thrift Compact protocol encoding"), followed by its
length in four bytes and the magic bytes of the file. Readers create an object of over a kilobyte per column chunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from dpcore.errors import SourceError
from dpcore.number import shown

LONGEST, MEMORY, FIELDS = 64_000_000, 400_000_000, 5_000_000
"""Limits: bytes of a footer, bytes of memory for its lists, and number of fields examined."""

_BINARY, _LIST, _SET, _MAP, _STRUCT = 8, 9, 10, 11, 12
NUMBER: Final = 5
"""The Thrift type of 32-bit integers."""
_NUMBERS = (4, NUMBER, 6)  # integers of 16, 32 and 64 bits
# bytes of the types with fixed width
_WIDTH = {1: 0, 2: 0, 3: 1, 7: 8, 13: 16}
# bytes of memory per list element
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
# The lists of parquet.thrift by field: types of their elements, and the fields in them. Readers use the types of the
# format for these elements, regardless of the type in the file.
_FILE: _Fields = {
    2: _STRUCTS,
    4: ((_STRUCT,), {1: ((_STRUCT,), _CHUNK), 4: _STRUCTS}),
    5: _STRUCTS,
    7: _STRUCTS,
}


def check_footer(path: Path) -> None:
    """Raises SourceError if the footer is invalid or needs too much memory. A file without footer is accepted here."""
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
    if not read:  # the reader might interpret the file differently from this check
        raise SourceError(
            "{name} is not a readable Parquet file.",
            "The file is corrupt or incomplete. Write or copy it again.",
            name=shown(path.name),
        )
    if not small:
        raise SourceError(
            "{name} has too many columns and row groups, or too much metadata about them.",
            "Write it with larger row groups, or in several files.",
            name=shown(path.name),
        )


def _small(footer: bytes) -> bool:
    """Whether the lists of a footer need at most `MEMORY` bytes. Raises IndexError or ValueError if it is invalid."""
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
    """An open struct (left: -1) or list: type and number of the elements left, expected fields, last field."""

    kind: int
    left: int
    known: _Fields
    field: int = 0


class Walk:
    """A position in a struct, the open structs and lists there, and the memory needed by the lists so far."""

    def __init__(self, data: bytes, known: _Fields) -> None:
        self._data, self.at, self.memory = data, 0, 0
        self.open = [_Open(_STRUCT, -1, known)]

    def next(self) -> int | None:
        """The type of the next value, or None if the innermost open struct or list ends."""
        last = self.open[-1]
        if last.left > 0:
            last.left -= 1
            self.at += last.kind in (1, 2)
            return last.kind
        head = self._byte() if last.left else 0
        if head & 15 == 0:  # a stop field; its other bits are ignored
            self.open.pop()
            return None
        if head >> 4:
            last.field = (last.field + (head >> 4)) & 0xFFFF
        else:
            number = self._number()
            last.field = (number >> 1 ^ -(number & 1)) & 0xFFFF
        return head & 15

    def enter(self, kind: int) -> None:
        """Skips a value or enters it. Raises ValueError for an invalid value."""
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
        elif kind == _MAP:  # the format has no maps
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
        """Reads a 32-bit integer in zigzag encoding."""
        value = self._number() & 0xFFFFFFFF
        return value >> 1 ^ -(value & 1)

    def end(self) -> None:
        """Raises ValueError if the footer does not end here."""
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
