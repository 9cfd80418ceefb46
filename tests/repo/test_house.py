"""Where things are, how long they are, and what they must not say."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
import tomllib
from pathlib import Path

import pytest

import dpcore
from dpcore.queries import QUERIES
from tests.repo.house import ROOT, attributes, files, imports, long_functions, scripts, tree, wide_functions

TOP = {
    *(
        ".ci",
        ".git-blame-ignore-revs",
        ".github",
        ".gitignore",
        ".pre-commit-config.yaml",
        ".streamlit",
        "CHANGELOG.md",
        "CITATION.cff",
        "CODE_OF_CONDUCT.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "SECURITY.md",
        "app.py",
        "asgi.py",
    ),
    *(
        "benchmarks",
        "docs",
        "dpcore",
        "examples",
        "pages",
        "pyproject.toml",
        "requirements-dev.txt",
        "requirements-spark.txt",
        "requirements.txt",
        "tests",
    ),
}
# spelt in two halves, since this file is searched too
OUTSIDE = ("/wo" + "rk/", "../sha" + "red", "DEVEL" + "OPERS")
RANDOM = re.compile(r"^(random|numpy\.random|np\.random|.*\.default_rng|.*\.RandomState)\b")
# a module to its package, where they differ
NAMES = {
    "flint": "python-flint",
    "google": "protobuf",
    "python_multipart": "python-multipart",
    "python_calamine": "python-calamine",
    "yaml": "PyYAML",
}
STANDARD = sys.stdlib_module_names | {"dpcore", "pages"}
OPTIONAL = {"pyspark"}  # requirements-spark.txt


def test_nothing_unknown_lies_at_the_top():
    assert {path.parts[0] for path in files()} <= TOP


def test_the_version_to_cite_is_that_of_the_package():
    assert f"\nversion: {dpcore.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_no_script_lies_directly_in_pages():
    # such a script runs without app.py on a fresh server's first deep link
    assert [path for path in files() if path.parent == Path("pages")] == []


def test_no_file_speaks_of_what_a_clone_lacks():
    texts = {path: (ROOT / path).read_text(encoding="utf-8", errors="replace") for path in files()}
    assert [(str(path), word) for path, text in texts.items() for word in OUTSIDE if word in text] == []


def test_files_and_functions_are_short():
    paths = scripts("dpcore", "pages", "benchmarks", "app.py", "asgi.py")
    sizes = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {path: size for path, size in sizes.items() if size > 450} == {}
    program = sorted(size for path, size in sizes.items() if path.startswith(("dpcore/", "pages/")))
    # nine files of ten are read on a few screens
    assert program[int(0.9 * len(program))] <= 220
    assert {str(path): found for path in paths if (found := long_functions(tree(path), 50))} == {}


def wide(kind: type, limit: int) -> int:
    """How many public members a class adds to those of its bases, if more than the limit; else 0."""
    members = {*vars(kind), *vars(kind).get("__annotations__", {})}
    inherited = {name for base in kind.__mro__[1:] for name in (*vars(base), *vars(base).get("__annotations__", {}))}
    count = len({name for name in members - inherited if not name.startswith("_")})
    return count if count > limit else 0


def classes() -> list[type]:
    """All classes of `dpcore`."""
    names = [module.name for module in pkgutil.walk_packages(dpcore.__path__, "dpcore.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    return [kind for kind in dict.fromkeys(found) if kind.__module__.startswith("dpcore.")]


def test_classes_are_narrow():
    # `Desk` and `Release` are the two faces of the contract: a method for each thing that a user can do.
    # `Query` is what the author of a question declares: tests/repo/test_question.py counts it.
    most = {"Dataset": 21, "Desk": 41, "Release": 46, "Query": 32}
    found = {kind.__qualname__: count for kind in classes() if (count := wide(kind, 20))}
    assert {name: count for name, count in found.items() if count > most.get(name, 20)} == {}


def test_a_wide_class_is_seen():
    base = type("Base", (), {f"a{number}": None for number in range(5)})
    assert wide(type("Narrow", (base,), {f"a{number}": None for number in range(22)}), 20) == 0
    assert wide(type("Wide", (base,), {f"b{number}": None for number in range(21)} | {"_c": 1}), 20) == 21


def test_functions_have_few_arguments():
    wide = {str(path): found for path in scripts("dpcore", "pages") if (found := wide_functions(tree(path), 7))}
    # its arguments are a promise to those who call it, all but the first two by name
    assert wide.pop("dpcore/desk/desk.py") == [("add_dataset", 12), ("describe", 8)]
    assert wide == {}


def test_a_wide_function_is_seen():
    names = ", ".join("abcdefg")
    assert wide_functions(ast.parse(f"class A:\n    def f(self, {names}, *, h): ..."), 7) == [("f", 8)]
    assert wide_functions(ast.parse(f"class A:\n    def f(self, {names}, **more): ..."), 7) == []


def test_a_long_function_is_seen():
    body = "\n".join(["    pass"] * 50)
    assert long_functions(ast.parse(f"async def f():\n{body}"), 50) == [("f", 51)]


def used(*folders: str) -> list[tuple[Path, str]]:
    """The dotted names that each of these files imports or reads."""
    return [
        (path, name) for path in scripts(*folders) for name in sorted({*attributes(tree(path)), *imports(tree(path))})
    ]


def test_screens_cache_nothing_and_keep_state_in_one_place():
    # cached values are shared by all users, and frames of 50,000 rows are told apart by a sample
    names = used("pages", "app.py", "asgi.py")
    assert [(str(path), name) for path, name in names if re.search(r"\bcache_data\b", name)] == []
    assert {str(path) for path, name in names if name == "st.session_state"} == {"pages/ui/session.py"}


def test_no_random_source_but_the_operating_systems():
    names = used("dpcore", "pages", "app.py", "asgi.py")
    assert [(str(path), name) for path, name in names if RANDOM.match(name)] == []


@pytest.mark.parametrize("bad", ["import random", "from random import gauss", "np.random.normal()", "g.default_rng(1)"])
def test_a_random_source_is_seen(bad):
    module = ast.parse(bad)
    assert [name for name in (*attributes(module), *imports(module)) if RANDOM.match(name)]


def pins(name: str) -> dict[str, str]:
    """The requirements of a file: package to version. Anything but an exact pin fails."""
    lines = [line.split("#")[0].split(";")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    found = [re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in lines if line and not line.startswith("-r ")]
    assert all(found)
    return {match[1].lower(): match[2] for match in found if match}


def test_requirements_are_pinned_and_cover_what_is_imported():
    pinned = pins("requirements.txt")
    pins("requirements-dev.txt")
    product = scripts("dpcore", "pages", "app.py", "asgi.py")
    roots = {name.split(".")[0] for path in product for name in imports(tree(path))}
    foreign = {NAMES.get(root, root) for root in roots if root not in STANDARD} - OPTIONAL
    assert {name.lower() for name in foreign} <= set(pinned)


def test_settings_that_close_holes_are_set():
    with (ROOT / ".streamlit/config.toml").open("rb") as file:
        settings = tomllib.load(file)
    assert settings["client"] == {
        "showErrorDetails": "none",
        "showErrorLinks": False,
        "toolbarMode": "viewer",
        "allowedOrigins": [],
    }
    assert settings["runner"]["magicEnabled"] is False
    assert settings["logger"]["enableRich"] is False
    assert settings["browser"]["gatherUsageStats"] is False
    server = settings["server"]
    assert server["allowedHosts"] == ["localhost", "127.0.0.1"]
    assert (server["address"], server["maxUploadSize"]) == ("localhost", 200)
    assert (server["enableAgentApi"], server["enableStaticServing"]) == (False, False)


def test_no_question_hides_its_refusals_behind_the_field_check() -> None:
    """`check` is a field of questions that count rows. Refusals on public facts are in `admit`, which is called."""
    kinds = {base for kind in QUERIES for base in kind.__mro__}
    assert not [kind for kind in kinds if callable(vars(kind).get("check"))]
    assert any("admit" in vars(kind) for kind in kinds)
