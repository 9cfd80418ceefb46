"""A new shape of answers is a file and a name in the union. One with a picture of its own also needs an arm of `match`,
which the type checker then demands.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.house import ROOT

_SHAPE = '''"""A guest."""

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Guest(Shape):
    """A function of two columns."""

    cell: ClassVar[Text] = Text("point")
'''


def checked(root: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "dpcore/present", "dpcore/result"], cwd=root, capture_output=True, text=True
    )
    return [line for line in done.stdout.splitlines() if ": error:" in line]


@pytest.mark.audit
def test_the_type_checker_names_every_place_that_a_new_shape_needs(tmp_path: Path) -> None:
    for name in ("dpcore", ".mypy_cache"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    room = tmp_path / "dpcore" / "result"
    (room / "guest.py").write_text(_SHAPE)
    union = (room / "__init__.py").read_text()
    named = re.sub(r"^(Result = .*)$", r"\1 | Guest", union, flags=re.MULTILINE)
    assert named != union
    (room / "__init__.py").write_text(
        named.replace("from dpcore.result.number", "from dpcore.result.guest import Guest\nfrom dpcore.result.number")
    )
    found = checked(tmp_path)
    assert [line.partition(":")[0] for line in found] == ["dpcore/present/shape/__init__.py"], found
    assert 'incompatible type "Guest"' in found[0]
    (room / "guest.py").write_text(_SHAPE.replace("Shape", "Grouped"))
    assert checked(tmp_path) == [], "a mark for each entry needs nothing more"
