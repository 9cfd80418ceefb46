"""What pytest does for the tiers: options, and the choice of files, of settings and of dear tests."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.tier import draw, store
from tests.tier.budget import BUDGETS, WHOLE, folder
from tests.tier.graph import ROOT
from tests.tier.measure import spent
from tests.tier.report import Report
from tests.tier.tiers import Tiers

TIERS = pytest.StashKey[Tiers]()
BEFORE = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make` gives these."""
    group = parser.getgroup("tiers", "which tests run (see tests/tier)")
    group.addoption("--tier", choices=("quick", "test", "audit"), help="what the command of `make` with this name runs")
    group.addoption("--part", default="1/1", help="with --tier audit: which part of how many, as in 3/8")
    group.addoption("--sample", default=os.environ.get("SAMPLE", ""), help="draw by this instead of by the sources")
    group.addoption("--measure", action="store_true", help="with --tier test: leave nothing out, and store the seconds")
    group.addoption("--seed", type=int, default=int(os.environ.get("SEED") or 0), help="of the noise in tests")


def pytest_configure(config: pytest.Config) -> None:
    """One for each process; the first one also reports."""
    given = getattr(config, "workerinput", {}).get("tiers")
    tiers = config.stash[TIERS] = Tiers(config, given)
    if tiers.name and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(tiers), "tiers-report")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker of pytest-xdist takes over what the first process has found."""
    node.workerinput["tiers"] = node.config.stash[TIERS].told


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files that do not belong to the part are not even imported."""
    files = config.stash[TIERS].files
    if files is None or collection_path.is_dir() or collection_path.name in ("__init__.py", "conftest.py"):
        return None
    return None if collection_path.relative_to(ROOT).as_posix() in files else True


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Of a test marked `sample` the settings that were not drawn become `audit`. What will not run is not made."""
    tiers, calls = metafunc.config.stash[TIERS], metafunc._calls
    node = metafunc.definition.nodeid
    tiers.settings[node] = max(len(calls), 1)
    sample = metafunc.definition.get_closest_marker("sample")
    if sample and sample.args[0] < len(calls):
        stays = draw.settings(sample.args[0], len(calls), tiers.key(node.partition("::")[0]), node)
        for place, call in enumerate(calls):
            if place not in stays:
                call.marks.append(pytest.mark.audit.mark)
    if tiers.everything:
        return
    whole = metafunc.definition.get_closest_marker("audit")
    kept = []
    for call in calls:
        if f"{node}[{call.id}]" in tiers.failed | tiers.named:
            call.marks[:] = [mark for mark in call.marks if mark.name != "audit"]
            kept.append(call)
        elif not whole and all(mark.name != "audit" for mark in call.marks):
            kept.append(call)
    calls[:] = kept or calls[:1]  # a test without any would be made without parameters


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what belongs to `make audit`, and the dear tests that were not drawn."""
    tiers = config.stash[TIERS]
    if tiers.everything:
        return
    if config.option.measure:
        return
    left = undrawn(tiers, items) if tiers.name == "test" else audits(tiers, items)
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def name_of(item: pytest.Item) -> str:
    """Its node id, without the group that pytest-xdist adds to it."""
    return re.sub(r"@[\w.-]+$", "", item.nodeid)


def function_of(item: pytest.Item) -> str:
    """Its node id without the setting."""
    return name_of(item).partition("[")[0]


def audits(tiers: Tiers, items: list[pytest.Item]) -> set[pytest.Item]:
    """Tests of `make audit` that nobody has asked for by name."""
    asked = {node.partition("[")[0] for node in tiers.named}
    return {item for item in items if item.get_closest_marker("audit") and function_of(item) not in asked}


@pytest.fixture
def small(request: pytest.FixtureRequest) -> bool:
    """Whether a test of `make audit` is to run at its smallest size, of ten seconds at most, as in `make test`.

    It need not show what the test is about, but it must use all of its names and texts. What failed runs whole.
    """
    return is_small(request.config.stash[TIERS], name_of(request.node))


