"""Values that nobody would enter, put into every leaf and branch of plain data from outside."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import dpcore as dp

Place = tuple[str | int, ...]
SECONDS = 4.0
"""Of processor time, with room for a slow machine: a half is promised, and the harm was 45."""


def nested(deep: int, key: str = "") -> Any:
    """A list, or an object with this key, of such a depth."""
    found: Any = {} if key else []
    for _ in range(deep):
        found = {key: found} if key else [found]
    return found


PLACEHOLDER = re.compile(r"\{[a-z_]+[}:]")
"""Of a sentence; no value of these tests looks like one."""
STRANGE: tuple[Any, ...] = (
    "1e3000000", "1e-3000000", "9" * 4000, "1/0", "1e9999/3", "nan", "", "x" * 50_000, "\u202e\0", "0.1", "true",
    None, True, False, 0, -1, 0.5, 5e-324, 1e-200, 1e308, -1e308, 10**9, 2**63, 10**400, -(10**400), 10**4000,
    [], [[[]]], [None, {}], [1e308] * 99, list(range(5000)), ["a"] * 3, [["a", "b", "c"]], nested(12),
    {}, {"a": {"b": {}}}, nested(12, "a"),
    {"bins": "cost", "edges": [0, 1e-300, 1e300]}, {"bins": ["cost"], "edges": "abc"},
    {"bins": "cost", "edges": {}}, {"period": {"a": 1}, "every": [[]]}, {"period": "day", "every": []},
    {"column": "age", "op": "==", "value": {}}, {"column": [], "op": {}, "value": None},
    {"column": "ward", "op": "in", "value": [[{}]]}, {"column": "age", "op": "<", "value": "1e3000000"},
)  # fmt: skip


def places(data: Any, place: Place = ()) -> Iterator[Place]:
    """Every leaf and branch of plain data; of long lists the first entries."""
    yield place
    inside = data.items() if isinstance(data, dict) else enumerate(data[:3]) if isinstance(data, list) else ()
    for name, value in inside:
        yield from places(value, (*place, name))


def altered(data: Any, place: Place, value: Any) -> Any:
    """The data with this value at that place."""
    if not place:
        return value
    changed = copy.deepcopy(data)
    inside = changed
    for name in place[:-1]:
        inside = inside[name]
    inside[place[-1]] = value
    return changed


def one_sentence(read: Callable[[], object]) -> dp.DpError | None:
    """The refusal, if there is one; any other exception fails the test, and so does much time."""
    began, found = time.thread_time(), None
    try:
        read()
    except dp.DpError as refusal:
        found = refusal
        assert 0 < len(refusal.message) < 40_000, "repeats what was sent"
        assert not PLACEHOLDER.search(str(refusal)), "lacks a fact that it names"
    assert time.thread_time() - began < SECONDS
    return found
