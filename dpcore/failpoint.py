"""Named points between a charge and its answer at which tests kill the process. In production they do nothing."""

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
    """Call the test hook, if any, with `name`, one of `NAMES`."""
    if _hook is not None:
        _hook(name)
