"""How cells are written, in data dictionaries: formats and codes for missing cells, in our own format and in others."""

from __future__ import annotations

import contextlib
import csv
import datetime as dt
import io
import json
import random
import re
import time
from dataclasses import replace
from typing import Any

import pytest

import dpcore as dp
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.date_pattern import day_in, iso_of
from dpcore.table.dictionary.declaration import Line
from dpcore.table.dictionary.dictionary_format import open_sheet, write_csvw, write_frictionless, write_own
from dpcore.table.dictionary.line_format import format_of, joined_codes, words_of
from dpcore.table.dictionary.sheet import Sheet
from tests.chance import seeds
from tests.table.test_dictionary_dialect import csvw, fields
from tests.table.test_dictionary_format import check_total, spoil

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


FOREIGN = ["BEST12.", "COMMA12.2", "DOLLAR10.2", "$8.", "F8.2", "%9.0g", "%-12.2fc", "%d", "General", "float", "n/a"]
WRONG = [
    ("day,date,2024-01-01,2024-12-31,DD.MM.YY,", "for which hundred years"),
    ("day,date,2024-01-01,2024-12-31,usual,", "'usual' is not a format of dates"),
    ("day,number,0,9,DD.MM.YYYY,", "is not an example of a number"),
    *((f"day,number,0,9,{form},", "is not an example of a number") for form in FOREIGN),
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


LONG = ["\\" * 7_000_000, "\\" * 7_000_000 + "|", "DD.MM.YYYY " + " ," * 3_500_000, "1 " * 2_000_000]


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


# Other programs

PARKING = {
    "profile": "tabular-data-package",
    "name": "parkhaeuser",
    "title": "Belegung der Parkhäuser",
    "licenses": [{"name": "dl-de-by-2.0"}],
    "resources": [
        {
            "name": "belegung",
            "path": "belegung.csv",
            "encoding": "windows-1252",
            "dialect": {"delimiter": ";", "header": True},
            "schema": {
                "fields": [
                    {"name": "Kennzeichen", "type": "string"},
                    {
                        "name": "Datum",
                        "type": "date",
                        "format": "%d.%m.%Y",
                        "constraints": {"minimum": "01.01.2023", "maximum": "31.12.2023"},
                    },
                    {"name": "Einfahrt", "type": "datetime", "format": "%d.%m.%Y %H:%M"},
                    {"name": "Erstzulassung", "type": "date", "format": "%d.%m.%y"},
                    {"name": "Gebühr", "type": "number", "decimalChar": ",", "groupChar": ".", "bareNumber": False},
                    {"name": "Höhe", "type": "number", "decimalChar": ",", "missingValues": ["", "k. A."]},
                    {"name": "Stand", "type": "date", "format": "any"},
                    {"name": "Abruf", "type": "date", "format": "default"},
                ],
                "missingValues": ["", "-", "-99"],
            },
        }
    ],
}


def test_a_data_package_from_germany_is_read() -> None:
    sheet = open_sheet(json.dumps(PARKING))
    assert [(line.format, line.codes) for line in sheet.lines] == [
        ("", "-|-99"),
        ("DD.MM.YYYY", "-|-99"),
        ("DD.MM.YYYY", "-|-99"),
        ("DD.MM.YY", "-|-99"),  # of which hundred years is still to be said
        ("1.234,5", "-|-99"),
        ("1234,5", "k. A."),
        ("", "-|-99"),
        ("", "-|-99"),
    ]
    assert declaration.declared(sheet.lines[1]) == dp.Date("2023-01-01", "2023-12-31")
    assert format_of(sheet.lines[1]) == dp.Format(dates="day first", missing=["-", "-99"])
    with pytest.raises(dp.SchemaError, match="which hundred years"):
        format_of(sheet.lines[3])
    assert [problem.split(":")[0] for problem in sheet.problems] == ["Column 5 ('Gebühr')", "Column 7 ('Stand')"]
    assert "with a unit" in sheet.problems[0] and "in which order" in sheet.problems[1]
    field = {**PARKING["resources"][0]["schema"]["fields"][4], "murmur:format": "1.234,5 €"}  # type: ignore[index]
    told = fields(field)
    assert not told.problems and format_of(told.lines[0]) == dp.Format(decimal=",", thousands=".", sign="€")


UNEMPLOYMENT = {
    "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
    "url": "UNE_RT_M.csv",
    "dc:title": "Unemployment, by country and month",
    "dialect": {"delimiter": ",", "header": True},
    "null": ["..", "NA"],
    "tableSchema": {
        "datatype": "decimal",
        "columns": [
            {"name": "REF_AREA", "titles": "Reference area", "datatype": "string"},
            {"name": "TIME_PERIOD", "datatype": {"base": "date", "format": "dd.MM.yyyy"}, "null": ""},
            {"name": "UPDATED", "datatype": {"base": "dateTime", "format": "yyyy-MM-dd'T'HH:mm:ss"}},
            {"name": "US_DAY", "datatype": {"base": "date", "format": "M/d/yyyy", "minimum": "1/31/2020"}},
            {"name": "PLAIN_DAY", "datatype": {"base": "date", "format": "yyyyMMdd", "maximum": "20201231"}},
            {"name": "OBS_VALUE"},
            {"name": "PERSONS", "datatype": {"base": "integer", "format": "#,##0"}},
            {"name": "SUM", "datatype": {"base": "number", "format": {"decimalChar": ",", "groupChar": "\u202f"}}},
            {"name": "SHARE", "datatype": {"base": "number", "format": {"decimalChar": ",", "pattern": "0,0%"}}},
            {"name": "OBS_STATUS", "titles": "Status", "datatype": "string", "null": "-"},
        ],
    },
}


def test_csvw_of_statistics_is_read() -> None:
    sheet = open_sheet(json.dumps(UNEMPLOYMENT))
    assert [(line.kind, line.format, line.codes) for line in sheet.lines] == [
        ("text", "", "..|NA"),
        ("date", "DD.MM.YYYY", ""),
        ("date", "YYYY-MM-DD", "..|NA"),
        ("date", "M/D/YYYY", "..|NA"),
        ("date", "YYYYMMDD", "..|NA"),
        ("number", "", "..|NA"),  # the datatype of the schema
        ("whole number", "1,234.5", "..|NA"),
        ("number", "1 234,5", "..|NA"),
        ("number", "1234,5 %", "..|NA"),
        ("text", "", "-"),
    ]
    assert (sheet.lines[3].low, sheet.lines[4].high) == ("2020-01-31", "2020-12-31")
    (problem,) = sheet.problems
    assert problem.startswith("Column 9 ('SHARE')") and "12 % counts as 12" in problem
    assert all(format_of(line) for line in sheet.lines if line.column != "TIME_PERIOD" or line.format)


@pytest.mark.parametrize("level", ["schema", "table", "group"])
def test_a_datatype_is_inherited_from_the_next_level(level: str) -> None:
    euro = {"base": "number", "format": {"decimalChar": ","}, "minimum": 0, "maximum": 9}
    columns = [{"name": "a"}, {"name": "b", "datatype": "string"}, {"name": "c", "murmur:kind": "identifier"}]
    table: dict[str, Any] = {"tableSchema": {"columns": columns}}
    if level == "schema":
        table = {"datatype": "boolean", "tableSchema": {"columns": columns, "datatype": euro}}
    elif level == "table":
        table["csvw:datatype"] = euro
    tree = {"datatype": euro, "tables": [table]} if level == "group" else table
    sheet = open_sheet(json.dumps({"@context": "http://www.w3.org/ns/csvw", **tree}))
    assert [(line.kind, line.low, line.high, line.format) for line in sheet.lines] == [
        ("number", "0", "9", "1234,5"),
        ("text", "", "", ""),
        ("identifier", "", "", ""),
    ]


LINES = (
    Line("seen", "date", "2020-01-31", "2024-12-31", format="dd/mm/yyyy", codes="-9, -99"),
    Line("born", "date", "1930-01-01", "2024-12-31", format="DD.MM.YY, 1930-2029"),
    Line("cost", "number", "0", "9", format="1.234,5 €", codes="k.A."),
    Line("rate", "number", "0", "9", format="1 234,5"),
    Line("ward", "category", values="A|B", codes="NA"),
    Line("id", "identifier", codes="-1"),
    Line("bad", "date", "2020-01-31", "2024-12-31", format="usual", codes="-1, -2"),
)


def test_formats_are_written_in_the_standard_words_where_these_can_say_them() -> None:
    found = json.loads(write_frictionless(Sheet(LINES)))["fields"]
    limits = {"minimum": "31/01/2020", "maximum": "31/12/2024"}  # days in the format of the field
    nine, euro = {"constraints": {"minimum": 0, "maximum": 9}}, {"decimalChar": ",", "groupChar": "."}
    assert found[0] == {
        **{"name": "seen", "type": "date", "constraints": limits, "format": "%d/%m/%Y"},
        **{"missingValues": ["", "-9", "-99"]},
    }
    assert found[1]["format"] == "%d.%m.%y" and found[1]["murmur:format"] == "DD.MM.YY, 1930-2029"
    assert found[1]["constraints"]["minimum"] == "1930-01-01"
    assert found[2] == {
        **{"name": "cost", "type": "number", **nine, **euro, "bareNumber": False, "murmur:format": "1.234,5 €"},
        **{"missingValues": ["", "k.A."]},
    }
    assert found[3] == {"name": "rate", "type": "number", **nine, "decimalChar": ",", "groupChar": " "}
    assert found[4]["missingValues"] == ["", "NA"] and found[5]["missingValues"] == ["", "-1"]
    limits = {"minimum": "2020-01-31", "maximum": "2024-12-31"}
    assert found[6] == {
        **{"name": "bad", "type": "date", "constraints": limits, "murmur:format": "usual", "murmur:codes": "-1, -2"}
    }
    columns = json.loads(write_csvw(Sheet(LINES)))["tableSchema"]["columns"]
    assert columns[0]["datatype"] == {
        **{"base": "date", "minimum": "2020-01-31", "maximum": "2024-12-31", "format": "dd/MM/yyyy"}
    }
    assert columns[0]["null"] == ["", "-9", "-99"] and not any(key.startswith("murmur") for key in columns[0])
    assert columns[1]["datatype"]["format"] == "dd.MM.yy" and columns[1]["murmur:format"] == "DD.MM.YY, 1930-2029"
    assert columns[2]["datatype"]["format"] == euro and columns[2]["murmur:format"] == "1.234,5 €"
    assert columns[3]["datatype"]["format"] == {"decimalChar": ",", "groupChar": " "}
    assert columns[4]["null"] == ["", "NA"]
    assert columns[6]["datatype"] == {"base": "date", **limits} and columns[6]["murmur:codes"] == "-1, -2"


PATTERNS = ["%s.%s.%s", "%s/%s/%s", "%s-%s-%s", "%s. %s. %s", "%s%s%s", "%s %s, %s"]


@pytest.mark.parametrize("seed", seeds(50))
def test_a_pattern_of_dates_and_its_days_come_back_from_every_format(seed: int) -> None:
    """As the person wrote it: other programs read the cells by it."""
    draw = random.Random(seed)
    for _ in range(20):
        parts = ["YYYY", draw.choice(["MM", "MMM", "M"]), draw.choice(["DD", "D"])]
        frame = draw.choice(PATTERNS)
        if frame == "%s%s%s":
            parts = ["YYYY", "MM", "DD"]
        first, last = sorted(dt.date.fromordinal(draw.randint(1, 3_600_000)).isoformat() for _ in range(2))
        order = draw.choice([(0, 1, 2), (2, 1, 0), (1, 2, 0)])
        pattern = frame % tuple(parts[place] for place in order)
        line = Line("x", "date", first, last, number=1, format=pattern)
        for write in (write_own, write_csvw):
            (found,) = open_sheet(write(Sheet((line,)))).lines
            assert replace(found, number=1) == line
        (found,) = open_sheet(write_frictionless(Sheet((line,)))).lines
        assert found == replace(line, format=re.sub(r"\bD\b", "DD", re.sub(r"\bM\b", "MM", pattern)))


def test_digits_of_which_the_parts_are_unclear_are_no_day() -> None:
    for pattern, text in {
        "DMYYYY": "1112024",
        "DD.MM.YY": "01.02.24",
        "DD MMM YYYY": "01 Feb 2024",
        "": "1.2.2024",
    }.items():
        assert iso_of(text, pattern) == text and day_in("2024-02-01", pattern) == "2024-02-01"
    assert iso_of(" 1.2.2024 12:00", "D.M.YYYY") == iso_of("20240201", "YYYYMMDD") == "2024-02-01"


@pytest.mark.parametrize(
    "signs", [{"decimalChar": "5"}, {"groupChar": "."}, {"decimalChar": ",,"}, {"decimalChar": "·"}]
)
def test_signs_that_no_number_has_are_reported(signs: dict[str, str]) -> None:
    for sheet in (
        fields({"name": "a", "type": "number", **signs}),
        csvw({"name": "a", "datatype": {"base": "number", "format": signs}}),
    ):
        (problem,) = sheet.problems
        assert "does not know numbers with the decimal and thousands signs" in problem
        assert (sheet.lines[0].kind, sheet.lines[0].format) == ("number", "")


def test_what_is_not_understood_of_a_format_stays_visible() -> None:
    for sheet, text in (
        (fields({"name": "a", "type": "date", "format": "%j of %Y"}), "%j of YYYY"),
        (csvw({"name": "a", "datatype": {"base": "date", "format": "EEE, dd MMM yyyy"}}), "EEE, DD MMM YYYY"),
    ):
        assert sheet.lines[0].format == text and not sheet.problems
        with pytest.raises(dp.SchemaError, match="not a format of dates"):
            format_of(sheet.lines[0])
    for sheet in (
        fields({"name": "a", "type": "string", "format": "email"}),
        fields({"name": "a", "type": "year", "format": "default"}),
        csvw({"name": "a", "datatype": {"base": "string", "format": "[A-Z]+"}}),
    ):
        assert not sheet.lines[0].format and not sheet.problems


@pytest.mark.parametrize("seed", seeds(60))
def test_wrong_types_in_formats_never_end_in_a_traceback(seed: int) -> None:
    draw = random.Random(seed)
    for tree in (
        PARKING,
        UNEMPLOYMENT,
        json.loads(write_frictionless(Sheet(LINES))),
        json.loads(write_csvw(Sheet(LINES))),
    ):
        check_total(json.dumps(spoil(tree, draw)).replace("-Infinity", "1e400"))


def test_one_huge_datatype_is_not_read_for_each_column() -> None:
    """Minutes."""
    begun = time.process_time()
    kind = {"base": "x" * 3_000_000, "minimum": " " * 3_000_000, "format": " ," * 500_000}
    sheet = csvw(*({"name": f"c{number}"} for number in range(2000)), schema={"datatype": kind})
    assert len(sheet.lines) == 2000 and time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("#,##0.00", dp.Format(decimal=".", thousands=",")),
        ("#,##0", dp.Format(decimal=".", thousands=",")),
        ("€ #,##0.00", dp.Format(decimal=".", thousands=",", sign="€")),
        ("#.##0,00 €", dp.Format(decimal=",", thousands=".", sign="€")),
        ("# ##0,00", dp.Format(decimal=",", thousands=" ")),
        ("USD12.5", dp.Format(decimal=".", sign="USD")),
        ("12 #", dp.Format(decimal=".", sign="#")),
    ],
)
def test_numbers_as_spreadsheets_show_them(form: str, said: dp.Format) -> None:
    assert format_of(Line("x", "number", format=form)) == said
    assert format_of(Line("x", "number", format=words_of(said)[0])) == said
