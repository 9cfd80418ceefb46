"""Stops: work ends politely or by force, nothing waits for a server that is silent, and nobody hears what it said."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from dpcore import stop
from dpcore.stop import Canceller, Stopped, check, interruptible, obeyed, obeying, within


def refuse() -> None:
    raise RuntimeError("c4nary")


def test_work_that_is_stopped_ends_without_another_error() -> None:
    event, stopped = threading.Event(), Stopped("Stopped.", "Ask again.")
    assert obeyed(event, stopped, lambda: 5) == obeyed(None, stopped, lambda: 5) == 5
    with pytest.raises(RuntimeError):
        obeyed(event, stopped, refuse)

    def work() -> None:
        event.set()
        refuse()

    with pytest.raises(Stopped) as caught:
        obeyed(event, stopped, work)
    assert caught.value is stopped and stopped.__context__ is stopped.__cause__ is None
    with pytest.raises(Stopped):
        obeyed(event, stopped, lambda: 5)


def test_an_interruption_that_fails_does_not_end_the_watch() -> None:
    event, reached = threading.Event(), threading.Event()
    with pytest.raises(Stopped), obeying(event, "Stopped.", "Ask again."), interruptible(refuse):
        event.set()
        with interruptible(reached.set):
            assert reached.wait(60)
        check()


@pytest.mark.parametrize("heard", [True, False])
def test_force_follows_where_asking_does_not_end_the_work(heard: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the server takes requests or is silent; nobody who calls waits for either."""
    now, silent, forced = [50.0], threading.Event(), threading.Event()
    monkeypatch.setattr(stop, "time", SimpleNamespace(monotonic=lambda: now[0]))
    asked, times_forced = list[float](), list[float]()

    def ask() -> None:
        asked.append(now[0] - 50)
        if not heard:
            silent.wait()
        refuse()

    def force() -> None:
        times_forced.append(now[0] - 50)
        forced.set()

    cancel = Canceller(ask, force, 1.25)
    for moment in (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 9.0):
        now[0] = 50 + moment
        cancel()
        if heard and cancel._asking:
            cancel._asking.join()
        if moment == 1.25:
            assert forced.wait(60)
    silent.set()
    assert asked == ([0, 0.5, 1] if heard else [0]) and times_forced == [1.25]


def test_work_that_takes_too_long_is_not_waited_for() -> None:
    never = threading.Event()
    assert within(refuse, 60) and not within(never.wait, 0.1)
    never.set()
