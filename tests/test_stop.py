"""Stops: work ends politely or by force, nothing waits for a server that is silent, and nobody hears what it said."""

from __future__ import annotations

import threading
import time

import pytest

from dpcore.stop import Ending, Stopped, briefly, check, interruptible, obeyed, obeying


def refuse() -> None:
    raise RuntimeError("c4nary")


def test_work_that_is_stopped_ends_without_another_error() -> None:
    stop, stopped = threading.Event(), Stopped("Stopped.", "Ask again.")
    assert obeyed(stop, stopped, lambda: 5) == obeyed(None, stopped, lambda: 5) == 5
    with pytest.raises(RuntimeError):
        obeyed(stop, stopped, refuse)

    def work() -> None:
        stop.set()
        refuse()

    with pytest.raises(Stopped) as caught:
        obeyed(stop, stopped, work)
    assert caught.value is stopped and stopped.__context__ is stopped.__cause__ is None
    with pytest.raises(Stopped):
        obeyed(stop, stopped, lambda: 5)


def test_an_interruption_that_fails_does_not_end_the_watch() -> None:
    stop, reached = threading.Event(), threading.Event()
    with pytest.raises(Stopped), obeying(stop, "Stopped.", "Ask again."), interruptible(refuse):
        stop.set()
        with interruptible(reached.set):
            assert reached.wait(60)
        check()


@pytest.mark.parametrize("heard", [True, False])
def test_force_follows_where_asking_does_not_end_the_work(heard: bool) -> None:
    """Whether the server takes requests or is silent; nobody who calls waits for either."""
    asked, silent, forced = list[float](), threading.Event(), list[float]()

    def ask() -> None:
        asked.append(time.monotonic())
        if not heard:
            silent.wait()
        refuse()

    end, began = Ending(ask, lambda: forced.append(time.monotonic()), 1.2), time.monotonic()
    while not forced:
        before = time.monotonic()
        end()
        assert time.monotonic() - before < 1
        time.sleep(0.01)
    silent.set()
    assert forced[0] - began >= 1.2
    assert (2 <= len(asked) <= 3) if heard else len(asked) == 1
    for _ in range(5):
        end()
    assert len(forced) == 1


def test_what_is_done_briefly_is_not_waited_for() -> None:
    never = threading.Event()
    assert briefly(refuse, 60) and not briefly(never.wait, 0.1)
    never.set()
