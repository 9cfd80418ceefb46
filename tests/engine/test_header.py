"""Headers: names that are missing or repeated, cells taken for names, and the lines before a header."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from random import Random

import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.source.header import head
from dpcore.engine.source.read import open_source
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.table.heading import checked, folded, unique
from dpcore.table.heading_cell import like_cells
from tests.contracts.hostile import one_sentence
from tests.engine.rows import KEY

WORDS = ("age", "cost", "ward", "größe", "x y", "id", "T", "n", "Ada", "visits 2024", "Q1", "0-4", "p25", "é")

DAYS = (
    "%Y-%m-%d|%d/%m/%Y|%m/%d/%y|%d.%m.%Y|%Y. %m. %d.|%Y/%m/%d|%d %b %Y|%B %d, %Y|%d-%b-%y|%A, %B %d, %Y|%Y년 %m월 %d일"
)
TIMES = "%Y-%m-%d %H:%M|%Y-%m-%dT%H:%M:%S|%Y-%m-%dT%H:%M:%SZ|%H:%M|%I:%M %p|%Y-%m-%d %H:%M:%S.%f+00:00"
SPELLINGS = f"{DAYS}|{TIMES}".split("|")


def written(folder: Path, text: str, name: str = "t.csv") -> Path:
    (folder / name).write_text(text, newline="")
    return folder / name


def rows(source: dp.Source, folder: Path) -> dict[str, list[object]]:
    return dict(pyarrow.parquet.read_table(source.freeze(folder / "desk", KEY).path).to_pydict())


def test_every_column_gets_a_name_of_its_own_by_place() -> None:
    """The first of equal names is never changed, and no two names look the same."""
    random = Random(1)
    assert unique(["", "a", "a", "", "A"]) == ("column 1", "a", "a.1", "column 4", "A.2")
    assert unique(["a", "a.1", "a"]) == ("a", "a.1", "a.2") and unique(["column 2", ""]) == ("column 2", "column 2.1")
    for _ in range(2_000):
        names = [random.choice(["", " ", "a", "A", "a.1", "а", "column 2", "ﬁ", "fi", "b" * 200]) for _ in range(6)]
        given = unique(names)
        assert len({folded(name) for name in given}) == 6 and max(map(len, given)) <= 200
        first = {folded(name): place for place, name in reversed([*enumerate(names)])}
        assert all(given[place] == names[place] for key, place in first.items() if key and "а" not in names)
        assert unique(given) == given


def cell(random: Random) -> str:
    """A cell that a row of people may have: a number, a date, a time or an address."""
    day = dt.datetime(
        random.randint(1900, 2030), random.randint(1, 12), random.randint(1, 28), random.randint(0, 23), 7
    )
    spelling = random.choice(SPELLINGS)
    number = random.choice([random.uniform(-1e6, 1e6), random.randint(-999, -1), random.expovariate(1e-4)])
    return random.choice(
        [
            day.strftime(spelling),
            random.choice(
                [f"{number:.2f}", f"{number:e}", f"{number:,.1f}", f"${abs(number):.2f}", f"{number:.1f}€", "1,5"]
            ),
            f"ada.{random.randint(0, 99)}@example.org",
        ]
    )


def test_a_first_line_that_may_be_a_row_is_asked_about_and_never_quoted(tmp_path: Path) -> None:
    random = Random(2)
    for case in range(300):
        found = [random.choice(WORDS) + str(random.random())[:5] for _ in range(random.randint(1, 5))]
        odd = random.randrange(len(found))
        found[odd] = cell(random)
        line = ";".join(f'"{name}"' for name in found)
        path = written(tmp_path, f"{line}\n" * 3)
        with pytest.raises(dp.HeaderError) as caught:
            dp.read(path)
        error = caught.value
        assert f"column {odd + 1}" in error.message and not any(name in str(error) for name in found), str(error)
        assert error.__cause__ is None and error.skip == 0
        if case % 60:
            continue
        assert len(rows(dp.read(path, header=False), tmp_path)["column 1"]) == 3
        assert len(rows(dp.read(path, header=True), tmp_path)) == len(found)
        names = [f"n{place}" for place in range(len(found))]
        assert list(rows(dp.read(path, header=names), tmp_path)) == names


def test_words_and_ascending_whole_numbers_are_names() -> None:
    random = Random(3)
    for _ in range(500):
        names = random.sample(WORDS, random.randint(0, 5))
        start, count = random.choice([0, 1, 1950, 1990]), random.randint(2, 12)
        spelled = random.choice(["{}", "{}.0"])
        numbers = [spelled.format(start + place) for place in range(count)]
        place = random.randint(0, len(names))
        assert not like_cells(["", *names[:place], *numbers, *names[place:]]), (names, numbers)
        falling = numbers[::-1]
        assert len(like_cells([*names[:place], *falling, *names[place:]])) == count
    assert like_cells(["17", "34"]) == (1, 2) and like_cells(["age", "5"]) == (2,) and like_cells(["1e5"]) == (1,)
    assert not like_cells(["2010", "2015", "2020"]) and not like_cells(["0"]) and not like_cells(["1-2", "a@b", "5 km"])


def test_a_header_with_all_described_columns_is_never_asked_about(tmp_path: Path) -> None:
    path = written(tmp_path, "a,12.5\n1,2\n")
    with pytest.raises(dp.HeaderError):
        open_source(path, reading=Reading(known=(("a", "b"),)))
    assert list(open_source(path, reading=Reading(known=(("a", "b"), ("12.5",)))).columns) == ["a", "12.5"]
    (tmp_path / "months").mkdir()
    for month in ("jan", "feb"):
        written(tmp_path / "months", "a,12.5\n1,2\n" if month == "jan" else "12.5,a\n2,1\n", f"{month}.csv")
    assert rows(dp.read(tmp_path / "months", header=True), tmp_path) == {"a": ["1", "1"], "12.5": ["2", "2"]}


def test_what_was_said_is_kept_in_the_description_of_the_copy(tmp_path: Path) -> None:
    path = written(tmp_path, "title\n1.5,2\n3,4\n")
    copy = dp.read(path, header=["a", "b"], skip=1).freeze(tmp_path / "desk", KEY)
    assert copy.to_dict()["file"] == {"header": False, "skip": 1} and list(copy.columns) == ["a", "b"]
    plain = dp.read(written(tmp_path, "a,b\n1,2\n")).freeze(tmp_path / "desk", KEY)
    assert "file" not in plain.to_dict()


def test_arguments_about_lines_are_checked(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b\n1,2\n")
    for options, sentence in [
        ({"header": "a,b"}, "must be True, False or a list"),
        ({"header": [1, 2]}, "must be True, False or a list"),
        ({"header": ["a"]}, "1 names were given, but the first line of 't.csv' has 2 cells"),
        ({"skip": -1}, "skip must be"),
        ({"skip": 1.5}, "skip must be"),
        ({"skip": 10**9}, "skip must be"),
        ({"skip": 5}, "is not a header"),
    ]:
        with pytest.raises(dp.SourceError, match=sentence):
            dp.read(path, **options)
    import pandas as pd

    frame = pd.DataFrame({"a": [1]})
    frame.to_parquet(tmp_path / "t.parquet")
    for what in (frame, tmp_path / "t.parquet", "postgresql+psycopg://u@h/d"):
        with pytest.raises(dp.SourceError, match="only valid for CSV and TSV"):
            dp.read(what, "t" if isinstance(what, str) else None, header=True)


@pytest.mark.parametrize(
    ("top", "skip"),
    [
        ("# a comment\n", 1),
        ("#one\n# two, with a comma\n", 2),
        ("\n\n", 2),
        ("Visits of 2024\n", 1),
        ("Visits\n\nall wards\n", 3),
        ("Visits of 2024,,\n", 1),
        ("Visits of 2024,,\n,,\n", 2),
        ('"Visits, by ward"\n', 1),
        ("sep=,\n# made by a program\n", 2),
        ("\ufeffVisits\n", 1),
    ],
)
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_lines_before_the_header_are_counted(top: str, skip: int, mark: str, tmp_path: Path) -> None:
    body = "age,ward,cost\n31,secret A,2.5\n45,secret B,3.5\n".replace(",", mark)
    top = top.replace(",", mark) if ",," in top or "sep" in top else top
    path = written(tmp_path, top + body)
    with pytest.raises(dp.HeaderError, match=rf"skip={skip}\b") as caught:
        dp.read(path)
    assert caught.value.skip == skip and not any(word in str(caught.value) for word in ("Visits", "secret", "age"))
    assert list(dp.read(path, skip=skip).columns) == ["age", "ward", "cost"]


def test_one_column_and_names_with_a_number_sign_are_no_lines_before_a_header(tmp_path: Path) -> None:
    for text, names in [
        ("note\nhello, world; and more\n", None),
        ("note\nhello\nworld\n", ["note"]),
        ('note\n"a, b"\n"c; d"\n', ["note"]),
        ("note\na; b\nc\nd; e; f\n", ["note"]),
        ("#chrom,start\nx,1\n", ["#chrom", "start"]),
        ('"x"\n"1",5\n"2",6\n', ["column 1", "x"]),
        ("id,,\n1,,\n2,,\n", ["id", "column 2", "column 3"]),
    ]:
        if names is None:
            with pytest.raises(dp.SourceError):
                dp.read(written(tmp_path, text))
        else:
            assert list(dp.read(written(tmp_path, text)).columns) == names, text


def test_the_delimiter_follows_from_the_header(tmp_path: Path) -> None:
    for text, names in [
        ("Price, net;Price, gross\n1,5;2,5\n", ["Price, net", "Price, gross"]),
        ("name,city; state\nx,y\n", ["name", "city; state"]),
        ("a, b, c\n1, 2, 3\n", ["a", "b", "c"]),
        ("sep=:\na:b,c\n1:2\n", ["a", "b,c"]),
        ('"a;b";"c,d,e"\n1;2\n', ["a;b", "c,d,e"]),
        ('"two\nlines",b\n1,2\n', ["two lines", "b"]),
        ("a|b\n1|2\n", ["a", "b"]),
    ]:
        coding = Random(text).choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
        (tmp_path / "t.csv").write_bytes(text.encode(coding))
        assert list(dp.read(tmp_path / "t.csv").columns) == names, (text, coding)
    assert list(dp.read(written(tmp_path, "a\tb, c\n1\t2\n", "t.tsv")).columns) == ["a", "b, c"]


def test_the_first_row_that_does_not_fit_is_known_by_number_alone(tmp_path: Path) -> None:
    random = Random(6)
    for _ in range(15):
        good = ["1,2,3", 'x,"a\nb",', '"q""",,"c, d"', "é,,"]
        lines = [random.choice(good) for _ in range(random.randint(1, 20))]
        place = random.randrange(1, len(lines) + 1)
        lines[place:place] = [random.choice(["1,2", "1,2,3,4", '1,2,"3"x', '1,"2,3'])]
        end = random.choice(["\n", "\r\n"])
        path = tmp_path / "t.csv"
        path.write_bytes(("a,b,c" + end + end.join(lines) + end).encode(random.choice(["utf-8", "cp1252"])))
        with pytest.raises(dp.MisfitError) as caught:
            dp.read(path)
        before = end.join(lines[:place])
        expected = 2 + before.count("\n") + 1
        assert caught.value.line == expected and str(expected) not in str(caught.value)


