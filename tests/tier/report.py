"""What the first process makes of a run: what it prints before the closing line, and what it stores."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tier import lines, store
from tests.tier.budget import BUDGETS, folder
from tests.tier.measure import Ran, summed
from tests.tier.tiers import Tiers

# more failures than this are no accident of a draw: the tree is broken, and there is nothing to note
ACCIDENTS = 20


class Report:
    """Hears of all tests."""

    def __init__(self, tiers: Tiers) -> None:
        self.tiers = tiers
        self.ran: list[Ran] = []
        self.outcomes: dict[str, str] = {}
        self.why: dict[str, str] = {}
        self.sure: set[str] = set()
        self.broken: set[str] = set()
        self.found: dict[str, int] = {}
        self.began = time.monotonic()

    def pytest_report_header(self) -> list[str]:
        """What runs, before it does."""
        tiers, option = self.tiers, self.tiers.config.option
        if tiers.name == "quick":
            return [f"quick: {tiers.quick}"]
        if tiers.name == "audit":
            return [f"audit, part {option.part}: {len(tiers.files or ())} files, seed {option.seed}"]
        return [f"sample {tiers.sample}; the same again, after changes too: make test SAMPLE={tiers.sample}"]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One phase of one test."""
        node = re.sub(r"@[\w.-]+$", "", report.nodeid)
        if report.failed or (report.skipped and self.outcomes.get(node) != "failed"):
            self.outcomes[node] = report.outcome
            self.why[node] = reason(report)
        elif report.when == "call":
            self.outcomes.setdefault(node, report.outcome)
        known = dict(report.user_properties).get("tiers")
        if report.when == "teardown" and isinstance(known, list):
            seconds, stays, once, sure, of = known
            self.ran.append(Ran(node, seconds, stays, once, of))
            if sure:
                self.sure.add(node)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported has tests that did not run."""
        if report.failed:
            self.broken.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What a worker tells at its end."""
        self.found |= getattr(node, "workeroutput", {}).get("tiers", {})

    @property
    def told(self) -> dict[str, int]:
        """Counts of tests. Where there are workers, theirs: the first process has collected nothing then."""
        return self.tiers.found | self.found

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Before the closing line."""
        for said in self.said():
            terminalreporter.write_line(said)

    def said(self) -> list[str]:
        """What there is to say, once all is stored that there is to store."""
        tiers = self.tiers
        found = self.told
        if tiers.name == "quick":
            return [f"quick: {tiers.quick}"]
        if not tiers.whole:
            return []
        noted = self._note()
        if tiers.name == "audit":
            line = self._line(found.get("collected", 0))
            store.write_line(line)
            # of a run that was interrupted a file's seconds are not those of all its tests
            complete = line["collected"] == len(self.outcomes) and not self.broken
            store.write_durations(summed(self.ran) if complete else {}, tiers.every)
            return [*noted, f"stored in {store.LINES.name}: {lines.shown(line)}"]
        if tiers.config.option.measure:
            store.write_durations(summed(self.ran), tiers.every)
        left, dear = found.get("left", 0), found.get("dear", 0)
        drawn = f"sample {tiers.sample}: {dear - left} of {dear} dear tests, the others in make audit"
        if long := found.get("long"):
            drawn += f"; {long} tests of make audit take longer than {store.ONCE:g} s, or were never measured"
        return [*noted, drawn, *self._over(), *lines.stale(tiers.graph, tiers.every)]

    def _over(self) -> list[str]:
        """The folders that took longer than they may; no run fails by it, since machines differ."""
        taken: dict[str, float] = {}
        for test in self.ran:
            taken[folder(test.file)] = taken.get(folder(test.file), 0.0) + test.seconds
        return [
            f"over its budget: {room} took {spent:.0f} s of one core, and may take {BUDGETS.get(room, 0):.0f}"
            for room, spent in sorted(taken.items())
            if spent > BUDGETS.get(room, 0)
        ]

    def _note(self) -> list[str]:
        """Stores the tests that failed and might not have run: from now on they always do.

        A test whose process ended with it could not tell whether it always runs.
        """
        failed = {node for node, outcome in self.outcomes.items() if outcome == "failed"} - self.sure
        if len(failed) > ACCIDENTS:
            return []
        return [
            f"runs in every make test from now on (commit {store.FAILED.name}): {node}"
            for node in store.add_failed(failed)
        ]

    def _line(self, collected: int) -> Mapping[str, Any]:
        """The counts of a part; `why`: its skipped functions, by reason; `idle`: the files in which nothing ran."""
        tiers, option = self.tiers, self.tiers.config.option
        files = sorted(tiers.files or ())
        skipped = {node: self.why[node] for node, outcome in self.outcomes.items() if outcome == "skipped"}
        ran = {node.partition("::")[0] for node in self.outcomes.keys() - skipped.keys()}
        counts = {
            kind: sum(outcome == kind for outcome in self.outcomes.values()) for kind in ("passed", "failed", "skipped")
        }
        counts["failed"] += len(self.broken)
        return {
            "what": f"audit {option.part}",
            "day": datetime.now(UTC).date().isoformat(),
            "commit": store.commit(),
            "digest": tiers.graph.digest(files),
            "collected": collected,
            **counts,
            "seconds": round(time.monotonic() - self.began),
            "seed": option.seed,
            "why": by_reason(skipped),
            "idle": [path for path in files if path not in ran],
            "files": {path: tiers.graph.digest([path]) for path in files},
        }


def reason(report: pytest.TestReport) -> str:
    """Why a test was skipped, without the place that says so; empty for one that failed."""
    if not report.skipped:
        return ""
    if hasattr(report, "wasxfail"):
        return f"expected to fail: {report.wasxfail}"
    said = report.longrepr[2] if isinstance(report.longrepr, tuple | list) else str(report.longrepr)
    return said.removeprefix("Skipped: ")


def by_reason(skipped: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """How many settings of each function were skipped, by reason. skipped: the reason by node id."""
    found: dict[str, dict[str, int]] = {}
    for node, why in sorted(skipped.items()):
        function = node.partition("[")[0]
        here = found.setdefault(why, {})
        here[function] = here.get(function, 0) + 1
    return found
