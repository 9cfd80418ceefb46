"""A few bytes of a Parquet footer can ask for gigabytes: such a file is refused before anybody reads it."""

from __future__ import annotations

import contextlib
import random
import zlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.source import footer


def varint(value: int) -> bytes:
    digits = b""
    while value > 127:
        digits, value = digits + bytes([value & 127 | 128]), value >> 7
    return digits + bytes([value])


def zigzag(value: int) -> bytes:
    return varint(value << 1)


def listed(count: int, kind: int) -> bytes:
    return bytes([0xF0 | kind]) + varint(count)


def leaf(name: bytes, kind: int = 2, repetition: int = 0) -> bytes:
    return b"\x15" + zigzag(kind) + b"\x25" + zigzag(repetition) + b"\x18" + varint(len(name)) + name + b"\x00"


def file(path: Path, leaves: list[bytes], chunks: bytes, count: int, body: bytes = b"") -> Path:
    """A Parquet file of one row: its columns, and the column chunks of one row group."""
    schema = b"\x48\x06schema\x15" + zigzag(len(leaves)) + b"\x00" + b"".join(leaves)
    group = b"\x19" + listed(count, 12) + chunks + b"\x16" + zigzag(8) + b"\x16" + zigzag(1) + b"\x00"
    tail = b"\x15\x02\x19" + listed(len(leaves) + 1, 12) + schema + b"\x16\x02\x19" + listed(1, 12) + group + b"\x00"
    path.write_bytes(b"PAR1" + body + tail + len(tail).to_bytes(4, "little") + b"PAR1")
    return path


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", ["chunks", "columns", "fields", "strings", "long"])
def test_a_footer_that_asks_for_too_much_is_refused_in_words(tmp_path: Path, kind: str, monkeypatch) -> None:
    path = tmp_path / "small.parquet"
    match kind:
        case "chunks":
            file(path, [leaf(b"x")], b"\x26\x00\x00" * 400_000, 400_000)
        case "columns":
            file(path, [leaf(b"%d" % number) for number in range(300_000)], b"", 0)
        case "fields":
            monkeypatch.setattr(footer, "FIELDS", 50_000)
            file(path, [leaf(b"x")], b"\x15\x00" * 100_000, 1)
        case "strings":
            chunk = b"\x3c\x39" + listed(9_000_000, 8) + b"\x00" * 9_000_000 + b"\x00\x00"
            file(path, [leaf(b"x")], chunk, 1)
        case "long":
            monkeypatch.setattr(footer, "LONGEST", 1_000)
            file(path, [leaf(b"x" * 2_000)], b"", 0)
    with pytest.raises(dp.SourceError, match="too many columns and row groups"):
        dp.read(path)


@pytest.mark.audit
def test_real_footers_are_walked_to_their_end(tmp_path: Path) -> None:
    wide = pa.table({f"column {number}": np.arange(3000) + number for number in range(80)})
    odd = pa.table(
        {
            "nested": [{"a": [1, 2], "b": {"c": "x"}}] * 9,
            "time": pa.array([1000] * 9, pa.timestamp("ns", "UTC")),
            "decimal": pa.array([1] * 9, pa.decimal128(9, 2)),
            "flag": [True, False, None] * 3,
            "text": ["é" * 1000] * 9,
        }
    )
    for number, (table, options) in enumerate(
        [(wide, {"row_group_size": 10}), (odd, {}), (odd, {"version": "1.0"}), (odd, {"write_page_index": True})]
    ):
        path = tmp_path / f"{number}.parquet"
        pa.parquet.write_table(table, path, **options)
        footer.check_footer(path)
        whole = path.read_bytes()
        length = int.from_bytes(whole[-8:-4], "little")
        assert footer._small(whole[-8 - length : -8])
        with pytest.raises(IndexError):  # every byte of it was looked at
            footer._small(whole[-8 - length : -9])


def test_whatever_the_bytes_are_the_walk_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(footer, "FIELDS", 5_000)
    source = random.Random(5)
    for _ in range(3000):
        with contextlib.suppress(IndexError, ValueError):
            assert footer._small(source.randbytes(source.randrange(400))) in (True, False)


