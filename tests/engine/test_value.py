"""Numbers in texts are compared by their digits: in Python and in SQL alike, and nothing else is."""

from __future__ import annotations

import random
import uuid
from collections import defaultdict
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.value import identifier_text, unit, value_text
from dpcore.table.aggregate import Aggregate, Categories, Rows, Units
from dpcore.table.category import Category
from dpcore.table.column import Identifier
from dpcore.table.condition import Condition
from dpcore.table.listing import number_of
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.oracle import meant
from tests.engine.rows import KEY, answers

DIGITS = "٣³Ⅷ"
ODD = ("inf", "nan", "1_000", "0x1f", "1e400", "0e123456", "12e45678", "-0", "0.", ".", "-.", "+.5", "-.0", "1 2", "e5")


def hostile(chance: random.Random, count: int) -> list[str]:
    """Trimmed texts that are numbers, or nearly."""

    def digits() -> str:
        size = chance.choice((0, 1, 1, 2, 3, 8, 18, 37, 38, 39, 50))
        return "".join(chance.choice("0" * chance.choice((1, 8)) + "123456789") for _ in range(size))

    def number() -> str:
        sign, point = chance.choice(("", "", "", "+", "-", "--", "+-")), chance.choice(("", "", ".", "."))
        power = chance.choice(("", "", "", "0", "00", "1", "5", "12", "37", "38", "39", "99", "100", "1.5"))
        letter = chance.choice("eE") + chance.choice(("", "+", "-")) if power else chance.choice(("", "", "", "e"))
        return f"{sign}{digits()}{point}{digits()}{letter}{power}"

    def letters() -> str:
        return "".join(chance.choice("0123456789+-.eE_ xan" + DIGITS) for _ in range(chance.randint(1, 9)))

    def odd() -> str:
        return chance.choice(ODD) + chance.choice(("", "0", ".0", "e1", "\n0"))

    makers = (number, number, number, letters, odd)
    return sorted({chance.choice(makers)().strip(" \t\r\n") for _ in range(count)})


def in_duckdb(texts: list[str], cell: exp.Expr) -> list[str | None]:
    """What the engine makes of each text `x`."""
    with duckdb.connect() as connection:
        connection.register("cells", pa.table({"place": range(len(texts)), "x": pa.array(texts, pa.string())}))
        query = exp.select(cell.as_("y")).from_("cells").order_by("place")
        return [row[0] for row in connection.execute(DuckDBDialect().sql(query)).fetchall()]


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_the_value_of_a_text_is_that_of_its_digits(seed: int) -> None:
    texts = hostile(random.Random(seed), 20_000)
    expected = [meant(text) for text in texts]
    assert sum(one != other for one, other in zip(texts, expected, strict=True)) > 1_000
    assert [number_of(text) or text for text in texts] == expected
    assert in_duckdb(texts, value_text(exp.column("x"), DuckDBDialect())) == expected


def units(texts: list[str], as_written: bool = False) -> dict[str | None, list[str]]:
    """Which texts are one unit."""
    dialect, found = DuckDBDialect(), defaultdict[str | None, list[str]](list)
    cell = unit(identifier_text(exp.column("x"), "text", dialect), "text", as_written, dialect)
    for text, who in zip(texts, in_duckdb(texts, cell), strict=True):
        found[who].append(text)
    return found


def test_identifiers_that_are_no_numbers_stay_apart(seed: int = 5) -> None:
    """Of 10^5 identifiers as programs make them, those of one unit are one exact number; nobody is two units."""
    chance = random.Random(seed)
    makers = (
        lambda: f"{chance.getrandbits(32):08x}",
        lambda: f"{chance.getrandbits(24):06X}",
        lambda: str(uuid.UUID(int=chance.getrandbits(128))),
        lambda: "".join(chance.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(8)),
        lambda: str(chance.randrange(10**19, 10**20)),
        lambda: f"{chance.randrange(10**4):06d}",
        lambda: f"{chance.randrange(10**3)}.0",
        lambda: f"{chance.randrange(10**3)}",
        lambda: f"{chance.randrange(100)}e{chance.randrange(10**5)}",
        lambda: f"{chance.choice('+-')}{chance.randrange(10**17, 10**18)}",
    )
    texts = sorted({chance.choice(makers)() for _ in range(100_000)})
    found = units(texts)
    expected = defaultdict[str, list[str]](list)
    for text in texts:
        expected[meant(text)].append(text)
    assert sorted(found.values()) == sorted(expected.values())
    assert any(len({"7", "7.0", "0007", "000007"} & {*together}) > 1 for together in found.values())
    assert all(len(together) == 1 for together in units(texts, as_written=True).values())


