"""No part of an audit passes of which something did not run, and no failure is forgotten."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.tier import lines, plugin, store
from tests.tier.plugin import TIERS
from tests.tier.report import Report
from tests.tier.test_parts import git
from tests.tier.tiers import Tiers

NODE = "tests/noise/test_it.py::test_it[1]"


def tiers(**options: Any) -> Any:
    chosen = dict.fromkeys(("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "collectonly"))
    option = SimpleNamespace(**(chosen | {"part": "1/1", "seed": 0, "tier": "audit"} | options))
    config = SimpleNamespace(option=option, args_source=pytest.Config.ArgsSource.TESTPATHS)
    return SimpleNamespace(
        config=config,
        files=["tests/noise/test_it.py"],
        graph=SimpleNamespace(digest=lambda paths: "digest"),
        whole=Tiers(cast(pytest.Config, config), {}, {}, frozenset()).whole,
    )


def phase(outcome: str, when: str = "call", *properties: tuple[str, Any], node: str = NODE) -> Any:
    kinds = {"failed": outcome == "failed", "skipped": outcome == "skipped"}
    return SimpleNamespace(nodeid=node, outcome=outcome, when=when, user_properties=[*properties], **kinds)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Report:
    monkeypatch.setattr(store, "FAILED", tmp_path / "failed.txt")
    return Report(tiers())


def test_a_test_with_which_its_process_ended_is_noted(noted: Report) -> None:
    """pytest-xdist reports it as failed, and its teardown never told how it stands to `make test`."""
    noted.pytest_runtest_logreport(phase("failed", "???", node=f"{NODE}@test_it"))
    noted._note()
    assert store.failed() == {NODE}


@pytest.mark.parametrize("sure", [True, False])
def test_a_failure_is_noted_unless_the_test_always_runs(sure: bool, noted: Report) -> None:
    noted.pytest_runtest_logreport(phase("failed"))
    noted.pytest_runtest_logreport(phase("passed", "teardown", ("tiers", [1.0, True, False, sure, 1])))
    noted._note()
    assert store.failed() == (set() if sure else {NODE})


def test_a_file_that_cannot_be_imported_fails_its_part() -> None:
    report = Report(tiers())
    report.pytest_runtest_logreport(phase("passed"))
    assert lines.whole(report._line(1))
    report.pytest_collectreport(cast(pytest.CollectReport, phase("failed", "collect", node="tests/noise/test_no.py")))
    assert not lines.whole(report._line(1))


def test_a_test_that_was_left_out_was_not_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    config = SimpleNamespace(stash={TIERS: SimpleNamespace(found={})})
    item = cast(pytest.Item, SimpleNamespace(config=config))
    plugin.pytest_deselected([item, item])
    plugin.pytest_sessionfinish(cast(pytest.Session, SimpleNamespace(config=config, items=[item])))
    assert config.stash[TIERS].found["collected"] == 3


def test_what_the_workers_collected_counts() -> None:
    """The first process collects nothing itself, and says so."""
    report = Report(tiers())
    report.tiers.found = {"collected": 0}
    report.pytest_testnodedown(SimpleNamespace(workeroutput={"tiers": {"collected": 3, "left": 1}}))
    assert report.told == {"collected": 3, "left": 1}
    alone = Report(tiers())
    alone.tiers.found = {"collected": 2}
    assert alone.told == {"collected": 2}


@pytest.mark.parametrize(
    "given",
    [
        {"keyword": "mean"},
        {"markexpr": "audit"},
        {"deselect": [NODE]},
        {"ignore": ["tests/cli"]},
        {"collectonly": True},
    ],
    ids=lambda given: next(iter(given)),
)
def test_a_run_of_some_tests_stores_nothing(given: dict[str, Any]) -> None:
    assert tiers().whole and not tiers(**given).whole


def test_the_name_of_a_sample_draws_it_on_another_machine_too() -> None:
    """Nothing is remembered there, and the tree is the same."""
    graph = SimpleNamespace(digest=lambda paths: f"digest of {len(paths)}")
    for asked, key in (("", "digest of 1"), ("digest of 2", "digest of 1"), ("another", "another")):
        config = SimpleNamespace(option=SimpleNamespace(sample=asked), cache=None)
        here = Tiers(cast(pytest.Config, config), None, {}, frozenset())
        vars(here).update(graph=graph, every=["tests/a.py", "tests/b.py"])
        assert here.key("tests/a.py") == key


def test_a_file_that_is_not_committed_is_a_change(tmp_path: Path) -> None:
    assert store.commit(tmp_path) == ""
    git(tmp_path, "init", "-q")
    (tmp_path / "old.py").write_text("1")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    assert len(store.commit(tmp_path)) == 12
    record = tmp_path / store.RECORD.relative_to(store.ROOT)
    record.mkdir(parents=True)
    (record / "lines.jsonl").write_text("of the part before")
    assert len(store.commit(tmp_path)) == 12
    (tmp_path / "new.py").write_text("2")
    assert store.commit(tmp_path).endswith("+")


def test_without_git_there_are_seconds_and_no_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError):
        subprocess.run(["git"], check=False)
    assert store.commit() == "" and store.committed() == store.durations()


def test_what_failed_once_is_still_there() -> None:
    """A test that is renamed takes its line with it: else nobody would notice that it no longer always runs."""
    for node in store.failed():
        path, _, name = node.partition("[")[0].partition("::")
        text = (store.ROOT / path).read_text(encoding="utf-8")
        assert f"def {name.rpartition('::')[2]}(" in text or not path.startswith("tests/"), node
