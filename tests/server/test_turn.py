"""Long work of pages: by few at once, in processes that end with their pages, while the server answers others."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from streamlit.runtime.scriptrunner import StopException

import dpcore as dp
from dpcore.plan.scenario import Scenario
from dpcore.queries import NoisySGD
from dpcore.stop import Stopped, obeying
from dpcore.table.sample import sample
from pages.server import turn
from tests.browser.server import Server
from tests.server.wire import window


class Pages:
    """Pages as threads; `gone` holds those that were left."""

    def __init__(self) -> None:
        self.gone, self.own = set[str](), threading.local()

    def context(self, suppress_warning: bool = False) -> SimpleNamespace | None:
        name = getattr(self.own, "name", None)
        return None if name is None else SimpleNamespace(session_id=name)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    found = Pages()
    monkeypatch.setattr(turn, "get_script_run_ctx", found.context)
    monkeypatch.setattr(turn, "left", found.gone.__contains__)
    monkeypatch.setattr(turn, "session", {})
    return found


@contextlib.contextmanager
def all_taken() -> Iterator[None]:
    with contextlib.ExitStack() as taken:
        for _ in range(turn.AT_ONCE):
            taken.enter_context(turn.turn())
        yield


def test_a_page_that_is_left_while_it_waits_or_works_ends(pages: Pages) -> None:
    pages.own.name = "ada"
    with pytest.raises(StopException), turn.turn() as look:
        look()
        pages.gone.add("ada")
        look()
    pages.gone.clear()
    with all_taken():
        pages.gone.add("ada")
        with pytest.raises(StopException), turn.turn():
            pytest.fail("more than may work at once")
    pages.gone.clear()
    with all_taken():
        pass  # whoever ended has given its turn back


def test_a_job_without_a_page_ends_when_it_is_stopped(pages: Pages) -> None:
    cancel = threading.Event()
    with pytest.raises(Stopped, match="halted"), obeying(cancel, "halted", ""), turn.turn() as look:
        look()
        cancel.set()
        look()


def test_others_wait_for_their_turn(pages: Pages) -> None:
    ran = threading.Event()

    def page() -> None:
        pages.own.name = "eve"
        with turn.turn():
            ran.set()

    pages.own.name = "ada"
    with all_taken():
        thread = threading.Thread(target=page)
        thread.start()
        assert not ran.is_set()
    thread.join(60)
    assert ran.is_set()


def test_the_server_answers_while_a_link_is_priced_and_the_work_ends_with_its_page(tmp_path: Path) -> None:
    """Thirty fits by hundreds of steps on random samples, in a link of some hundred characters."""
    made = sample()
    with dp.Desk(home=tmp_path / "home") as desk:
        facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows}
        dataset = desk.add_dataset("visits", dp.read(made.rows), budget=dp.Budget(epsilon=1.0, delta=1e-6), **facts)
    numbers = [name for name, column in made.schema.columns.items() if isinstance(column, dp.Number)]
    asks = tuple((NoisySGD(numbers[0], numbers[1:2], rate=0.0059, steps=400 + extra), 1.0) for extra in range(30))
    link = Scenario("", asks, total=4.4).to_link()
    with Server(tmp_path / "home") as server, window(server, {}) as other:
        assert server.process is not None and server.process.pid is not None
        process = psutil.Process(server.process.pid)
        with window(server, {}) as mine:
            mine.send(mine.page.opened("explore", f"dataset={dataset.id}&scenario={link}"))
            child = awaited(lambda: next(iter(children(process)), None))
            assert server.healthy()
            other.open("explore", f"dataset={dataset.id}")
            other.open("learn")
            assert not other.page.trouble and server.healthy()
            assert children(process) == [child], "still priced, by one process, and nothing else needed another"
        awaited(lambda: not children(process) or None)
        other.open("explore", f"dataset={dataset.id}")
        assert not other.page.trouble and not children(process)


def children(process: psutil.Process) -> list[int]:
    """The child processes that compute for pages."""
    found = []
    for each in process.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if any("dpcore.child" in part for part in each.cmdline()):
                found.append(each.pid)
    return found


def awaited(condition: Callable[[], int | None]) -> int:
    while (found := condition()) is None:
        time.sleep(0.02)
    return found
