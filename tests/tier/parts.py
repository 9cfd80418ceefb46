"""Which files run together: the parts of `make audit`, and those of `make quick`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.tier.graph import ROOT, Graph
from tests.tier.store import Seconds

# of `make quick`, on two cores: three minutes but for the start and the collection; most belong to the fast files
ROOM, FAST = 180.0, 120.0
# a part of `make audit` takes so many seconds at most, on two cores that are not always both busy
PART = 3_600 * 1.6
UNKNOWN = Seconds(test=0.5, cheap=0.5, whole=30.0)


def candidates(graph: Graph) -> list[str]:
    """The files that have tests: those of tests, and modules and pages with examples in them."""
    return [path for path in graph.contents if _is_test(path) or _has_examples(graph, path)]


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and path.endswith(".py") and path.rpartition("/")[2].startswith("test_")


def _has_examples(graph: Graph, path: str) -> bool:
    if path != "README.md" and not (path.startswith("dpcore/") and path.endswith(".py")):
        return False
    return ">>> " in (graph.root / path).read_text(encoding="utf-8")


def parts(files: Iterable[str], seconds: Mapping[str, Seconds], count: int) -> list[list[str]]:
    """All files in `count` parts of about the same time: the longest first, each to the part that has least."""
    loads, found = [0.0] * count, [list[str]() for _ in range(count)]
    for path in sorted(files, key=lambda path: (-seconds.get(path, UNKNOWN).whole, path)):
        place = loads.index(min(loads))
        loads[place] += seconds.get(path, UNKNOWN).whole
        found[place].append(path)
    return [sorted(part) for part in found]


def needed(files: Iterable[str], seconds: Mapping[str, Seconds]) -> int:
    """How many parts there must be, that none takes more than an hour."""
    return max(1, -(-int(sum(seconds.get(path, UNKNOWN).whole for path in files)) // int(PART)))


@dataclass(frozen=True)
class Quick:
    """What `make quick` runs. near: what imports that which has changed; left: of these, what found no room."""

    fast: tuple[str, ...]
    near: tuple[str, ...]
    left: tuple[str, ...]
    slow: int

    @property
    def files(self) -> frozenset[str]:
        return frozenset(self.fast + self.near)

    def __str__(self) -> str:
        """What is said of it."""
        said = f"{len(self.fast)} fast files"
        if self.near or self.left:
            said += f", {len(self.near)} others that import what has changed, the nearest first"
        return f"{said}; left out: {len(self.left)} that import it too, and {self.slow} slow files that do not"


def quick(files: Iterable[str], seconds: Mapping[str, Seconds], steps: Mapping[str, int]) -> Quick:
    """The fast files, then the nearest of those in `steps`, until the time is full. An unknown file is fast."""
    every = list(files)
    fast, spent = list[str](), 0.0
    for path in sorted(every, key=lambda path: (seconds.get(path, UNKNOWN).test if path in seconds else 0.0, path)):
        spent += seconds.get(path, UNKNOWN).test
        if path in seconds and spent > FAST:
            spent -= seconds[path].test
            break
        fast.append(path)
    near, left = list[str](), list[str]()
    chosen = set(fast)
    others = (path for path in every if path in steps and path not in chosen)
    for path in sorted(others, key=lambda path: (steps[path], seconds[path].test, path)):
        if spent + seconds[path].test <= ROOM:
            spent += seconds[path].test
            near.append(path)
        else:
            left.append(path)
    return Quick(tuple(fast), tuple(near), tuple(left), len(every) - len(fast) - len(near) - len(left))


def changed(root: Path = ROOT) -> frozenset[str] | None:
    """The files that differ from where this branch left the main one, committed or not; None where git cannot tell."""

    def said(*command: str) -> list[str] | None:
        try:
            found = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=False)
        except OSError:
            return None
        return found.stdout.split("\0") if found.returncode == 0 else None

    base = None
    for main in ("origin/HEAD", "origin/main", "main", "origin/master", "master"):
        if found := said("merge-base", "HEAD", main):
            base = found[0].strip()
            break
    differ = said("diff", "--name-only", "--no-renames", "--relative", "-z", base or "HEAD")
    new = said("ls-files", "-z", "--others", "--exclude-standard")
    return None if differ is None or new is None else frozenset(path for path in [*differ, *new] if path)
