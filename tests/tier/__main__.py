"""python -m tests.tier release | parts: whether all parts of the audit ran on this tree; how many parts there are."""

from __future__ import annotations

import sys

from tests.tier import lines, parts, store
from tests.tier.graph import Graph


def release() -> int:
    """Says what a release lacks; 0 if nothing."""
    graph = Graph()
    lack = lines.lacking(graph, parts.candidates(graph))
    for path in lack:
        print(f"no part of the audit has run and passed {path} as it is now")
    for said in lines.skipped(line for line in store.lines() if line["what"].startswith("audit ")):
        print(said)
    if (commit := store.commit()).endswith("+"):
        print("there are changes that are not committed")
    if not lack and commit and not commit.endswith("+"):
        print(f"all parts of the audit passed on the sources of {commit}")
        return 0
    if lack:
        print(f"{len(lack)} files lack an audit. Hint: make audit PART=1/{_count(graph)}, and so on")
    return 1


def _count(graph: Graph) -> int:
    return parts.needed(parts.candidates(graph), store.committed())


def listed() -> int:
    """The parts, by what was measured."""
    graph, seconds = Graph(), store.committed()
    files, count = parts.candidates(graph), _count(graph)
    for place, part in enumerate(parts.parts(files, seconds, count), start=1):
        total = sum(seconds.get(path, parts.UNKNOWN).whole for path in part)
        print(f"PART={place}/{count}: {len(part)} files, {total / 60:.0f} minutes of one core")
    return 0


if __name__ == "__main__":
    sys.exit({"release": release, "parts": listed}[sys.argv[1]]())
