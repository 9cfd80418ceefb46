"""A statistic of much work runs in a process of its own: a stop ends it and keeps its charge."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import final

import numpy as np
import psutil
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Price
from dpcore.queries.question.round import Round, Run
from dpcore.release import child_process
from dpcore.release.run import Cancelled
from dpcore.statistic import Statistic
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot
from dpcore.stop import Stopped
from dpcore.table.table import Table
from tests.contracts.guest import Middle, moved_in
from tests.release.test_kill import prepare

PLAN = dp.Plan([dp.Ask(Middle("age"), mu=0.1), dp.Ask(dp.Count(), mu=0.05)])


@final
@dataclass(frozen=True)
class Slow(Statistic):
    """A guest's statistic: writes its process down in a file, and waits until another file is there."""

    inner: Statistic
    folder: str
    loud: bool = False

    @property
    def public(self) -> bool:
        """Never."""
        return False

    @property
    def seconds(self) -> float:
        """Long."""
        return 60.0

    def exact(self, aggregate: np.ndarray) -> np.ndarray:
        """As that inside, at last."""
        print("exact", aggregate)
        (Path(self.folder) / "began").write_text(str(os.getpid()))
        if self.loud:
            raise ValueError(f"secret {aggregate.tolist()}")
        while not (Path(self.folder) / "go").exists():
            time.sleep(0.01)
        return self.inner.exact(aggregate)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "signs").mkdir()
    return tmp_path / "signs"


@pytest.fixture
def desk(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dp.Desk]:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    prepare(url, tmp_path / "home")
    honest = Middle.run

    def run(self: Middle, table: Table, price: Price) -> Run:
        asked = honest(self, table, price)
        now = next(asked)
        while True:
            slow = Slow(now.steps[0].statistic, str(folder), (folder / "loud").exists())
            noisy = yield Round((replace(now.steps[0], statistic=slow),), now.loss)
            try:
                now = asked.send(noisy)
            except StopIteration:
                return

    monkeypatch.setattr(Middle, "run", run)
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def pressed(folder: Path) -> threading.Event:
    """A stop that is pressed once the child works."""
    stop = threading.Event()

    def wait() -> None:
        while not (folder / "began").exists():
            time.sleep(0.01)
        stop.set()

    threading.Thread(target=wait, daemon=True).start()
    return stop


def gone(folder: Path) -> bool:
    """Whether the process that worked has ended, and was another one."""
    process = int((folder / "began").read_text())
    assert process != os.getpid()
    try:
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE  # whoever took it over may not look at it
    except psutil.NoSuchProcess:
        return True


def test_a_stop_ends_it_keeps_its_charge_and_answers_the_others(desk: dp.Desk, folder: Path) -> None:
    with pytest.raises(Cancelled, match="long computation"):
        desk.release("visits", PLAN, cancel=pressed(folder))
    assert gone(folder) and [str(one) for one in desk.releases("visits")] == ["Count"]
    (folder / "go").touch()
    assert len(desk.release("visits", PLAN)) == 2 and gone(folder)
    assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1


def test_what_fails_there_says_nothing_here(desk: dp.Desk, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "loud").touch()
    with pytest.raises(QueryError, match="could not be answered") as refused:
        desk.release("visits", PLAN)
    assert "secret" not in "".join(traceback.format_exception(refused.value))
    heard = capfd.readouterr()
    assert "secret" not in heard.out + heard.err and "exact" not in heard.out + heard.err
    assert [str(one) for one in desk.releases("visits")] == ["Count"] and gone(folder)


@pytest.mark.parametrize("size", [1, 10**5])
def test_it_gives_what_it_gives_here(folder: Path, size: int) -> None:
    """Also where the integers are larger than a pipe, or than 64 bits."""
    (folder / "go").touch()
    given = np.array([[2**70 + number for number in range(size)]], dtype=object)
    found = child_process.exact(Slow(Same(), str(folder)), given, threading.Event())
    assert found.dtype == object and np.array_equal(found, given) and gone(folder)


def test_a_wide_projection_goes_apart_and_gives_the_same() -> None:
    wide, narrow = Projection(SquareRoot(2048), (80,)), Projection(SquareRoot(20), (10,))
    assert wide.seconds > child_process.QUICK > narrow.seconds
    counts = np.arange(80 * 2048).reshape(80, 2048)
    assert np.array_equal(child_process.exact(wide, counts, None), wide.exact(counts))


def test_it_ends_with_the_process_it_works_for(folder: Path) -> None:
    call = "child_process.exact(Slow(Same(), sys.argv[1]), np.zeros((1, 1), dtype=object), None)"
    lines = (
        "import sys",
        "import numpy as np",
        "from dpcore.release import child_process",
        "from tests.contracts.test_apart import *",
    )
    with subprocess.Popen([sys.executable, "-c", "\n".join([*lines, call]), str(folder)]) as parent:
        while not (folder / "began").exists():
            time.sleep(0.01)
        parent.kill()
    while not gone(folder):
        time.sleep(0.01)


def test_a_stop_before_it_begins_is_obeyed(folder: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        child_process.exact(Slow(Same(), str(folder)), np.zeros((1, 1), dtype=object), stop)


@final
@dataclass(frozen=True)
class Same(Statistic):
    """The integers as they are."""

    @property
    def public(self) -> bool:
        """Never."""
        return False

    def exact(self, aggregate: np.ndarray) -> np.ndarray:
        """As given."""
        return aggregate
