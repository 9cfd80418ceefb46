"""Texts are trimmed where there is something to trim, and found in short and long lists alike."""

from __future__ import annotations

import random

import duckdb
import pyarrow as pa
import pytest
from sqlglot import exp

from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.listed import FEWEST
from dpcore.engine.sql.literal import integer
from dpcore.number import BLANKS
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import MAX_CATEGORIES
from dpcore.table.listing import ALL_BLANKS, listing
from tests.chance import seeds

INNER = ("a", "7", "0", ".", "!", "~", "\x1f", "\x7f", "é", "병", "😀", " ", "\u00a0", "\u3000")


def ragged(chance: random.Random, count: int) -> list[str | None]:
    """Cells with blanks of every kind around and within them, and lengths about the limit."""

    def blanks() -> str:
        return "".join(chance.choice(ALL_BLANKS) for _ in range(chance.choice((0, 0, 1, 2, 5))))

    def inner() -> str:
        size = chance.choice((0, 1, 2, 3, 5, 12, 13))
        if chance.random() < 0.05:
            return chance.choice(INNER) * chance.choice((498, 499, 999, 1000, 1001)) + chance.choice(("", "7", "é"))
        return "".join(chance.choice(INNER) for _ in range(size))

    return [None, *(blanks() + inner() + blanks() for _ in range(count))]


def tidy(cell: str | None) -> str | None:
    """What is read of a cell."""
    bare = None if cell is None else cell.strip(BLANKS)
    if bare is None or len(bare) > MOST_CHARACTERS:
        return None
    return bare if bare.isascii() else bare.strip(ALL_BLANKS)


def told(texts: list[str | None], *columns: exp.Expr) -> list[tuple[object, ...]]:
    """The values of expressions of each text `x`."""
    with duckdb.connect() as connection:
        cells = pa.table({"n": list(range(len(texts))), "x": pa.array(texts, pa.string()).dictionary_encode()})
        connection.register("cells", cells)
        named = [column.as_(f"c{at}") for at, column in enumerate(columns)]
        query = exp.select(*named).from_("cells").order_by("n")
        return connection.execute(DuckDBDialect().sql(query)).fetchall()


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_a_text_is_read_without_the_blanks_around_it(seed: int) -> None:
    texts = ragged(random.Random(seed), 8000)
    expected = [tidy(text) for text in texts]
    assert sum(text == said for text, said in zip(texts, expected, strict=True)) > 500
    assert sum(text != said and said is not None for text, said in zip(texts, expected, strict=True)) > 500
    assert expected.count(None) > 50
    assert [said for (said,) in told(texts, DuckDBDialect().label(exp.column("x")))] == expected


def drawn(chance: random.Random, size: int) -> list[str]:
    """Distinct texts."""
    found: dict[str, None] = {}
    while len(found) < size:
        length = chance.choice((0, 1, 2, 3, 8))
        found["".join(chance.choice("0123456789.'\"[],\\ é병😀a") for _ in range(length))] = None
    return list(found)


@pytest.mark.parametrize("size", [1, 2, 3, 10, FEWEST - 1, FEWEST, FEWEST + 1, 3 * FEWEST])
@pytest.mark.parametrize("seed", seeds(1, 2))
def test_a_place_is_the_same_in_a_short_list_and_by_an_earlier_rule(seed: int, size: int) -> None:
    """Also where it is hashed: rows are chosen by a hash of their categories."""
    chance = random.Random(seed)
    values = drawn(chance, size)
    texts = [None, *values, *(text for text in drawn(chance, 60) if text not in values)]
    chance.shuffle(texts)
    columns = list[exp.Expr]()
    for rule in (1, 2, 3):
        dialect = DuckDBDialect(rule)
        place = dialect.position(exp.column("x"), values)
        columns += [place, dialect.order(integer(17), [place.copy(), exp.column("x")])]
    for text, (place, hashed, *others) in zip(texts, told(texts, *columns), strict=True):
        assert place == (values.index(text) if text in values else None)
        assert others == [place, hashed] * 2


def test_a_list_of_all_values_that_a_column_may_have_is_read_in_linear_time() -> None:
    values = tuple(f"value {place}" for place in range(MAX_CATEGORIES))
    found = listing(values)  # minutes, if the whole list were gone through for each value
    assert found.find(" value 99999 ") == 99_999 and found.find("value") is None
