"""The one JSON text of plain data, and a reading of foreign JSON that cannot be led astray or made to eat memory."""

from __future__ import annotations

import json
import math
from typing import Any

from dpcore.ledger import entry

# A bundle of 200 MB holds answers of a million cells in all; beyond these figures JSON is no bundle's.
MAX_BYTES = 100_000_000
MAX_CONTAINERS = 500_000
MAX_VALUES = 10_000_000


def canonical(data: Any) -> bytes:
    """Sorted keys, no spaces, ASCII, no NaN: the same data gives the same bytes."""
    return entry.canonical(data).encode("ascii")


def read(text: bytes) -> Any:
    """What strict JSON says: UTF-8, no key twice, no NaN or infinity, of bounded size and depth. Raises ValueError."""
    containers, values = text.count(b"[") + text.count(b"{"), text.count(b",") + text.count(b":")
    if len(text) > MAX_BYTES or containers > MAX_CONTAINERS or values > MAX_VALUES:
        raise ValueError("too large")
    try:
        return json.loads(
            text.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse, parse_float=_finite, parse_int=int
        )
    except RecursionError:
        raise ValueError("too deep") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number
