"""Whether the fields of a record have their types, and the columns of its answer their lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpcore.result import FIGURES

_TEXTS = ("key", "dataset", "lane", "price", "time", "user")
_WHOLES = ("dataset_version", "seq", "measurement")


def check(values: Mapping[str, Any], estimates: Mapping[str, Sequence[float]]) -> None:
    """Raises ValueError or TypeError if a field has a wrong type, or if columns are missing or of several lengths."""
    texts = [*(values[name] for name in _TEXTS), *values["combined"]]
    if not all(type(text) is str for text in texts) or not all(type(values[name]) is int for name in _WHOLES):
        raise TypeError
    if type(values["level"]) not in (int, float) or not 0 < values["level"] < 1:
        raise ValueError
    sizes = {name: len(column) for name, column in estimates.items()}
    if not set(FIGURES) <= sizes.keys() or len(set(sizes.values())) != 1:
        raise ValueError
