"""The encoding and the delimiter of a file are said on screen, and next month's file is read as the last one was."""

from __future__ import annotations

from random import Random

import pytest

import dpcore as dp
from dpcore.engine.source.encoding import ENCODINGS
from pages.ui.rows import past
from tests.engine.packed import as_xlsx
from tests.pages.conftest import ASK, DESCRIBE, LOAD

READ, SO_TOO = "Read the table this way", "Read this file so too"
CANARY = "canary-4711"
KOREAN = "이름;나이\n홍길동;5\n김철수;7\n".encode("cp949")
TITLED = b"Visits\nof 2024\n\nward:age\nA:25\nB:60\n"
PEOPLE = b"Ada,1985-03-02,F,52000\nBo,1990-01-30,M,61000\n"


@pytest.fixture
def loading(screen):
    return screen.go(LOAD)


def columns(loading):
    return list(loading.at.dataframe[0].value["column"]) if loading.at.dataframe else []


def said(loading):
    return [info.value.replace("\\", "") for info in loading.at.info]


def kept(loading, name, schema, data=b"", file="t.csv", **read):
    """A dataset of this desk whose rows were read so."""
    path = loading.desk.home.spool(data, f".{file.rpartition('.')[2]}")
    source = dp.read(str(path), **read)
    return loading.desk.add_dataset(name, source, schema=schema, budget=dp.Budget(epsilon=1.0, delta=1e-6))


def test_the_encoding_is_chosen_and_the_line_is_shown_in_it(loading):
    loading.upload(KOREAN, "people.csv")
    assert columns(loading) == ["ÀÌ¸§", "³ªÀÌ"] and [one.label for one in loading.at.expander] == [
        "How to read this file"
    ]
    assert [code.value for code in loading.at.code] == ["ÀÌ¸§;³ªÀÌ"]
    loading.fill("Encoding", "cp949")
    assert [code.value for code in loading.at.code] == ["이름;나이"]
    loading.press(READ)
    assert columns(loading) == ["이름", "나이"] and not loading.errors and not said(loading)
    loading.go(DESCRIBE).cells({1: {"kind": "number", "low": "0", "high": "120"}})
    loading.type("Name of the dataset", "people").press("Open the dataset").go(ASK)
    (dataset,) = loading.desk.datasets()
    rows = loading.desk._catalog._versions.rows(dataset.id, dataset.version)
    assert rows.to_dict()["file"] == {"encoding": "cp949", "decimal": ",", "header": True}
    loading.go(LOAD).upload(KOREAN.replace(b";5", b";6"), "march.csv")
    assert columns(loading) == ["이름", "나이"] and len(said(loading)) == 1
    assert (
        said(loading)[0].startswith("Read as the rows of people were: ")
        and "encoding CP949 (EUC-KR)" in said(loading)[0]
    )
    loading.type("Encoding", "").press(READ)
    assert columns(loading) == ["ÀÌ¸§", "³ªÀÌ"] and not said(loading)
    loading.press(SO_TOO)
    assert columns(loading) == ["이름", "나이"] and len(said(loading)) == 1


def test_every_encoding_has_a_name_of_its_own(loading):
    loading.upload(KOREAN, "people.csv")
    (field,) = [each for each in loading.at.selectbox if each.label == "Encoding"]
    assert len(set(field.options)) == len(field.options) == len(ENCODINGS) + 1
    assert "Korean: CP949 (EUC-KR)" in field.options and field.options[0] == "automatic"


@pytest.mark.parametrize("mark", [":", "^"])
def test_a_header_that_cannot_be_split_is_asked_about(loading, mark):
    """Even if it is too long for one name."""
    names = [f"column of measurements {place}" for place in range(20)]
    line = mark.join(names)
    loading.upload(f"{line}\n{mark.join('1' * 20)}\n".encode(), "t.csv")
    assert "is too long" in loading.errors[0] and not columns(loading)
    loading.type("Delimiter", mark).press(READ)
    assert columns(loading) == names and not loading.errors


def test_a_table_separated_by_spaces_is_asked_about_and_then_read(loading):
    loading.upload(b'"age" "ward of stay"\n25 "A"\n', "t.csv")
    assert "cannot be read" in loading.errors[0] and not columns(loading)
    loading.type("Delimiter", " ").press(READ)
    assert columns(loading) == ["age", "ward of stay"] and not loading.errors


def test_a_workbook_has_neither(loading):
    loading.upload(as_xlsx([["a", "b"], [1, 2]]), "t.xlsx")
    assert columns(loading) == ["a", "b"] and not [each for each in loading.at.selectbox if each.label == "Encoding"]


def test_titles_and_a_delimiter_are_remembered(loading):
    kept(loading, "visits", dp.Schema(age=dp.Number(0, 100)), TITLED, skip=3, delimiter=":")
    loading.upload(TITLED.replace(b"25", CANARY.encode()), "march.csv")
    assert columns(loading) == ["ward", "age"] and not loading.errors and CANARY not in loading.text
    assert said(loading) == ["Read as the rows of visits were: 3 lines skipped, delimiter colon."]
    assert [field.value for field in loading.at.number_input] == [3]


