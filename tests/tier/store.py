"""What is stored between runs, in `record/`: seconds by file, tests that have ever failed, lines of audits.

Seconds are of processor time, of a test's process and all that it started, so that a busy machine does not count.
`make audit` alone writes them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.tier.graph import ROOT

RECORD = Path(__file__).parent / "record"
DURATIONS, FAILED, LINES = RECORD / "durations.json", RECORD / "failed.txt", RECORD / "lines.jsonl"
# a function is dear from so many seconds for one of its settings on: one test in twelve, and most of the time;
# `make test` runs a test of `make audit` once if that takes no longer than this
DEAR, ONCE = 0.3, 10.0


@dataclass(frozen=True)
class Seconds:
    """Of one file. test: all of it that `make test` may run. cheap: that, without the functions that are dear.

    whole: every setting, as in `make audit`. dear: by function, the seconds of one of its settings. once: the same of
    the functions of `make audit`.
    """

    test: float
    cheap: float
    whole: float
    dear: Mapping[str, float] = field(default_factory=dict)
    once: Mapping[str, float] = field(default_factory=dict)


def durations(text: str | None = None) -> dict[str, Seconds]:
    """The stored seconds, by file."""
    if text is None:
        text = DURATIONS.read_text(encoding="utf-8") if DURATIONS.exists() else "{}"
    return {path: Seconds(**each) for path, each in json.loads(text).items()}


def committed() -> dict[str, Seconds]:
    """The seconds as they are in the last commit: one part of an audit does not move the borders of the next."""
    return durations(_git(ROOT, "show", f"HEAD:{DURATIONS.relative_to(ROOT).as_posix()}"))


def write_durations(measured: Mapping[str, Seconds], files: Iterable[str]) -> None:
    """Replaces what was measured; a file that is no longer there is dropped."""
    every = set(files)
    new = {path: each for path, each in (durations() | dict(measured)).items() if path in every}
    lines = [f"{json.dumps(path)}: {json.dumps(asdict(new[path]), sort_keys=True)}" for path in sorted(new)]
    DURATIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def failed() -> frozenset[str]:
    """Tests that failed once, by node id: they run in every `make test`."""
    lines = FAILED.read_text(encoding="utf-8").splitlines() if FAILED.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def add_failed(nodes: Iterable[str]) -> list[str]:
    """Adds tests that have failed; returns those that are new."""
    new = sorted(set(nodes) - failed())
    if new:
        with FAILED.open("a", encoding="utf-8") as file:
            file.writelines(f"{node}\n" for node in new)
    return new


def lines() -> list[dict[str, Any]]:
    """The lines of all parts of audits and of all benchmarks, the oldest first."""
    return [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()] if LINES.exists() else []


def write_line(line: Mapping[str, Any]) -> None:
    """Adds a line; an older one of the same part goes."""
    kept = [each for each in lines() if each["what"] != line["what"]]
    LINES.write_text("".join(f"{json.dumps(each)}\n" for each in [*kept, line]), encoding="utf-8")


def commit(root: Path = ROOT) -> str:
    """The commit of the tree at hand, with a plus where something was changed or added since; empty without git.

    What runs themselves write in `record/` is no change: one part of an audit does not spoil the next.
    """
    name = (_git(root, "rev-parse", "--short=12", "HEAD") or "").strip()
    status = ("status", "--porcelain", "--", ".", f":(exclude){RECORD.relative_to(ROOT).as_posix()}")
    return f"{name}+" if name and _git(root, *status) != "" else name


def _git(root: Path, *command: str) -> str | None:
    """What git says; None where it cannot, or is not there."""
    try:
        return subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
