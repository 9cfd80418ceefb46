"""What is written for those who read and extend the project: links lead somewhere, examples run, pages are current."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from docs import make_api
from dpcore.release.block import slot
from tests.release.block.quick import Quick
from tests.repo.house import ROOT, files

PAGES = [path for path in files() if path.suffix == ".md" and path.name != "CHANGELOG.md"]
LINK = re.compile(r"\]\(([^)#:\s]+)\)")
NAMED = re.compile(r"`((?:dpcore|docs|examples|pages|tests|benchmarks)/[\w./-]*)`")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def missing(page: Path, text: str) -> list[str]:
    """What a page links to, relative to itself, or names by a path, and is not there."""
    linked = [name for name in LINK.findall(text) if not (ROOT / page.parent / name).exists()]
    return linked + [name for name in NAMED.findall(text) if not (ROOT / name).exists()]


def test_what_a_page_names_is_there() -> None:
    found = {str(page): missing(page, (ROOT / page).read_text(encoding="utf-8")) for page in PAGES}
    assert len(found) > 5 and {page: names for page, names in found.items() if names} == {}


def test_a_broken_link_is_seen() -> None:
    text = "[a](gone.md) [b](https://a.example/) `dpcore/gone.py` `dpcore/release/run.py`"
    assert missing(Path("README.md"), text) == ["gone.md", "dpcore/gone.py"]


def test_the_api_page_is_made_from_todays_docstrings() -> None:
    """`make docs` writes it anew."""
    assert make_api.PAGE.read_text(encoding="utf-8") == make_api.written()


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_as_it_stands(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MURMUR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(slot, "clock", Quick())  # a block does not wait for the end of its time
    runpy.run_path(str(path), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 2
    assert not (tmp_path / "home").exists(), "an example leaves nothing behind"
