"""Sheets: whatever a description says is written in three formats and read back, and the texts of our own format."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.table.cell_format import DECIMALS, ORDERS, THOUSANDS
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.declaration import Line
from dpcore.table.dictionary.dictionary_format import open_sheet, write_csvw, write_frictionless, write_own
from dpcore.table.dictionary.dictionary_kind import kind_of
from dpcore.table.dictionary.line_format import format_of, words_of
from dpcore.table.dictionary.sheet import Sheet, one_line
from tests.chance import seeds
from tests.table.test_dictionary import NASTY, a_column

WRITERS = {"own": write_own, "frictionless": write_frictionless, "csvw": write_csvw}
WORDS = [*NASTY, "<b>bold</b>", "- list", "# mark", "1|2", "{", "~", "null", "murmur:kind", "@id", "_x", "a.b-c~d%20"]


def a_note(draw: random.Random) -> str:
    """A note, often none: a text of several of the awkward words."""
    return one_line(" ".join(draw.choices(WORDS, k=draw.randint(1, 3)))) if draw.random() < 0.6 else ""


def precise(draw: random.Random) -> dp.Number:
    """Bounds whose shortest decimals have 17 digits, which come back to the last of them."""
    low = draw.uniform(-1, 0) * 10.0 ** draw.randint(-9, 9)
    return dp.Number(low, -low * draw.uniform(1, 2) + 1e-9, missing=draw.choice(["drop", low]))


FORMATS = ["", " dd/mm/yyyy ", "european", "31.12.2024", "%m-%d-%Y", "DD.MM.YY", "DD.MM.YY HH:MM, 1930", "1.234,5 €"]


def a_format(draw: random.Random, kind: str | None) -> tuple[str, str]:
    """A format and codes for missing cells, as this program writes them or in a person's words; or wrong ones."""
    if draw.random() < 0.3:
        return draw.choice([*FORMATS, *WORDS]), draw.choice(["", "-9", "-9, -99", "\\N|NA", "0099", *WORDS])
    codes = draw.sample(
        ["-9", "NA", "\\N", "k.A.", "a|b\\", "=1", "@", "-9,5", "x, y", "1;2", "l\nl"], draw.randint(0, 3)
    )
    years = draw.choice([None, 1930, 2000])
    sign = draw.choice(["", "", "€", "kg/m²", "US $", "%", "= x", "·"])
    if kind == "date":
        return words_of(dp.Format(dates=draw.choice(ORDERS), years_from=years, missing=codes))
    if kind in ("number", "whole number"):
        decimal = draw.choice(DECIMALS)
        thousands = draw.choice([each for each in THOUSANDS if each != decimal])
        return words_of(dp.Format(decimal=decimal, thousands=thousands, sign=sign, missing=codes))
    return words_of(dp.Format(missing=codes))


def as_typed(line: Line, draw: random.Random) -> Line:
    """The same declaration in words and signs that a person might use."""
    words = {"number": "Decimal(10,2)", "whole number": "int64", "yes or no": "lgl", "text": "varchar(20)"}
    if draw.random() < 0.5:
        line = replace(line, kind=words.get(line.kind, line.kind.upper()))
    if line.kind == "Decimal(10,2)" and "e" not in line.low + line.high:
        line = replace(line, low=line.low.replace(".", ","), high=line.high.replace(".", ","))
        with contextlib.suppress(dp.DpError):
            declaration.declared(line)
            return line
        return replace(line, low=line.low.replace(",", "."), high=line.high.replace(",", "."))
    return line


