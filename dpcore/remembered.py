"""Remembering the results of pure functions, so that what a child process has computed is not computed again here."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

P = ParamSpec("P")
T = TypeVar("T")
Entry = tuple[str, tuple[Any, ...], Any]
"""The name of a function, its arguments and its result."""

_functions: dict[str, Callable[..., Any]] = {}
_noted: ContextVar[list[Entry] | None] = ContextVar("noted", default=None)
_taken: ContextVar[tuple[Any] | None] = ContextVar("taken", default=None)


def remembered(size: int) -> Callable[[Callable[P, T]], _lru_cache_wrapper[T]]:
    """As `functools.lru_cache(size)`, for a function of a module, of arguments that can be sent to another process."""

    def decorate(function: Callable[P, T]) -> _lru_cache_wrapper[T]:
        name = f"{function.__module__}.{function.__qualname__}"

        @functools.wraps(function)
        def found(*args: P.args, **kwargs: P.kwargs) -> T:
            if (taken := _taken.get()) is not None:
                value: T = taken[0]
                return value
            value = function(*args, **kwargs)
            if (noted := _noted.get()) is not None and not kwargs:
                noted.append((name, args, value))
            return value

        cached = functools.lru_cache(size)(found)
        _functions[name] = cached
        return cached

    return decorate


@contextlib.contextmanager
def noting() -> Iterator[list[Entry]]:
    """A list to which each result is added that is computed meanwhile."""
    noted = list[Entry]()
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def take(entries: Iterable[Entry]) -> None:
    """Remembers results that were noted in another process."""
    for name, args, value in entries:
        if name in _functions:
            token = _taken.set((value,))
            try:
                _functions[name](*args)
            finally:
                _taken.reset(token)
