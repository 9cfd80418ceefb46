"""Parts of an audit are disjoint and complete; what is quick is chosen by seconds and by what has changed."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from tests.tier import parts, store
from tests.tier.graph import Graph
from tests.tier.store import Seconds


def lasting(test: float, whole: float = 1.0) -> Seconds:
    return Seconds(test=test, cheap=test, whole=whole)


@pytest.mark.parametrize("seed", range(20))
def test_parts_are_disjoint_complete_and_even(seed: int) -> None:
    chance = random.Random(seed)
    files = [f"tests/test_{place}.py" for place in range(chance.randrange(1, 300))]
    seconds = {path: lasting(1, chance.expovariate(1 / 60)) for path in files if chance.random() < 0.9}
    count = chance.randrange(1, 12)
    found = parts.parts(files, seconds, count)
    chance.shuffle(files)
    assert found == parts.parts(files, seconds, count), "the order in which files are found plays no part"
    assert sorted(path for part in found for path in part) == sorted(files)
    loads = [sum(seconds.get(path, parts.UNKNOWN).whole for path in part) for part in found]
    longest = max(seconds.get(path, parts.UNKNOWN).whole for path in files)
    assert max(loads) - min(loads) <= longest


def test_the_parts_of_this_repository_take_an_hour_at_most(here: Graph) -> None:
    files, seconds = parts.candidates(here), store.durations()
    count = parts.needed(files, seconds)
    alone = max((each.whole for each in seconds.values()), default=0)
    for part in parts.parts(files, seconds, count):
        assert sum(seconds.get(path, parts.UNKNOWN).whole for path in part) <= max(alone, 1.15 * parts.PART)


def test_an_unknown_file_is_quick() -> None:
    known = {f"tests/test_{place}.py": lasting(place) for place in range(100)}
    found = parts.quick([*known, "tests/test_new.py"], known, {})
    assert "tests/test_new.py" in found.fast and "tests/test_99.py" not in found.files
    assert sum(known[path].test for path in found.fast if path in known) <= parts.FAST


def test_who_imports_what_changed_comes_nearest_first_until_the_time_is_full() -> None:
    known = {f"tests/test_{place}.py": lasting(40 + place) for place in range(20)}
    steps = {f"tests/test_{place}.py": 20 - place for place in range(5, 20)} | {"dpcore/noise.py": 0}
    found = parts.quick(known, known, steps)
    assert found.near and found.near[0] == "tests/test_19.py"
    assert sum(known[path].test for path in found.files) <= parts.ROOM
    assert len(found.left) == 15 - len(found.near) - sum(path in steps for path in found.fast)
    assert f"left out: {len(found.left)} " in str(found)
    assert len(found.fast) + len(found.near) + len(found.left) + found.slow == len(known)


def test_of_those_as_near_the_shorter_come_first() -> None:
    known = {f"tests/test_{place}.py": lasting(40 - place) for place in range(10)}
    found = parts.quick(known, known | {"tests/test_long.py": lasting(300)}, dict.fromkeys(known, 2))
    lengths = [known[path].test for path in found.near]
    assert len(lengths) > 1 and lengths == sorted(lengths)


def git(root: Path, *command: str) -> None:
    named = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *named, *command], cwd=root, check=True, capture_output=True)


def test_changes_are_those_since_the_branch_left_committed_or_not(tmp_path: Path) -> None:
    assert parts.changed(tmp_path) is None, "without git"
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("old.py", "gone.py", "edited.py", "named.py"):
        (tmp_path / name).write_text(f"{name} " * 50)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    assert parts.changed(tmp_path) == frozenset()
    git(tmp_path, "switch", "-qc", "branch")
    (tmp_path / "gone.py").unlink()
    git(tmp_path, "mv", "named.py", "renamed.py")
    git(tmp_path, "commit", "-qam", "two")
    (tmp_path / "edited.py").write_text("2")
    (tmp_path / "new.py").write_text("3")
    assert parts.changed(tmp_path) == {"gone.py", "edited.py", "new.py", "named.py", "renamed.py"}
