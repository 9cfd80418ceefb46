"""Named points on the way from a charge to an answer at which tests kill the process. In production they do nothing."""

from __future__ import annotations

from collections.abc import Callable

NAMES = (
    "before_charge",
    "in_charge",
    "after_charge",
    "after_anchor",
    "after_read",
    "after_draw",
    "in_round",
    "after_round",
    "in_store",
    "after_store",
    "after_show",
)

_hook: Callable[[str], None] | None = None


def failpoint(name: str) -> None:
    """Pass the point called `name`, one of `NAMES`."""
    if _hook is not None:
        _hook(name)