def test_a_folder_must_repeat_names_in_the_same_order(tmp_path: Path) -> None:
    for names in (["a,b,a", "a,a,b"], ["a,,b", "a,b,"]):
        for place, header in enumerate(names):
            body = ",".join("1" * (header.count(",") + 1))
            written(tmp_path, f"{header}\n{body}\n", f"{place}.csv")
        with pytest.raises(dp.SourceError):
            dp.read(tmp_path)
    for place in range(2):
        written(tmp_path, f"a,,a\n{place},x,y\n", f"{place}.csv")
    assert sorted(map(str, rows(dp.read(tmp_path), tmp_path)["a"])) == ["0", "1"]


@pytest.mark.parametrize("seed", range(3))
def test_no_message_of_a_reader_lacks_a_fact_that_it_names(seed: int, tmp_path: Path) -> None:
    chance, path = Random(seed), tmp_path / "x.csv"
    parts = [
        b'"',
        b"a",
        b"b",
        b",",
        b";",
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b" ",
        b"1",
        b"sep=;\n",
        b'{"k": 1}',
        b"\t",
        b"2013-01-31",
    ]
    refused = set[str]()
    for _ in range(150):
        path.write_bytes(b"".join(chance.choices(parts, k=chance.randrange(12))))
        refused.add(getattr(one_sentence(lambda: head(path, USUAL)), "message", None) or "")
    assert any("cannot be read" in message for message in refused) and len(refused) > 3


def test_too_many_names_are_refused_before_they_are_compared() -> None:
    names = unique(["a"] * 300_000)
    assert names == ("a",) * 300_000
    with pytest.raises(dp.SourceError, match="at most 2000"):
        checked(names, "The file")
