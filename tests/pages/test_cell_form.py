"""How cells are written: the choices of Describe, a line of one's own, and a wrong format that is mended later."""

from __future__ import annotations

import random

import pytest

import dpcore as dp
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_line import Line
from pages.data.lines import FIELDS
from tests.pages.conftest import DESCRIBE, LOAD, Screen

DATASET = "pages/data/dataset.py"
HEAD = "person;day;amount;age\n"
ROWS = "1;31.12.2023;1.234,50 €;9\n2;01.02.2024;2.000,00 €;44\n3;05.06.2024;-3 €;50\n4;2024-03-01;x;-9\n"
LINES = {
    0: {"kind": "identifier"},
    1: {"kind": "date", "low": "2024-01-01", "high": "2024-12-31"},
    2: {"kind": "number", "low": "-10", "high": "5000", "format": "1.234,5 €"},
    3: {"kind": "whole number", "low": "0", "high": "100", "codes": "9|-9"},
}


def opened(screen: Screen, data: str = HEAD + ROWS, lines: dict[int, dict[str, str]] | None = None) -> Screen:
    page = screen.go(LOAD).upload(data.encode(), "visits.csv").go(DESCRIBE)
    page.cells(LINES if lines is None else lines).fill("Name of the dataset", "visits")
    return page.press("Open the dataset")


def counts(desk: dp.Desk, *queries: dp.Query) -> list[float]:
    answers = desk.release("visits", dp.Plan(list(queries), epsilon=0.9))
    return [float(answer.table["estimate"].iloc[0]) for answer in answers]


def test_cells_are_read_as_their_lines_say(screen: Screen) -> None:
    desk = opened(screen).desk
    dataset = desk.dataset("visits")
    assert dataset.kept.formats == {
        "day": dp.Format(dates="day first"),  # begins so, since semicolons separate
        "amount": dp.Format(decimal=",", thousands=".", sign="€"),
        "age": dp.Format(missing=["9", "-9"]),
    }
    (entry,) = [each for each in desk.ledger("visits") if each.kind == "open"]
    assert entry.payload["formats"]["day"] == {"dates": "day first"}
    page = screen.go(DATASET)
    assert "formats of cells" in page.text and "DD.MM.YYYY" in page.text.replace("\\", "")


def test_what_is_chosen_for_all_columns_holds_where_a_line_says_nothing(screen: Screen) -> None:
    page = screen.go(LOAD).upload(("a,b,c,d,e\n" + "1,2,3,4,5\n").encode(), "t.csv").go(DESCRIBE)
    kinds = {"kind": "number", "low": "0", "high": "9"}
    page.cells({0: kinds, 1: {**kinds, "format": "1'234.5"}, 2: {"kind": "identifier"}, 3: {**kinds, "codes": "7"}})
    page.fill("Numbers are written", "1.234,5").fill("Codes for missing cells", "-9|99")
    page.fill("Name of the dataset", "t").press("Open the dataset")
    both = ("-9", "99")
    assert page.desk.dataset("t").kept.formats == {
        "a": dp.Format(decimal=",", thousands=".", missing=both),
        "b": dp.Format(decimal=".", thousands="'", missing=both),
        "d": dp.Format(decimal=",", thousands=".", missing=["7"]),
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"kind": "date", "low": "2024-01-01", "high": "2024-12-31", "format": "MM/DD/YY"}, "which hundred years"),
        ({"kind": "number", "format": "1,234"}, "is not an example of a number"),
        ({"kind": "category", "values": "A|B", "format": "1,234.5"}, "does not apply to the kind category"),
        ({"kind": "number", "format": "1-"}, "cannot be the sign of a unit"),
    ],
)
def test_a_format_that_cannot_be_read_is_told_beside_its_line(screen: Screen, line: dict[str, str], said: str) -> None:
    page = screen.go(LOAD).upload(b"a,b\n1,2\n", "t.csv").go(DESCRIBE).cells({0: line})
    assert said in page.lines[0]["status"]


def unfolded(page: Screen, dataset: str) -> Screen:
    page.at.session_state[f"again-{dataset}-fold"] = True
    return page.run()


def row(page: Screen, name: str) -> int:
    return next(place for place, line in enumerate(page.lines) if line["column"] == name)


