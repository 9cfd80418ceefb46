"""Reads the page headers of a Parquet column, because sizes in the footer are unverified.

A reader copies a dictionary text once for each row that refers to it, in every block of 2,048 rows that extends over
the end of a page. A long text that is stored once in a small file can therefore need gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, final

from dpcore.engine.source.footer import NUMBER, Walk

_DATA, _DICTIONARY, _DATA_2 = 0, 2, 3
_COUNTS = {_DATA: 5, _DICTIONARY: 7, _DATA_2: 8}
_HEADER, _LONGEST_HEADER, _FIELDS = 2**12, 2**24, 1000


@final
@dataclass(frozen=True, slots=True)
class Page:
    """A page. start: offset of its bytes. packed, size: compressed and uncompressed bytes. values: their number."""

    dictionary: bool
    start: int
    packed: int
    size: int
    values: int


def pages(file: BinaryIO, start: int, rows: int) -> Iterator[Page]:
    """The pages of a column chunk with this many rows. Raises ValueError if a page cannot be read."""
    first = True
    while rows > 0:
        numbers, start = _header(file, start)
        kind = numbers.get((1,), -1)
        if kind not in _COUNTS:
            raise ValueError
        try:
            page = Page(kind == _DICTIONARY, start, numbers[3,], numbers[2,], numbers[_COUNTS[kind], 1])
        except KeyError:
            raise ValueError from None
        if min(page.packed, page.size, page.values) < 0 or (page.dictionary and not first):
            raise ValueError
        yield page
        first = False
        start += page.packed
        rows -= 0 if page.dictionary else page.values


def _header(file: BinaryIO, start: int) -> tuple[dict[tuple[int, ...], int], int]:
    """The integers in a page header by their path of fields, and the offset of its end."""
    size = _HEADER
    while size <= _LONGEST_HEADER:
        file.seek(start)
        data = file.read(size)
        try:
            numbers, length = _numbers(data)
        except IndexError:
            size = size * 16 if len(data) == size else _LONGEST_HEADER + 1
        else:
            return numbers, start + length
    raise ValueError


def _numbers(data: bytes) -> tuple[dict[tuple[int, ...], int], int]:
    walk, numbers = Walk(data, {}), dict[tuple[int, ...], int]()
    for _ in range(_FIELDS):
        kind = walk.next()
        if kind == NUMBER:
            numbers[tuple(level.field for level in walk.open)] = walk.number()
        elif kind is not None:
            walk.enter(kind)
        if not walk.open:
            if walk.at > len(data):
                raise IndexError
            return numbers, walk.at
    raise ValueError