def test_one_person_in_two_forms_of_unicode_is_one_unit() -> None:
    texts = ["Zo\u00eb", "Zoe\u0308", "\u00a0Zo\u00eb\u2007", "Zoe", "\ufeff17.0", "17", "NA", "\u00a0NA", ""]
    found = units(texts)
    assert {who: len(together) for who, together in found.items()} == {"Zo\u00eb": 3, "Zoe": 1, "17": 2, None: 3}


@pytest.mark.parametrize(("rule", "count"), [(1, 3), (2, 1)])
def test_an_older_version_of_rows_is_read_as_before(rule: int, count: int) -> None:
    table = Table(Schema(who=Identifier(), code=Category(["1", "2"])), Unit("who", 9), rule=rule)
    cells = {"who": pa.array(["17", "17.0", "017"]), "code": pa.array(["1", "1.0", "01"])}
    by_code = Aggregate((Rows(),), (Categories("code", ("1", "2"), False),))
    people, codes = answers(cells, table, [Aggregate((Units(),)), by_code])
    assert people.tolist() == [count] and codes.tolist() == [[4 - count, 0]]


def test_a_listed_value_is_found_by_its_spelling_and_else_by_its_number() -> None:
    """By the list alone: where 7 and 007 are listed, only the spelling counts. Texts for missing are no other value."""
    values = ("7", "007", "2.50", "-1", "Zo\u00eb", "NA")
    expected = {"7": 0, "007": 1, "07": 6, "7.0": 6, "2.5": 2, "25e-1": 2, "-1.0": 3, "-01": 3, "Zoe\u0308": 4, "NA": 5}
    expected |= {"NaN": None, "\u00a0null": None, "": None, "x": 6, "1": 6}
    table = Table(Schema(v=Category(values, other=True)))
    ask = Aggregate((Rows(),), (Categories("v", values, True),))
    for text, place in expected.items():
        [found] = answers({"v": pa.array([text])}, table, [ask])
        assert found[0].tolist() == [int(at == place) for at in range(7)], text
        if place is not None and place < 6:
            condition = Condition("v", "in", [text]).bind(table.schema)
            assert condition.value == (values[place],)


def test_a_float_that_stands_for_several_numbers_is_no_identifier() -> None:
    cells = {"who": pa.array([2.0**53, 2.0**53 - 1, -(2.0**60), 3.0, 3.5, None])}
    [people] = answers(cells, Table(Schema(who=Identifier()), Unit("who", 9)), [Aggregate((Units(),))])
    assert people.tolist() == [3]


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("seed", seeds(6))
def test_a_truth_is_one_listed_value_however_it_is_spelt(seed: int, other: bool) -> None:
    """The spelling first; else the one listed value that is the same truth. Two spellings listed are two values."""
    chance = random.Random(seed)
    truths = [word for truth in ("true", "false") for word in (truth, truth.title(), truth.upper())]
    values = tuple(chance.sample([*truths, "maybe", "T", "1", "tRue"], chance.randint(1, 6)))
    if seed == 0:
        values = tuple(Category([True, False]).values)
    cells = [*truths, "maybe", "tRUE", "t", "yes", "1", " True ", "\u00a0FALSE"]
    for rule in (2, 3):
        table = Table(Schema(v=Category(values, other=other)), rule=rule)
        ask = Aggregate((Rows(),), (Categories("v", values, other),))
        for text in cells:
            word, found = text.strip(), None
            same = [value for value in values if word.lower() == value.lower() and {word, value} <= {*truths}]
            if word in values:
                found = values.index(word)
            elif rule == 3 and len(same) == 1:
                found = values.index(same[0])
            elif other:
                found = len(values)
            [counts] = answers({"v": pa.array([text])}, table, [ask])
            assert counts[0].tolist() == [int(at == found) for at in range(len(values) + other)], (values, text)
            if rule == 3 and found is not None and found < len(values):
                assert Condition("v", "==", word).bind(table.schema) == Condition("v", "==", values[found]).bind(
                    table.schema
                )


def test_truths_are_counted_alike_from_every_source(tmp_path: Path) -> None:
    frame = pd.DataFrame({"v": [True, False, True]})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    (tmp_path / "r.csv").write_text("v\nTRUE\nFALSE\nTRUE\n")
    for values in ([True, False], ["True", "False"], ["TRUE", "FALSE"]):
        table = Table(Schema(v=Category(values)))
        ask = Aggregate((Rows(),), (Categories("v", tuple(table.schema.columns["v"].values), False),))
        for what in (frame, pa.table(frame), *(tmp_path / name for name in ("a.csv", "r.csv", "a.parquet"))):
            with DuckDB(dp.read(what).freeze(tmp_path / "home", KEY), table, KEY, tmp_path / "home") as engine:
                assert engine.aggregate([ask])[0][0].tolist() == [2, 1]
