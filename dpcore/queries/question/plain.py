"""Values of parameters as plain data, for records."""

from __future__ import annotations

from typing import Any

from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Period


def plain(value: Any, in_order: bool = True) -> Any:
    """A value as JSON can hold it. in_order: whether a list keeps its order, or is sorted without duplicates."""
    if isinstance(value, Condition | Bins | Period):
        return value.to_dict()
    if isinstance(value, tuple):
        parts = [plain(part) for part in value]
        return parts if in_order else [part for _, part in sorted({repr(sorted(p.items())): p for p in parts}.items())]
    return value.isoformat() if hasattr(value, "isoformat") else value
