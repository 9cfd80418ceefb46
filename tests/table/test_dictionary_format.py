"""Data dictionaries of other programs, as these programs write them; and files that are malformed or hostile."""

from __future__ import annotations

import copy
import csv
import io
import json
import random
import subprocess
import sys
from typing import Any

import pytest

import dpcore as dp
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.declaration import Line
from dpcore.table.dictionary.dictionary_format import open_sheet, write_csvw, write_frictionless
from dpcore.table.dictionary.line_format import format_of
from dpcore.table.dictionary.sheet import Sheet
from tests.chance import seeds

FRICTIONLESS = {
    "$schema": "https://datapackage.org/profiles/2.0/dataresource.json",
    "name": "visits",
    "path": "visits.csv",
    "schema": {
        "fields": [
            {"name": "patient", "type": "string", "constraints": {"required": True, "unique": True}},
            {
                "name": "age",
                "title": "Age",
                "description": "in whole years",
                "type": "integer",
                "constraints": {"minimum": 0, "maximum": 120},
            },
            {"name": "cost", "type": "number", "constraints": {"minimum": "0.50", "maximum": 1e6}},
            {"name": "weight", "type": "number"},
            {"name": "born", "type": "year", "constraints": {"minimum": 1900, "maximum": 2030}},
            {"name": "ward", "type": "string", "constraints": {"enum": ["A", "B|C", "", None]}},
            {"name": "grade", "type": "integer", "constraints": {"enum": [1, 2, 3]}},
            {"name": "score", "type": "integer", "constraints": {"enum": [0, 5], "minimum": 0, "maximum": 5}},
            {"name": "smoker", "type": "boolean", "trueValues": ["yes"], "constraints": {"enum": [True, False]}},
            {"name": "day", "type": "date", "constraints": {"minimum": "2020-01-01", "maximum": "2020-12-31"}},
            {"name": "at", "type": "datetime", "constraints": {"minimum": "2020-01-01T08:00:00Z"}},
            {"name": "remark", "type": "string", "format": "default"},
            {"name": "spare", "type": "any"},
            {"name": "older"},
            {"name": "place", "type": "geopoint"},
        ],
        "missingValues": ["", "NA", "-99"],
        "primaryKey": ["patient"],
        "foreignKeys": [{"fields": "ward", "reference": {"resource": "wards", "fields": "id"}}],
    },
}


def lines(sheet: Sheet) -> dict[str, tuple[str, str, str, str, str]]:
    """The raw texts of each column: kind, from, to, values, missing."""
    return {line.column: (line.kind, line.low, line.high, line.values, line.missing) for line in sheet.lines}


@pytest.mark.parametrize("package", [False, True])
def test_a_frictionless_table_schema_is_read(package: bool) -> None:
    other = {"name": "picture", "path": "x.png"}  # no table
    data = {"name": "clinic", "resources": [FRICTIONLESS, other]} if package else FRICTIONLESS
    sheet = open_sheet(json.dumps(data))
    assert sheet.source == "frictionless" and sheet.proposals == {}
    assert lines(sheet) == {
        "patient": ("text", "", "", "", ""),
        "age": ("whole number", "0", "120", "", ""),
        "cost": ("number", "0.50", "1000000.0", "", ""),
        "weight": ("number", "", "", "", ""),
        "born": ("whole number", "1900", "2030", "", ""),
        "ward": ("category", "", "", r"A|B\|C", ""),
        "grade": ("category", "", "", "1|2|3", ""),
        "score": ("whole number", "0", "5", "", ""),
        "smoker": ("yes or no", "", "", "", ""),
        "day": ("date", "2020-01-01", "2020-12-31", "", ""),
        "at": ("date", "2020-01-01", "", "", ""),
        "remark": ("text", "", "", "", ""),
        "spare": ("not used", "", "", "", ""),
        "older": ("not used", "", "", "", ""),
        "place": ("geopoint", "", "", "", ""),
    }
    assert sheet.lines[1].note == "Age: in whole years"
    assert not sheet.problems and {line.codes for line in sheet.lines} == {"NA|-99"}


