"""Tables that people's programs write are read back cell by cell, and one cell never changes how another is read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pyarrow.parquet
import pytest

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source import delimited
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import read
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.engine.rows import KEY
from tests.engine.writers import HARD, LATIN, WIDE, WRITERS, drawn


def frozen(data: bytes, folder: Path, name: str = "t.csv") -> Frozen:
    (folder / name).write_bytes(data)
    return read(folder / name).freeze(folder / "desk", KEY)


def rows(copy: Frozen) -> list[tuple[str | None, ...]]:
    """Sorted; the order of rows is not kept."""
    table = pyarrow.parquet.read_table(copy.path)
    return sorted(zip(*(table[name].to_pylist() for name in copy.columns), strict=True), key=repr)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("at_once", [True, False], ids=["small", "large"])
def test_what_programs_write_is_read_back_cell_by_cell(
    writer: str, at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "CHECKED_AT_ONCE", 2**26 if at_once else 0)
    random = Random(f"{writer}{at_once}")
    for case in range(12):
        texts = [*LATIN, *HARD, *(WIDE if writer != "Excel" else ())]
        table = drawn(random, random.randint(1, 12), random.sample(texts, 12))
        data, names = WRITERS[writer](table, random)
        copy = frozen(data, tmp_path)
        assert list(copy.columns) == names, (case, data)
        read_back = [row[len(names) - len(table) :] for row in rows(copy)]
        assert sorted(read_back, key=repr) == sorted(zip(*table.values(), strict=True), key=repr), (case, data)


def test_each_cell_is_utf_8_or_windows_text_by_itself(tmp_path: Path) -> None:
    """Changing a cell to any bytes changes no other cell; undefined bytes and half a surrogate pair are missing."""
    random = Random(5)
    known = {
        "é".encode(): "é",
        "é".encode("cp1252"): "é",
        b"\x80 5": "€ 5",
        "한글".encode(): "한글",
        b"\x81": None,
        b"caf\xe9 \x8d": None,
        b"\xed\xa0\x80": None,
        b"x\xed\xb0\x80y": None,
        b"\xff\xfe": "ÿþ",
        b'"\xe9;""\nx"': 'é;"\nx',
        b"plain": "plain",
        b"nul\0": "nul",
    }
    for _ in range(6):
        chosen = [[random.choice(list(known)) for _ in range(3)] for _ in range(random.randint(1, 8))]
        data = b"a,b,c\n" + b"".join(b",".join(row) + b"\n" for row in chosen)
        expected = sorted((tuple(known[cell] for cell in row) for row in chosen), key=repr)
        assert rows(frozen(data, tmp_path)) == expected, data


def total(copy: Frozen, folder: Path) -> list[int]:
    with DuckDB(copy, Table(Schema(x=Number(0, 1000))), KEY, folder / "desk") as engine:
        [answer] = engine.aggregate([Aggregate((Rows(), Total(Grid("x", 0, 1000 * 2**10, -10))), present=("x",))])
    return list(answer.tolist())


def test_a_comma_is_a_decimal_mark_beside_the_point_where_semicolons_separate(tmp_path: Path) -> None:
    """The sums of the same numbers with points are the same, and so are the fingerprints: these rows are known."""
    random = Random(8)
    for _ in range(3):
        numbers = [str(random.choice([random.randint(0, 9), random.uniform(0, 900), 1.5, 0.25])) for _ in range(30)]
        plain = frozen(b"x,y\n" + b"".join(f"{n},a\n".encode() for n in numbers), tmp_path, "p.csv")
        mixed = [n.replace(".", ",") if random.random() < 0.6 else n for n in numbers]
        other = frozen(b"x;y\r\n" + b"".join(f"{n};a\r\n".encode() for n in mixed), tmp_path, "s.csv")
        assert total(plain, tmp_path) == total(other, tmp_path)
        assert plain.fingerprint.same_rows(other.fingerprint)
        assert Frozen.from_dict(other.to_dict()) == other and "file" not in plain.to_dict()


def test_a_comma_is_no_decimal_mark_elsewhere(tmp_path: Path) -> None:
    assert total(frozen(b'x,y\n"1,5",a\n2,b\n', tmp_path), tmp_path)[0] == 1
    assert total(frozen(b"x\ty\n1,5\ta\n2\tb\n", tmp_path, "t.tsv"), tmp_path)[0] == 1
    assert total(frozen(b"x;y\n1.234,5;a\n1,234,5;b\n,;c\n2;d\n", tmp_path), tmp_path)[0] == 1
