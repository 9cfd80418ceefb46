"""What was audited, and what of it has changed since, is known from the sources; a release lacks what was not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tier import lines, store
from tests.tier.graph import ROOT, Graph
from tests.tier.test_graph import TESTS, graph

ALL = [path for path in TESTS if "repo" not in path]


def line(here: Graph, *files: str, **facts: Any) -> dict[str, Any]:
    passed = {"collected": 9, "passed": 8, "failed": 0, "skipped": 1} | facts
    told = {"what": "audit 1/2", "day": "2026-01-01", "commit": "abc", "seconds": 5, "seed": 0}
    return told | passed | {"files": {path: here.digest([path]) for path in files}}


def test_what_has_not_changed_is_not_stale_and_lacks_nothing(tmp_path: Path) -> None:
    here = graph(tmp_path)
    every = [line(here, *ALL[:2]), line(here, *ALL[2:], what="audit 2/2")]
    assert lines.stale(here, ALL, every) == [] == lines.lacking(here, ALL, every)


def test_a_line_is_stale_when_a_source_of_it_changed_and_no_other_is(tmp_path: Path) -> None:
    old = graph(tmp_path)
    ours, others = ["tests/sums/test_mean.py"], ["tests/order/test_median.py"]
    every = [line(old, *ours), line(old, *others, what="audit 2/2")]
    new = graph(tmp_path, **{"dpcore/sums/mean.py": "class Mean: changed = True\n"})
    (said,) = lines.stale(new, ours + others, every)
    assert said.startswith("stale: audit 1/2") and "1 of its 1 files" in said
    assert lines.lacking(new, ours + others, every) == ours


def test_a_file_that_no_line_knows_is_told_and_lacks(tmp_path: Path) -> None:
    here = graph(tmp_path)
    assert lines.stale(here, ALL, [line(here, *ALL[1:])]) == ["never audited: 1 files (make audit)"]
    assert lines.lacking(here, ALL, [line(here, *ALL[1:])]) == ALL[:1]
    assert lines.lacking(here, ALL, []) == ALL


@pytest.mark.parametrize("facts", [{"failed": 1, "passed": 7}, {"passed": 7}, {"what": "benchmark noise"}], ids=str)
def test_a_part_that_did_not_pass_whole_counts_for_nothing(facts: dict[str, Any], tmp_path: Path) -> None:
    here = graph(tmp_path)
    assert lines.lacking(here, ALL, [line(here, *ALL, **facts)]) == ALL


def test_the_newest_line_of_a_file_counts_though_there_are_more_parts_now(tmp_path: Path) -> None:
    here = graph(tmp_path)
    every = [line(here, *ALL), line(here, *ALL[:2], what="audit 1/3", failed=1, passed=7)]
    assert lines.lacking(here, ALL, every) == ALL[:2]
    assert lines.lacking(here, ALL, every[::-1]) == []


def test_a_new_line_takes_the_place_of_the_old_one_of_its_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "LINES", tmp_path / "lines.jsonl")
    here = graph(tmp_path)
    for seed in range(3):
        for what in ("audit 1/2", "audit 2/2", "benchmark noise"):
            store.write_line(line(here, *ALL, what=what, seed=seed))
    assert [(each["what"], each["seed"]) for each in store.lines()] == [
        ("audit 1/2", 2),
        ("audit 2/2", 2),
        ("benchmark noise", 2),
    ]


def test_a_failure_is_noted_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "FAILED", tmp_path / "failed.txt")
    assert store.add_failed(["tests/a.py::b[1]"]) == ["tests/a.py::b[1]"] and store.add_failed(store.failed()) == []
    assert store.failed() == {"tests/a.py::b[1]"}


def test_a_file_in_which_all_was_skipped_lacks_its_audit(tmp_path: Path) -> None:
    here = graph(tmp_path)
    idle = line(here, *ALL, idle=ALL[:1])
    assert lines.lacking(here, ALL, [idle]) == ALL[:1]
    assert lines.lacking(here, ALL, [idle, line(here, ALL[0], what="audit 2/2", idle=[])]) == []


def test_what_was_skipped_is_told_by_reason() -> None:
    every: list[dict[str, Any]] = [
        {"what": "audit 1/2", "why": {"no Java": {"tests/a.py::one": 2}, "root": {"tests/a.py::two": 1}}},
        {"what": "audit 2/2", "why": {"no Java": {"tests/a.py::one": 1, "tests/b.py::three": 1}}},
        {"what": "benchmark noise"},
    ]
    assert lines.skipped(every) == [
        "skipped 4: no Java (tests/a.py::one, tests/b.py::three)",
        "skipped 1: root (tests/a.py::two)",
    ]


SOME = """
import pytest

@pytest.mark.parametrize("x", range(3))
def test_some(x):
    if x:
        pytest.skip("odd one out")

@pytest.mark.xfail(reason="known")
def test_known():
    assert False
"""
NONE = """
import pytest
pytestmark = pytest.mark.skipif(True, reason="no server")

def test_one(): ...
def test_two(): ...
"""
ABSENT = "import pytest\npytest.importorskip('a_module_that_is_not_there')\n"
SEEN = """
from tests.tier.report import by_reason, Report

def pytest_configure(config):
    from types import SimpleNamespace
    import tests.tier.store as store
    graph = SimpleNamespace(digest=lambda files: "digest")
    files = frozenset(["test_some.py", "test_none.py", "test_absent.py"])
    option = SimpleNamespace(part="1/1", seed=0)
    config_ = SimpleNamespace(option=option)
    tiers = SimpleNamespace(name="quick", quick="", found={}, graph=graph, files=files, config=config_)
    config.pluginmanager.register(Report(tiers), "seen")

def pytest_sessionfinish(session):
    import json, pathlib
    report = session.config.pluginmanager.get_plugin("seen")
    pathlib.Path("line.json").write_text(json.dumps(report._line(6)))
"""


def test_a_run_tells_what_it_skipped_and_why(tmp_path: Path) -> None:
    for name, text in (("test_some", SOME), ("test_none", NONE), ("test_absent", ABSENT), ("conftest", SEEN)):
        (tmp_path / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--rootdir=."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    found = json.loads((tmp_path / "line.json").read_text())
    assert done.returncode == 0 and found["passed"] == 1 and found["skipped"] == 5, done.stdout
    assert found["why"] == {
        "odd one out": {"test_some.py::test_some": 2},
        "expected to fail: known": {"test_some.py::test_known": 1},
        "no server": {"test_none.py::test_one": 1, "test_none.py::test_two": 1},
    }
    assert found["idle"] == ["test_absent.py", "test_none.py"], "nothing of these has run"
