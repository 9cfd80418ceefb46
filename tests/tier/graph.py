"""Which files each file imports, by reading them: nothing is run. And the digest of all that a test depends on.

`import dpcore as dp` would lead everywhere: what counts are the names that a file uses, `dp.Mean`, and `from package
import name` is the module in which that name is defined. A string that is the path of a script, the name of a module,
or a file or folder of data beside the script counts as an import: servers and pages are started by their names.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "docs", "dpcore", "examples", "pages", "tests")
NAME = re.compile(r"-m|[A-Za-z0-9_.*?\[][A-Za-z0-9_./*?@\[\]-]{0,80}")
# these read the files of the repository themselves, so every one is theirs; as is each that looks for all `*.py`
READERS = (
    "tests/audit/test_map.py",
    "tests/contracts/test_added.py",
    "tests/contracts/test_reach.py",
    "tests/mutants/",
    "tests/repo/",
    "tests/tier/",
)
CONFTEST = "tests/conftest.py"


@dataclass(frozen=True)
class Script:
    """What one file says: names that it imports, names that it passes on, and strings that may name other files.

    imports: dotted names, one for each name used. passes: each name bound by an import, with what it stands for.
    """

    imports: tuple[str, ...]
    passes: Mapping[str, str]
    stars: tuple[str, ...]
    strings: tuple[str, ...]


def script(text: str) -> Script:
    """Reads one file."""
    nodes = list(ast.walk(ast.parse(text)))
    bound: dict[str, str] = {}
    stars: list[str] = []
    used: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                used.add(alias.name)
                bound[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")  # the same text is another module in another folder
            for alias in node.names:
                if alias.name == "*":
                    stars.append(module)
                else:
                    what = f"{module}.{alias.name}" if node.module else f"{module}{alias.name}"
                    bound[alias.asname or alias.name] = what
                    used.add(what)
    chains, bare = _chains(nodes, bound)
    used -= {what for name, what in bound.items() if name not in bare and any(chain[0] == name for chain in chains)}
    used |= {".".join((bound[name], *rest)) for name, *rest in chains}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    strings = {text for text in texts if NAME.fullmatch(text)}
    return Script(tuple(sorted(used)), bound, tuple(stars), tuple(sorted(strings)))


def absolute(path: str, name: str) -> str:
    """A dotted name in the file at `path`, with leading dots or without them, as a name from the top."""
    rest = name.lstrip(".")
    if rest == name:
        return name
    folders = path.split("/")[:-1]
    return ".".join([*folders[: len(folders) + 1 - (len(name) - len(rest))], *filter(None, [rest])])


def _chains(nodes: list[ast.AST], names: Mapping[str, str]) -> tuple[set[tuple[str, ...]], set[str]]:
    """Attributes read of these names, `dp.queries.Mean` as a tuple; and the names that are also used by themselves."""
    chains: set[tuple[str, ...]] = set()
    inner: set[int] = set()
    bare: set[str] = set()
    for node in nodes:  # what contains another comes before it
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            parts: list[str] = []
            at: ast.expr = node
            while isinstance(at, ast.Attribute):
                inner.add(id(at))
                parts.append(at.attr)
                at = at.value
            inner.add(id(at))
            if isinstance(at, ast.Name) and at.id in names:
                chains.add((at.id, *reversed(parts)))
        elif isinstance(node, ast.Name) and node.id in names and id(node) not in inner:
            bare.add(node.id)
    return chains, bare


@dataclass
class Graph:
    """The files under `root`. known: scripts that were read before, by the hash of their text.

    gone: files that were deleted, which others may still import.
    """

    root: Path = ROOT
    known: dict[str, Script] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    @cached_property
    def contents(self) -> dict[str, str]:
        """Every Python file and file of data, with the hash of what it contains."""
        ends = (".py", ".toml", ".md", ".txt")
        tops = [path for path in self.root.iterdir() if path.is_file() and path.suffix in ends]
        below = [path for name in FOLDERS for path in (self.root / name).rglob("*") if path.is_file()]
        below += (self.root / ".streamlit").glob("*[!s].toml")  # not the secrets of this machine
        return dict.fromkeys(self.gone, "") | {
            path.relative_to(self.root).as_posix(): hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
            for path in sorted(tops + below)
            if "__pycache__" not in path.parts and not path.is_relative_to(self.root / "tests" / "tier" / "record")
        }

    @cached_property
    def modules(self) -> dict[str, str]:
        """The file of each module, by its dotted name."""
        found = {}
        for path in self.contents:
            if path.endswith(".py"):
                parts = path.removesuffix(".py").split("/")
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return found

    @cached_property
    def _beside(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The data in each folder, by the name of the file or of the folder of data that is beside the scripts."""
        scripts = {path.rpartition("/")[0] for path in self.contents if path.endswith(".py")}
        found: dict[str, dict[str, list[str]]] = {}
        for path in self.contents:
            if not path.endswith(".py"):
                folder, _, name = path.rpartition("/")
                while folder not in scripts and folder:
                    folder, _, name = folder.rpartition("/")
                found.setdefault(folder, {}).setdefault(name, []).append(path)
        return {folder: {name: tuple(each) for name, each in names.items()} for folder, names in found.items()}

    def script(self, path: str) -> Script:
        """One file as it was read."""
        key = self.contents[path]
        if not key:
            return Script((), {}, (), ())
        if key not in self.known:
            self.known[key] = script((self.root / path).read_text(encoding="utf-8"))
        return self.known[key]

    def defined(self, name: str, seen: frozenset[str] = frozenset()) -> str | None:
        """The file in which a dotted name is defined: of `dpcore.Mean` that of the class; None if not of this project.

        A package passes on what it imports; a name that it does not import is its own.
        """
        if name in seen:
            return None
        seen |= {name}
        if name in self.modules:
            return self.modules[name]
        head, _, last = name.rpartition(".")
        while head and head not in self.modules:
            if (of := self.defined(head, seen)) is not None:
                return of  # an attribute of what is defined there
            head, _, last = head.rpartition(".")
        if not head:
            return None
        path = self.modules[head]
        if not path.endswith("__init__.py"):
            return path
        package = self.script(path)
        if (what := package.passes.get(last)) is not None:
            return self.defined(absolute(path, what), seen) or path
        for star in (absolute(path, each) for each in package.stars):
            if star in self.modules and last in self.script(self.modules[star]).passes:
                return self.defined(f"{star}.{last}", seen)
        return path

    def imported(self, path: str) -> frozenset[str]:
        """What one file imports itself, without what that imports."""
        if path not in self._imported:
            self._imported[path] = frozenset(self._found(path)) - {path} if path.endswith(".py") else frozenset()
        return self._imported[path]

    _imported: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)

    def _found(self, path: str) -> Iterator[str]:
        read = self.script(path)
        for name in (*read.imports, *read.stars):
            if (of := self.defined(absolute(path, name))) is not None:
                yield of
        folder = path.rpartition("/")[0]
        beside = self._beside.get(folder, {})
        for text in read.strings:
            if text in self.contents:
                yield text
            elif "-m" in read.strings and (main := f"{text.replace('.', '/')}/__main__.py") in self.contents:
                yield main
            elif "." in text and text in self.modules:
                yield self.modules[text]
            elif folder == "benchmarks" and f"{folder}.{text}" in self.modules:
                yield self.modules[f"{folder}.{text}"]  # a module that runs in a process of its own
            yield from beside.get(text, ())
            if "*" in text:
                yield from _matching(folder, beside, text)
        if path in ("app.py", "asgi.py") and (settings := ".streamlit/config.toml") in self.contents:
            yield settings  # Streamlit reads it where it starts
        if path.startswith("tests/"):  # the fixtures of its folder and of those around it; not what all tests share
            parts = path.split("/")[:-1]
            around = ("/".join([*parts[:count], "conftest.py"]) for count in range(2, len(parts) + 1))
            yield from (each for each in around if each in self.contents)
            yield CONFTEST

    @cached_property
    def shared(self) -> frozenset[str]:
        """What all tests run with: settings, versions, and what their conftest imports of tests, not of the package."""
        helpers = self.imported(CONFTEST) if CONFTEST in self.contents else ()
        settings = {path for path in self.contents if "/" not in path and path.endswith((".toml", ".txt"))}
        return frozenset(settings | {path for path in helpers if path.startswith("tests/")})

    def reach(self, path: str) -> frozenset[str]:
        """The file and all that it imports in the end. What all tests share is itself a part, not what it imports."""
        if path.startswith(READERS) or (path.endswith(".py") and "*.py" in self.script(path).strings):
            return frozenset(self.contents)
        found, waiting = {path, *self.shared}, [path]
        while waiting:
            for each in self.imported(waiting.pop()):
                if each not in found:
                    found.add(each)
                    if each != CONFTEST:
                        waiting.append(each)
        return frozenset(found)

    def digest(self, paths: Iterable[str]) -> str:
        """Of all that these files depend on: another when any of it has changed, and only then."""
        every = sorted(set().union(*(self.reach(path) for path in paths)))
        text = json.dumps([(path, self.contents.get(path, "")) for path in every])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def importers(self, changed: Iterable[str]) -> dict[str, int]:
        """Who imports what has changed, with the number of steps: 0 for what has changed itself, nearest first."""
        back: dict[str, set[str]] = {}
        for path in self.contents:
            for each in self.imported(path) - {CONFTEST}:
                back.setdefault(each, set()).add(path)
        steps = dict.fromkeys(changed, 0)
        if not steps.keys().isdisjoint({CONFTEST, *self.shared}):
            steps = dict.fromkeys((path for path in self.contents if path.startswith("tests/")), 1) | steps
        waiting = deque(steps)
        while waiting:
            at = waiting.popleft()
            for each in sorted(back.get(at, ())):
                if each not in steps:
                    steps[each] = steps[at] + 1
                    waiting.append(each)
        return steps


def _matching(folder: str, beside: Mapping[str, tuple[str, ...]], pattern: str) -> Iterator[str]:
    """The data beside a script that looks for it by a pattern; of a folder in which something is found, all."""
    for paths in beside.values():
        if any(PurePosixPath(path.removeprefix(f"{folder}/")).match(pattern) for path in paths):
            yield from paths
