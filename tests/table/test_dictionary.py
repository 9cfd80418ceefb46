"""The data dictionary: what a schema says is written and read back; each bad line gets one sentence."""

from __future__ import annotations

import contextlib
import csv
import datetime as dt
import io
import random

import pytest

import dpcore as dp
from dpcore.table import formula
from dpcore.table.dictionary import declaration, dictionary_line
from dpcore.table.dictionary.declaration import Line

NASTY = [
    *("=1+1", "+A1", "-x", "@SUM(A1)", "\t=1", " =1", "＝1", "'=x", "''=x", "'quoted'", "a;=1", "a\t=cmd", "x,-y"),
    *('say "hi"', "a,b", "a;b", "a|b", "a\\b", "\\", "back\\|slash", "line\nbreak", "cr\r\nlf", " padded ", "\u2028x"),
    *("ünï", "表", "\u202eevil", "🙂", "column", "not used", "sep=;", "\ufeffmark", "0", "1.0", "NaN", "-", "é" * 200),
]


def a_column(draw: random.Random) -> object:
    low = draw.choice([0, -5, draw.uniform(-1e6, 1e6), -(2.0**53), 1e-9, draw.randint(-(10**9), 10**9)])
    match draw.randrange(7):
        case 0:
            high = low + draw.choice([1e7, 2.0**52, 1e8 / 3])
            return dp.Number(low, high, missing=draw.choice(["drop", low, high, (low + high) / 2]))
        case 1:
            first = draw.randint(-1000, 1000)
            return dp.Number(first, first + draw.randint(1, 9), integer=True, missing=draw.choice(["drop", first]))
        case 2:
            values = draw.sample([*NASTY, "A", "B", "other"], draw.randint(1, 8))
            values = [value for value in values if value.strip()] or ["A"]
            return dp.Category(values, other=draw.random() < 0.5 and "other" not in values)
        case 3:
            return dp.Date(dt.date(1, 1, 1) + dt.timedelta(draw.randint(0, 9)), dt.date(9999, 12, 31))
        case 4:
            same = draw.choice([low, -7, 2013])
            return dp.Number(same, same) if draw.random() < 0.5 else dp.Number(integer=draw.random() < 0.5)
    return draw.choice([dp.Flag(), dp.Identifier(as_written=draw.random() < 0.5), dp.Text()])


def written(schema: dp.Schema, unused: tuple[str, ...] = ()) -> bytes:
    lines = [declaration.line_of(name, column) for name, column in schema.columns.items()]
    return declaration.write([*lines, *(Line(name) for name in unused)])