def a_sheet(draw: random.Random) -> Sheet:
    """A sheet of valid and invalid lines with any proposals."""
    different = {name.strip(): name for name in [*WORDS, *map(str, range(20))]}
    names = draw.sample(list(different.values()), draw.randint(1, 20))
    lines = []
    for number, name in enumerate(name for name in names if name.strip()):
        column = precise(draw) if draw.random() < 0.2 else a_column(draw)
        line = declaration.line_of(name, None if draw.random() < 0.1 else column)
        line = replace(as_typed(line, draw), note=a_note(draw), number=number + 1)
        if draw.random() < 0.5:
            form, codes = a_format(draw, kind_of(line.kind))
            line = replace(line, format=form, codes=codes)
        if draw.random() < 0.2:  # what a person has still to correct
            field = draw.choice(["kind", "low", "high", "values", "missing"])
            line = replace(line, **{field: draw.choice([*WORDS, "", "1,000", "A, B"])})
        lines.append(line)
    lines = lines or [Line("x", "text")]
    unit = draw.choice([None, "", draw.choice(lines).column])
    bound = (lambda: None) if unit == "" else (lambda: draw.choice([None, 1, 5, 1_000_000]))
    return Sheet(
        tuple(lines),
        unit=unit,
        noun=draw.choice([None, "aircraft", "=1+1", "Person, 'adult'", "é|;x"]),
        rows=bound(),
        groups=bound(),
        neighbors=draw.choice([None, "add_remove", "replace"]),
        expected_rows=draw.choice([None, 1, 350_000, 10**15]),
        epsilon=draw.choice([None, 1.0, 0.1, 1e-5, draw.uniform(0, 9)]),
        delta=draw.choice([None, 1e-6, 0.3, draw.random() / 7]),
    )


def meaning(line: Line) -> object:
    """The declaration of a line, or its raw texts if it has none."""
    try:
        return declaration.declared(line)
    except dp.DpError:
        return (line.kind, line.low, line.high, line.values, line.missing)


def written_as(line: Line) -> object:
    """The format of a line, or its raw texts if they say none."""
    try:
        return format_of(line)
    except dp.DpError:
        return (line.format, line.codes)


def check(sheet: Sheet, data: bytes | str) -> Sheet:
    """The sheet in a file; its columns, notes and proposals are those of the other one."""
    found = open_sheet(data)
    assert not found.problems
    assert [line.column for line in found.lines] == [line.column for line in sheet.lines]
    assert [meaning(line) for line in found.lines] == [meaning(line) for line in sheet.lines]
    assert [written_as(line) for line in found.lines] == [written_as(line) for line in sheet.lines]
    assert [line.note for line in found.lines] == [line.note for line in sheet.lines]
    assert found.proposals == sheet.proposals
    return found


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", seeds(200))
@pytest.mark.parametrize("source", WRITERS)
def test_whatever_a_sheet_says_comes_back(source: str, seed: int) -> None:
    sheet = a_sheet(random.Random(seed))
    data = WRITERS[source](sheet)
    assert check(sheet, data).source == source
    check(sheet, data.decode("utf-8-sig"))


@pytest.mark.sample(30)
@pytest.mark.parametrize("seed", seeds(100))
@pytest.mark.parametrize("chain", [(write_csvw, write_own), (write_frictionless, write_csvw, write_frictionless)])
def test_a_sheet_survives_a_way_through_several_formats(chain: tuple[Callable[[Sheet], bytes], ...], seed: int) -> None:
    sheet = found = a_sheet(random.Random(1000 + seed))
    for write in chain:
        found = check(sheet, write(found))


@pytest.mark.sample(30)
@pytest.mark.parametrize("seed", seeds(100))
def test_our_own_format_comes_back_as_spreadsheets_save_it(seed: int) -> None:
    """With trailing separators, other separators, other codes; every text unchanged, understood or not."""
    draw = random.Random(2000 + seed)
    sheet = a_sheet(draw)
    rows = list(csv.reader(io.StringIO(write_own(sheet).decode("utf-8-sig"), newline="")))
    width = max(map(len, rows))
    for separator in ",;\t":
        text = io.StringIO(newline="")
        csv.writer(text, delimiter=separator).writerows([*row, *[""] * (width - len(row))] for row in rows)
        found = check(sheet, text.getvalue().encode(draw.choice(["utf-8", "utf-8-sig", "utf-16"])))
        assert [replace(line, number=0) for line in found.lines] == [replace(line, number=0) for line in sheet.lines]


