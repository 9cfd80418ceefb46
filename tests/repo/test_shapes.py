"""A shape of answers is asked, and never told apart: one `match` selects what shows it.

A new shape is a file and three edited ones: the union, a presenter, and the arm of `match` that mypy demands.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dpcore import result
from dpcore.result.base import Shape
from tests.repo.house import ROOT, scripts, tree

NAME = "GuestOfTheTestOfShapesWithANameOfItsOwn"
MODULE = "guest_of_the_test_of_shapes"
DISPATCH = Path("dpcore/present/shape/__init__.py")
LISTED = (ast.BinOp, ast.Tuple)
UNION, PRESENTERS = Path("dpcore/result/__init__.py"), Path("dpcore/present/shape/marks.py")

_SHAPE = f'''"""A guest."""

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class {NAME}(Shape):
    """A number for each of some things."""

    cell: ClassVar[Text] = Text("thing of a guest")
'''
_PRESENTER = f'''

@final
class {NAME}Presenter(Presenter[{NAME}]):
    """A picture of its own."""

    def chart(self) -> Picture:
        """The edges of nothing."""
        return self.drawn(Network(("picture of a guest", "b"), Text("Public graph"), ((0, 1),)), [series(self.result)])
'''
_SHOWN = f'''
import sys
import pandas as pd
import dpcore as dp
from dpcore.present import bundle, page, shape
from dpcore.present.chart import plotly
from dpcore.present.file import export
from dpcore.present.record.methods import methods
from dpcore.present.text import tidy, unit
from dpcore.queries import Count
from dpcore.release.record import Release
from dpcore.result import {NAME}

assert dp.__file__.startswith(sys.argv[1]), dp.__file__
Count.shape = property(lambda self: {NAME})
Count.shaped = lambda self, table, keys, figures: {NAME}(keys, figures)
rows = pd.DataFrame({{"ward": list("AB") * 50}})
with dp.Desk(home=sys.argv[1] + "/home") as desk:
    budget = dp.Budget(epsilon=5, delta=1e-6)
    desk.add_dataset("visits", dp.read(rows), schema=dp.Schema(ward=dp.Category(["A", "B"])), budget=budget)
    ask = dp.Ask(dp.Count(by=["ward"]), mu=1)
    (error,) = desk.quote("visits", dp.Plan([ask])).asks
    assert "thing of a guest" in unit.predicted(error.query, desk.dataset("visits").table, error.error)
    (release,) = desk.release("visits", dp.Plan([ask]), confirm=True)
    assert type(shape.presenter(release)).__name__ == "{NAME}Presenter"
    assert "thing of a guest" in shape.presenter(release).meaning
    dossier = desk.dossier("visits", [release])
    assert "picture of a guest" in page.html(dossier)
    assert "picture of a guest" in plotly.chart(release).to_json()
    assert "Count" in methods(dossier)
    assert len(tidy.readable(release, release.table)) == 2 == export.to_csv(release).count(b"\\n") - 1
    assert Release.from_dict(release.to_dict()) == release
'''


@cache
def shapes() -> frozenset[str]:
    """The names of all shapes, and of what they have in common."""
    found = {Shape}
    while more := {kind for known in found for kind in known.__subclasses__()} - found:
        found |= more
    return frozenset(kind.__name__ for kind in found if kind.__module__.startswith("dpcore.result"))


def imported(module: ast.Module) -> dict[str, tuple[str, str]]:
    """Where each name that a module imports is from."""
    froms = (node for node in ast.walk(module) if isinstance(node, ast.ImportFrom))
    return {alias.asname or alias.name: (node.module or "", alias.name) for node in froms for alias in node.names}


@cache
def is_shape(module: str, name: str) -> bool:
    """Whether a module's name is a shape, which it may have imported from elsewhere."""
    if module.split(".")[:2] == ["dpcore", "result"]:
        return name in shapes()
    path = Path(*module.split("."))
    files = [file for file in (path.with_name(f"{path.name}.py"), path / "__init__.py") if (ROOT / file).is_file()]
    origins = [imported(tree(file)).get(name, ("", "")) for file in files if path.parts[0] == "dpcore"]
    return any(origin[0] not in ("", module) and is_shape(*origin) for origin in origins)


