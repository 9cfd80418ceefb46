"""The time that computing a price may take, from declarations alone, and the process that computes it on a server.

A link, a plan file or a form can contain a plan of the largest size. On a server, work that may take longer than
`QUICK` seconds is done in a child process, which ends with the page that requested it, and work that may take longer
than `MOST` is refused. The estimates exceed the times measured with the largest accepted values on one slow processor;
the child is ended after `MOST` seconds in any case. Without a server, all work is done in the calling process.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import fields
from functools import lru_cache
from math import prod
from typing import Any, TypeVar

from dpcore import child
from dpcore.errors import QueryError
from dpcore.plan.facts import Facts
from dpcore.plan.plan import MAX_ASKS
from dpcore.queries import Query
from dpcore.queries.question.sampled import samples
from dpcore.remembered import remembered, take
from dpcore.table.category import Category
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins

T = TypeVar("T")
Turn = Callable[[], AbstractContextManager[Callable[[], object]]]
"""A context that waits for the page's turn to work. It yields a function that raises if the page has been left."""

QUICK = 0.5
"""Seconds of processor time that a server gives to the work of one page without a child process."""
MOST = 120
"""Seconds of processor time that a server gives to the work of one page at most."""
COMPOSED, SEARCHED = 3.0, 25
"""Seconds for a figure of many compositions or of random samples; number of prices tried to find a target error's."""
_QUESTION, _COLUMN, _CELL, _LEAF, _LABEL = 0.005, 0.003, 1e-6, 4e-5, 2e-7
_MANY = 10_000  # bins, steps or blocks; more of them are not computed one by one

_turn: Turn | None = None


def serve(turn: Turn | None) -> None:
    """Called when a server starts: from now on work is done in turns, and long work in a child process."""
    global _turn
    _turn = turn


@remembered(4 * MAX_ASKS)
def pricing(facts: Facts, query: Query) -> float:
    """Seconds that computing the error of a bound question at a price may take, from its public size."""
    schema = facts.table.schema
    cells = prod(axis.size for axis in query.axes(schema))
    columns = [schema[name] for name in query.columns()]
    labels = sum(len(column.values) for column in columns if isinstance(column, Category))
    values = [getattr(query, field.name) for field in fields(query)]  # type: ignore[arg-type]
    leaves = _leaves(values) + sum(min(value, _MANY) for value in values if type(value) is int)
    small = _QUESTION + _COLUMN * len(columns) + _LEAF * leaves + _LABEL * labels
    return small + _CELL * cells + (COMPOSED if samples(query) else 0.0)


def _leaves(value: object) -> int:
    """The number of values in a parameter, at any depth."""
    if isinstance(value, Condition):
        return _leaves(value.value)
    if isinstance(value, Bins):
        return len(value.edges)
    return sum(map(_leaves, value)) if isinstance(value, list | tuple | frozenset) else 1


def long(seconds: float) -> bool:
    """Whether work of so many seconds is done in a child process."""
    return _turn is not None and seconds > QUICK


def done(seconds: float, work: Callable[..., T], *args: Any) -> T:
    """`work(*args)`, which may take so many seconds; on a server in a child process if it is `long`.

    work: a pure function of a module; args: can be hashed and pickled. Raises QueryError if it takes too long, and the
    exception of the server's turn when the page has been left.
    """
    if not long(seconds):
        return work(*args)
    found = _apart(seconds, work, *args)
    if found.error is not None:
        raise found.error.with_traceback(None)
    value: T = found.value
    return value


@lru_cache(maxsize=64)
def _apart(seconds: float, work: Callable[..., Any], *args: Any) -> child.ChildResult:
    """The result of a child process. Raises QueryError if it takes too long, or is ended by the system or an error."""
    found: child.ChildResult | child.Ended = "time"
    if seconds <= MOST and _turn is not None:
        with _turn() as look:
            found = child.call(look, MOST, work, *args)
    if isinstance(found, child.ChildResult):
        take(found.entries)
        return found
    raise _refused(found)


def _refused(ended: child.Ended) -> QueryError:
    if ended == "time":
        return QueryError(
            "This computation may take more than {seconds} seconds, the most that this server gives to one page.",
            "Ask fewer questions, or questions with fewer groups, conditions or steps. A script has no such limit.",
            seconds=MOST,
        )
    if ended == "memory":
        return QueryError(
            "The system has ended this computation, most likely for want of memory.",
            "Ask fewer questions, or questions with fewer groups, conditions or steps. Or free memory of the server, "
            "then try again.",
        )
    return QueryError(
        "This computation failed in its child process.", "Ask these questions one by one: the others are not affected."
    )
