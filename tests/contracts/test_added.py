"""What is added touches few files: CONTRIBUTING.md says which.

question 1 new and 1 edited · model 2 and 1 · mechanism 1 and 1 · engine 3 and 2 · screen 1 and 1

In a copy of the repository all are added so, and nothing else is changed. A form, a plan, a release, a card and the
exports of each question must then work, a record of the mechanism, the engine's integers, and the screen, in processes
of their own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.repo.house import ROOT, files

KEPT = ("dpcore", "pages", "app.py", "asgi.py", "pyproject.toml", ".streamlit", "tests")
LEFT = (("tests", "stored"), ("tests", "engine"))
STATEMENTS = ("oracle.py", "leaf_cases.py", "rule_1.txt", "test_statement.py")
"""What is not copied, but for what a new engine needs."""
GUESTS = ROOT / "tests" / "contracts" / "guests"
NEW = {
    "shortfall.py": "dpcore/queries/sums/shortfall.py",
    "halves.py": "dpcore/queries/models/halves.py",
    "halves_reading.py": "dpcore/queries/models/halves_reading.py",
    "tens.py": "dpcore/mechanisms/tens.py",
    "sqlite_dialect.py": "dpcore/engine/sql/sqlite_dialect.py",
    "sqlite.py": "dpcore/engine/sqlite.py",
    "sqlite_rows.py": "dpcore/engine/sqlite_rows.py",
    "census.py": "pages/census/census.py",
}
"""New files: a guest, and its place."""
QUERIES, MECHANISMS, SCREENS = "dpcore/queries/__init__.py", "dpcore/mechanisms/__init__.py", "pages/ui/navigation.py"
REVIEWED, DIALECTS = "tests/engine/test_statement.py", "from dpcore.engine.sql.spark import SparkDialect\n"
READ, SPARK = "dpcore/engine/source/read.py", "from dpcore.engine.spark_rows import SparkTable\n"
SUM, TEAM = "from dpcore.queries.sums.total import Sum\n", '    Screen(TEAM, Text("Team"), "team"),\n'
EDITED = (
    (QUERIES, SUM, "from dpcore.queries.sums.shortfall import Shortfall\n"),
    (QUERIES, "    Sum,\n", "    Shortfall,\n"),
    (QUERIES, '    "Sum",\n', '    "Shortfall",\n'),
    (QUERIES, SUM, "from dpcore.queries.models.halves import Halves\n"),
    (QUERIES, "    Sum,\n", "    Halves,\n"),
    (QUERIES, '    "Sum",\n', '    "Halves",\n'),
    (MECHANISMS, "from dpcore.mechanisms.smooth import smooth\n", "from dpcore.mechanisms.tens import Tens\n"),
    (MECHANISMS, "    PermuteAndFlip,\n    Combined,\n", "    Tens,\n"),
    (READ, SPARK, "from dpcore.engine.sqlite_rows import SqliteTable\n"),
    (READ, "IN_PLACE: tuple[type[DatabaseTable], ...] = (PostgresTable, SparkTable", ", SqliteTable"),
    (REVIEWED, DIALECTS, "from dpcore.engine.sql.sqlite_dialect import SqliteDialect\n"),
    (REVIEWED, "REVIEWED = (*DIALECTS, SparkDialect()", ", SqliteDialect()"),
    (SCREENS, TEAM, '    Screen("pages/census/census.py", Text("Census"), "census"),\n'),
)
"""Edited files: the file, what is before, and what is added."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("copy")
    for path in files():
        if path.parts[0] in KEPT and (path.parts[:2] not in LEFT or path.name in STATEMENTS):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
    for guest, target in NEW.items():
        (folder / target).parent.mkdir(exist_ok=True)
        shutil.copy2(GUESTS / guest, folder / target)
    for name, before, added in EDITED:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{before!r} is once in {name}"
        (folder / name).write_text(text.replace(before, before + added), encoding="utf-8")
    return folder


def run(copy: Path, home: Path, module: str, *arguments: str) -> Any:
    """What a module of these tests has seen in the copy, with a desk in a new home."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.contracts.{module}", *arguments],
        cwd=copy,
        env={**os.environ, "MURMUR_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def seen(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = run(copy, tmp_path_factory.mktemp("home"), "added")
    return found


@pytest.mark.parametrize(
    ("name", "words", "cells"),
    [("shortfall", "Shortfall of age", 1), ("halves", "Halves of age for urgent", 2)],
)
def test_a_new_question_works_from_its_form_to_its_export(
    seen: dict[str, dict[str, Any]], name: str, words: str, cells: int
) -> None:
    shown = seen[name]
    assert shown["errors"] == [] and shown["answer"] == words
    assert all(words in shown[place] for place in ("plan", "card", "methods"))
    assert len(shown["estimate"]) == cells and len(shown["csv"].splitlines()) == 1 + cells and shown["bundle"] > 1000


def test_a_new_mechanism_works_from_its_draw_to_its_record(copy: Path, tmp_path: Path) -> None:
    shown = run(copy, tmp_path, "added_mechanism")
    # at so high a price the noise is at most three, but once in 10^12, and rounding adds five
    assert shown["estimate"] == [120, 60] and shown["margin"] == 5
    assert shown["same"] and shown["drawn"] == [{"mechanism": "tens", "scale": "1/8"}], "it is read from the ledger"
    assert "rounded to tens" in shown["methods"] and "Count" in shown["page"]
    assert len(shown["csv"].splitlines()) == 3 and shown["verdict"] == "genuine" and shown["average"] == [120, 60]


def test_a_new_engine_works_from_an_address_to_its_answers(copy: Path, tmp_path: Path) -> None:
    shown = run(copy, tmp_path / "home", "added_engine", str(tmp_path))
    assert shown["wrong"] == [], "each of its integers is the oracle's"
    assert shown["kept"] == [10, 5] and shown["reviewed"] > 40
    # at so high a price the noise is nothing, but once in 10^16
    assert (
        shown["stored"] and shown["counts"] == [shown["by_ward"], [300]] and "no table of this name" in shown["refused"]
    )


def test_a_new_screen_works_from_the_menu_to_its_refusal(copy: Path, tmp_path: Path) -> None:
    shown = run(copy, tmp_path, "added_screen")
    assert ["Census", "census"] in shown["menu"] and shown["title"] == ["Census"] and shown["errors"] == []
    assert "There is no dataset yet" in shown["empty"] and "has 0 answers, counted 1 times" in shown["text"]
    assert ["three times" in error for error in shown["refused"]] == [True] and "counted 3 times" in shown["kept"]


def test_only_these_files_were_touched(copy: Path) -> None:
    """Of the package, the screens and the reviewed statements; what `make` writes follows from them."""
    touched = {
        str(path.relative_to(copy))
        for top in ("dpcore", "pages", "tests/engine")
        for path in (copy / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not (ROOT / path.relative_to(copy)).is_file()
        or (ROOT / path.relative_to(copy)).read_bytes() != path.read_bytes()
    }
    assert touched == {*NEW.values(), QUERIES, MECHANISMS, READ, REVIEWED, SCREENS}
