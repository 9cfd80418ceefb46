"""Screens say where earlier answers told equal values apart; a dataset of this version has no such sentence."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.desk import catalog
from dpcore.ledger import ledger
from pages.ui.rows.unfinished import Loaded
from tests.pages.conftest import ASK, DESCRIBE, LOAD

RESULTS = "pages/read/results.py"
COUNTED, NEW = "In patient they counted 17 and 17.0 as two", "The new version compares numbers by value"
COMMA = "In patient, ward, answers about version 1 of the rows did not read 17,0 in files with semicolons as 17."
ROWS = b"patient,ward\n17,1\n17.0,1.0\n18,2\n"
SCHEMA = dp.Schema(patient=dp.Identifier(), ward=dp.Category(["1", "2"]))


def visits(screen, tmp_path, rule, monkeypatch, schema=SCHEMA):
    """A dataset as a version of the program with this rule opened it, with one answer."""
    path = tmp_path / "visits.csv"
    path.write_bytes(ROWS)
    with monkeypatch.context() as earlier:
        earlier.setattr(ledger, "RULE", rule)
        earlier.setattr(catalog, "RULE", rule)
        screen.desk.add_dataset(
            "visits",
            dp.read(path),
            schema=schema,
            unit=dp.Unit("patient"),
            budget=dp.Budget(mu=5.0, delta=1e-6),
        )
    screen.desk.release("visits", dp.Plan([dp.Ask(dp.Count())], mu=0.5))
    return path


@pytest.mark.parametrize("rule", [1, 2, 3])
def test_results_and_data_say_it_of_earlier_versions_alone(fresh, tmp_path, monkeypatch, rule):
    screen = fresh()
    path = visits(screen, tmp_path, rule, monkeypatch)
    said = screen.go(RESULTS).text.replace("\\", "")
    assert (COUNTED in said) == (rule == 1) and (COMMA in said) == (rule < 3)
    screen.go(LOAD).upload(ROWS.replace(b"18", b"19"), "more.csv").go(DESCRIBE)
    said = screen.text.replace("\\", "")
    assert (NEW in said) == (rule == 1) and ("the new version reads 17,0" in said) == (rule < 3)
    path.write_bytes(ROWS.replace(b"18", b"20"))
    screen.desk.update("visits", dp.read(path))
    screen.desk.release("visits", dp.Plan([dp.Ask(dp.Count())], mu=0.5))
    said = fresh().go(RESULTS).text.replace("\\", "")
    assert (COUNTED in said and "Since version 2, numbers" in said) == (rule == 1)
    assert (COMMA in said and "Since version 2, these" in said) == (rule < 3)
    screen.go(LOAD).press("Choose another table").upload(ROWS.replace(b"18", b"21"), "next.csv").go(DESCRIBE)
    assert NEW not in screen.text and "17,0" not in screen.text


def test_rows_loaded_again_are_offered_with_what_a_new_version_counts_otherwise(fresh, tmp_path, monkeypatch):
    screen = fresh()
    visits(screen, tmp_path, 1, monkeypatch)
    screen.go(LOAD).upload(ROWS, "again.csv").go(DESCRIBE).press("Use its description")
    screen.fill("Name of the dataset", "second").apart().press("Open the dataset")
    assert "These rows are already loaded" in screen.at.warning[0].value and NEW in screen.text.replace("\\", "")


def test_identifiers_as_written_are_read_alike_by_both_rules(fresh, tmp_path, monkeypatch):
    screen = fresh()
    schema = dp.Schema(patient=dp.Identifier(as_written=True), ward=dp.Category(["A", "B"]))
    visits(screen, tmp_path, 1, monkeypatch, schema)
    assert "17.0" not in screen.go(RESULTS).text


@pytest.mark.parametrize("floats", [True, False])
def test_identifiers_that_cannot_be_read_are_said_where_they_are_declared_and_before_the_charge(fresh, floats):
    screen, file = fresh(), io.BytesIO()
    pq.write_table(
        pa.table({"who": pa.array([1.0, 2.0, 3.0]) if floats else pa.array(["1", "2", "3"]), "n": [1, 2, 3]}), file
    )
    screen.go(LOAD).upload(file.getvalue(), "visits.parquet").go(DESCRIBE)
    assert "floating point" not in screen.text
    screen.cells({0: {"kind": "identifier"}, 1: {"kind": "number", "low": "0", "high": "9"}})
    assert ("stored as floating point identifies nobody" in screen.text) == floats
    screen.fill("Who is protected", "who").fill("Maximum rows per unit", 2)
    screen.press("Open the dataset").go(ASK).press("Count")
    assert ("stored as floating point identifies nobody" in screen.text) == floats
    screen.press("Check and release")
    assert screen.text.count("stored as floating point identifies nobody") == 2 * floats


@pytest.mark.parametrize(("path", "table", "said"), [("sc://host", "a.b", "Spark"), ("postgresql://h/b", "b", "")])
def test_a_table_of_spark_says_so_of_names(path, table, said):
    assert Loaded(path, "b", {"who": "text"}, spooled=False, table=table).without_forms == said
    assert Loaded(path, "b", {"who": "text"}, spooled=True).without_forms == ""