def tried(page: Screen, line: str) -> dict[str, str]:
    page.at.session_state["describe-try"] = True
    page.run().fill("One line as it would be in your file, typed by you", line)
    frames = [each.value for each in page.at.dataframe if "read as" in each.value]
    return {} if not frames else dict(zip(frames[0]["column"], frames[0]["read as"], strict=True))


def test_a_line_of_ones_own_is_read_as_the_file_would_be(screen: Screen) -> None:
    page = screen.go(LOAD).upload((HEAD + ROWS).encode(), "visits.csv").go(DESCRIBE).cells(LINES)
    read = tried(page, "007;1.2.2024;9.999,5 €;9,0")
    assert read == {"person": "7", "day": "2024-02-01", "amount": "9999.5, counts as 5000", "age": "missing"}
    read = tried(page, "a;31.12.2023;(3);101")
    assert read["day"] == "missing: 2023-12-31 is outside the range" and read["age"] == "101, counts as 100"
    assert read["amount"] == "-3"
    assert tried(page, "1;2;3") == {} and "This line has 3 cells, but the table has 4 columns" in page.errors[-1]


def test_no_cell_of_the_file_changes_the_page_or_the_choices(screen: Screen) -> None:
    chance = random.Random(3)
    texts = []
    for _ in range(2):
        cells = [chance.choice(["31.12.2023", "12/31/2023", "1.234,5", "1,234.5", "-9", "x"]) for _ in range(4)]
        page = screen.go(LOAD).upload((HEAD + ";".join(cells) + "\n").encode(), "visits.csv").go(DESCRIBE)
        page.cells(LINES)
        texts.append((page.text, [each.value for each in page.at.selectbox]))
        page.go(LOAD).press("Choose another table")
    assert texts[0] == texts[1]


def test_a_wrong_format_is_mended_by_reading_the_same_rows_again(screen: Screen) -> None:
    lines = LINES | {1: {**LINES[1], "format": "MM/DD/YYYY"}}
    desk = opened(screen, lines=lines).desk
    dataset = desk.dataset("visits")
    page = unfolded(screen.go(DATASET), dataset.id)
    page.cells({row(page, "day"): {"format": "DD.MM.YYYY"}})
    assert "Cells of 1 column would be read by another format: day" in page.text.replace("\\", "")
    assert "Nothing is changed yet." not in page.text
    page.press("Read the rows again this way")
    now = desk.dataset("visits")
    assert (now.version, now.kept.formats["day"]) == (2, dp.Format(dates="day first"))
    assert "read anew" in page.at.success[0].value
    assert now.kept.formats["amount"] == dataset.kept.formats["amount"]
    assert desk.dataset("visits").budget == dataset.budget and now.described == 1


def test_a_format_typed_with_another_kind_waits_until_the_rows_are_described(screen: Screen) -> None:
    lines = {0: LINES[0], 1: {"kind": "text"}, 3: LINES[3]}
    desk = opened(screen, lines=lines).desk
    name = desk.dataset("visits").id
    page = unfolded(screen.go(DATASET), name)
    page.cells({row(page, "day"): {**LINES[1], "format": "DD.MM.YYYY"}})
    assert "has a format of dates" in page.press("Read the rows again this way").errors[-1]
    page.at.radio(key=f"again-{name}-0-origin").set_value("public").run()
    page.press("Describe the rows so")
    assert desk.dataset("visits").described == 2 and desk.dataset("visits").version == 1
    unfolded(page, name)
    page.press("Read the rows again this way")
    assert desk.dataset("visits").version == 2 and desk.dataset("visits").kept.formats["day"].dates == "day first"


def test_a_later_file_keeps_the_formats(screen: Screen) -> None:
    desk = opened(screen).desk
    before = desk.dataset("visits").kept.formats
    page = screen.go(LOAD).upload((HEAD + "9;01.02.2024;2,00 €;44\n").encode(), "next.csv").go(DESCRIBE)
    page.press("Add the rows to visits as a new version")
    assert desk.dataset("visits").version == 2 and desk.dataset("visits").kept.formats == before
    page = screen.go(LOAD).upload((HEAD + "8;02.02.2024;2,00 €;44\n").encode(), "new.csv").go(DESCRIBE)
    page.press("Use its description")
    shown = {each["column"]: (each["format"], each["codes"]) for each in page.lines}
    assert shown["amount"] == ("1.234,5 €", "") and shown["age"] == ("", "9|-9") and shown["day"][0] == "DD.MM.YYYY"


