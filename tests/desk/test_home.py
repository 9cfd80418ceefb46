"""Spooled uploads end with their process, and with no other."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from functools import partial

import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.desk.home import Home
from dpcore.errors import AccessError, KnownRowsError
from dpcore.ledger.journal import Journal
from dpcore.ledger.ledger import Ledger
from tests.child import run
from tests.repo.house import ROOT

SPOOL = "import sys; from dpcore.desk.home import Home; print(Home().spool(b'x', '.csv'), flush=True); sys.stdin.read()"


def start() -> tuple[subprocess.Popen[str], str]:
    """A process that has spooled one file, and where it lies."""
    process = subprocess.Popen(
        [sys.executable, "-c", SPOOL], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    return process, process.stdout.readline().strip()


@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, None])
def test_what_an_ended_process_left_goes_and_what_others_hold_stays(ending):
    home = Home()
    mine = home.spool(b"mine", ".csv")
    (first, left), (second, held) = start(), start()
    if ending:
        first.send_signal(ending)
    first.communicate()
    home.sweep()
    assert not os.path.exists(left) and os.path.exists(held) and mine.read_bytes() == b"mine"
    Home().spool(b"another", "")
    assert os.path.exists(held) and mine.exists()
    second.communicate()
    home.sweep()
    assert not os.path.exists(held)
    home.unspool(mine)
    assert not mine.exists()


def test_an_upload_of_an_earlier_version_goes(own_home):
    home = Home()
    (own_home / "spool" / "0123").mkdir(parents=True)
    (own_home / "spool" / "0123" / "upload.csv").write_text("a")
    home.sweep()
    assert not list((own_home / "spool").iterdir())


LOADS = """
import os, signal, sys
import pyarrow as pa
import dpcore as dp
from dpcore.desk import catalog, home
from dpcore.ledger import journal

def kill(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

point, version = sys.argv[1], sys.argv[2] == "version"
rows = dp.read(pa.table({"x": [1, 2, 3]}))
desk = dp.Desk()
schema, budget = dp.Schema(x=dp.Number(0, 9)), dp.Budget(mu=1, delta=1e-6)
if version:
    desk.add_dataset("visits", rows, schema=schema, budget=budget)
if point.endswith("act"):
    journal.failpoint = lambda name: name == point and kill()
elif point == "freezing":
    type(rows).write = kill
elif point == "frozen":
    catalog.Versions.refuse_known = kill
elif point == "noted":
    home.shutil.move = kill
if version:
    desk.update("visits", dp.read(pa.table({"x": [4, 5]})))
else:
    desk.add_dataset("visits", rows, schema=schema, budget=budget)
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("version", ["first", "version"])
@pytest.mark.parametrize("point", ["freezing", "frozen", "noted", "in_act", "after_act"])
def test_rows_that_an_ended_process_was_loading_are_a_datasets_or_go(own_home, point, version):
    ended = run(("-c", LOADS), point, version)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    Home().sweep()  # that knows no ledger removes nothing that may be a dataset's
    with dp.Desk() as desk:
        count = (version == "version") + (point == "after_act")
        assert len(list((own_home / "data").rglob("*.parquet"))) == count
        assert not list((own_home / "spool").iterdir())
        assert [one.version for one in desk.datasets()] == [count] * bool(count)
        if count:
            assert desk.release("visits", dp.Plan([dp.Count()], mu=0.1))
        else:
            assert not list((own_home / "data").iterdir())


def test_rows_that_a_running_process_is_loading_stay(own_home):
    home = Home()
    with home.loading(lambda name: name == "a.parquet") as folder:
        (folder / "a.parquet").write_text("rows")
        (folder / "b.parquet").write_text("prepared")
        placed = home.place(folder / "a.parquet", "visits")
        Home().sweep(lambda name: False)
        assert [path.read_text() for path in placed] == ["rows", "prepared"] and folder.exists()
    assert all(path.exists() for path in placed) and not folder.exists()


@pytest.mark.sample(2)
@pytest.mark.parametrize("version", ["first", "version"])
@pytest.mark.parametrize("point", ["noted", "in_act", "after_act"])
def test_a_ledger_that_never_knew_the_rows_does_not_decide_about_them(own_home, point, version):
    """Two databases beside one home folder: each sweeps what its own ledger was about to name."""
    run(("-c", LOADS), point, version)
    before = [path for part in ("data", "spool") for path in (own_home / part).rglob("*") if path.is_file()]
    with dp.Desk(f"sqlite:///{own_home / 'other.db'}"):
        assert all(path.exists() for path in before) and before
    with dp.Desk() as desk:
        assert not list((own_home / "spool").iterdir())
        if point == "after_act":
            assert desk.release("visits", dp.Plan([dp.Count()], mu=0.1))


@pytest.mark.parametrize("failing", [0, 1])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "no room"), KeyboardInterrupt()])
def test_rows_are_placed_whole_or_not_at_all(own_home, monkeypatch, failing, error):
    home, move, moved = Home(), shutil.move, []

    def fail(source, target):
        moved.append(target)
        if len(moved) > failing:
            target.write_text("half")
            raise error
        return move(source, target)

    (home.folder("visits") / "earlier.parquet").write_text("rows of an earlier version")
    monkeypatch.setattr(shutil, "move", fail)
    with home.loading(lambda name: False, "ledger") as folder:
        (folder / "a.parquet").write_text("rows")
        (folder / "b.parquet").write_text("prepared")
        with pytest.raises((dp.AccessError, KeyboardInterrupt)):
            home.place(folder / "a.parquet", "visits", "ledger")
    assert [path.name for path in own_home.rglob("*.parquet")] == ["earlier.parquet"]


