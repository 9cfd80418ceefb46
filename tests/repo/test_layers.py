"""One way through the house: imports only go backwards along it, and nothing in dpcore knows a screen."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.repo.house import ROOT, imports, scripts, tree

TOOLS = (
    "text",
    "errors",
    "stop",
    "spelling",
    "number",
    "special",
    "clock",
    "failpoint",
    "remembered",
    "child",
    "scratch",
    "sandbox",
)
MATHEMATICS = ("tradeoff", "calibrate", "budget", "noise", "sensitivity", "statistic", "mechanisms")
TABLES = ("table", "result", "queries", "engine")
DESK = ("plan", "ledger", "release", "desk")
OUTWARD = ("present", "learn", "cli")
ORDER = (*TOOLS, *MATHEMATICS, *TABLES, *DESK, *OUTWARD, "__main__", "__init__")
SLOW = (
    "cryptography",
    "duckdb",
    "pandas",
    "plotly",
    "pyarrow",
    "pyspark",
    "scipy",
    "sqlalchemy",
    "sqlglot",
    "streamlit",
)


def layer(parts: tuple[str, ...]) -> str:
    """The layer of dpcore.<parts>; whatever the package itself exports belongs to its last one."""
    if parts == ("__version__",):  # before whatever is imported
        return ORDER[0]
    known = parts and ((ROOT / "dpcore" / parts[0]).is_dir() or (ROOT / "dpcore" / f"{parts[0]}.py").exists())
    return parts[0] if known else "__init__"


def forward(path: Path, names: Iterable[str]) -> list[str]:
    """What the module at `path` imports from a later layer than its own."""
    here = layer(path.with_suffix("").parts[1:])
    assert here in ORDER, f"{path}: give its layer a place in ORDER"
    inner = [tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "dpcore"]
    return [".".join(parts) for parts in inner if ORDER.index(layer(parts)) > ORDER.index(here)]


def test_imports_go_backwards():
    found = {str(path): forward(path, imports(tree(path))) for path in scripts("dpcore")}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_forward_import_is_seen():
    source = ast.parse("def f():\n    from dpcore import release, errors\n    import dpcore.table.schema\n")
    assert forward(Path("dpcore/noise/law.py"), imports(source)) == ["release", "table.schema"]
    assert forward(Path("dpcore/noise/law.py"), ["dpcore.Desk"]) == ["Desk"]


def test_dpcore_knows_no_screen():
    above = {"streamlit", "starlette", "pages", "app", "asgi", "tests"}
    assert [
        (str(path), name) for path in scripts("dpcore") for name in imports(tree(path)) if name.split(".")[0] in above
    ] == []


# Ask hands its plan to Explore and takes it back changed: the one way from a screen's parts to another's.
ACROSS = {("ask", "explore")}


def across(module: str, names: Iterable[str]) -> set[tuple[str, str]]:
    """From which folder of pages to which other one a module reaches, other than to what all share."""
    here = module.split(".")[1]
    return {(here, there) for name in names if name.startswith("pages.") and (there := name.split(".")[1]) != here} - {
        (here, "ui")
    }


def test_screens_use_what_is_shared_and_not_each_other():
    found = {module: across(module, names) for module, names in graph(["pages"]).items()}
    assert set().union(*found.values()) == ACROSS


def test_a_screen_that_uses_another_is_seen():
    assert across("pages.read.results", ["pages.ui.desk", "pages.read.standing", "pages.ask.row_form"]) == {
        ("read", "ask")
    }
    assert across("pages.ui.desk", ["pages.server.security"]) == {("ui", "server")}


def graph(folders: Iterable[str]) -> dict[str, set[str]]:
    """What each module imports, anywhere in it."""
    paths = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in scripts(*folders)}
    named = {module: set(imports(tree(path))) for module, path in paths.items()}
    return {
        module: {name if name in paths else name.rpartition(".")[0] for name in names} & paths.keys() - {module}
        for module, names in named.items()
    }


def circles(arrows: dict[str, set[str]]) -> set[frozenset[str]]:
    """Modules that import each other, directly or through others: whatever is left when all else is taken away."""
    reach = {module: set(names) for module, names in arrows.items()}
    for through in reach:
        for names in reach.values():
            if through in names:
                names |= reach[through]
    return {
        frozenset({module, *(other for other in names if module in reach[other])})
        for module, names in reach.items()
        if module in names
    }


def test_no_modules_import_each_other():
    assert circles(graph(("dpcore", "pages", "app.py", "asgi.py"))) == set()


def test_a_circle_is_seen():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}


def run(code: str) -> str:
    """What `code` prints in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_all_of_dpcore_imports_where_streamlit_is_absent():
    run(
        "import sys; sys.modules['streamlit'] = None\n"
        "import importlib, pkgutil, dpcore\n"
        "for found in pkgutil.walk_packages(dpcore.__path__, 'dpcore.'):\n"
        "    if not found.name.endswith('__main__'): importlib.import_module(found.name)"
    )


def test_any_module_of_tradeoff_may_be_the_first():
    modules = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in scripts("dpcore")]
    first = [module for module in modules if module.startswith("dpcore.tradeoff")][::6]  # no circle exists anyway
    assert len(first) > 6
    run(
        "import importlib, sys\n"
        f"for first in {first}:\n"
        "    for name in [name for name in sys.modules if name.startswith('dpcore.tradeoff')]: del sys.modules[name]\n"
        "    importlib.import_module(first)\n"
        "    curve = sys.modules['dpcore.tradeoff'].gaussian(1.0)\n"
        "    assert curve.repeat(4).mu() == 2.0 <= curve.group(2).mu(), first\n"
        "    assert curve.subsample(0.5).subsample(0.5) == curve.subsample(0.25), first\n"
        "    assert curve.renyi(2.0) >= 1.0, first"
    )


def test_importing_dpcore_loads_nothing_slow():
    loaded = run(f"import sys, dpcore; assert dpcore.__file__; print([m for m in {SLOW} if m in sys.modules])")
    assert loaded == "[]"