def test_facts_that_were_typed_stay_when_the_rows_are_read_again(screen: Screen) -> None:
    desk = opened(screen).desk
    name = desk.dataset("visits").id
    page = unfolded(screen.go(DATASET), name)
    page.cells({row(page, "age"): {"high": "90", "note": "in years"}, row(page, "day"): {"format": "MM/DD/YYYY"}})
    page.fill("Expected number of rows", 77).press("Read the rows again this way")
    assert desk.dataset("visits").version == 2
    unfolded(page, name)
    age = page.lines[row(page, "age")]
    assert (age["high"], age["note"], age["codes"]) == ("90", "in years", "9|-9")
    assert [each.value for each in page.at.number_input if each.label == "Expected number of rows"] == [77]
    assert not [each for each in page.at.button if each.label.startswith("Read the rows again")]


def test_the_same_format_in_other_words_is_no_new_version(screen: Screen) -> None:
    desk = opened(screen).desk
    page = unfolded(screen.go(DATASET), desk.dataset("visits").id)
    page.cells({row(page, "day"): {"format": "dd/mm/yyyy"}, row(page, "age"): {"codes": "9, -9"}})
    assert not [each for each in page.at.button if each.label.startswith("Read the rows again")]


def test_a_stale_page_does_not_undo_the_formats_of_another_one(screen: Screen) -> None:
    desk = opened(screen).desk
    name = desk.dataset("visits").id
    page = unfolded(screen.go(DATASET), name)
    page.cells({row(page, "day"): {"format": "MM/DD/YYYY"}})
    other = unfolded(Screen().go(DATASET), name)
    other.cells({row(other, "age"): {"codes": "-9"}}).press("Read the rows again this way")
    page.press("Read the rows again this way")
    formats = desk.dataset("visits").kept.formats
    assert formats["age"].missing == ("-9",) and formats["day"].dates == "month first"


def test_a_code_that_is_typed_with_the_click_on_a_new_version_counts(screen: Screen) -> None:
    desk = opened(screen).desk
    page = screen.go(LOAD).upload((HEAD + ROWS).encode(), "visits.csv").go(DESCRIBE)
    page.cells(LINES).fill("Name of the dataset", "again").apart().press("Open the dataset")
    page.type("Codes for missing cells", "77").press("Load as a new version of visits")
    formats = desk.dataset("visits").kept.formats
    assert desk.dataset("visits").version == 2 and formats["amount"].missing == ("77",)


def test_a_format_that_is_emptied_is_not_taken_from_the_version_before(screen: Screen) -> None:
    desk = opened(screen).desk
    page = screen.go(LOAD).upload((HEAD + "9;01.02.2024;2,00;44\n").encode(), "next.csv").go(DESCRIBE)
    page.press("Use its description").cells({2: {"format": None}, 3: {"codes": None}})
    page.at.radio(key="describe-population").set_value(desk.dataset("visits").id).run()
    page.press("Load as a new version of visits")
    assert desk.dataset("visits").version == 2
    assert desk.dataset("visits").kept.formats == {"day": dp.Format(dates="day first")}


def test_a_wide_line_is_read_soon_and_says_what_it_leaves_out(screen: Screen) -> None:
    names = [f"c{place}" for place in range(80)]
    page = (
        screen.go(LOAD).upload((",".join(names) + "\n" + ",".join("1" * 80) + "\n").encode(), "wide.csv").go(DESCRIBE)
    )
    page.cells({place: {"kind": "number", "low": "0", "high": "9"} for place in range(80)})
    assert len(tried(page, ",".join("5" * 80))) == 50
    assert "Only the first 50 of 80 described columns are shown" in page.text


def test_the_grid_has_the_order_of_the_file_of_a_dictionary(screen: Screen) -> None:
    page = screen.go(LOAD).upload(b"a,b\n1,2\n", "t.csv").go(DESCRIBE)
    own = [*FIELDS]
    assert [name for name in page.lines[0] if name in own] == own
    texts = {name: f"x{place}" for place, name in enumerate(own)}
    head, line = declaration.write([Line("a", **texts)]).decode("utf-8-sig").splitlines()
    assert line.split(",")[1:] == [*texts.values()] and head.startswith("column,kind,from,to")
    for last in ("note", "format", "codes"):
        cells = declaration.write([Line("a", **{last: "x"})]).decode("utf-8-sig").splitlines()[1].split(",")[1:]
        assert cells.index("x") == own.index(last)