FAILS = [AccessError("The disk is full."), KeyboardInterrupt(), RuntimeError()]


@pytest.mark.sample(3)
@pytest.mark.parametrize("error", FAILS, ids=repr)
@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("version", [False, True])
def test_rows_stay_where_the_ledger_names_them_whatever_is_raised(own_home, monkeypatch, after, version, error):
    """The anchor is written after the commit, and may fail; what fails before the commit leaves nothing."""

    def fail(*_, **__):
        raise error

    with dp.Desk() as desk:
        add = partial(desk.add_dataset, schema=dp.Schema(x=dp.Number(0, 9)), budget=dp.Budget(mu=1.0))
        if version:
            add("visits", dp.read(pa.table({"x": [1, 2]})))
        where = (Journal, "remember") if after else (Ledger, "add_version" if version else "open_dataset")
        rows = dp.read(pa.table({"x": [4, 5, 6]}))
        with monkeypatch.context() as patch, pytest.raises(type(error)):
            patch.setattr(*where, fail)
            desk.update("visits", rows) if version else add("visits", rows)
        assert [one.version for one in desk.datasets()] == [version + after] * bool(version + after)
        assert len(list((own_home / "data").rglob("*.parquet"))) == version + after
        assert not list((own_home / "spool").iterdir())
        if version or after:
            assert desk.release("visits", dp.Plan([dp.Count()], mu=0.1))


def test_rows_without_the_secret_they_were_loaded_under_are_not_asked(own_home):
    """A backup without keys: a new secret would recognise no rows, and nobody would be told."""
    load = {"schema": dp.Schema(x=dp.Number(0, 9)), "budget": dp.Budget(mu=1.0)}
    rows = dp.read(pa.table({"x": [1, 2]}))
    with dp.Desk() as desk:
        desk.add_dataset("visits", rows, **load)
    secret = (own_home / "keys" / "desk.key").rename(own_home / "elsewhere")
    with dp.Desk() as desk:
        for act in (
            partial(desk.release, "visits", dp.Plan([dp.Count()], mu=0.1)),
            partial(desk.add_dataset, "again", rows, **load),
        ):
            with pytest.raises(AccessError, match="secret is missing"):
                act()
        assert not (own_home / "keys" / "desk.key").exists() and desk.standing("visits").spent.mu == 0
        secret.rename(own_home / "keys" / "desk.key")
        with pytest.raises(KnownRowsError):
            desk.add_dataset("again", rows, **load)
