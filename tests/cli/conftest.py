from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dpcore.cli import main
from tests.cli.shell import Done, Shell, with_sample


@pytest.fixture
def shell(tmp_path: Path, own_home: Path) -> Shell:
    """A shell in an empty folder, with a desk that has no dataset."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return Shell(folder, own_home)


@pytest.fixture
def sampled(shell: Shell) -> Shell:
    """The same, with the sample table."""
    with_sample(shell)
    return shell


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """One sample table for tests of which none may charge it."""
    folder = tmp_path_factory.mktemp("untouched")
    shell = Shell(folder, folder / "home")
    with_sample(shell)
    return shell


@pytest.fixture
def here(untouched: Shell, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """A command on the untouched desk, in this process: what it says and returns is the same, and it is faster."""

    def run(*args: str) -> Done:
        code = main(["--home", str(untouched.home), *args])
        return Done(code, *capsys.readouterr())

    return run