def test_a_number_keeps_the_digits_that_the_file_has() -> None:
    limits = '{"minimum": 0.10, "maximum": 12345678901234567890}'
    data = f'{{"fields": [{{"name": "x", "type": "number", "constraints": {limits}}}]}}'
    assert open_sheet(data).lines == (Line("x", "number", "0.10", "12345678901234567890", number=1),)


def test_a_frictionless_file_is_written_in_the_words_of_the_format() -> None:
    sheet = Sheet(
        (
            Line("id", "identifier as written"),
            Line("age", "integer", "0", "120", missing="40", note="in years"),
            Line("ward", "category", values="A|B", missing="other"),
            Line("day", "date", "2020-01-01", "2020-12-31"),
            Line("cost", "number", "low", "9"),
        ),
        unit="id",
        rows=5,
        expected_rows=1000,
    )
    assert json.loads(write_frictionless(sheet)) == {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "fields": [
            {"name": "id", "type": "any", "murmur:kind": "identifier as written"},
            {
                "name": "age",
                "type": "integer",
                "description": "in years",
                "constraints": {"minimum": 0, "maximum": 120},
                "murmur:missing": "40",
            },
            {"name": "ward", "type": "string", "constraints": {"enum": ["A", "B"]}, "murmur:missing": "other"},
            {"name": "day", "type": "date", "constraints": {"minimum": "2020-01-01", "maximum": "2020-12-31"}},
            {"name": "cost", "type": "any", "murmur:kind": "number", "murmur:from": "low", "murmur:to": "9"},
        ],
        "murmur:unit": "id",
        "murmur:rows": 5,
        "murmur:expectedRows": 1000,
    }


PENGUINS: dict[str, Any] = {
    "@context": ["http://www.w3.org/ns/csvw", "csvw-eo-context.jsonld"],
    "@type": "Table",
    "privacyUnit": "penguin_id",
    "maxContributions": 3,
    "maxLength": 500,
    "publicLength": 344,
    "tableSchema": {
        "columns": [
            {"@type": "Column", "name": "species", "datatype": "string", "keyValues": ["Adelie", "Gentoo"]},
            {"name": "island", "datatype": "string", "publicKeys": ["Biscoe"], "exhaustiveKeys": False},
            {"name": "bill_mm", "datatype": "double", "minimum": 30.5, "maximum": 60.0, "nullableProportion": 0.3},
            {"name": "mass_g", "datatype": "positiveInteger", "minimum": 2700.0, "maximum": 6300.0},
            {"name": "sex", "datatype": "boolean", "minimum": False, "maximum": True, "keyValues": [False, True]},
            {"name": "penguin_id", "datatype": "positiveInteger", "privacyId": True, "minimum": 1, "maximum": 341},
            {
                "name": "seen",
                "datatype": "dateTime",
                "minimum": "2025-01-02T00:00:00",
                "maximum": "2025-12-30T00:00:00",
            },
            {"name": "lucky", "datatype": "integer", "minimum": 0, "maximum": 5, "keyValues": [0, 1, 2, 3, 4, 5]},
            {"name": "year", "datatype": "integer", "keyValues": [2007, 2008]},
            {
                "name": "month",
                "datatype": "string",
                "partitions": [{"@type": "Partition", "predicate": {"partitionValue": one}} for one in ("May", "June")],
                "exhaustivePartitions": True,
            },
        ]
    },
    "additionalInformation": [{"@type": "ColumnGroup", "columnsInGroup": ["species", "island"], "maxLength": 124}],
}


def prefixed(data: Any, prefix: str) -> Any:
    """The same metadata with the prefix of the vocabulary before its privacy terms."""
    if isinstance(data, list):
        return [prefixed(part, prefix) for part in data]
    if not isinstance(data, dict):
        return data
    ours = ("@", "name", "datatype", "tableSchema", "columns", "minimum", "maximum", "lucky")
    return {key if key.startswith(ours) else prefix + key: prefixed(value, prefix) for key, value in data.items()}


