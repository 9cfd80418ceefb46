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
SAMPLES = ("one", "two", "three")
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


def outcome(copy: Path, test: str, sample: str) -> subprocess.CompletedProcess[str]:
    """What `make test` with this sample says of one test in the copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0", "--tier", "test"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [*command, test],
        cwd=copy,
        env=environment | {"SAMPLE": sample},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("test", sorted({mutant.test for mutant in MUTANTS}))
def test_without_a_mutant_it_passes(copy: Path, test: str) -> None:
    """So that what fails, fails by its mutant. Without a copy, `make test` runs each of them."""
    found = outcome(copy, test, SAMPLES[0])
    assert found.returncode == 0, found.stdout[-2_000:] + found.stderr[-500:]


@pytest.mark.sample(3)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.defect)
def test_is_caught(copy: Path, mutant: Mutant, sample: str) -> None:
    """On every sample that `make test` may draw, for which three stand here."""
    path = copy / mutant.path
    honest = path.read_text(encoding="utf-8")
    assert honest.count(mutant.code) == 1, "the code that the mutant changes stands there once"
    path.write_text(honest.replace(mutant.code, mutant.mutated), encoding="utf-8")
    try:
        found = outcome(copy, mutant.test, sample)
    finally:
        path.write_text(honest, encoding="utf-8")
    assert found.returncode == FAILED, found.stdout[-2_000:] + found.stderr[-500:]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.defect)
def test_its_code_stands_there_once(mutant: Mutant) -> None:
    """So that a list that no longer fits the code is seen at once, whichever mutants were drawn."""
    assert (ROOT / mutant.path).read_text(encoding="utf-8").count(mutant.code) == 1


def test_the_list_is_wide() -> None:
    """Mutants of questions, of the engine, and of what lies behind them."""
    rooms = [mutant.path.split("/")[1] for mutant in MUTANTS]
    assert len(MUTANTS) >= 23 and sum(room in ("queries", "engine") for room in rooms) >= 10
    assert len({mutant.defect for mutant in MUTANTS}) == len(MUTANTS)
