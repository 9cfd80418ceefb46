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
    at, memory = 0, 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = footer[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128 or shift > 63:
                return value
            shift += 7

    # (kind of the elements, how many are left); a struct has fields until it says otherwise
    open_: list[tuple[int, int]] = [(_STRUCT, -1)]
    for _ in range(FIELDS):
        if not open_:
            return True
        kind, left = open_.pop()
        if left < 0:
            head = footer[at]
            at += 1
            if head == 0:
                continue
            if head >> 4 == 0:
                number()
            open_.append((kind, left))
            kind = head & 15
        elif left == 0:
            continue
        else:
            open_.append((kind, left - 1))
            at += kind in (1, 2)
        match kind:
            case 12:
                open_.append((_STRUCT, -1))
            case 9 | 10:
                head = footer[at]
                at += 1
                count, each = head >> 4, head & 15
                count = number() if count == 15 else count
                memory += count * _COST.get(each, 8)
                open_.append((each, count))
            case 11:
                if count := number():
                    kinds = footer[at]
                    at += 1
                    memory += count * 64
                    if kinds >> 4 != kinds & 15:
                        return False  # no part of the format has one
                    open_.append((kinds & 15, 2 * count))
            case 8:
                length = number()
                at += length
            case _:
                if kind in _WIDTH:
                    at += _WIDTH[kind]
                else:
                    number()
        if memory > MEMORY:
            return False
    return False
