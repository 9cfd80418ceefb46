"""In files with semicolons 17,0 is 17 for identifiers, categories and flags too; folders may have both kinds."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.value import identifier_text, unit
from dpcore.errors import SourceError
from dpcore.table import aggregate
from dpcore.table.listing import NOBODY, RULE, listing, number_of
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.oracle import meant
from tests.engine.test_value import hostile, in_duckdb
from tests.engine.test_written import KEY, SCHEMA, drawn, read, typed

ODD = ["1,5", "17,0", ",5", "5,", ",", "1,2,3", "1.5,0", "1,5.0", "a,b", "1,000", "-0,0", "1,5e2", "1,5e100", "1, 5"]
CASES = [("17,0", "17"), ("17,00", "17"), ("-,50", "-0.5"), ("1,7e1", "17"), ("017,", "17"), ("0,0", "0")]


def said(text: str) -> str:
    """The value where a comma is a decimal mark, by an independent reading."""
    if "," not in text or "." in text or text.count(",") > 1:
        return meant(text)
    pointed = text.replace(",", ".")
    number = meant(pointed)
    canonical = re.fullmatch(r"-?(0|[1-9][0-9]*)(?:[.]([0-9]*[1-9]))?", number)
    if not canonical or len(canonical[1].lstrip("0") + (canonical[2] or "")) > 38:
        return text
    return number


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_a_text_with_a_comma_is_read_as_with_a_point_by_rule_3_alone(seed: int) -> None:
    draw = random.Random(seed)
    made = [text.replace(".", ",") if draw.random() < 0.7 else text for text in hostile(draw, 8000)]
    texts = sorted({*made, *ODD, *(text for text, _ in CASES)} - {*NOBODY})
    assert [number_of(text, comma=True) or text for text in texts] == [said(text) for text in texts]
    for rule, value in ((2, meant), (RULE, said)):
        dialect = DuckDBDialect(rule, ",")
        for written, expected in ((False, value), (True, str)):
            cell = unit(identifier_text(exp.column("x"), "text", dialect), "text", written, dialect)
            assert in_duckdb(texts, cell) == [expected(text) for text in texts]
    assert all(number_of(text, comma=True) == number and number_of(text) != number for text, number in CASES)
    assert [text for text in ODD if number_of(text, comma=True) is None] == [
        ",",
        "1,2,3",
        "1.5,0",
        "1,5.0",
        "a,b",
        "1,5e100",
        "1, 5",
    ]


def test_a_listed_value_with_a_comma_has_the_number_too() -> None:
    values = ("1,5", "2.5", "A,B", "7", "007")
    found, usual = listing(values, comma=True), listing(values)
    for text, place, other in [
        ("1.5", 0, None),
        ("1,50", 0, None),
        ("2,5", 1, None),
        ("A,B", 2, 2),
        ("7,0", None, None),
    ]:
        assert (found.find(text), usual.find(text)) == (place, other)
    assert listing(("1,5", "1.5"), comma=True).find("1,50") is None


def with_commas(frame: pd.DataFrame) -> pd.DataFrame:
    """The cells as programs with a decimal comma write them."""
    return frame.map(lambda cell: "" if pd.isna(cell) else str(cell).replace(".", ","))


@pytest.mark.parametrize("seed", seeds(1, *range(1, 8)))
def test_semicolons_and_folders_of_both_kinds_have_the_same_answers(seed: int, tmp_path: Path) -> None:
    frame = drawn(random.Random(seed))
    first = read(frame, tmp_path / "first")
    draw, ways = random.Random(seed), dict[str, Path]()
    for kind, rows in typed(frame):
        ways[kind] = tmp_path / f"{kind}.csv"
        with_commas(rows).to_csv(ways[kind], index=False, sep=";")
    kinds = dict(typed(frame))
    for number in range(2):
        folder = ways[f"folder {number}"] = tmp_path / f"months{number}"
        folder.mkdir()
        for place, part in enumerate((slice(0, 20), slice(20, 40), slice(40, 99))):
            rows = kinds[draw.choice([*kinds])].iloc[part]
            commas = place == number
            options: dict[str, Any] = {"sep": ";"} if commas else {"sep": draw.choice(",\t")}
            (with_commas(rows) if commas else rows).to_csv(folder / f"{place}.csv", index=False, **options)
    for place, name in enumerate([*draw.sample(sorted(kinds), 3), "folder 0", "folder 1"]):
        found = read(ways[name], tmp_path / f"home{place}")
        for people in (Unit(), Unit("who", 60)):
            assert found[people] == first[people], (name, people)


def test_an_earlier_rule_reads_the_same_file_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("who;code;smoker;town;x\n17,0;1,0;1,0;B;1,5\n17;1;1;B;1.5\n")
    rows = dp.read(path).load(tmp_path, KEY)
    asks = [
        aggregate.Aggregate((aggregate.Units(),)),
        aggregate.Aggregate((aggregate.Rows(),), (aggregate.Categories("code", ("1", "2", "3", "10"), False),)),
    ]
    for rule, people, codes in ((2, 2, 1), (RULE, 1, 2)):
        with rows.engine(Table(SCHEMA, Unit("who", 9), rule=rule), KEY, tmp_path) as engine:
            units, counts = (answer.tolist() for answer in engine.aggregate(asks))
        assert (units, counts[0][0]) == ([people], codes)


@pytest.mark.parametrize(
    ("column", "refused"),
    [
        (dp.Identifier(as_written=True), True),
        (dp.Identifier(), False),
        (dp.Category(["1,5", "2"]), True),
        (dp.Category(["1.5", "A, B", "1,2,3"]), False),
        (dp.Text(), False),
    ],
)
def test_where_spelling_counts_a_folder_of_both_kinds_is_refused(tmp_path: Path, column: Any, refused: bool) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "a.csv").write_text("a;b\n1,5;2\n")
    (tmp_path / "m" / "b.csv").write_text("a,b\n1.5,2\n")
    unit = Unit("a", 3) if isinstance(column, dp.Identifier) else Unit()
    schema = dp.Schema(a=column, b=dp.Number(0, 5))
    with dp.Desk(home=tmp_path / "home") as desk:
        for source, wrong in ((tmp_path / "m", refused), (tmp_path / "m" / "a.csv", False)):
            name = source.name
            if wrong:
                with pytest.raises(SourceError, match="in column 'a'") as caught:
                    desk.add_dataset(name, dp.read(source), schema=schema, unit=unit, budget=dp.Budget(epsilon=1.0))
                assert "1.5" not in caught.value.message
            else:
                desk.add_dataset(
                    name, dp.read(source), schema=schema, unit=unit, budget=dp.Budget(epsilon=1.0), separate_budget=True
                )