def is_small(tiers: Tiers, node: str) -> bool:
    """Whether a test is to run at its smallest size, by its node id."""
    return tiers.name == "test" and node not in tiers.failed | tiers.named


def brief(item: pytest.Item) -> bool:
    """Whether a test has a smallest size for `make test`, whatever an audit has measured."""
    return "small" in getattr(item, "fixturenames", ())


def undrawn(tiers: Tiers, items: list[pytest.Item]) -> set[pytest.Item]:
    """The dear tests that a folder has no time for, by the draw of this tree."""
    held, asked = promises(), tiers.failed | tiers.named
    audited = {item for item in audits(tiers, items) if not brief(item)}
    long = {item for item in audited if tiers.once(function_of(item), math.inf) > store.ONCE}
    left = {item for item in long if name_of(item) not in asked}
    dear: dict[str, list[tuple[draw.Dear, pytest.Item]]] = {}
    for item in items:
        if (cost := tiers.dear(function_of(item))) is not None:
            path = name_of(item).partition("::")[0]
            must = folder(path) in WHOLE or name_of(item) in asked or function_of(item) in held
            test = draw.Dear(name_of(item), function_of(item), cost, tiers.key(path), must)
            dear.setdefault(folder(path), []).append((test, item))
    cheap: dict[str, float] = {}
    # in order: the last digit of a sum decides what still fits, and workers must agree
    for path in sorted({name_of(item).partition("::")[0] for item in items} & tiers.seconds.keys()):
        cheap[folder(path)] = cheap.get(folder(path), 0.0) + tiers.seconds[path].cheap
    for room, tests in dear.items():
        taken = draw.within(BUDGETS.get(room, 0.0) - cheap.get(room, 0.0), [test for test, _ in tests])
        left |= {item for test, item in tests if test.node not in taken}
    count = sum(map(len, dear.values()))
    tiers.found |= {"dear": count, "left": len(left - long), "long": len(long)}
    return left


def promises() -> frozenset[str]:
    """The functions that hold a promise, or on which a listed defect must fail: they always run."""
    from tests.audit.test_map import PROMISES
    from tests.mutants.mutant import MUTANTS

    tests = {f"tests/{test}" for promise in PROMISES.values() for test in promise.tests}
    return frozenset(tests | {mutant.test.partition("[")[0] for mutant in MUTANTS})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Remembers what had been spent before a test."""
    if item.config.stash[TIERS].name in ("test", "audit"):
        item.stash[BEFORE] = spent()
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """What the report must know of a test: its seconds, and how it stands to `make test`."""
    tiers = item.config.stash[TIERS]
    if call.when == "teardown" and tiers.name in ("test", "audit"):
        setting = getattr(item, "callspec", None)
        stays = not item.get_closest_marker("audit")
        once = any(
            mark.name == "audit" and mark not in (setting.marks if setting else ()) for mark in item.iter_markers()
        )
        sure = stays and not item.get_closest_marker("sample") and tiers.dear(function_of(item)) is None
        # a browser or server that has ended takes its seconds with it
        seconds = max(0.0, spent() - item.stash[BEFORE]) if BEFORE in item.stash else 0.0
        of = tiers.settings.get(function_of(item), 1)
        item.user_properties.append(("tiers", [seconds, stays, once, sure, of]))


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Whoever leaves them out, an audit was to run them: they count as collected."""
    found = items[0].config.stash[TIERS].found if items else {}
    found["deselected"] = found.get("deselected", 0) + len(items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells how many tests it has collected, and what was left out."""
    tiers = session.config.stash[TIERS]
    ran = len(session.items) if hasattr(session, "items") else 0
    tiers.found["collected"] = ran + tiers.found.get("deselected", 0)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["tiers"] = tiers.found