@pytest.mark.parametrize("kind", ["number", "whole number", "date"])
@pytest.mark.parametrize("source", WRITERS)
def test_a_range_without_bounds_keeps_its_kind(source: str, kind: str) -> None:
    data = WRITERS[source](Sheet((Line("x", kind, number=1, note="unknown yet"),)))
    assert [replace(line, number=1) for line in open_sheet(data).lines] == [
        Line("x", kind, number=1, note="unknown yet")
    ]
    assert b"murmur" not in data


@pytest.mark.parametrize("seed", seeds(20))
def test_no_cell_of_our_own_format_begins_a_formula(seed: int) -> None:
    sheet = a_sheet(random.Random(3000 + seed))
    cells = [Line(f"c{place}", word, word, word, word, word, 0, word, word, word) for place, word in enumerate(WORDS)]
    data = write_own(replace(sheet, lines=tuple(cells), unit="=cmd", noun="+x")).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(data, newline="")):
        for cell in row:
            assert not cell.strip(' \t\r\n"').startswith(tuple("=+-@＝＋－＠")), cell


FLIGHTS = """# Flights from New York; planes, and what is asked of them,,
# unit,tailnum
"# noun",aircraft,,
# rows per unit:,5
# Groups_per unit,3
# neighbors,Add or remove
# expected rows,350000
# source,the airports

column,kind,from,to,values,missing,note
tailnum,id,,,,,registration
distance,float64,0,5000,,,"miles, great circle"
"""


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_facts_of_the_whole_table_are_read(separator: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(csv.reader(io.StringIO(FLIGHTS)))
    sheet = open_sheet(text.getvalue())
    assert not sheet.problems
    assert sheet.proposals == {
        **{"unit": "tailnum", "noun": "aircraft", "rows": 5, "groups": 3},
        **{"neighbors": "add_remove", "expected_rows": 350_000},
    }
    assert sheet.lines[1].note == "miles, great circle" and sheet.lines[1].number == 12
    assert declaration.read(text.getvalue()).columns == {"tailnum": dp.Identifier(), "distance": dp.Number(0, 5000)}


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("# rows per unit,0", "must be a whole number in [1,"),
        ("# rows per unit,2.5", "must be a whole number"),
        ("# rows per unit," + "9" * 9000, "must be a whole number"),
        ("# rows per unit,²", "must be a whole number"),
        ("# groups per unit,many", "must be a whole number"),
        ("# neighbours,both", "add_remove or replace"),
        ("# expected rows,-1", "must be a whole number"),
        ('# expected rows,"350,000"', "must be a whole number"),
        ("# expected rows,350,000", "must have one value"),
        ("# unit,a\n# unit,b", "must have one value"),
        ("# noun," + "n" * 61, "at most 60 characters"),
        ('# noun,"a\nb"', "at most 60 characters"),
        ("# unit," + "n" * 1001, "name of a column"),
        ("# epsilon,0", "must be in (0,"),
        ("# epsilon,nan", "must be"),
        ("# epsilon,1e999", "must be"),
        ("# delta,1", "must be in (0, 1)"),
        ("# unit,each row\n# rows per unit,2", "must be 1 where each row is a unit"),
    ],
)
def test_a_bad_fact_is_reported_and_not_taken(fact: str, said: str) -> None:
    sheet = open_sheet(f"{fact}\ncolumn,kind\nage,text\n")
    (problem,) = sheet.problems
    assert said in problem and len(problem) < 400
    assert sheet.proposals == ({"unit": ""} if "each row" in fact else {})
    assert [line.column for line in sheet.lines] == ["age"]


def test_each_row_is_a_unit_unless_a_column_has_that_name() -> None:
    assert open_sheet("# unit,Each  Row\ncolumn,kind\nage,text\n").unit == ""
    assert open_sheet("# unit,each row\ncolumn,kind\neach row,id\n").unit == "each row"
    sheet = Sheet((Line("each row", "identifier"),), unit="")
    assert open_sheet(write_own(sheet)).unit == ""
    assert open_sheet("# unit,\n# noun\ncolumn,kind\nage,text\n").proposals == {}  # not filled in