def paged(path: Path, pages: dict[str, int]) -> Path:
    """One row of zeros in each column: the bytes of each page, of which the footer says 8."""
    body, chunks, zeros = b"", b"", bytes(1_000_000)
    for name, size in pages.items():
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        whole, rest = divmod(size, len(zeros))
        parts = [packer.compress(zeros) for _ in range(whole)]
        page = b"".join([*parts, packer.compress(bytes(rest)), packer.flush()])
        values = b"\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x00"
        head = b"\x15\x00\x15" + zigzag(size) + b"\x15" + zigzag(len(page)) + values + b"\x00"
        place, sizes = zigzag(4 + len(body)), b"\x16" + zigzag(8) + b"\x16" + zigzag(len(head + page))
        named = b"\x19\x18" + varint(len(name)) + name.encode() + b"\x15" + zigzag(2)
        about = b"\x15\x04\x19\x15\x00" + named + b"\x16\x02" + sizes + b"\x26" + place + b"\x00"
        body, chunks = body + head + page, chunks + b"\x26" + place + b"\x1c" + about + b"\x00"
    return file(path, [leaf(name.encode()) for name in pages], chunks, len(pages), body)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["x", "__index_level_0__"])
def test_a_page_larger_than_its_file_says_is_refused_in_words(tmp_path: Path, name: str) -> None:
    """A whole number, and a page of zeros behind it that the footer says nothing of."""
    small = paged(tmp_path / "small.parquet", {"y": 8, name: 8})
    assert dp.read(small).freeze(tmp_path / "rows", b"k" * 32).path.read_bytes() == small.read_bytes()
    with pytest.raises(dp.SourceError, match="cannot be read"):
        large = paged(tmp_path / "page.parquet", {"y": 8, name: 1_100_000_000})
        dp.read(large).freeze(tmp_path / "rows", b"k" * 32)


def test_a_name_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(dp.SourceError, match="not a readable Parquet file"):
        dp.read(file(tmp_path / "name.parquet", [leaf(b"\xff")], b"", 0))


_STEP = b"\x26\x00\x00" * 300_000
_MARKS = {  # what a reader goes past, and where a walk that reads it otherwise would leave the footer
    "a struct ends by any field": b"\x0c" + zigzag(20) + b"\x10" + b"\x18\x08\x02\xff\xff\xff\xff\x07\x00\x00",
    "a length of more than 32 bits": b"\x08" + zigzag(20) + varint(2**32),
    "an unknown kind": b"\x0e" + zigzag(20),
    "a number of eleven bytes": b"\x06" + zigzag(20) + b"\xff" * 10 + b"\x01",
}


@pytest.mark.parametrize("mark", _MARKS)
def test_only_a_walk_that_sees_what_the_reader_sees_lets_a_file_pass(tmp_path: Path, mark: str) -> None:
    path = file(tmp_path / "x.parquet", [leaf(b"x")], _STEP, 300_000)
    whole = path.read_bytes()
    tail = _MARKS[mark] + b"\x05" + zigzag(1) + whole[5:-8]
    path.write_bytes(b"PAR1" + tail + len(tail).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(dp.SourceError, match=r"too many columns|not a readable Parquet file"):
        footer.check_footer(path)


@pytest.mark.parametrize("kind", [1, 3, 5, 8, 9])
def test_elements_are_of_the_kind_that_the_reader_takes_them_for(tmp_path: Path, kind: int) -> None:
    """Row groups that a file names texts, say: a walk would go past all of them as one text."""
    path = file(tmp_path / "x.parquet", [leaf(b"x")], _STEP, 300_000)
    named, other = listed(300_000, 12), listed(300_000, kind)
    path.write_bytes(path.read_bytes().replace(named, other))
    with pytest.raises(dp.SourceError, match="not a readable Parquet file"):
        footer.check_footer(path)


def test_bytes_behind_the_footers_end_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    pa.parquet.write_table(pa.table({"x": [1]}), path)
    whole = path.read_bytes()
    length = int.from_bytes(whole[-8:-4], "little") + 1
    path.write_bytes(whole[:-8] + b"\x00" + length.to_bytes(4, "little") + b"PAR1")
    with pytest.raises(dp.SourceError, match="not a readable Parquet file"):
        footer.check_footer(path)