def named(module: ast.Module) -> set[str]:
    """The names in a module that are shapes, or stand for several of them."""
    found = {name for name, origin in imported(module).items() if is_shape(*origin)}
    for node in module.body:  # Lines = Function | Smooth
        if isinstance(node, ast.Assign) and isinstance(node.value, LISTED) and mentioned(node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def mentioned(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression has one of these names, or a shape as an attribute: `result.Model`."""
    return any(
        (isinstance(part, ast.Name) and part.id in names)
        or (isinstance(part, ast.Attribute) and part.attr in shapes() and ast.unparse(part.value).endswith("result"))
        for part in ast.walk(node)
    )


def told_apart(module: ast.Module) -> Iterator[str]:
    """Every expression of a module that asks which shape something has."""
    names = named(module)
    for node in ast.walk(module):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            asked = [*node.args[1:]]
        elif isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        elif isinstance(node, ast.Dict):
            asked = [key for key in node.keys if key is not None]
        if any(mentioned(part, names) for part in asked):
            yield f"{node.lineno}: {ast.unparse(node)}"


def test_no_module_tells_shapes_apart_but_the_one_match() -> None:
    found = {path: list(told_apart(tree(path))) for path in scripts("dpcore", "pages", "app.py", "asgi.py")}
    arms = found.pop(DISPATCH)
    assert {str(path): said for path, said in found.items() if said and path.parts[:2] != ("dpcore", "result")} == {}
    matches = [node for node in ast.walk(tree(DISPATCH)) if isinstance(node, ast.Match)]
    assert len(matches) == 1 and len(arms) == len(matches[0].cases) - 1 == len(result.Result.__args__)


@pytest.mark.parametrize(
    "said",
    [
        "from dpcore.result import Model\nisinstance(x, Model)",
        "from dpcore.result import Function, Smooth\nisinstance(release.result, int | Function | Smooth)",
        "from dpcore.result import Cells as Groups\nquery.shape is Groups",
        "from dpcore.result import Columns, Matrix\nLISTS = (Columns, Matrix)\nissubclass(query.shape, LISTS)",
        "from dpcore.result.graph import Graph\nmatch x:\n    case Graph():\n        pass",
        "from dpcore import result\ntype(x) == result.Bins",
        "from dpcore.result import Surface\ndrawn = {Surface: 1}[type(x)]",
        "from dpcore.present.shape.marks import Matrix\nif type(x) in (Matrix,): pass",
    ],
)
def test_a_shape_that_is_told_apart_is_seen(said: str) -> None:
    assert list(told_apart(ast.parse(said)))


def test_a_column_of_numbers_is_no_shape() -> None:
    said = "from dpcore.table.column import Number\nfrom dpcore.result import Cells\nisinstance(Cells(1, 2), Number)"
    assert not list(told_apart(ast.parse(said)))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with a new shape, but without an arm of `match`."""
    shutil.copytree(ROOT / "dpcore", tmp_path / "dpcore", ignore=shutil.ignore_patterns("__pycache__"))
    assert not any(NAME in path.read_text() for path in tmp_path.rglob("*.py")), "its name is its own"
    (tmp_path / "dpcore/result" / f"{MODULE}.py").write_text(_SHAPE)
    edit(tmp_path / UNION, r"^(Result = .*)$", rf"\1 | {NAME}")
    edit(tmp_path / UNION, r"^(from dpcore.result.number)", rf"from dpcore.result.{MODULE} import {NAME} as {NAME}\n\1")
    return tmp_path


def edit(path: Path, pattern: str, by: str) -> None:
    text, count = re.subn(pattern, by, path.read_text(), flags=re.MULTILINE)
    assert count == 1, (path, pattern)
    path.write_text(text)


def show(root: Path, presenter: str) -> None:
    """Adds the arm of `match`, with a presenter of these."""
    edit(root / DISPATCH, "^(from dpcore.result import )", rf"\1{NAME}, ")
    edit(root / DISPATCH, "^( +)(case _:)", rf"\1case {NAME}():\n\1    return {presenter}(release, result)\n\1\2")


def draw(root: Path) -> None:
    """Gives it a presenter of its own."""
    edit(root / PRESENTERS, "^(from dpcore.result import )", rf"\1{NAME}, ")
    with (root / PRESENTERS).open("a") as file:
        file.write(_PRESENTER)
    line = f"from {'.'.join(PRESENTERS.with_suffix('').parts)} import {NAME}Presenter"
    edit(root / DISPATCH, "^(from dpcore.present.shape.presenter)", rf"{line}\n\1")
    show(root, f"{NAME}Presenter")


def changed(root: Path) -> tuple[set[Path], set[Path]]:
    """The files of a copy that are new, and those that are not as they were."""
    files = {path.relative_to(root) for path in (root / "dpcore").rglob("*") if path.is_file()}
    files = {path for path in files if "__pycache__" not in path.parts}
    new = {path for path in files if not (ROOT / path).exists()}
    return new, {path for path in files - new if (ROOT / path).read_bytes() != (root / path).read_bytes()}


def test_a_new_shape_is_a_file_and_three_edited_ones(copy: Path) -> None:
    draw(copy)
    assert changed(copy) == ({Path("dpcore/result") / f"{MODULE}.py"}, {UNION, PRESENTERS, DISPATCH})
    command = [sys.executable, "-c", _SHOWN, str(copy)]
    done = subprocess.run(command, cwd=copy, env={"PYTHONPATH": str(copy)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2_000:]


def checked(root: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "dpcore/present", "dpcore/result"], cwd=root, capture_output=True, text=True
    )
    return [line for line in done.stdout.splitlines() if ": error:" in line]


@pytest.mark.audit
def test_the_type_checker_names_every_place_that_a_new_shape_needs(copy: Path) -> None:
    shutil.copy2(ROOT / "pyproject.toml", copy)
    found = checked(copy)
    assert [line.partition(":")[0] for line in found] == [str(DISPATCH)], found
    assert f'incompatible type "{NAME}"' in found[0]
    draw(copy)
    assert checked(copy) == []


@pytest.mark.audit
def test_a_new_kind_of_groups_is_drawn_as_groups(copy: Path) -> None:
    shutil.copy2(ROOT / "pyproject.toml", copy)
    (copy / "dpcore/result" / f"{MODULE}.py").write_text(re.sub(r"\bShape\b", "Grouped", _SHAPE))
    assert checked(copy) == [], "a mark for each entry needs nothing more"