@pytest.mark.parametrize("prefix", ["", "csvw-eo:", "csvw-safe:public.", "https://w3id.org/csvw-eo#"])
def test_csvw_with_the_privacy_terms_of_its_extension_is_read(prefix: str) -> None:
    sheet = open_sheet(json.dumps(prefixed(PENGUINS, prefix)).encode())
    assert sheet.source == "csvw" and not sheet.problems
    assert sheet.proposals == {"unit": "penguin_id", "rows": 3, "expected_rows": 344}
    assert lines(sheet) == {
        "species": ("category", "", "", "Adelie|Gentoo", ""),
        "island": ("category", "", "", "Biscoe", "other"),
        "bill_mm": ("number", "30.5", "60.0", "", ""),
        "mass_g": ("whole number", "2700.0", "6300.0", "", ""),
        "sex": ("yes or no", "", "", "", ""),
        "penguin_id": ("identifier", "", "", "", ""),
        "seen": ("date", "2025-01-02", "2025-12-30", "", ""),
        "lucky": ("whole number", "0", "5", "", ""),
        "year": ("category", "", "", "2007|2008", ""),
        "month": ("category", "", "", "May|June", ""),
    }


TREES = {
    "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
    "tables": [
        {
            "url": "trees.csv",
            "dc:title": "Trees",
            "tableSchema": {
                "columns": [
                    {"name": "GID", "titles": ["Tree Id", "GID"], "dc:description": "a key", "datatype": "string"},
                    {"titles": {"en": "on street"}, "dc:description": {"@value": "its street"}},
                    {"name": "height", "datatype": {"base": "xsd:decimal", "minInclusive": "0", "maxExclusive": 100}},
                    {"name": "planted", "datatype": {"base": "date", "format": "M/d/yyyy", "minimum": "1900-01-01"}},
                    {"name": "girth", "datatype": {"base": "nonNegativeInteger", "maximum": 9, "length": 3}},
                    {"name": "lag", "datatype": "duration"},
                    {"name": "made", "virtual": True, "propertyUrl": "schema:url"},
                ],
                "primaryKey": "GID",
            },
        }
    ],
}


def test_standard_csvw_is_read() -> None:
    sheet = open_sheet(json.dumps(TREES))
    assert not sheet.problems and sheet.proposals == {}
    assert lines(sheet) == {
        "Tree Id": ("text", "", "", "", ""),
        "on street": ("text", "", "", "", ""),
        "height": ("number", "0", "100", "", ""),
        "planted": ("date", "1900-01-01", "", "", ""),
        "girth": ("whole number", "", "9", "", ""),
        "lag": ("duration", "", "", "", ""),
    }
    assert [line.note for line in sheet.lines[:2]] == ["a key", "its street"]
    assert [line.format for line in sheet.lines] == ["", "", "", "M/D/YYYY", "", ""]


def test_csvw_is_written_in_its_words() -> None:
    sheet = Sheet(
        (
            Line("the id", "identifier"),
            Line("age", "int", "0", "9"),
            Line("w", "factor", values="A|B", missing="other"),
        ),
        unit="the id",
        rows=2,
        groups=1,
    )
    assert json.loads(write_csvw(sheet)) == {
        "@context": "http://www.w3.org/ns/csvw",
        "@type": "Table",
        "privacyUnit": "the id",
        "maxContributions": 2,
        "murmur:groups": 1,
        "tableSchema": {
            "columns": [
                {"name": "the%20id", "titles": "the id", "privacyId": True, "murmur:kind": "identifier"},
                {"name": "age", "titles": "age", "datatype": {"base": "integer", "minimum": 0, "maximum": 9}},
                {
                    **{"name": "w", "titles": "w", "datatype": "string"},
                    **{"keyValues": ["A", "B"], "exhaustiveKeys": False, "murmur:missing": "other"},
                },
            ]
        },
    }


def test_the_column_that_a_table_names_as_its_unit_is_an_identifier() -> None:
    columns = [{"name": "a", "datatype": "integer", "minimum": 1}, {"name": "b", "datatype": "integer", "minimum": 1}]
    sheet = open_sheet(json.dumps({"privacyUnit": "a", "tableSchema": {"columns": columns}}))
    assert sheet.unit == "a"
    assert lines(sheet) == {"a": ("identifier", "", "", "", ""), "b": ("whole number", "1", "", "", "")}


def test_two_privacy_units_are_reported_and_neither_is_proposed() -> None:
    columns = [{"name": name, "privacyId": True} for name in "ab"]
    sheet = open_sheet(json.dumps({"@context": "http://www.w3.org/ns/csvw", "tableSchema": {"columns": columns}}))
    assert sheet.unit is None and "several columns" in sheet.problems[0]
    assert [line.kind for line in sheet.lines] == ["identifier", "identifier"]