def as_spreadsheets_save(data: bytes, separator: str, code: str) -> bytes:
    """The same cells, separated otherwise and in another code."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator)
    writer.writerows(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    return text.getvalue().encode(code)


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", range(300))
def test_whatever_a_schema_says_comes_back(seed: int) -> None:
    draw = random.Random(seed)
    names = draw.sample([*NASTY, *map(str, range(20))], draw.randint(1, 20))
    schema = dp.Schema({name: a_column(draw) for name in names if name.strip()} or {"x": dp.Text()})
    data = written(schema, unused=("spare",))
    for form in (
        data,
        data.decode("utf-8-sig"),
        *(
            as_spreadsheets_save(data, separator, code)
            for separator in ",;\t"
            for code in ("utf-8", "utf-8-sig", "utf-16")
        ),
    ):
        found = declaration.read(form)
        assert not found.problems
        assert found.columns["spare"] is None
        assert dp.Schema({name: one for name, one in found.columns.items() if one is not None}) == schema
    assert declaration.read(data).columns == {**schema.columns, "spare": None}


def test_the_largest_category_comes_back() -> None:
    schema = dp.Schema(code=dp.Category([f"code {number}" for number in range(100_000)]))
    assert declaration.read(written(schema)).columns == schema.columns


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_begins_a_formula(separator: str) -> None:
    schema = dp.Schema({name: dp.Category(NASTY) for name in NASTY if name.strip()})
    for row in csv.reader(io.StringIO(written(schema).decode("utf-8-sig"), newline=""), delimiter=separator):
        for cell in row:
            assert not cell.strip(' \t\r\n"').startswith(tuple("=+-@＝＋－＠")), cell


SIGNED = [f"{blank}{sign}1" for blank in ("", " ", "\u200b", "x\n", "x;\t", "\u00a0'", '"') for sign in "=+-@＝\u2212⁼"]


@pytest.mark.parametrize("text", SIGNED)
def test_what_starts_a_formula_anywhere_is_text_and_comes_back(text: str) -> None:
    quoted = formula.quoted(text)
    assert formula.unquoted(quoted) == text
    assert formula.guarded(quoted) == quoted != text
    name = text.strip()
    schema = dp.Schema({"a" + name: dp.Flag()})
    assert list(declaration.read(written(schema)).columns) == ["a" + name]


BLANKS = ["\t" * 100_000, " " * 100_000, "\t=" + "\t " * 50_000, "'\t" * 50_000, "; " * 50_000]
FORMS = ["column;kind;values\n{}x;category;a\n", 'column,kind,values\nx,category,"a,{}b=c"\n']


@pytest.mark.sample(4)
@pytest.mark.parametrize("blanks", BLANKS, ids=range(len(BLANKS)))
@pytest.mark.parametrize("form", FORMS, ids=["name", "values"])
def test_blanks_cost_their_length_and_not_its_square(blanks: str, form: str) -> None:
    """Minutes each, where every blank looks at all that follow."""
    text = form.format(blanks)
    with contextlib.suppress(dp.SchemaError):
        declaration.read(text)
    assert formula.unquoted(formula.quoted(blanks + "=1")) == blanks + "=1"


LONG = 200_000
LONG_LINES = [
    ("x,number," + "1" * LONG + "x,2,,", "must be a number"),
    ("x,number," + "1" * LONG + ",2,,", "must be a number between"),
    ("x,number,0." + "1" * LONG + "x,2,,", "must be a number"),
    ("x,number,1,2,," + "1" * LONG + "x", "must be a number"),
    ("x,date," + "2" * LONG + ",2024-01-01,,", "must be a date"),
    ("x," + "k" * LONG + ",1,2,,", "is not a kind"),
    ("x" * LONG + ",number,1,2,,", "at most 1,000 characters"),
    ("x" * 1001 + ",text,,,,", "at most 1,000 characters"),
    ("x,category,,," + "a" * 1001 + "|b,", "at most 1000 characters"),
    ("x,category,,," + "\\" * LONG + ",", "at most 1000 characters"),
    ("x,category,,," + "e" + "\u0301" * LONG + ",", "at most 1000 characters"),
]


@pytest.mark.parametrize(("line", "said"), LONG_LINES, ids=range(len(LONG_LINES)))
def test_a_long_cell_costs_its_length_and_gets_one_sentence(line: str, said: str) -> None:
    """Minutes, where a pattern can share digits among two of its parts."""
    found = declaration.read(f"column,kind,from,to,values,missing\n{line}\nzone,text,,,,\n")
    (problem,) = found.problems
    assert said in problem and len(problem) < 400
    assert found.columns == {"zone": dp.Text()}


def test_a_name_and_a_value_of_the_longest_length_are_read() -> None:
    name, value = "n" * 1000, "v" * 1000
    assert declaration.read(f"column,kind,values\n{name},category,{value}|b\n").columns == {
        name: dp.Category([value, "b"])
    }


@pytest.mark.parametrize("text", ["5", "5.", ".5", "5.5", "5e1", "5.e1", ".5E+1", "+5.25", "-0.5e-1"])
def test_every_way_to_write_a_number_is_read(text: str) -> None:
    column = declaration.read(f"column,kind,from,to\nx,number,-9,{text}\n").columns["x"]
    assert isinstance(column, dp.Number) and column.high == float(text)


PEOPLE = """Name;Type;Min;Max;Levels;Description
age;INT;0;120;;in years
cost;Number;-0,5;1e6;;
weight;decimal;0;1000;;
ward;category;;;A|B|C;
town;category;;;""\"Washington, DC"", Boston";
code;category;;;"x, y|z";
spare;;;;;nothing
"""


def test_what_people_write_is_understood() -> None:
    assert declaration.read(PEOPLE).columns == {
        "age": dp.Number(0, 120, integer=True),
        "cost": dp.Number(-0.5, 1e6),
        "weight": dp.Number(0, 1000),
        "ward": dp.Category(["A", "B", "C"]),
        "town": dp.Category(["Washington, DC", "Boston"]),
        "code": dp.Category(["x, y", "z"]),
        "spare": None,
    }
    assert declaration.read("column,kind,from,to\nyear,number,2013,2013\nincome,number,,\nrooms,int,,\n").columns == {
        "year": dp.Number(2013, 2013),
        "income": dp.Number(),
        "rooms": dp.Number(integer=True),
    }


BAD = [
    ("age,number,1,0,,", "`from` must not be above `to`"),
    ("age,number,,5,,", "needs `from`"),
    ("age,number,low,5,,", "must be a number"),
    ('age,number,0,"1,000",,', "must be a number"),
    ("age,number,0,inf,,", "must be a number"),
    ("age,number,0,1e999,,", "`to` must be a number between"),
    ("age,number,0," + "9" * 5000 + ",,", "`to` must be a number between"),
    ("age,whole number,0.5,2,,", "whole numbers"),
    ("age,number,0,5,,9", "`missing` must be a number between `from` and `to`"),
    ("age,number,0,5,A|B,", "do not apply"),
    ("age,numbr,0,5,,", "is not a kind"),
    ("age,category,,,,", "needs `values`"),
    ("age,category,,,A|A,", "more than once"),
    ("age,category,,,A|other,other", "other"),
    ("age,category,,,A,maybe", "must be empty or"),
    ("age,category,1,2,A,", "do not apply"),
    ("age,date,2024-01-01,,,", "first and a last day"),
    ("age,date,01.02.2024,2025-01-01,,", "must be a date"),
    ("age,date,2025-01-01,2024-01-01,,", "`from` must not be above `to`"),
    ("age,text,,,,drop it", "does not apply"),
    ("age,category,,,A,B,C,", "Separate values with |"),
    ('age,category,,,"A, B",', "part of one"),
    ('age,category,,,"Washington, DC",other', "Write | between values"),
    ("ward,text,,,,", "described more than once"),
    (" ,text,,,,", "names no column"),
    ('age,"te"xt,,,,', "quotation mark"),
]


@pytest.mark.parametrize(("line", "said"), BAD)
def test_each_bad_line_gets_one_sentence_with_its_number_and_no_other_is_lost(line: str, said: str) -> None:
    found = declaration.read(f"column,kind,from,to,values,missing\nward,category,,,A|B,\n\n{line}\nzone,text,,,,\n")
    (problem,) = found.problems
    assert problem.startswith("Line 4") and said in problem and len(problem) < 400
    assert found.columns["ward"] == dp.Category(["A", "B"]) and found.columns["zone"] == dp.Text()


def test_a_line_is_counted_where_it_begins() -> None:
    found = declaration.read('sep=,\ncolumn,kind,values\n"a\nb",category,"x\ny"\nage,nombre,\n')
    assert found.columns["a\nb"] == dp.Category(["x", "y"])
    assert [problem.split(" (")[0] for problem in found.problems] == ["Line 6"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"a,b,c\n1,2,3\n",
        "ä".encode("latin-1"),
        b"\xff\xfe\x00",
        b"x" * 9_000_000,
        b"\x00",
        b"kind\ntext\n",
    ],
)
def test_what_is_no_dictionary_is_refused_whole(data: bytes) -> None:
    with pytest.raises(dp.SchemaError) as caught:
        declaration.read(data)
    assert caught.value.hint


@pytest.mark.sample(50)
@pytest.mark.parametrize("seed", range(200))
def test_noise_never_breaks_it(seed: int) -> None:
    draw = random.Random(seed)
    lines = ["".join(draw.choice('a1,;|\\"\t\n=-.é') for _ in range(draw.randint(0, 40))) for _ in range(9)]
    found = declaration.read("column,kind,from,to,values,missing\n" + "\n".join(lines))
    assert all(problem.startswith("Line") or "more lines" in problem for problem in found.problems)


@pytest.mark.parametrize("seed", range(20))
def test_values_with_blanks_and_separators_come_back_whatever_they_end_with(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(200):
        size = source.choice([1, 1, 2, 5])
        values = ["".join(source.choices("ab;|,\\ \t\n\r", k=source.randint(1, 5))) for _ in range(size)]
        kept = dict.fromkeys(value for value in values if value.strip())
        assert declaration.split(declaration.joined(kept)) == tuple(kept)


@pytest.mark.parametrize(("mark", "times"), [("|", 300_001), ("a|", 250_000), ("a\n", 200_002)])
def test_too_many_values_are_refused_before_they_are_taken_apart(mark: str, times: int) -> None:
    with pytest.raises(dp.SchemaError, match="at most 100,000 values"):
        declaration.split(f"{mark * times}a")


# What commas do in a list of values


WORDS = ["Washington", "DC", "A", "2", "1,5", "Quito", "São Paulo", "x y", "über", "(none)", "a/b", "0"]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_commas_without_quotation_marks_are_asked_about(seed: int, separator: str) -> None:
    """One value or several: both readings are right for somebody, so neither is chosen."""
    draw = random.Random(seed)
    values = draw.sample(WORDS, draw.randint(2, 6))
    cell = draw.choice([",", ", ", " , "]).join(values)
    text = io.StringIO(newline="")
    quoting = csv.QUOTE_MINIMAL if separator == "," else csv.QUOTE_NONE
    writer = csv.writer(text, delimiter=separator, quoting=quoting, quotechar='"' if separator == "," else None)
    writer.writerows([("column", "kind", "values"), ("zone", "text", ""), ("town", "category", cell)])
    asked = declaration.read(text.getvalue())
    assert asked.undecided and asked.columns == {"zone": dp.Text()}
    (problem,) = asked.problems
    assert problem.startswith("Line 3 ('town')") and "|" in problem
    assert not any(word in problem for word in ("Washington", "Quito"))  # the sentence is about the form alone
    apart, whole = (declaration.read(text.getvalue(), commas) for commas in ("separate", "belong"))
    assert not apart.undecided and not whole.undecided and not apart.problems and not whole.problems
    assert apart.columns["town"] == dp.Category([part for value in values for part in value.split(",")])
    assert whole.columns["town"] == dp.Category([cell])


@pytest.mark.parametrize("seed", range(30))
def test_what_tells_what_its_commas_do_is_not_asked_about(seed: int) -> None:
    draw = random.Random(seed)
    values = draw.sample([*WORDS, "Washington, DC", "Paris, Texas", 'the "old" town, north'], draw.randint(1, 5))
    cells = [declaration.joined(values), "|".join(values) + "|"]
    cells += ["\n".join([*values, "Lima"]), ";".join([*values, "Lima"])]
    quoted = [f'"{value.replace(chr(34), chr(34) * 2)}"' for value in values]
    cells += [", ".join(quoted), ",".join(quoted), ",".join([*quoted, "Lima"])]
    cells += [",".join(value.replace(",", "\\,") for value in values)]
    for place, cell in enumerate(cells):
        text = io.StringIO(newline="")
        csv.writer(text).writerows([("column", "kind", "values"), ("town", "category", cell)])
        if (place == 7 and "\\," not in cell and "," in cell) or (place in (4, 5) and "," not in cell):
            continue  # nothing tells that the commas separate; a single value keeps its quotation marks
        for commas in ("ask", "separate", "belong"):
            found = declaration.read(text.getvalue(), commas)
            extra = ["Lima"] if place in (2, 3, 6) else []
            assert not found.problems and not found.undecided, cell
            assert found.columns["town"] == dp.Category([*values, *extra]), (cell, commas)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("town,category,Washington, DC", True),
        ("town,category,Boston|Washington, DC", True),
        ("town,category,Boston,the place of birth", False),
        ("town,category, Boston, the place of birth", False),
        ('town,category,"Boston, MA|Lima",the place of birth', False),
        ("town;category;Boston; the place of birth", False),
        ("town,text,, the place of birth", False),
    ],
)
def test_a_comma_that_may_have_cut_a_value_in_two_is_asked_about(line: str, asked: bool) -> None:
    separator = ";" if ";" in line else ","
    found = declaration.read(f"{separator.join(('column', 'kind', 'values', 'remark'))}\n{line}\n")
    assert bool(found.problems) == asked == ("town" not in found.columns)
    assert not asked or "Line 2" in found.problems[0]


@pytest.mark.parametrize("given", [None, 5, ["column,kind"], {}])
def test_what_is_no_file_is_one_sentence(given: object) -> None:
    with pytest.raises(dp.SchemaError, match="not a data dictionary"):
        declaration.read(given)  # type: ignore[arg-type]


def test_a_heading_that_stands_there_twice_is_refused() -> None:
    """One of the two columns would be lost."""
    with pytest.raises(dp.SchemaError, match="a name twice"):
        declaration.read("column,kind,from,from,to\nage,number,0,1,120\n")


@pytest.mark.parametrize("line", ['"a\n', 'a"b,"x"y,\n', "a,b,c,d\n", "\n", " , \n", "a,number,x,y\n"])
def test_no_more_lines_are_read_than_a_dictionary_can_have(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blank ones and those that cannot be read too: each would cost a message."""
    made: list[int] = []
    honest = dictionary_line._problem
    monkeypatch.setattr(dictionary_line, "_problem", lambda *given: made.append(1) or honest(*given))
    with pytest.raises(dp.SchemaError, match="at most 2,000 columns"):
        declaration.read("column,kind\n" + line * 250_000)
    assert len(made) <= 2_001
