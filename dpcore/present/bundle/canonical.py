"""Canonical JSON, and a strict reader with bounded memory for JSON from other desks."""

from __future__ import annotations

import json
import math
from typing import Any

from dpcore.ledger import entry

# A bundle of 200 MB holds answers with a million cells in total; no bundle exceeds these limits.
MAX_BYTES = 100_000_000
MAX_CONTAINERS = 500_000
MAX_VALUES = 10_000_000


def canonical(data: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, ASCII, no NaN. The same data gives the same bytes."""
    return entry.canonical(data).encode("ascii")


def read(text: bytes) -> Any:
    """Data from strict JSON: UTF-8, no repeated key, no NaN or infinity, bounded size and depth. Raises ValueError."""
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
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key twice")
    return data


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number
