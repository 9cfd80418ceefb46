"""How cells are written, in data dictionaries: formats and codes for missing cells, in our own format and in others."""

from __future__ import annotations

import contextlib
import csv
import io
import random
import time

import pytest

import dpcore as dp
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.declaration import Line
from dpcore.table.dictionary.dictionary_format import open_sheet
from dpcore.table.dictionary.line_format import format_of, joined_codes, words_of
from tests.chance import seeds

PEOPLE = """column;kind;from;to;values;missing;Date format;NA values;note
seen;date;2020-01-01;2024-12-31;;;DD.MM.YYYY;-9|-99;the day of the visit
born;date;1900-01-01;2024-12-31;;;dd/mm/yy, 1925;;
cost;number;0;50000;;0;1.234,5 €;k.A.;
ward;category;;;A|B;other;;NA, unknown;
rooms;int;0;9;;;;-9 -99;
"""


def test_our_own_format_says_how_cells_are_written() -> None:
    found = declaration.read(PEOPLE)
    assert not found.problems and len(found.columns) == 5
    assert found.formats == {
        "seen": dp.Format(dates="day first", missing=["-9", "-99"]),
        "born": dp.Format(dates="day first", years_from=1925),
        "cost": dp.Format(decimal=",", thousands=".", sign="€", missing=["k.A."]),
        "ward": dp.Format(missing=["NA", "unknown"]),
        "rooms": dp.Format(missing=["-9", "-99"]),
    }
    assert found.columns["cost"] == dp.Number(0, 50_000, missing=0)  # "missing" is the rule, not a code
    assert [format_of(line) for line in open_sheet(PEOPLE).lines] == list(found.formats.values())


WRONG = [
    ("day,date,2024-01-01,2024-12-31,DD.MM.YY,", "for which hundred years"),
    ("day,date,2024-01-01,2024-12-31,usual,", "'usual' is not a format of dates"),
    ("day,number,0,9,DD.MM.YYYY,", "is not an example of a number"),
    ("day,text,,,DD.MM.YYYY,", "does not apply to the kind text"),
    ("day,text,,,," + "|".join(map(str, range(101))), "at most 100 codes"),
    ("day,number,0,9,5" + "0" * 100 + ",", "at most 100 characters"),
]


@pytest.mark.parametrize(("line", "said"), WRONG, ids=range(len(WRONG)))
def test_a_format_that_cannot_be_read_is_reported_and_stays_visible(line: str, said: str) -> None:
    text = f"column,kind,from,to,format,missing codes\n{line}\nzone,text,,,,-9\n"
    found = declaration.read(text)
    (problem,) = found.problems
    assert problem.startswith("Line 2 ('day')") and said in problem and len(problem) < 400
    assert found.columns == {"zone": dp.Text()} and found.formats == {"zone": dp.Format(missing=["-9"])}
    shown = open_sheet(text).lines[0]
    assert [shown.format, shown.codes] == line.split(",")[4:]


def test_a_code_that_is_a_number_stays_one_in_a_spreadsheet() -> None:
    codes = ["-9", "+1", "-9,5", "=1+1", "@x", "-9|-99", "-x"]
    data = declaration.write([Line(f"c{place}", "text", codes=code) for place, code in enumerate(codes)])
    cells = [row[-1] for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))]
    assert cells == ["missing codes", "-9", "+1", "-9,5", "'=1+1", "'@x", "'-9|-99", "'-x"]
    assert [line.codes for line in open_sheet(data).lines] == codes


def test_other_columns_of_an_older_file_say_nothing_of_missing_cells() -> None:
    sheet = open_sheet("column,kind,from,to,missing,codes,missing value\nage,number,0,9,5,1=yes,-9\n")
    assert sheet.lines == (Line("age", "number", "0", "9", missing="5", number=2),)


@pytest.mark.parametrize("seed", seeds(20))
def test_codes_with_any_marks_come_back(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(300):
        parts = ["".join(draw.choices("a\\|,; \n-9.", k=draw.randint(1, 5))) for _ in range(draw.randint(1, 4))]
        said = dp.Format(missing=[part for part in parts if part.strip()])
        assert format_of(Line("x", "text", codes=words_of(said)[1])) == said


def test_a_backslash_is_a_part_of_a_code_unless_a_bar_follows() -> None:
    for text, codes in {
        "\\N": ["\\N"],
        "\\N|NA|\\": ["\\N", "NA", "\\"],
        "a\\|b|c": ["a|b", "c"],
        "a\\\\|b": ["a\\", "b"],
        "a|": ["a"],
        "a, b|": ["a, b"],
        "a, b": ["a", "b"],
    }.items():
        assert format_of(Line("x", codes=text)).missing == tuple(codes)
    assert joined_codes(["", " ", "NA", "NA"]) == "NA"


LONG = ["\\" * 7_000_000, "\\" * 7_000_000 + "|", "DD.MM.YYYY " + " ," * 3_500_000, "1 " * 4_000_000]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_a_long_format_costs_its_length(text: str) -> None:
    """Minutes, where each mark looks at all that follow."""
    begun = time.process_time()
    for line in (Line("x", "date", format=text), Line("x", "number", format=text), Line("x", codes=text)):
        with contextlib.suppress(dp.SchemaError):
            format_of(line)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("DD.MM.YYYY HH:MM", "day first"),
        ("%d.%m.%Y %H:%M:%S", "day first"),
        ("yyyy-MM-ddTHH:mm:ss", "year first"),
        ("MM/DD/YYYY, hh:mm a", "month first"),
        ("MMM D, YYYY", "month first"),
        ("YYYY년 MM월 DD일", "year first"),
    ],
)
def test_a_time_of_day_after_a_date_says_nothing_more(text: str, order: str) -> None:
    assert format_of(Line("x", "date", format=text)) == dp.Format(dates=order)  # type: ignore[arg-type]
