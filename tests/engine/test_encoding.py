"""Declared encodings and delimiters: bytes are read as an independent decoder reads them, and no cell takes another."""

from __future__ import annotations

import csv
import gzip
import io
import re
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.source import encoding as encodings
from dpcore.engine.source import transcode
from dpcore.engine.source.encoding import BAD, ENCODINGS, decode
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import column_names
from dpcore.engine.source.reading import DELIMITER, USUAL, Reading
from tests.engine.packed import as_xlsx, as_zip
from tests.engine.rows import KEY

ASCII = [bytes([byte]) for byte in range(128)]
MARKS = [mark for mark in map(chr, range(128)) if re.fullmatch(DELIMITER, mark)]
SECRET = "canary-4711"


def oracle(data: bytes, codec: str) -> str:
    """The characters one by one: the shortest run of bytes that is one; a byte that begins none is bad by itself."""
    found, place = "", 0
    while place < len(data):
        for length in range(1, min(4, len(data) - place) + 1):
            try:
                found += data[place : place + length].decode(codec)
            except UnicodeDecodeError:
                continue
            place += length
            break
        else:
            found, place = found + BAD, place + 1
    return found


def noise(random: Random, without: str = "") -> bytes:
    """Bytes of which many are bad, or second bytes, or both."""
    often = [each for each in (b"|", b"\\", b"0", b"9", b"A", b"~", b"@", b",") if each.decode() not in without]
    high = [bytes([random.randrange(128, 256)]) for _ in range(3)]
    return b"".join(random.choice([random.choice(often), *high]) for _ in range(random.randrange(5)))


def cells(path: Path, folder: Path, **said: Any) -> dict[str, list[str | None]]:
    return dict(pyarrow.parquet.read_table(dp.read(path, **said).freeze(folder / "desk", KEY).path).to_pydict())


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", ENCODINGS)
def test_a_byte_that_begins_no_character_is_bad_by_itself(name: str) -> None:
    random, codec, seen = Random(name), ENCODINGS[name].codec, set[bool]()
    for _ in range(1_500):
        data, size = b",".join(noise(random) for _ in range(3)), random.randint(1, 5)
        pieces = [data[place : place + size] for place in range(0, len(data), size)]
        read = "".join(decode(pieces, name))
        assert read == oracle(data, codec), data
        seen.add(BAD in read)
    assert seen == {True, False} or (seen == {False} and not _bad_bytes(codec))


def _bad_bytes(codec: str) -> list[int]:
    return [byte for byte in range(256) if BAD in oracle(bytes([byte]), codec)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ENCODINGS)
def test_ascii_is_itself_and_nothing_else_is(name: str) -> None:
    """So that cells, quotes and lines end where the bytes of these characters are, but for second bytes of others."""
    codec = ENCODINGS[name].codec
    assert [byte.decode(codec) for byte in ASCII] == [byte.decode() for byte in ASCII]
    for first in range(128, 256):
        assert not oracle(bytes([first]), codec).isascii()
        for second in range(256):
            text = oracle(bytes([first, second]), codec)
            assert text[0] > "\x7f" and (len(text) == 2) >= (second in b'\r\n",;\t ')


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", ENCODINGS)
def test_a_file_is_read_as_its_characters_are(name: str, tmp_path: Path) -> None:
    """The oracle decodes the whole file, and then splits it. Second bytes may be the delimiter."""
    random, codec, path, read = Random(name), ENCODINGS[name].codec, tmp_path / "t.csv", 0
    for _ in range(25):
        mark = random.choice([",", ";", "\t", "|", "|", "~", "^", "\\"])
        rows = [[noise(random, mark) for _ in range(3)] for _ in range(random.randint(1, 6))]
        lines = [mark.encode().join(random.choice([cell, b'"' + cell + b'"']) for cell in row) for row in rows]
        end = random.choice([b"\n", b"\r\n"])
        body = end.join(lines) + random.choice([b"", end])
        path.write_bytes(f"a{mark}b{mark}c".encode() + end + body)
        text = io.StringIO(oracle(body, codec), newline="")
        wanted = list(csv.reader(text, delimiter=mark))
        if {len(row) for row in wanted} != {3} or any(re.search('.".', cell) for row in wanted for cell in row):
            continue  # a delimiter or a quote is a second byte
        read += 1
        kept = [[None if BAD in cell or not cell else cell for cell in row] for row in wanted]
        found = cells(path, tmp_path, encoding=name, delimiter=mark)
        assert list(map(list, zip(*found.values(), strict=True))) == kept, path.read_bytes()
    assert read > 8


