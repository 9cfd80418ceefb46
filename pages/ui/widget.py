"""Widgets that keep their value while they are not drawn, for example on another page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pages.ui.session import session

_STORE = "kept"


def kept(draw: Callable[..., Any], *args: Any, key: str, default: Any = None, **options: Any) -> Any:
    """`draw(*args, key=key, **options)`, showing the value it had when it was last drawn, else `default`."""
    store = session.setdefault(_STORE, {})
    if key not in session:
        session[key] = store.get(key, default)
    store[key] = draw(*args, key=key, **options)
    return store[key]


def put(key: str, value: Any) -> None:
    """From a callback: set the value of a kept widget."""
    session[key] = value
    session.setdefault(_STORE, {})[key] = value


def value(key: str, default: Any = None) -> Any:
    """The last value of a kept widget, drawn or not."""
    return session.get(_STORE, {}).get(key, default)


def current(key: str, default: Any = None) -> Any:
    """The value that a kept widget has in this run, before it is drawn."""
    return session.get(key, value(key, default))


def of(prefix: str) -> dict[str, Any]:
    """All kept values whose key has this prefix."""
    return {key: value for key, value in session.get(_STORE, {}).items() if key.startswith(prefix)}


def restore(values: Mapping[str, Any]) -> None:
    """Restore values from `of`, perhaps of another session, for widgets not drawn in this one."""
    store = session.setdefault(_STORE, {})
    store.update({key: value for key, value in values.items() if key not in session})


def clear(prefix: str) -> None:
    """Forget all kept widgets whose key has this prefix."""
    for store in (session.get(_STORE, {}), session):
        for key in [key for key in store if isinstance(key, str) and key.startswith(prefix)]:
            del store[key]
