"""What the house rules look at: the project's files, and what each imports, calls and measures."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT = {".git", ".venv", ".bench", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}


def files() -> list[Path]:
    """Every file that is or could be committed, relative to the root; where git is absent, all but what tools leave."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
        names = [Path(name) for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [path.relative_to(ROOT) for top in ROOT.iterdir() if top.name not in LEFT for path in walk(top)]
    return sorted(name for name in names if (ROOT / name).is_file() and "__pycache__" not in name.parts)


def walk(top: Path) -> list[Path]:
    """The path itself and all below it."""
    return [top, *top.rglob("*")]


def scripts(*folders: str) -> list[Path]:
    """The Python files under these folders."""
    return [path for path in files() if path.suffix == ".py" and path.parts[0] in folders]


def tree(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def imports(module: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports, anywhere in it: `from a.b import c` is a.b.c."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def attributes(module: ast.Module) -> Iterator[str]:
    """The dotted names that a module reads: `st.cache_data`, `np.random.normal`, …"""
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def wide_functions(module: ast.Module, limit: int) -> list[tuple[str, int]]:
    """Functions of more than `limit` named arguments, besides `self` and `cls`."""
    widths = []
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            widths.append((node.name, len([name for name in names if name not in ("self", "cls")])))
    return [(name, width) for name, width in widths if width > limit]


def long_functions(module: ast.Module, limit: int) -> list[tuple[str, int]]:
    """Functions of more than `limit` lines."""
    sizes = [
        (node.name, (node.end_lineno or 0) - node.lineno + 1)
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return [(name, size) for name, size in sizes if size > limit]