def test_a_file_that_says_itself_how_it_is_read_is_read_so(loading):
    kept(loading, "visits", dp.Schema(age=dp.Number(0, 100)), TITLED, skip=3, delimiter=":")
    for data in (b"ward,age\nA,25\n", b"other:names\n1:2\n"):
        loading.upload(data, "march.csv")
        assert not said(loading) and not loading.errors and columns(loading)
        loading.press("Choose another table")


def test_where_only_the_encoding_may_differ_the_owner_decides(loading):
    data = "name,age\n홍길동,5\n".encode("cp949")
    kept(loading, "people", dp.Schema(age=dp.Number(0, 100)), data, encoding="cp949")
    loading.upload(data + b"x,7\n", "march.csv")
    assert columns(loading) == ["name", "age"] and not said(loading)
    assert "The rows of people were read so: encoding CP949 (EUC-KR)." in loading.text.replace("\\", "")
    loading.press(SO_TOO)
    assert said(loading) == ["Read as the rows of people were: encoding CP949 (EUC-KR)."]


def test_a_file_without_names_gets_those_of_the_rows_before_in_their_order(loading):
    names = ["name", "born", "sex", "cost"]
    kept(loading, "people", dp.Schema(cost=dp.Number(0, 100)), PEOPLE, header=names)
    loading.upload(PEOPLE.replace(b"Ada", CANARY.encode()), "march.csv")
    assert columns(loading) == names and not loading.errors and CANARY not in loading.text
    assert said(loading) == ["Read as the rows of people were: no line names the columns."]
    loading.press("Choose another table").upload(PEOPLE.replace(b",F,", b",").replace(b",M,", b","), "april.csv")
    assert not columns(loading) and "may be a row" in loading.errors[0] and not said(loading)
    loading.press("Choose another table").upload(b"Ada,Berlin,F,x\n" * 2, "may.csv")
    assert columns(loading)[:2] == ["Ada", "Berlin"] and not said(loading), "only if the first line is unclear"


def test_names_are_not_given_where_columns_were_left_out(loading):
    path = loading.desk.home.spool(PEOPLE, ".csv")
    source = dp.read(
        str(path),
        header=[
            "name",
            "born",
            "sex",
            "cost",
        ][:4],
    ).without("name")
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    loading.desk.add_dataset("people", source, schema=dp.Schema(cost=dp.Number(0, 100)), budget=budget)
    loading.upload(b"1985-03-02,F,52000\n" * 2, "march.csv")
    assert "may be a row" in loading.errors[0] and not columns(loading)


def test_the_sheet_is_remembered(loading):
    book = {"Read me": [["Notes"], [CANARY]], "2024": [["ward", "age"], ["A", 5]]}
    kept(loading, "visits", dp.Schema(age=dp.Number(0, 100)), as_xlsx(book), "t.xlsx", sheet="2024")
    loading.upload(as_xlsx(book | {"2025": [["ward", "age"], ["B", 6]]}), "march.xlsx")
    assert columns(loading) == ["ward", "age"] and said(loading) == ["Read as the rows of visits were: sheet 2024."]
    assert [field.value for field in loading.at.selectbox if field.label == "Sheet"] == ["2024"]
    loading.type("Sheet", "2025").press(READ)
    assert columns(loading) == ["ward", "age"] and not said(loading)
    loading.press("Choose another table").upload(as_xlsx({"A": [["ward"], [1]], "B": [["age"], [2]]}), "other.xlsx")
    assert "has several sheets" in loading.errors[0] and not said(loading)


def test_the_rows_loaded_last_count_and_no_others_datasets(loading, monkeypatch):
    first, second = dp.Schema(age=dp.Number(0, 100)), dp.Schema(ward=dp.Category(["A"]))
    kept(loading, "old", first, TITLED, skip=3, delimiter=":")
    kept(loading, "new", second, TITLED.replace(b"60", b"61"), header=True, skip=3, delimiter=":")
    loading.upload(TITLED, "march.csv")
    assert said(loading)[0].startswith("Read as the rows of new were: 3 lines skipped, the first line names")
    loading.press("Choose another table")
    monkeypatch.setattr(loading.desk, "user", "somebody else")
    assert list(past.past_readings(loading.desk)) == []


def test_rows_decide_nothing(loading):
    """Files with one header are read in one way, whatever is below it."""
    random = Random(4)
    kept(loading, "visits", dp.Schema(age=dp.Number(0, 100)), TITLED, skip=3, delimiter=":")
    head = TITLED.partition(b"A:25")[0]
    for _ in range(6):
        rows = b"".join(bytes(random.choices(b'ab:;," 1\n', k=random.randint(0, 30))) for _ in range(4))
        loading.upload(head + b"A:25\n" + rows, "march.csv")
        assert said(loading) == ["Read as the rows of visits were: 3 lines skipped, delimiter colon."]
        assert all("do not fit the header" in error for error in loading.errors)
        loading.press("Choose another table")
