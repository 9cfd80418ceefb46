from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.shell import Shell, with_sample


@pytest.fixture
def shell(tmp_path: Path, own_home: Path) -> Shell:
    """A shell in an empty folder, with a desk that has no dataset."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return Shell(folder, own_home)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a desk with the sample table, closed, to be copied."""
    folder = tmp_path_factory.mktemp("template")
    with_sample(Shell(folder, folder / "home"))
    return folder / "home"


@pytest.fixture
def sampled(shell: Shell, template: Path) -> Shell:
    """The same, with the sample table: a copy of a desk that was made once."""
    shutil.copytree(template, shell.home)
    return shell


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Shell:
    """One sample table for tests of which none may charge it."""
    folder = tmp_path_factory.mktemp("untouched")
    shutil.copytree(template, folder / "home")
    return Shell(folder, folder / "home")
