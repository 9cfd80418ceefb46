"""The zip file of a bundle, in one form only: stored, sorted, undated. So its contents determine every byte.

Nothing is compressed, so nothing has to be inflated and declared sizes cannot mislead. A file that differs in any byte
from what `pack` makes of its members was changed, even in a place that zip readers ignore (PKWARE APPNOTE 6.3.10, 4.3).
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Mapping

from dpcore.text import Text

MAX_BYTES = 200_000_000
MAX_MEMBERS = 2_500  # a plan has at most a thousand answers, with two files each

# At most one folder; letters, digits, dots, dashes and underscores; no part starts or ends with a dot or a dash.
_PART = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?"
NAME = re.compile(rf"(?:{_PART}/)?{_PART}")

_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_HEAD = struct.Struct("<4sHHHHHIIIHH")
_VERSION, _FLAGS, _STORED, _TIME, _DATE = 10, 0, 0, 0, 0x21  # 1980-01-01, the first date of the zip format
_UNIX_FILE = (3 << 8 | _VERSION, 0o100644 << 16)


class Broken(ValueError):
    """A file is not a valid bundle. name: the member concerned, or empty. why: the reason, the end of a sentence."""

    def __init__(self, name: str, why: str) -> None:
        self.name, self.why = name, why
        super().__init__(f"{name}: {why}")


def pieces(members: Mapping[str, bytes | memoryview]) -> Iterator[bytes | memoryview]:
    """The bytes of the zip file with these members, in order, in pieces."""
    index, at = [], 0
    for name in sorted(members):
        data, label = members[name], name.encode("ascii")
        fixed = (_FLAGS, _STORED, _TIME, _DATE, zlib.crc32(data), len(data), len(data), len(label), 0)
        yield _HEAD.pack(_LOCAL, _VERSION, *fixed)
        yield label
        yield data
        made_by, mode = _UNIX_FILE
        index.append(struct.pack("<4sHHHHHHIIIHHHHHII", _CENTRAL, made_by, _VERSION, *fixed, 0, 0, 0, mode, at) + label)
        at += _HEAD.size + len(label) + len(data)
    yield from index
    yield struct.pack("<4sHHHHIIH", _END, 0, 0, len(index), len(index), sum(map(len, index)), at, 0)


def pack(members: Mapping[str, bytes]) -> bytes:
    """The zip file with these members."""
    return b"".join(pieces(members))


def unpack(data: bytes) -> dict[str, memoryview]:
    """The members of a zip file as `pack` writes it, without copying their bytes. Raises Broken.

    Checks names and sizes only; `same` compares every other byte.
    """
    members: dict[str, memoryview] = {}
    whole, at, seen = memoryview(data), 0, set[str]()
    while whole[at : at + 4] == _LOCAL:
        name, start, size = _member(whole, at)
        if len(members) == MAX_MEMBERS:
            raise Broken("", Text("it contains too many files"))
        if name.casefold() in seen:
            raise Broken(name, Text("it appears twice"))
        seen.add(name.casefold())
        members[name], at = whole[start : start + size], start + size
    if not members:
        raise Broken("", Text("it is not a zip file written by a desk"))
    return members


def _member(whole: memoryview, at: int) -> tuple[str, int, int]:
    """The name of the member at `at`, the start of its content, and its size."""
    if len(whole) < at + _HEAD.size:
        raise Broken("", Text("it is incomplete"))
    _, _, _, method, _, _, _, packed, size, letters, extra = _HEAD.unpack_from(whole, at)
    start = at + _HEAD.size + letters
    name = bytes(whole[at + _HEAD.size : start]).decode("ascii", "backslashreplace")
    if not NAME.fullmatch(name):
        raise Broken(name, Text("desks do not use this file name"))
    if method != _STORED or packed != size or extra:
        raise Broken(name, Text("it was repacked by another program"))
    if len(whole) < start + size:
        raise Broken(name, Text("it is incomplete"))
    return name, start, size


def same(data: bytes, members: Mapping[str, memoryview]) -> bool:
    """Whether a file equals, byte for byte, what `pack` makes of these members."""
    whole, at = memoryview(data), 0
    for piece in pieces(members):
        if whole[at : at + len(piece)] != piece:
            return False
        at += len(piece)
    return at == len(data)
