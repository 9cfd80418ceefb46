"""The lines of audits and benchmarks, held against the tree at hand: which are stale, and what a release lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.tier import store
from tests.tier.graph import Graph


def shown(line: Mapping[str, Any]) -> str:
    """A line in words."""
    counts = ", ".join(f"{line[kind]} {kind}" for kind in ("collected", "passed", "failed", "skipped") if kind in line)
    return f"{line['what']} of {line['day']} at {line['commit'] or 'no commit'}: {counts}, {line['seconds']} s"


def whole(line: Mapping[str, Any]) -> bool:
    """Whether all that a line has collected has also passed, or said why it cannot run here."""
    return line["failed"] == 0 and line["collected"] == line["passed"] + line["skipped"]


def skipped(every: Iterable[Mapping[str, Any]]) -> list[str]:
    """Which tests of these lines were skipped, by reason: whether that is right is for a person to say."""
    found: dict[str, dict[str, int]] = {}
    for line in every:
        for reason, tests in line.get("why", {}).items():
            here = found.setdefault(reason, {})
            for test, count in tests.items():
                here[test] = here.get(test, 0) + count
    return [f"skipped {sum(found[why].values())}: {why} ({', '.join(sorted(found[why]))})" for why in sorted(found)]


def stale(graph: Graph, files: Iterable[str], every: Sequence[Mapping[str, Any]] | None = None) -> list[str]:
    """What has changed since it was audited, or never was; a matter of sources, never of the calendar."""
    every = store.lines() if every is None else every
    said = []
    for line in every:
        moved = [path for path, digest in line["files"].items() if now(graph, path) != digest]
        if moved:
            said.append(f"stale: {shown(line)}; {len(moved)} of its {len(line['files'])} files depend on what changed")
    known = {path for line in every for path in line["files"]}
    never = sum(path not in known for path in files)
    return [*said, f"never audited: {never} files (make audit)"] if never else said


def now(graph: Graph, path: str) -> str | None:
    """The digest of a file today; None where it is gone."""
    return graph.digest([path]) if path in graph.contents else None


def lacking(graph: Graph, files: Iterable[str], every: Sequence[Mapping[str, Any]] | None = None) -> list[str]:
    """The files that no whole part has run as they are now: a release needs all of them. Skipped whole is not run."""
    every = store.lines() if every is None else every
    good: set[str] = set()
    for line in every:  # the newest counts, of however many parts it was one
        if line["what"].startswith("audit "):
            ran = {path for path, digest in line["files"].items() if now(graph, path) == digest}
            good = good - ran | (ran - set(line.get("idle", ())) if whole(line) else set())
    return [path for path in files if path not in good]