REDCAP_HEAD = (
    '"Variable / Field Name","Form Name","Section Header","Field Type","Field Label",'
    '"Choices, Calculations, OR Slider Labels","Field Note","Text Validation Type OR Show Slider Number",'
    '"Text Validation Min","Text Validation Max",Identifier?,"Branching Logic (Show field only if...)",'
    '"Required Field?","Custom Alignment","Question Number (surveys only)","Matrix Group Name","Matrix Ranking?",'
    '"Field Annotation"\n'
)
REDCAP = (
    REDCAP_HEAD
    + """record_id,demographics,,text,"Study ID",,,,,,,,,,,,,
name,demographics,"Contact",text,"<b>Name</b>, as in the &quot;passport&quot;",,first name first,,,,y,,,,,,,
sex,demographics,,radio,"Sex","1, Male | 2, Female, or other",,,,,,,y,,,,,
ward,demographics,,dropdown,"Ward","A1, North|B-2, South",,,,,,,,,,,,
age,demographics,,text,"Age",,"in years",integer,0,120,,"[sex] = '1'",,,,,,
weight,demographics,,text,"Weight, if < 500 kg",,,number_1dp,0.5,500,,,,,,,,
dob,demographics,,text,"Born",,,date_ymd,1900-01-01,,y,,,,,,,
seen,demographics,,text,"Seen",,,datetime_mdy,,,,,,,,,,
mail,demographics,,text,"Mail",,,email,,,y,,,,,,,
race,demographics,,checkbox,"Race<br>of the person","a, Asian | -9, Not <i>known</i>",,,,,,,,,,,,
smoker,demographics,,yesno,"Smokes?",,,,,,,,,,,,,
right,demographics,,truefalse,"Right?",,,,,,,,,,,,,
bmi,demographics,,calc,"BMI","[weight] / 2",,,,,,,,,,,,
pain,demographics,,slider,"Pain","none | some | worst",,number,0,100,,,,,,,,
scan,demographics,,file,"Scan",,,,,,,,,,,,,
intro,demographics,,descriptive,"<h1>Welcome</h1>",,,,,,,,,,,,,
story,demographics,,notes,"Story",,,,,,,,,,,,,
"""
)
READ_REDCAP = {
    "record_id": ("text", "", "", "", ""),
    "name": ("text", "", "", "", ""),
    "sex": ("category", "", "", "1|2", ""),
    "ward": ("category", "", "", "A1|B-2", ""),
    "age": ("whole number", "0", "120", "", ""),
    "weight": ("number", "0.5", "500", "", ""),
    "dob": ("date", "1900-01-01", "", "", ""),
    "seen": ("date", "", "", "", ""),
    "mail": ("text", "", "", "", ""),
    "race___a": ("yes or no", "", "", "", ""),
    "race____9": ("yes or no", "", "", "", ""),
    "smoker": ("yes or no", "", "", "", ""),
    "right": ("yes or no", "", "", "", ""),
    "bmi": ("number", "", "", "", ""),
    "pain": ("whole number", "0", "100", "", ""),
    "scan": ("not used", "", "", "", ""),
    "story": ("text", "", "", "", ""),
}
API_HEAD = (
    "field_name,form_name,section_header,field_type,field_label,select_choices_or_calculations,field_note,"
    "text_validation_type_or_show_slider_number,text_validation_min,text_validation_max,identifier,branching_logic,"
    "required_field,custom_alignment,question_number,matrix_group_name,matrix_ranking,field_annotation\n"
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("head", [REDCAP_HEAD, API_HEAD])
def test_a_redcap_dictionary_is_read(head: str, separator: str) -> None:
    text = io.StringIO(newline="")
    rows = csv.reader(io.StringIO(head + REDCAP.removeprefix(REDCAP_HEAD)))
    csv.writer(text, delimiter=separator).writerows(rows)
    sheet = open_sheet(text.getvalue().encode("utf-8-sig"))
    assert sheet.source == "redcap" and not sheet.problems
    assert sheet.proposals == {}  # an identifier of REDCap is personal data, not the privacy unit
    assert lines(sheet) == READ_REDCAP
    notes = {line.column: line.note for line in sheet.lines}
    assert notes["name"] == 'Name , as in the "passport"; first name first; Identifier? y'
    assert notes["sex"] == "Sex (1 = Male, 2 = Female, or other)"
    assert notes["weight"] == "Weight, if < 500 kg"
    assert notes["race____9"] == "Race of the person: Not known"
    assert {line.column: line.number for line in sheet.lines}["age"] == 6


def test_a_choice_without_a_code_is_reported() -> None:
    sheet = open_sheet(
        REDCAP_HEAD + "sex,f,,radio,Sex,Male | Female\nrace,f,,checkbox,Race,\nage,f,,text\nx,f,,new kind\n"
    )
    assert [problem.split(":")[0] for problem in sheet.problems] == ["Line 2 ('sex')", "Line 3 ('race')"]
    assert lines(sheet)["x"][0] == "new kind"
    assert [line.column for line in sheet.lines] == ["sex", "race", "age", "x"]


SMARTNOISE = """
# metadata
"":
  clinic:
    visits:
      max_ids: 5
      rows: 350000
      row_privacy: False
      sample_max_ids: True
      censor_dims: True
      clamp_counts: false
      patient:
        private_id: True
        type: int
      age:
        type: int
        lower: 0
        upper: 120
        nullable: True
        missing_value: 40
      cost: {type: float, lower: -0.5, upper: 1e6}
      weight:
        type: float
      sex:
        type: string
        cardinality: 3
      smoker:
        type: boolean
      seen:
        type: datetime
        lower: 2020-01-01
        upper: '2020-12-31T23:59:59'
      '"Odd-Name"':
        type: unknown
      "yes":
        type: string
        categories: [A, "B|C", 3]
"""


def test_smartnoise_metadata_is_read() -> None:
    sheet = open_sheet(SMARTNOISE)
    assert sheet.source == "smartnoise" and not sheet.problems
    assert sheet.proposals == {"unit": "patient", "rows": 5, "expected_rows": 350_000}
    assert lines(sheet) == {
        "patient": ("identifier", "", "", "", ""),
        "age": ("whole number", "0", "120", "", "40"),
        "cost": ("number", "-0.5", "1e6", "", ""),
        "weight": ("number", "", "", "", ""),
        "sex": ("text", "", "", "", ""),
        "smoker": ("yes or no", "", "", "", ""),
        "seen": ("date", "2020-01-01", "2020-12-31", "", ""),
        "Odd-Name": ("not used", "", "", "", ""),
        "yes": ("category", "", "", r"A|B\|C|3", ""),
    }
    assert sheet.lines[4].note == "cardinality 3"


def test_smartnoise_columns_may_be_below_a_key_and_a_row_may_be_the_unit() -> None:
    sheet = open_sheet("max_ids: 1\nrow_privacy: true\nrows: 10\ncolumns:\n  rows: {type: int, lower: 0, upper: 1}\n")
    assert sheet.unit == "" and sheet.rows == 1 and sheet.expected_rows == 10
    assert lines(sheet) == {"rows": ("whole number", "0", "1", "", "")}
    sheet = open_sheet("db:\n  t:\n    max_ids: 2\n    rows: {type: int, lower: 0, upper: 1}\n")
    assert sheet.proposals == {"rows": 2} and not sheet.problems  # a column of that name
    assert lines(sheet) == {"rows": ("whole number", "0", "1", "", "")}


@pytest.mark.parametrize(
    ("change", "said", "proposals"),
    [
        (
            ("row_privacy: False", "row_privacy: True"),
            "both `row_privacy` and a `private_id`",
            {"rows", "expected_rows"},
        ),
        (("lower: 0\n", "private_id: true\n        lower: 0\n"), "several columns", {"rows", "expected_rows"}),
        (("max_ids: 5", "max_ids: five"), "whole number", {"unit", "expected_rows"}),
        (("rows: 350000", "rows: [1]"), "whole number", {"unit", "rows"}),
        (("upper: 120", "upper: [120]"), "`upper` must be a single value", {"unit", "rows", "expected_rows"}),
    ],
)
def test_a_contradiction_in_smartnoise_metadata_is_reported(
    change: tuple[str, str], said: str, proposals: set[str]
) -> None:
    sheet = open_sheet(SMARTNOISE.replace(*change, 1))
    (problem,) = sheet.problems
    assert said in problem
    assert sheet.proposals.keys() == proposals and len(sheet.lines) == 9


EXPANSION = "a: &a [x,x]\n" + "\n".join(f"a{n}: &a{n} [*a{n - 1 or ''},*a{n - 1 or ''}]" for n in range(1, 40))
TWO_TABLES = '"":\n  s:\n    t:\n      x: {type: int}\n    u:\n      x: {type: int}\n'
FIELDS = '{"fields": [{"name": "x", "type": "integer"}%s]}'
REFUSED = [
    ("", "not a data dictionary"),
    ("just a text", "not a data dictionary"),
    ("a,b,c\n1,2,3\n", "not a data dictionary"),
    ("[1, 2]", "describes no table"),
    ("{}", "not a data dictionary"),
    ('{"a": 1}', "not a data dictionary"),
    ('{"fields": [}', "malformed in line 1"),
    ('{"fields": 3}', "not a data dictionary"),
    (FIELDS.replace("%s", ', {"name": "y", "name": "z"}'), "the key 'name' twice"),
    (FIELDS.replace("%s", ', {"name": NaN}'), "NaN"),
    (FIELDS.replace("%s", ', {"name": -Infinity}'), "-Infinity"),
    (FIELDS.replace("%s", ', {"name": "\\ud800"}'), "half a character"),
    ("[" * 100_000, "nested too deeply"),
    ('{"fields": ' + "[" * 60 + "]" * 60 + "}", "nested too deeply"),
    ('{"a":' * 100_000, "nested too deeply"),
    (json.dumps({"fields": [{"name": f"c{n}"} for n in range(2001)]}), "at most 2,000 columns"),
    (json.dumps({"resources": [FRICTIONLESS, FRICTIONLESS]}), "describes 2 tables"),
    (json.dumps({"resources": []}), "describes 0 tables"),
    (json.dumps({"resources": [{"name": "x", "schema": "schema.json"}]}), "another file, schema.json"),
    (json.dumps({"schema": {"type": "object"}}), "no list of fields"),
    (json.dumps({"schema": [1]}), "must be an object"),
    (json.dumps({**TREES, "tables": TREES["tables"] * 3}), "describes 3 tables"),
    (json.dumps({"@context": "http://www.w3.org/ns/csvw"}), "names no columns"),
    (json.dumps({"@context": "http://www.w3.org/ns/csvw", "tableSchema": "s.json"}), "another file, s.json"),
    (json.dumps({"tableSchema": {"columns": [{"name": f"c{n}"} for n in range(2001)]}}), "at most 2,000 columns"),
    (TWO_TABLES, "describes 2 tables"),
    (EXPANSION, "an anchor"),
    ("a:\n  b: *x\n", "an alias"),
    ("a: !!python/object/apply:os.system ['true']\n", "a tag"),
    ("a: !!int 3\n", "a tag"),
    ("a:\n  x: {type: int}\n  x: {type: float}\n", "the key 'x' twice"),
    ("a: 1\n---\nb: 2\n", "several documents"),
    ("a:\n  {[1, 2]: 3}\n", "is not a single value"),
    ("a:\n\tb: 1\n", "malformed in line 2"),
    ("a: [1, 2\nb: 3\n", "malformed"),
    ("a: " + "[" * 60 + "]" * 60, "nested too deeply"),
    ("a: " + "{a: " * 5000, "nested too deeply"),
    ("a: 1\nb: text\n", "describes no table"),
    ("a: " + "x" * 500_001, "at most 500,000 characters"),
    ("t:\n" + "".join(f"  c{n}: {{type: int}}\n" for n in range(2001)), "at most 2,000 columns"),
    (REDCAP_HEAD + 'age,"x" y,,text\n', "quotation mark"),
    (REDCAP_HEAD + "".join(f"c{n},f,,text\n" for n in range(2001)), "at most 2,000 columns"),
    (REDCAP_HEAD + 'a,f,,checkbox,,"' + "|".join(f"{n}, x" for n in range(2001)) + '"\n', "at most 2,000 columns"),
    ("half \ud800", "half a character"),
    ("x" * 8_000_001, "at most 8 MB"),
]


@pytest.mark.parametrize(("data", "said"), REFUSED, ids=range(len(REFUSED)))
def test_a_malformed_or_hostile_file_is_refused_in_one_sentence(data: str, said: str) -> None:
    with pytest.raises(dp.SchemaError) as caught:
        open_sheet(data)
    assert said in caught.value.message and len(str(caught.value)) < 600
    assert caught.value.hint


ODD: list[Any] = [None, True, 3, -1e400, "", " ", "x", "1,5", [], ["a", None, []], {}, {"name": {}}, [[[]]], "9" * 5000]
ODD += [10**400, "\u202e", "2020-01-01", ["a"] * 3, {"@value": 1}, 1e-320, "murmur:kind", [1, "1", 1.0, True]]


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every container in a tree with each of its keys."""
    found = []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += [(data, key), *places(value)]
    return found


def spoil(data: Any, draw: random.Random) -> Any:
    """The tree with a few parts replaced by anything."""
    spoilt = copy.deepcopy(data)
    for _ in range(draw.randint(1, 4)):
        container, key = draw.choice(places(spoilt))
        container[key] = copy.deepcopy(draw.choice(ODD))
    return spoilt


def check_total(text: str) -> None:
    """A file gives a sheet, whose lines are declarations or refused in words, or is refused in words."""
    try:
        sheet = open_sheet(text)
    except dp.SchemaError as error:
        assert error.message and len(str(error)) < 1000
        return
    assert all(len(problem) < 1000 for problem in sheet.problems)
    assert len({line.column for line in sheet.lines}) == len(sheet.lines)
    for line in sheet.lines:
        assert all(isinstance(getattr(line, name), str) for name in ("column", "kind", "low", "high", "values", "note"))
        for read in (declaration.declared, format_of):
            try:
                read(line)
            except dp.DpError as error:
                assert error.message
    for write in (write_frictionless, write_csvw):
        assert open_sheet(write(sheet)).proposals == sheet.proposals


MURMUR = {
    "fields": [{"name": "x", "murmur:kind": "number", "murmur:from": "0", "murmur:to": 1, "murmur:values": "A"}],
    **{"murmur:unit": "", "murmur:rows": 1, "murmur:epsilon": 0.5, "murmur:neighbors": "replace"},
}


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", seeds(300))
def test_wrong_types_anywhere_never_end_in_a_traceback(seed: int) -> None:
    draw = random.Random(seed)
    for data in (FRICTIONLESS, PENGUINS, TREES, MURMUR, {"resources": [FRICTIONLESS]}):
        text = json.dumps(spoil(data, draw))
        check_total(text.replace("-Infinity", "1e400").replace("NaN", "0"))


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", seeds(300))
def test_noise_in_other_formats_never_ends_in_a_traceback(seed: int) -> None:
    draw = random.Random(seed)
    for text in (SMARTNOISE, REDCAP, json.dumps(TREES)):
        letters = list(text)
        for _ in range(draw.randint(1, 6)):
            place = draw.randrange(len(letters))
            letters[place : place + draw.randint(0, 9)] = draw.choice(
                ['"', "|", "\n", ":", "{", "[", "", "é", "\x00", "&a "]
            )
        check_total("".join(letters))


def test_wrong_values_in_one_column_are_reported_for_that_column() -> None:
    fields = [{"name": "a", "type": ["x"]}, 3, {"name": ["b"]}, {"name": "c", "constraints": []}, {"name": "d"}]
    sheet = open_sheet(json.dumps({"fields": fields, "murmur:rows": "many", "murmur:unit": {}}))
    assert [problem.split(":")[0] for problem in sheet.problems] == [
        *("Column 1 ('a')", "Column 2 ('')", "Column 3 ('')", "Column 4 ('c')"),
        *(
            "`unit` must be the name of a column. Got {}.",
            "`rows per unit` must be a whole number in [1, 1000000]. Got 'many'.",
        ),
    ]
    assert [line.column for line in sheet.lines] == ["a", "c", "d"]


def test_yaml_is_imported_only_where_a_file_has_it() -> None:
    program = (
        "import sys; from dpcore.table.dictionary.dictionary_format import open_sheet; "
        "open_sheet('column,kind\\nx,text\\n'); assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