def test_a_number_sign_below_the_header_or_in_it_is_content() -> None:
    sheet = open_sheet("#,column,kind\n1,# unit,text\n2,# rows per unit,text\n")
    assert [line.column for line in sheet.lines] == ["# unit", "# rows per unit"]
    assert sheet.unit is None and not sheet.problems


def test_a_note_has_a_column_only_where_somebody_wrote_one() -> None:
    assert declaration.write([Line("x", "text")]).decode("utf-8-sig") == (
        "column,kind,from,to,values,missing\r\nx,text,,,,\r\n"
    )
    assert b"missing,note\r\n" in declaration.write([Line("x", "text", note="n"), Line("y")])
    assert b"missing,note,format\r\n" in declaration.write([Line("x", "date", format="DD.MM.YYYY"), Line("y")])
    assert b"missing,note,format,missing codes\r\nx,text,,,,,,,-9\r\n" in declaration.write(
        [Line("x", "text", codes="-9")]
    )


@pytest.mark.parametrize(("commas", "values"), [("separate", ("Lima", "Bonn")), ("belong", ("Lima, Bonn",))])
def test_commas_are_decided_for_every_line_at_once(commas: str, values: tuple[str, ...]) -> None:
    text = 'column;kind;values\ntown;category;"Lima, Bonn"\n'
    asked, told = open_sheet(text), open_sheet(text, commas)
    assert asked.undecided and asked.lines[0].values == "Lima, Bonn" and not asked.problems
    assert not told.undecided and declaration.declared(told.lines[0]) == dp.Category(values)


def test_what_is_not_understood_stays_visible() -> None:
    sheet = open_sheet("column,kind,from,to\nage,years,low,120\n")
    assert sheet.lines == (Line("age", "years", "low", "120", number=2),) and not sheet.problems


@pytest.mark.parametrize("name", [" ", "n" * 1001, "age", "nul\x00"], ids=["blank", "long", "twice", "nul"])
@pytest.mark.parametrize("source", ["own", "frictionless", "csvw"])
def test_a_bad_name_is_reported_and_the_other_columns_are_read(source: str, name: str) -> None:
    if source == "own":
        data = f"column,kind\nage,text\n{name},text\nzone,text\n"
    elif source == "frictionless":
        data = json.dumps({"fields": [{"name": one, "type": "string"} for one in ("age", name, "zone")]})
    else:
        columns = [{"name": one, "datatype": "string"} for one in ("age", name, "zone")]
        data = json.dumps({"@context": "http://www.w3.org/ns/csvw", "tableSchema": {"columns": columns}})
    sheet = open_sheet(data)
    assert [line.column for line in sheet.lines] == ["age", "zone"]
    (problem,) = sheet.problems
    assert problem.startswith("Line 3 (" if source == "own" else "Column 2 (") and len(problem) < 300


KINDS = {
    "text": "string str VARCHAR(20) character char object chr",
    "whole number": "int64 integer64 bigint smallint long Int32",
    "number": "float64 float32 num dbl decimal(10,2) numeric NUMERIC[9]",
    "category": "nominal ordinal radio dropdown choice 'factor'",
    "yes or no": "yesno truefalse logical lgl checkbox",
    "date": "timestamp date_ymd datetime64[ns] timestamp(6)",
}


@pytest.mark.parametrize("kind", KINDS)
def test_words_of_other_programs_name_kinds(kind: str) -> None:
    assert {word: kind_of(word) for word in KINDS[kind].split()} == dict.fromkeys(KINDS[kind].split(), kind)


@pytest.mark.parametrize("word", ["()", "-", "?", "(20)", "numbr", "a" * 200_000, "(" * 200_000], ids=range(7))
def test_no_other_word_names_a_kind(word: str) -> None:
    assert kind_of(word) is None