PEOPLE = {
    "cp949": ("이름", "똠방각하", "갂", "홍길동"),  # second bytes are letters of ASCII
    "shift_jis": ("ソ表", "能", "予十", "髙①"),  # the last of Windows alone
    "gb18030": ("陓", "瓅", "鎋", "𠀀〾"),
    "big5": ("功", "許", "蓋", "€"),
    "windows-1251": ("Имя", "Ярослав", "Ё", "щ"),
    "euc-jp": ("名前", "表", "ｱ", "丂"),
    "mac-roman": ("größe", "é", "Œuvre", "ß"),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_names_and_cells_of_a_script_are_read(name: str, tmp_path: Path) -> None:
    words, random = PEOPLE[name], Random(name)
    for mark in (",", "|", "\\", "~"):
        if any(mark in word for word in words):
            continue
        path = tmp_path / "people.csv"
        text = f"{words[0]}{mark}{words[1]}\n" + "".join(f"{word}{mark}{random.randint(1, 9)}\n" for word in words)
        path.write_bytes(text.encode(ENCODINGS[name].codec))
        for spelled in (name, *ENCODINGS[name].also, name.upper()):
            found = cells(path, tmp_path, encoding=spelled, delimiter=mark)
            assert list(found) == list(words[:2]) and found[words[0]] == list(words)
    titled = tmp_path / "titled.csv"
    titled.write_bytes(f"{words[2]}\n\n{text}".encode(ENCODINGS[name].codec))
    with pytest.raises(dp.HeaderError) as caught:
        dp.read(titled, encoding=name, delimiter=mark)
    assert caught.value.skip == 2 and words[2] not in str(caught.value)
    assert list(cells(titled, tmp_path, encoding=name, delimiter=mark, skip=2)) == list(words[:2])


def test_second_bytes_are_delimiters_in_these_words() -> None:
    """Otherwise the test above would not need the decoder before the split."""
    bytes_ = {name: "".join(PEOPLE[name]).encode(ENCODINGS[name].codec) for name in ("shift_jis", "gb18030", "big5")}
    assert all(b"\\" in found or b"|" in found or b"~" in found for found in bytes_.values()), bytes_


def test_the_end_of_a_file_in_the_middle_of_a_character_is_its_last_cell(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for name, tail in (("cp949", b"\x81"), ("gb18030", b"\x81\x30,"), ("euc-jp", b"\x8f,"), ("utf-8", b"\xe2\x82")):
        body = b"a,b\n" + (tail + b"3" if tail.endswith(b",") else b"3," + tail)
        path.write_bytes(body)
        found = cells(path, tmp_path, encoding=name)
        assert found == ({"a": [None], "b": ["3"]} if tail.endswith(b",") else {"a": ["3"], "b": [None]})
        path.write_bytes(b"a,b\n" + tail)
        if tail.endswith(b","):
            assert b"".join(transcode.stream(path, name, 3)).endswith(tail[1:]), "the delimiter is not lost"


def test_a_declared_encoding_counts_more_than_what_the_bytes_look_like(tmp_path: Path) -> None:
    path, random = tmp_path / "t.csv", Random(6)
    for name in ("windows-1252", "cp949", "koi8-r", "cp437"):
        cell = "".join(random.choices("éßàöñ", k=4)).encode()
        path.write_bytes(b"a,b\n" + cell + b",x\n")
        text = oracle(cell, ENCODINGS[name].codec)
        assert cells(path, tmp_path, encoding=name)["a"] == [None if BAD in text else text]
        assert cells(path, tmp_path)["a"] == [cell.decode()]


def test_utf_8_is_strict_if_it_was_declared(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("a,b\né,é\n".encode() + "é,x\n".encode("cp1252"))
    assert cells(path, tmp_path) == {"a": ["é", "é"], "b": ["é", "x"]}
    assert cells(path, tmp_path, encoding="UTF-8") == {"a": ["é", None], "b": ["é", "x"]}


def test_a_byte_order_mark_contradicts_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for codec in ("utf-16", "utf-32", "utf-8-sig"):
        path.write_bytes(f"a,b\n{SECRET},é\n".encode(codec))
        with pytest.raises(dp.SourceError, match="byte order mark of UTF-") as caught:
            dp.read(path, encoding="cp949")
        assert "Omit the encoding" in caught.value.hint and SECRET not in str(caught.value)
        assert cells(path, tmp_path)["b"] == ["é"]
    assert cells(path, tmp_path, encoding="utf-8") == {"a": [SECRET], "b": ["é"]}


def test_every_delimiter_separates_cells(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for mark in MARKS:
        path.write_text(f'aa{mark}bb{mark}cc\nx{mark}"q {mark}z"{mark}\n{mark}y{mark}"w"\n')
        wanted = {"aa": ["x", None], "bb": [f"q {mark}z", "y"], "cc": [None, "w"]}
        assert cells(path, tmp_path, delimiter=mark) == wanted, mark
        path.write_text(f"Report\n\naa{mark}bb\n1{mark}2\n")
        with pytest.raises(dp.HeaderError) as caught:
            dp.read(path, delimiter=mark)
        assert caught.value.skip == 2, mark
    path.write_text("a,b;c\n1,5;2\n")
    assert dp.read(path, delimiter=";").freeze(tmp_path / "desk", KEY).decimal == ","
    assert cells(path, tmp_path, delimiter=",") == {"a": ["1"], "b;c": ["5;2"]}
    path.write_text("sep=,\na,b;c\n1,5;2\n")
    assert cells(path, tmp_path, delimiter=";") == {"a,b": ["1,5"], "c": ["2"]}, "the person knows better"


def test_other_delimiters_and_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2\n")
    for mark in ('"', "a", "1", "", ",,", "\n", "\r", "\0", "é", 5):
        with pytest.raises(dp.SourceError, match="cannot separate cells"):
            dp.read(path, delimiter=mark)  # type: ignore[arg-type]
    for name in ("rot13", "utf-7", "utf-16", "idna", "", "cp949\0", 5, "unicode_escape"):
        with pytest.raises(dp.SourceError, match=r"encoding .* is not known"):
            dp.read(path, encoding=name)  # type: ignore[arg-type]


def test_they_are_for_delimited_text_alone_also_in_archives(tmp_path: Path) -> None:
    text = "이름|나이\n홍길동|5\n".encode("cp949")
    for name, data in (("t.csv.gz", gzip.compress(text)), ("t.zip", as_zip({"t.csv": text})), ("t.tsv", text)):
        (tmp_path / name).write_bytes(data)
        found = cells(tmp_path / name, tmp_path, encoding="euc-kr", delimiter="|")
        assert found == {"이름": ["홍길동"], "나이": ["5"]}
        assert column_names(str(tmp_path / name), Reading(encoding="cp949", delimiter="|")) == ("이름", "나이")
    (tmp_path / "t.xlsx").write_bytes(as_xlsx([["a", "b"], [1, 2]]))
    table = pyarrow.table({"a": [1]})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet")
    (tmp_path / "p.parquet.gz").write_bytes(gzip.compress((tmp_path / "t.parquet").read_bytes()))
    for what in ("t.xlsx", "t.parquet", "p.parquet.gz", table, "postgresql+psycopg://u@h/d"):
        where = tmp_path / what if isinstance(what, str) and "://" not in what else what
        for said in ({"encoding": "cp949"}, {"delimiter": ";"}):
            with pytest.raises(dp.SourceError, match="only valid for CSV and TSV files"):
                dp.read(where, "t" if isinstance(what, str) and "://" in what else None, **said)


def test_what_was_said_is_kept_with_the_rows(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes("title\n이름;나이\n홍길동;5\n".encode("cp949"))
    copy = dp.read(tmp_path / "t.csv", skip=1, encoding="EUC-KR", delimiter=";").freeze(tmp_path / "desk", KEY)
    wanted = {"skip": 1, "encoding": "cp949", "delimiter": ";", "decimal": ","}
    assert copy.file == wanted and Frozen.from_dict(copy.to_dict()) == copy
    (tmp_path / "t.xlsx").write_bytes(as_xlsx({"A": [["a"], [1]], "B": [["b"], [2]]}))
    assert dp.read(tmp_path / "t.xlsx", sheet="B").freeze(tmp_path / "desk", KEY).file["sheet"] == "B"
    random = Random(5)
    for _ in range(200):
        header, skip = random.choice([None, True, False]), random.choice([0, 3])
        sheet, name = random.choice([None, "A"]), random.choice([None, *ENCODINGS])
        reading = Reading(header, skip, sheet, name, random.choice([None, *MARKS]))
        assert Reading.from_dict(reading.to_dict()) == reading
    assert Reading.from_dict({}) == USUAL and Reading.from_dict({"encoding": "of later", "decimal": ","}) == USUAL


def test_the_columns_are_named_by_the_header_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f'title\na:b\n1:2\n1:2:3\n"{SECRET}\n')
    assert column_names(str(path), Reading(skip=1, delimiter=":")) == ("a", "b")
    with pytest.raises(dp.MisfitError):
        dp.read(path, skip=1, delimiter=":")


def test_a_decoder_that_swallows_more_than_a_byte_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python's own error handlers do at the end of a file."""
    monkeypatch.setattr(encodings, "_ERRORS", "replace")
    assert "".join(decode([b"\x81\x30,"], "gb18030")).replace("\ufffd", BAD) != oracle(b"\x81\x30,", "gb18030")
