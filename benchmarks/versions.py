"""Two versions of Murmur in turns, in one run: an old one from git and the current one, as ratios.

python -m benchmarks versions [--old REVISION] [--turns N]

Each turn is a separate process, alternating between the versions, so that other load on the machine affects both.
Both run `benchmarks/measured.py` in its current form, over what they share.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from benchmarks import data
from benchmarks.child import Failed, run
from benchmarks.clock import Pair, middle
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

ROOT = Path(__file__).parent.parent
FOLDER = Path(".bench/versions")
MEASURED = Path(__file__).with_name("measured.py")
ROWS = 100_000
TURNS = sized(5, 1)
TARGET = 1.10
PARTS = {
    "import": "`import dpcore`",
    "release": f"release of 8 asks, {ROWS:,} rows",
    "quote": "`quote` of 50 asks",
    "accounting": "accounting: 110 mixed releases, 10³ to 10⁴ steps on samples",
    "explore": "Explore: one lever moved, all readings",
}


def table(revision: str | None = None, turns: int = TURNS) -> Table:
    """One row per part: the median of each version, and their ratio in elapsed and in processor time."""
    try:
        old, known = exported(revision or base())
    except (OSError, subprocess.CalledProcessError):
        out = Table("This version and an older one in turns", ("what",))
        out.add(f"skipped: git knows no version {revision or 'before this one'} here")
        return out
    found: dict[tuple[str, str], list[Pair]] = {}
    missing: dict[str, str] = {}
    path = data.table(ROWS).absolute()
    for _ in range(turns):
        for part in PARTS:
            for version, folder in (("old", old), ("new", ROOT)):
                try:
                    pairs = measured(part, folder, path)
                    found.setdefault((part, version), []).append(middle(pairs))
                except Failed as reason:
                    missing[part] = f"{version}: {reason}"
    out = Table(f"This version and {known} in turns", ("what", "old", "new", "ratio", "in processor time", "target"))
    for part, words in PARTS.items():
        if part in missing:
            out.add(words, f"skipped, {missing[part]}")
            continue
        (before, worked), (after, works) = (middle(found[part, version]) for version in ("old", "new"))
        figures = (seconds(before), seconds(after), ratio(after / before, at_most=TARGET), ratio(works / worked))
        out.add(words, *figures, f"{TARGET:.2f}×")
    out.note(f"Medians of {turns} turns, each the median of a process of its own.")
    return out


def base() -> str:
    """The last release's tag; else the point where this branch left main; on main, the previous commit."""
    for command in (("describe", "--tags", "--abbrev=0"), ("merge-base", "HEAD", "main")):
        done = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, text=True, check=False)
        name = done.stdout.strip()
        if done.returncode == 0 and name and name != git("rev-parse", "HEAD"):
            return name
    return "HEAD~1"


def exported(revision: str) -> tuple[Path, str]:
    """Export a revision to a folder; return its short name and date."""
    known = git("rev-parse", "--verify", f"{revision}^{{commit}}")
    folder = (FOLDER / known).absolute()
    if not folder.exists():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        packed = subprocess.run(("git", "archive", known), cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(part, filter="data")
        part.rename(folder)
    return folder, git("log", "-1", "--format=%h of %cs", known)


def git(*command: str) -> str:
    """The output of a git command."""
    done = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def measured(part: str, folder: Path, path: Path) -> list[Pair]:
    """Seconds that the version in a folder takes for a part."""
    environment = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "", "PATH": os.environ.get("PATH", "")}
    found = run(sys.executable, str(MEASURED), part, str(path), environment=environment)
    return [(elapsed, worked) for elapsed, worked in found]
