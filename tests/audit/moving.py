"""A clock that moves: by a second at every look, and by some more whenever rows are worked on, never the same twice.

What people do, they do at fixed moments: each act of a story begins at an hour of its own. So a time that is written
after a row was read differs between any two stories, and a time of an act does not.
"""

from __future__ import annotations

import datetime as dt
import functools
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from dpcore import clock
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.frozen import Copied

START = dt.datetime(2024, 5, 6, 7, tzinfo=dt.UTC)
_WORK = itertools.count(3, 7)  # of all stories of this process: two stories never work equally long


class Moving:
    """A clock in place of the program's own, for as long as `patch` lasts."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._act, self._seconds = START, 0
        patch.setattr(clock, "now", self.now)
        for kind, name in ((DuckDB, "aggregate"), (DuckDB, "prepare"), (Copied, "freeze")):
            patch.setattr(kind, name, self._working(getattr(kind, name)))

    def act(self) -> None:
        """Somebody does something: a full hour, the next after all that was done before."""
        self._act, self._seconds = self._act + dt.timedelta(hours=1), 0

    def now(self) -> str:
        """The time, as the program writes it; a second later at every look."""
        self._seconds += 1
        return (self._act + dt.timedelta(seconds=self._seconds)).isoformat(timespec="seconds")

    def _working(self, honest: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(honest)
        def work(*arguments: Any) -> Any:
            self._seconds += next(_WORK) % 997
            return honest(*arguments)

        return work
