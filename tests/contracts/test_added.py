"""A new question is one new file and one edited, a new model two and one: CONTRIBUTING.md says how.

In a copy of the repository both are added so, and nothing else is changed. A form, a plan, a release, a card and the
exports of each must then work, in a process of their own.
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

INIT = Path("dpcore/queries/__init__.py")
KEPT = ("dpcore", "pages", "app.py", "asgi.py", "pyproject.toml", ".streamlit", "tests")
GUESTS = ROOT / "tests" / "contracts" / "guests"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("copy")
    for path in files():
        if path.parts[0] in KEPT and path.parts[:2] not in (("tests", "stored"), ("tests", "engine")):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
    add(folder, "Shortfall", {"shortfall.py": "sums/shortfall.py"})
    add(folder, "Halves", {"halves.py": "models/halves.py", "halves_reading.py": "models/halves_reading.py"})
    return folder


def add(folder: Path, name: str, new: dict[str, str]) -> None:
    """Its files, and its three places in the one file that is edited: its import, the menu, and the exported names."""
    for source, target in new.items():
        shutil.copy2(GUESTS / source, folder / "dpcore" / "queries" / target)
    (module, *_) = (target.removesuffix(".py").replace("/", ".") for target in new.values())
    text = (folder / INIT).read_text(encoding="utf-8")
    for before, after in (
        ("from dpcore.queries.sums.total import Sum\n", f"from dpcore.queries.{module} import {name}\n"),
        ("    Sum,\n", f"    {name},\n"),
        ('    "Sum",\n', f'    "{name}",\n'),
    ):
        assert text.count(before) == 1, f"{before!r} is one line of {INIT}"
        text = text.replace(before, before + after)
    (folder / INIT).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def seen(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    home: Path = tmp_path_factory.mktemp("home")
    done = subprocess.run(
        [sys.executable, "-m", "tests.contracts.added"],
        cwd=copy,
        env={**os.environ, "MURMUR_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
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


def test_only_these_files_were_touched(copy: Path) -> None:
    """Of the package and the screens; what `make` writes follows from them."""
    touched = {
        str(path.relative_to(copy))
        for top in ("dpcore", "pages")
        for path in (copy / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not (ROOT / path.relative_to(copy)).is_file()
        or (ROOT / path.relative_to(copy)).read_bytes() != path.read_bytes()
    }
    new = {f"dpcore/queries/{name}.py" for name in ("sums/shortfall", "models/halves", "models/halves_reading")}
    assert touched == {str(INIT), *new}
