"""A line with more cells than the first gets the hint that mends it: lines spoilt in each way, mended as it says."""

from __future__ import annotations

import csv
import io
import random

import pytest

from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_line import HEADER

QUOTED = "put them in quotes"
NAMED = "Put the column's name in quotes."
NUMBERS = "Write numbers without commas"
REMOVED = "Remove the cells that the first line does not name, or name them there: column,kind,from,to,values,missing."
HINTS = (QUOTED, NAMED, NUMBERS, REMOVED)
WORDS = ["red", "blue", "ICU", "Ward 3", "1", "2.5", "other town", "x-y"]
HEADERS = [HEADER, ("kind", "column", "from", "to", "values", "missing"), ("column", "kind", "values")]


def written(header: tuple[str, ...], cells: list[str], separator: str, quoted: bool) -> str:
    """A dictionary of one line; cells that contain the separator are quoted, or read as several."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerow(header)
    csv.writer(text, delimiter=separator).writerow(cells) if quoted else text.write(separator.join(cells) + "\n")
    return text.getvalue()


def line(header: tuple[str, ...], **fields: str) -> list[str]:
    return [fields.get(name, "") for name in header]


def said(text: str) -> str:
    """The one message for the one line, and the one hint in it."""
    (problem,) = declaration.read(text).problems
    assert problem.startswith("Line 2 has ") and "but the first line has " in problem
    (hint,) = (hint for hint in HINTS if hint in problem)
    assert (hint in (QUOTED, NAMED)) == ("in quotes" in problem)
    return hint


def readable(text: str) -> bool:
    found = declaration.read(text, "separate")
    return not found.problems and len(found.columns) == 1


@pytest.mark.parametrize("seed", range(100))
def test_a_list_of_values_that_was_split_is_quoted(seed: int) -> None:
    draw = random.Random(seed)
    header, separator = draw.choice(HEADERS), draw.choice(",;\t")
    values = separator.join(draw.sample(WORDS, draw.randint(4, 6)))
    missing = draw.choice(["", "other", "drop"])
    cells = line(header, column="ward", kind=draw.choice(["category", "Factor"]), values=values, missing=missing)
    assert said(written(header, cells, separator, quoted=False)) == QUOTED
    if separator != "\t":  # between values, tabs are blanks
        assert readable(written(header, cells, separator, quoted=True))
    assert readable(written(header, [cell.replace(separator, "|") for cell in cells], separator, quoted=False))


@pytest.mark.parametrize("seed", range(100))
def test_a_name_that_was_split_is_quoted(seed: int) -> None:
    draw = random.Random(seed)
    separator = draw.choice(",;\t")
    name = separator.join(["weight", *draw.sample(["in kg", "net", "2020"], draw.randint(1, 3))])
    fields = draw.choice([{"kind": "number", "from": "0", "to": "9"}, {"kind": "category", "values": "a|b"}])
    cells = line(HEADER, column=name, **fields)
    cells[-1] = "5" if fields["kind"] == "number" else "other"
    assert said(written(HEADER, cells, separator, quoted=False)) == NAMED
    assert readable(written(HEADER, cells, separator, quoted=True))


@pytest.mark.parametrize("seed", range(100))
def test_numbers_with_commas_are_written_without(seed: int) -> None:
    draw = random.Random(seed)
    low, high, other = draw.choice(["0", "0,5", "-1,25"]), draw.choice(["9,5", "12,000"]), draw.choice(["1,5", "7"])
    cells = line(HEADER, column="dose", kind="number", missing=other)
    cells[2], cells[3] = low, high
    assert said(written(HEADER, cells, ",", quoted=False)) == NUMBERS
    mended = [cell.replace(",000", "000").replace(",", ".") for cell in cells]
    assert readable(written(HEADER, mended, ",", quoted=False))


@pytest.mark.parametrize("seed", range(200))
def test_cells_in_excess_are_removed_and_no_quotation_mark_helps(seed: int) -> None:
    draw = random.Random(seed)
    separator = draw.choice(",;\t")
    kind, low, high, values, missing = draw.choice(
        [
            ("category", "", "", "a|b", draw.choice(["", "other", "drop"])),
            ("number", "0", "9", "", draw.choice(["", "5"])),
            ("date", "2020-01-01", "2020-12-31", "", ""),
            ("identifier", "", "", "", ""),
            ("yes or no", "", "", "", ""),
            ("text", "", "", "", ""),
            ("", "", "", "", ""),
        ]
    )
    cells = ["age", kind, low, high, values, missing]
    cells += [draw.choice(["a note", "years", "of 2020"]) for _ in range(draw.randint(1, 3))]
    assert said(written(HEADER, cells, separator, quoted=False)) == REMOVED
    assert readable(written(HEADER, cells[:6], separator, quoted=True))
    excess = len(cells) - len(HEADER)
    for place in range(len(HEADER)):  # as if the cells from here on were one in quotation marks
        one = [*cells[:place], separator.join(cells[place : place + 1 + excess]), *cells[place + 1 + excess :]]
        assert not readable(written(HEADER, one, separator, quoted=True)) or kind in ("", "category") or place == 0


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_first_line_without_values_is_completed(separator: str) -> None:
    cells = ["ward", "category", "a|b"]
    assert said(written(("column", "kind"), cells, separator, quoted=False)) == REMOVED
    assert readable(written(("column", "kind", "values"), cells, separator, quoted=False))
