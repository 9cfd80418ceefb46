"""I15: the only randomness is the operating system's: nothing else is called, nothing can be seeded or handed in, and
workers that were forked release different answers."""

from __future__ import annotations

import ast
import inspect
import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.queries import QUERIES
from dpcore.release.run import release

SEEDS = {"rng", "seed", "random_state", "generator", "entropy", "clock"}


def foreign(text: str) -> list[str]:
    """Names in a module that draw, seed or keep random numbers by other means than `os.urandom` and `secrets`."""
    found, nodes = [], list(ast.walk(ast.parse(text)))
    abstract = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "collections.abc"]
    other = {alias.name for node in abstract for alias in node.names}  # its Generator yields, and draws nothing
    for node in nodes:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [node.attr] if isinstance(node, ast.Attribute) else []
        names += [node.id] if isinstance(node, ast.Name) else []
        found += [
            name
            for name in names
            if ({*name.split(".")} - other)
            & {"random", "default_rng", "RandomState", "Generator", "uuid1", "SystemRandom"}
        ]
    return found


def modules() -> Iterator[Path]:
    """Every module of the library."""
    yield from Path(dp.__file__).parent.rglob("*.py")


def test_no_module_has_a_generator_of_its_own() -> None:
    looked = {str(path): foreign(path.read_text(encoding="utf-8")) for path in modules()}
    assert len(looked) > 400
    assert {path: names for path, names in looked.items() if names} == {}


@pytest.mark.parametrize(
    "bad", ["import random", "numpy.random.laplace()", "from numpy.random import default_rng", "uuid.uuid1()"]
)
def test_a_generator_is_seen(bad: str) -> None:
    assert foreign(bad)


def handed_in(*things: object) -> list[str]:
    """Parameters by which a caller could hand in randomness or time."""
    return [name for thing in things for name in inspect.signature(thing).parameters if name in SEEDS]  # type: ignore[arg-type]


def test_nothing_can_be_seeded() -> None:
    acts = [act for name, act in inspect.getmembers(dp.Desk, inspect.isfunction)]
    assert not handed_in(dp.Desk, dp.Plan, dp.Ask, dp.read, dp.noise.draw, release, *QUERIES, *dp.noise.LAWS, *acts)
    assert handed_in(lambda seed: seed)


ROWS = pd.DataFrame({"x": [1.0, 2.0, 3.0]})


def ten(home: str) -> list[int]:
    """Ten answers of one worker to one question, each a measurement of its own."""
    with dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(ROWS), schema=dp.Schema(x=dp.Number(0, 2**20)), budget=dp.Budget(mu=1))
        release = desk.release("t", dp.Plan([dp.Ask(dp.Sum("x"), mu=0.1)]))[0]
        for _ in range(9):
            release = desk.remeasure(release, mu=0.1)
        return [int(one.noisy[0][0]) for one in desk.releases("t")]


@pytest.mark.usefixtures("system_noise")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_workers_release_different_answers(tmp_path: Path) -> None:
    ten(str(tmp_path / "parent"))  # whatever a process keeps is kept before the fork
    with multiprocessing.get_context("fork").Pool(3) as pool:
        drawn = [one for many in pool.map(ten, [str(tmp_path / str(i)) for i in range(3)], chunksize=1) for one in many]
    assert len(drawn) == len(set(drawn)) == 30


def test_a_generator_kept_across_a_fork_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant draws its bits from a generator made once: forked workers then agree with each other."""
    import numpy as np

    from dpcore.noise import entropy

    monkeypatch.setattr(entropy, "_source", np.random.default_rng().bytes)
    with pytest.raises(AssertionError):
        test_forked_workers_release_different_answers(tmp_path)
