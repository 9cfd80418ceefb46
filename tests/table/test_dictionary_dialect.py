"""Dictionaries of other programs: how they say that cells are written, contradictions in them, and hostile sizes."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import dpcore as dp
from dpcore.table import value_list
from dpcore.table.dictionary.declaration import declared
from dpcore.table.dictionary.dictionary_format import open_sheet
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.line_format import format_of
from dpcore.table.dictionary.sheet import Sheet
from dpcore.table.table import MAX_NOTE, Table


def fields(*columns: dict[str, Any], **more: Any) -> Sheet:
    """A Frictionless table schema with these fields."""
    return open_sheet(json.dumps({"fields": columns, **more}))


def csvw(*columns: dict[str, Any], schema: Any = None, **more: Any) -> Sheet:
    """Metadata of CSV on the Web with these columns."""
    tree = {"@context": "http://www.w3.org/ns/csvw", **more, "tableSchema": {**(schema or {}), "columns": columns}}
    return open_sheet(json.dumps(tree))


def smartnoise(*lines: str) -> Sheet:
    """Metadata of SmartNoise SQL with these lines of a table."""
    return open_sheet("db:\n  s:\n    t:\n" + "".join(f"      {line}\n" for line in lines))


COUNT = {"name": "a", "datatype": "integer"}
WHOLE = {"name": "a", "type": "integer"}
CODES = {
    "a field": lambda codes: fields({**WHOLE, "missingValues": codes}),
    "a field, v2": lambda codes: fields({**WHOLE, "missingValues": [{"value": code} for code in codes]}),
    "a schema": lambda codes: fields(WHOLE, missingValues=codes),
    "a column": lambda codes: csvw({**COUNT, "null": codes}),
    "one text": lambda codes: csvw({**COUNT, "null": codes[-1]}),
    "a table schema": lambda codes: csvw(COUNT, schema={"null": codes}),
    "a table": lambda codes: csvw(COUNT, null=codes),
}


@pytest.mark.parametrize("where", CODES)
def test_codes_for_a_missing_cell_are_read_wherever_they_stand(where: str) -> None:
    for code in ("-99", "9999-12-31", "n", "NA", "a|b"):
        sheet = CODES[where](["", code, " "]) if where != "one text" else CODES[where]([code])
        assert not sheet.problems and format_of(sheet.lines[0]) == dp.Format(missing=[code])
    assert not CODES[where]([""]).lines[0].codes


def test_codes_of_a_column_stand_for_those_of_its_table() -> None:
    for sheet in (
        fields({**WHOLE, "missingValues": ["-97"]}, {"name": "b", "type": "string"}, missingValues=["-99"]),
        csvw({**COUNT, "null": ["-97"]}, {"name": "b"}, schema={"null": "-99"}, null="-98"),
        csvw({**COUNT, "null": "-97"}, {"name": "b", "null": None}, null=["-99"]),
    ):
        assert [line.codes for line in sheet.lines] == ["-97", "-99"] and not sheet.problems
    assert not fields({**WHOLE, "missingValues": []}, missingValues=["-99"]).lines[0].codes


def test_too_many_codes_of_a_table_are_told_once() -> None:
    for sheet in (
        fields(*({"name": name, "type": "number"} for name in "abc"), missingValues=[*map(str, range(101))]),
        csvw(*({"name": name, "datatype": "number"} for name in "abc"), null=[*map(str, range(101))]),
    ):
        (problem,) = sheet.problems
        assert "at most 100 codes" in problem
        assert [(line.kind, line.codes) for line in sheet.lines] == [("number", "")] * 3


SIGNS = {"decimalChar": ",", "groupChar": "."}
BOUNDS = [
    (SIGNS, "1.000", "50.000", ("1000", "50000")),
    (SIGNS, "-1.000,5", "1e3", ("-1000.5", "1e3")),
    (SIGNS, 1.5, "50000", ("1.5", "50000")),  # numbers of JSON have a point
    ({"groupChar": ","}, "1,000", "50,000.5", ("1000", "50000.5")),
    ({"decimalChar": ","}, "0,5", "1,000", ("0.5", "1.000")),
    ({"decimalChar": "."}, "0.5", "2.", ("0.5", "2.")),
    ({"groupChar": " "}, "1 000", "2 000 000", ("1000", "2000000")),
]
UNCLEAR = [
    (SIGNS, "1.5"),
    (SIGNS, "1.0000"),
    ({"decimalChar": ","}, "1.000"),
    ({"decimalChar": "."}, "1,5"),
    ({"groupChar": "."}, "1.000"),  # the decimal sign too
    ({"decimalChar": "5"}, "15"),
    ({"decimalChar": ",,"}, "1,,5"),
]


def both(signs: dict[str, str], low: object, high: object) -> list[Sheet]:
    """The same bounds and signs in two formats."""
    limits = {"minimum": low, "maximum": high}
    return [
        fields({"name": "a", "type": "number", **signs, "constraints": limits}),
        csvw({"name": "a", "datatype": {"base": "decimal", "format": signs, **limits}}),
    ]


@pytest.mark.parametrize(("signs", "low", "high", "expected"), BOUNDS, ids=range(len(BOUNDS)))
def test_bounds_are_read_in_the_signs_of_the_file(
    signs: dict[str, str], low: object, high: object, expected: tuple[str, str]
) -> None:
    for sheet in both(signs, low, high):
        assert not sheet.problems
        assert (sheet.lines[0].low, sheet.lines[0].high) == expected


@pytest.mark.parametrize(("signs", "low"), UNCLEAR, ids=range(len(UNCLEAR)))
def test_a_bound_in_other_signs_is_reported_and_not_taken(signs: dict[str, str], low: str) -> None:
    for sheet in both(signs, low, 9):
        (problem,) = sheet.problems
        assert repr(low) in problem and "thousands signs" in problem
        assert (sheet.lines[0].kind, sheet.lines[0].low, sheet.lines[0].high) == ("number", "", "9")


def test_other_words_for_yes_and_no_make_a_category() -> None:
    flag = {"name": "a", "type": "boolean"}
    for sheet, words in (
        (fields({**flag, "trueValues": ["ja"], "falseValues": ["nein"]}), ("ja", "nein")),
        (fields({**flag, "trueValues": ["0"], "falseValues": ["1"]}), ("0", "1")),  # the other way round
        (csvw({"name": "a", "datatype": {"base": "boolean", "format": "X|-"}}), ("X", "-")),
    ):
        assert declared(sheet.lines[0]) == dp.Category(words)
        (problem,) = sheet.problems
        assert "own words for yes and no" in problem
    for sheet in (
        fields(flag),
        fields({**flag, "trueValues": ["Yes", "Y"], "falseValues": ["No"]}),
        csvw({"name": "a", "datatype": {"base": "boolean", "format": "Y|N"}}),
    ):
        assert declared(sheet.lines[0]) == dp.Flag() and not sheet.problems


def test_a_smartnoise_column_without_a_type_is_kept() -> None:
    sheet = smartnoise("max_ids: 5", "p: {private_id: True}", "x: {lower: 0}", "age: {type: int}", "z: {}")
    assert sheet.proposals == {"unit": "p", "rows": 5}
    assert [(line.column, line.kind) for line in sheet.lines] == [
        *(("p", "identifier"), ("x", "not used"), ("age", "whole number"), ("z", "not used"))
    ]
    assert ["has no `type`" in problem for problem in sheet.problems] == [True, True]
    assert smartnoise("p: {private_id: True}").unit == "p"


@pytest.mark.parametrize("mark", ["true", "True", "yes", "1", '"true"'])
def test_marks_of_a_unit_are_understood_in_other_words(mark: str) -> None:
    assert smartnoise(f"p: {{type: string, private_id: {mark}}}").unit == "p"
    assert csvw({"name": "p", "privacyId": mark.strip('"')}, maxContributions=5).unit == "p"


def test_a_mark_of_a_unit_that_is_not_understood_is_reported_and_the_column_kept() -> None:
    for sheet in (
        smartnoise("p: {type: string, private_id: perhaps}"),
        csvw({"name": "p", "privacyId": "perhaps"}),
    ):
        (problem,) = sheet.problems
        assert "must be true or false" in problem
        assert sheet.unit is None and [line.kind for line in sheet.lines] == ["text"]
    sheet = smartnoise("row_privacy: perhaps", "p: {type: string}")
    assert "must be true or false" in sheet.problems[0] and sheet.unit is None


TWO_MINIMA: list[dict[str, Any]] = [
    {"datatype": "integer", "csvw-eo:minimum": 0, "minimum": 5},
    {"datatype": {"base": "integer", "minimum": 0}, "minimum": 5},
    {"datatype": {"base": "integer", "minimum": 0, "minInclusive": 5}},
    {"datatype": {"base": "integer", "minimum": 0, "csvw:minimum": 5}},
    {"datatype": {"base": "integer", "minExclusive": 0, "minimum": 0}},
]


@pytest.mark.parametrize("column", TWO_MINIMA, ids=range(len(TWO_MINIMA)))
def test_contradictory_bounds_are_reported_and_neither_is_taken(column: dict[str, Any]) -> None:
    sheet = csvw({"name": "a", "maximum": 9, **column})
    (problem,) = sheet.problems
    assert problem.startswith("Column 1 ('a'): `minimum` has contradictory values: '")
    assert (sheet.lines[0].low, sheet.lines[0].high) == ("", "9")


def test_equal_bounds_and_nulls_are_no_contradiction() -> None:
    for column in (
        {"datatype": {"base": "integer", "minimum": None, "minInclusive": 3}},
        {"datatype": "integer", "minimum": 3, "csvw-eo:minimum": "3.0"},
        {"datatype": {"base": "integer", "minimum": "3"}, "csvw-eo:minimum": None, "minimum": 3},
    ):
        sheet = csvw({"name": "a", **column})
        assert not sheet.problems and float(sheet.lines[0].low) == 3
    sheet = csvw({"name": "a"}, **{"maxContributions": 5, "csvw-eo:maxContributions": 50})
    assert "`maxContributions` has contradictory values: '5', '50'" in sheet.problems[0]
    assert sheet.rows is None


@pytest.mark.parametrize(("whole", "ends"), [(True, ("1", "9")), (False, ("0", "10"))])
def test_exclusive_bounds_of_whole_numbers_are_a_step_inwards(whole: bool, ends: tuple[str, str]) -> None:
    limits = {"exclusiveMinimum": 0, "exclusiveMaximum": 10}
    base = {"base": "integer" if whole else "double", "minExclusive": 0, "maxExclusive": 10}
    for sheet in (
        fields({"name": "a", "type": "integer" if whole else "number", "constraints": limits}),
        csvw({"name": "a", "datatype": base}),
    ):
        assert (sheet.lines[0].low, sheet.lines[0].high) == ends and not sheet.problems


def test_the_unit_of_csvw_is_a_column_by_its_name_or_its_title() -> None:
    patient = {"name": "patient_id", "titles": ["Patient ID", "Patient"], "datatype": "string"}
    for word in ("patient_id", "Patient ID", " Patient ", " patient_id"):
        sheet = csvw(patient, privacyUnit=word, maxContributions=5)
        assert sheet.proposals == {"unit": "Patient ID", "rows": 5} and not sheet.problems
        assert sheet.lines[0].kind == "identifier"
    sheet = csvw(patient, {"name": "b", "privacyId": True}, privacyUnit="patient_id")
    assert sheet.unit is None and "several columns" in sheet.problems[0]
    sheet = csvw(patient, {"name": "b", "titles": "patient_id"}, privacyUnit="patient_id")
    assert sheet.unit is None and "several columns" in sheet.problems[0]


def test_a_unit_is_a_column_that_the_file_describes() -> None:
    for sheet in (
        fields(WHOLE, **{"murmur:unit": "patient"}),
        csvw(COUNT, privacyUnit="patient"),
        csvw(COUNT, **{"murmur:unit": "patient"}),
        open_sheet("# unit,patient\ncolumn,kind\na,text\n"),
    ):
        assert sheet.unit is None
        assert sheet.problems == ("The file names 'patient' as the unit, but describes no column of that name.",)
    assert fields({"name": " a", "type": "integer"}, **{"murmur:unit": "a "}).unit == " a"
    assert open_sheet("# unit, a \ncolumn,kind\n a,text\n").unit == " a"


def test_two_names_that_differ_by_blanks_around_them_are_one_column() -> None:
    for sheet in (
        open_sheet("column,kind\nage,number\n age,text\n"),
        fields({"name": "age", "type": "number"}, {"name": "age ", "type": "string"}),
    ):
        assert [(line.column, line.kind) for line in sheet.lines] == [("age", "number")]
        (problem,) = sheet.problems
        assert "more than once" in problem


@pytest.mark.parametrize("word", ["1,000", "-1,000", "12,345"])
def test_a_number_whose_comma_may_separate_thousands_is_refused(word: str) -> None:
    sheet = open_sheet(f'# epsilon,"{word}"\ncolumn,kind\na,text\n')
    assert sheet.epsilon is None and repr(word) in sheet.problems[0]
    assert open_sheet('# epsilon,"0,125"\n# delta,"0,5"\ncolumn,kind\na,text\n').proposals == {
        **{"epsilon": 0.125, "delta": 0.5}
    }


def test_a_note_can_be_stored_as_it_arrives() -> None:
    long = "first line \r\n\n  second line\n" + "word " * 100
    quoted = long.replace('"', "")
    head = '"Variable / Field Name","Field Type","Field Label","Choices, Calculations, OR Slider Labels"\n'
    choices = "|".join(f"{number}, label {number}" for number in range(99))
    for sheet in (
        fields({**WHOLE, "description": long}),
        csvw({**COUNT, "dc:description": long}),
        open_sheet(f'column,kind,note\na,text,"{quoted}"\n'),
        open_sheet(f'{head}a,radio,"{quoted}","{choices}"\n'),
    ):
        note = sheet.lines[0].note
        assert note.startswith("first line second line word") and note.endswith("…") and "\n" not in note
        schema = dp.Schema(a=dp.Text(), b=dp.Number(0, 1))
        assert len(note) <= MAX_NOTE and Table(schema, notes={"a": note})
    assert fields({**WHOLE, "description": "nul\x00"}).lines[0].note == "nul"
    assert fields({**WHOLE, "description": "n" * MAX_NOTE}).lines[0].note == "n" * MAX_NOTE


LONG = {
    "backslashes": "\\" * 7_000_000,
    "letters": "\\a" * 3_500_000,
    "blanks": "\\ " * 3_500_000,
    "separators": "|" + "\\|" * 90_000 + "\\a" * 3_000_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_list_with_backslashes_is_refused_soon(name: str) -> None:
    """Several times as long, where each character is looked at by itself."""
    begun = time.process_time()
    value_list.undecided(LONG[name])
    with pytest.raises(dp.DpError):
        declared(Line("a", "category", values=LONG[name]))
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("\\", ("\\",)),
        ("a\\ ", ("a ",)),
        ("a\\\\ ", ("a\\",)),
        (" \\ a | b\\|c\\\\|\\", (" a", "b|c\\", "\\")),
        ("a\\\nb\nc", ("a\nb", "c")),
        ("\\a\\\\\\b", ("a\\b",)),
        ("a\\,b,c", ("a,b", "c")),
        ("a\\|b", ("a|b",)),
        ("a\\\\,b|c", ("a\\,b", "c")),
    ],
)
def test_backslashes_make_the_next_character_literal(text: str, values: tuple[str, ...]) -> None:
    assert value_list.split(text) == values


def test_yaml_of_very_many_values_is_refused() -> None:
    for text in ("a: [" + "a," * 245_000 + "]", "a:\n" + "- a\n" * 120_000):
        with pytest.raises(dp.SchemaError, match="at most 60,000 values"):
            open_sheet(text)
    facts = "{type: int, lower: 0, upper: 9, nullable: true, missing_value: 0, cardinality: 9}"
    assert len(smartnoise(*(f"c{number}: {facts}" for number in range(2000))).lines) == 2000
