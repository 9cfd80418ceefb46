"""A digest is another when something changed that a test depends on, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tier.graph import Graph

FILES = {
    "dpcore/__init__.py": "from dpcore.sums import *\nfrom dpcore.noise import Noise\nfrom dpcore import order\n",
    "dpcore/sums/__init__.py": "from dpcore.sums.mean import Mean\nALL = (Mean,)\n",
    "dpcore/sums/mean.py": "from dpcore.noise import Noise\nclass Mean: ...\n",
    "dpcore/noise.py": "class Noise: ...\n",
    "dpcore/order/__init__.py": "from dpcore.order.median import Median\n",
    "dpcore/order/median.py": "class Median: ...\n",
    "pages/card.py": "import dpcore as dp\n\ndef card(): return dp.order.Median\n",
    "asgi.py": 'PAGE = "pages/card.py"\n',
    "tests/conftest.py": "import dpcore as dp\nfrom tests.child import run\nprint(dp)\n",
    "tests/child.py": "def run(): ...\n",
    "tests/sums/conftest.py": "from tests.help import world\n",
    "tests/help.py": "world = 1\n",
    "tests/sums/test_mean.py": "import dpcore as dp\nimport numpy as np\n\ndef test(): assert dp.Mean and np.abs\n",
    "tests/sums/test_all.py": "from dpcore.sums import ALL\n",
    "tests/order/test_median.py": "from dpcore import order\n\ndef test(): order.Median\n",
    "tests/order/test_golden.py": 'from pathlib import Path\nHERE = Path(__file__).parent / "golden"\n',
    "tests/order/golden/one.txt": "1",
    "tests/browser/test_page.py": 'RUN = ("streamlit", "run", "asgi.py")\n',
    "tests/cli/test_cli.py": 'RUN = ("-m", "dpcore.noise")\n',
    "tests/repo/test_house.py": "",
    "tests/order/truth.py": "from .deep.digits import digits\n",
    "tests/order/deep/digits.py": "digits = 9\n",
    "tests/order/test_near.py": "from .truth import digits\n",
    "tests/order/test_dots.py": "from ..help import world\n",
    "tests/order/test_every.py": 'FOUND = HERE.glob("*/told.json")\n',
    "tests/order/2026/told.json": "1",
    "tests/order/2026/desk.sql": "2",
    "tests/cli/test_main.py": 'RUN = ("-m", "dpcore")\n',
    "dpcore/__main__.py": "",
    "docs/backends.md": "",
    "tests/noise/test_doc.py": 'PAGE = "docs/backends.md"\n',
    "tests/noise/test_walk.py": 'FOUND = HERE.rglob("*.py")\n',
    "requirements.txt": "numpy==2",
    ".streamlit/config.toml": "",
}
TESTS = [path for path in FILES if "/test_" in path]
SHORT = {path.removeprefix("tests/").removesuffix(".py") for path in TESTS}


def graph(root: Path, **changed: str) -> Graph:
    for path, text in (FILES | changed).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return Graph(root)


@pytest.mark.parametrize(
    ("changed", "concerned"),
    [
        ("dpcore/noise.py", {"sums/test_mean", "sums/test_all", "cli/test_cli"}),
        ("dpcore/sums/mean.py", {"sums/test_mean", "sums/test_all"}),
        ("dpcore/sums/__init__.py", {"sums/test_all"}),
        ("dpcore/order/median.py", {"order/test_median", "browser/test_page"}),
        ("pages/card.py", {"browser/test_page"}),
        ("asgi.py", {"browser/test_page"}),
        ("tests/help.py", {"sums/test_mean", "sums/test_all", "order/test_dots"}),
        ("tests/order/deep/digits.py", {"order/test_near"}),
        ("tests/order/2026/desk.sql", {"order/test_every"}),
        ("dpcore/__main__.py", {"cli/test_main"}),
        ("docs/backends.md", {"noise/test_doc"}),
        (".streamlit/config.toml", {"browser/test_page"}),
        ("tests/order/golden/one.txt", {"order/test_golden"}),
        ("tests/order/test_median.py", {"order/test_median"}),
        *((path, SHORT) for path in ("tests/conftest.py", "tests/child.py", "requirements.txt")),
    ],
)
def test_a_change_is_seen_by_those_who_import_it_and_by_nobody_else(
    changed: str, concerned: set[str], tmp_path: Path
) -> None:
    """Those that read the repository itself see every change."""
    before = graph(tmp_path)
    old = {path: before.digest([path]) for path in TESTS}
    after = graph(tmp_path, **{changed: FILES[changed] + "\n# changed\n"})
    moved = {path.removeprefix("tests/").removesuffix(".py") for path in TESTS if after.digest([path]) != old[path]}
    assert moved == concerned | {"repo/test_house", "noise/test_walk"}


def test_the_same_tree_has_the_same_digest(tmp_path: Path) -> None:
    assert graph(tmp_path / "one").digest(TESTS) == graph(tmp_path / "other").digest(TESTS)


def test_importers_are_found_nearest_first(tmp_path: Path) -> None:
    steps = graph(tmp_path).importers(["dpcore/noise.py"])
    assert steps["dpcore/noise.py"] == 0 and steps["tests/cli/test_cli.py"] == 1
    assert steps["dpcore/sums/mean.py"] == 1 and steps["tests/sums/test_mean.py"] == 2
    assert "tests/order/test_median.py" not in steps


def test_who_imports_what_was_deleted_is_near_to_it(tmp_path: Path) -> None:
    graph(tmp_path)
    (tmp_path / "dpcore/order/median.py").unlink()
    steps = Graph(tmp_path, gone=frozenset(["dpcore/order/median.py"])).importers(["dpcore/order/median.py"])
    assert "tests/order/test_median.py" in steps and "tests/sums/test_mean.py" not in steps


@pytest.mark.parametrize("changed", ["tests/conftest.py", "tests/child.py", "requirements.txt"])
def test_what_all_tests_share_is_near_to_all(changed: str, tmp_path: Path) -> None:
    assert set(TESTS) <= graph(tmp_path).importers([changed]).keys()


def test_of_this_repository_a_change_concerns_some_tests_and_not_others(here: Graph) -> None:
    """Read as it is: noise is imported by its tests and by those of releases, and the algebra of curves is not."""
    assert "dpcore/noise/entropy.py" in here.reach("tests/noise/test_noise_law.py")
    assert "dpcore/release/run.py" in here.reach("tests/browser/test_share.py"), "it starts a server by its name"
    assert "dpcore/present/language/ko.po" in here.reach("tests/present/test_language.py"), "read by a pattern"
    assert "tests/tradeoff/truth.py" in here.reach("tests/test_calibrate.py"), "imported with a leading dot"
    assert "tests/stored/2026-11-22/desk.sql" in here.reach("tests/stored/test_stored.py")
    assert "pages/data/portfolio_form.py" not in here.reach("tests/noise/test_noise_law.py")
    assert "dpcore/queries/order/median.py" not in here.reach("tests/tradeoff/test_mu.py")
