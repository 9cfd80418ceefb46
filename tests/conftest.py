"""Settings that every test shares."""

from __future__ import annotations

import gc
import itertools
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from dpcore.noise import entropy
from dpcore.plan import pricing
from tests.child import MAIN
from tests.postgres import Cluster, cluster
from tests.spark import Server, server

pytest_plugins = ["tests.tier.plugin"]
collect_ignore = ["contracts/guests"]  # modules of a copy of the repository, which import each other there
_NUMBERS = itertools.count()
ROOT = Path(__file__).parent.parent
BROWSER = Path(__file__).parent / "browser"
LONGEST = ("test_equal.py", "test_spark.py", "test_each.py")  # after those of the browser
# a busy machine is no failure, and code that passed passes again: the examples are the same while the test is
settings.register_profile(
    "murmur", max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("murmur")


def pytest_configure() -> None:
    """Temporary files lie in memory where there is enough of it: every commit of a ledger waits for a disk."""
    memory = Path("/dev/shm")
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 * 2**30:
        os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A file's tests run on one worker, so that what they share is made once; a folder may say otherwise.

    Of an audit that takes longer than its part may, both workers take tests.
    """
    from tests.tier.plugin import TIERS  # not before pytest has registered it

    # not in pytest_collection_modifyitems: pytest-xdist has read the marks by then
    if not item.get_closest_marker("xdist_group") and not item.config.stash[TIERS].shared(item):
        item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's tests come first: each of their files takes long, and nothing should wait for one at the end."""
    items.sort(key=lambda item: (BROWSER not in item.path.parents, item.path.name not in LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays: to look for garbage in it again and again takes a tenth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Thousands of collected tests are no garbage, and Streamlit collects it after every run of a page."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """At its end the interpreter looks for what was left open."""
    gc.unfreeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test draws its own noise and keys, the same in every run: else one claim of many fails by chance at times.

    Before the fixtures, since those of a file draw too. Processes that a test starts have the system's randomness.
    """
    seed = item.config.option.seed
    source = np.random.default_rng([*([seed] if seed else []), *item.nodeid.partition("@")[0].encode()]).bytes
    entropy._source = source
    secrets.token_bytes = lambda size=None: source(32 if size is None else size)  # hexadecimal and link tokens use it


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Neither is what the tests of a file have imported and cached."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A `MURMUR_HOME` of the test's own, so that none meets another's ledger or the developer's; few make it."""
    home = tmp_path_factory.getbasetemp() / f"murmur-home-{next(_NUMBERS)}"
    monkeypatch.setenv("MURMUR_HOME", str(home))
    yield home
    if home.exists():
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page driven by AppTest leaves app.py as `__main__`, and every process started later would run it.

    The runner's own is put back, not what is there: a page's thread may have outlived its test.
    """
    monkeypatch.setitem(sys.modules, "__main__", MAIN)


@pytest.fixture(autouse=True)
def own_prices() -> Iterator[None]:
    """What a test changes of a question prices nothing of the next one."""
    yield
    pricing.forget()


@pytest.fixture
def system_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's randomness, for tests of it."""
    monkeypatch.setattr(entropy, "_source", os.urandom)


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same noise in every run: for shares and errors that chance alone would take over their bounds at times."""
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(20).bytes)


@pytest.fixture(scope="session", autouse=True)
def own_signals() -> Iterator[None]:
    """Signals as a terminal leaves them, for started processes too: nohup and some runners ignore SIGINT."""
    chosen = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
    before = [signal.getsignal(each) for each in chosen]
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, chosen)
    for each in chosen:
        if signal.getsignal(each) is signal.SIG_IGN:
            signal.signal(each, signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL)
    yield
    for each, handler in zip(chosen, before, strict=True):
        signal.signal(each, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One server for all tests of a worker that ask for it."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="session")
def spark() -> Iterator[Server]:
    """One Spark for all tests of a worker that ask for it: those of the group `spark`, so that there is one at most."""
    with server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'murmur.db'}"
        return
    from dpcore.ledger.store.database import Database

    url = request.getfixturevalue("postgres").empty()
    yield url
    Database(url).close()  # what this process still holds open
