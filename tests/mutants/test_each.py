"""Each mutant of the list is caught: its patch is applied to a copy of the repository, where its test must fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.mutant import MUTANTS, Mutant

ROOT = Path(__file__).parents[2]
COPIED = ("dpcore", "pages", "tests", "app.py", "asgi.py", "pyproject.toml", "README.md", ".streamlit")
FAILED = 1
"""The status of pytest where a test failed; 2 to 5 stand for a test that did not run."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, to which one mutant at a time is applied."""
    place = tmp_path_factory.mktemp("mutants")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            shutil.copy(source, place / name)
    return place


def outcome(copy: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of tests in the copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [*command, *tests],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_mutant_all_pass(copy: Path) -> None:
    """So that what fails, fails by its mutant."""
    found = outcome(copy, *sorted({mutant.test for mutant in MUTANTS}))
    assert found.returncode == 0, found.stdout[-2_000:] + found.stderr[-500:]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.defect)
def test_is_caught(copy: Path, mutant: Mutant) -> None:
    path = copy / mutant.path
    honest = path.read_text(encoding="utf-8")
    assert honest.count(mutant.code) == 1, "the code that the mutant changes stands there once"
    path.write_text(honest.replace(mutant.code, mutant.mutated), encoding="utf-8")
    try:
        found = outcome(copy, mutant.test)
    finally:
        path.write_text(honest, encoding="utf-8")
    assert found.returncode == FAILED, found.stdout[-2_000:] + found.stderr[-500:]


def test_the_list_is_wide() -> None:
    """Mutants of questions, of the engine, and of what lies behind them."""
    rooms = [mutant.path.split("/")[1] for mutant in MUTANTS]
    assert len(MUTANTS) >= 23 and sum(room in ("queries", "engine") for room in rooms) >= 10
    assert len({mutant.defect for mutant in MUTANTS}) == len(MUTANTS)
