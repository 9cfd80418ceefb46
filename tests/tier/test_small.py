"""A test of the audit that takes long runs in `make test` too if it has a smallest size, and at that alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.tier.plugin import is_small, undrawn

LONG = 300.0


class Test:
    """A test of the audit that asks for these fixtures."""

    __test__ = False

    def __init__(self, name: str, *fixtures: str) -> None:
        self.nodeid, self.fixturenames = f"tests/noise/test_it.py::{name}", fixtures

    def get_closest_marker(self, name: str) -> bool:
        """Marked `audit`, and nothing else."""
        return name == "audit"


def tiers(name: str | None = "test", **facts: Any) -> Any:
    known = {"named": frozenset(), "failed": frozenset(), "seconds": {}, "found": {}} | facts
    return SimpleNamespace(name=name, once=lambda function, unknown: LONG, dear=lambda function: None, **known)


def test_of_what_takes_long_only_that_with_a_smallest_size_runs() -> None:
    small, long, failed = Test("test_small[1]", "tmp_path", "small"), Test("test_long", "tmp_path"), Test("test_failed")
    items: Any = [small, long, failed]
    assert undrawn(tiers(failed=frozenset([failed.nodeid])), items) == {long}


@pytest.mark.parametrize(("name", "small"), [("test", True), ("audit", False), ("quick", False), (None, False)])
def test_it_is_small_in_make_test_alone(name: str | None, small: bool) -> None:
    assert is_small(tiers(name), "tests/a.py::test_it[1]") == small


@pytest.mark.parametrize("known", ["failed", "named"])
def test_what_failed_or_is_asked_for_runs_whole(known: str) -> None:
    assert not is_small(tiers(**{known: frozenset(["tests/a.py::test_it[1]"])}), "tests/a.py::test_it[1]")
