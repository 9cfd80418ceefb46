"""Published deployments of differential privacy, as their sources state them.

One file, `precedents.json`, has them all, for screens, lessons and documents. Nothing is filled in: what a source does
not state is null. Quotations are the source's words; only its formulas are written in plain characters (ε, 10⁻¹⁰).
Epsilons of different units, periods and relations cannot be compared one to one.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, final

Protected = Literal["user", "user-day", "user-month", "device-day", "person", "housing-unit", "birth"]
Span = Literal["day", "month", "release"]
Relation = Literal["add_remove", "replace"]
"""As `dpcore.sensitivity.relation.Neighbors`."""


@final
@dataclass(frozen=True, slots=True)
class Precedent:
    """One release of one publisher.

    source, address, read: which document says so, where it is, and the day on which it was read. quotes: its words.
    unit: the privacy unit. delta: 0 for pure differential privacy. period: what each epsilon is for, as a day of data.
    relation: the neighbouring relation. None: not stated.
    """

    publisher: str
    release: str
    source: str
    address: str
    read: dt.date
    quotes: tuple[str, ...]
    unit: Protected | None
    epsilon: float
    delta: float | None
    period: Span | None
    relation: Relation | None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Precedent:
        """The entry of the file. Every field must be there."""
        return cls(**{**data, "read": dt.date.fromisoformat(data["read"]), "quotes": tuple(data["quotes"])})


@cache
def precedents() -> tuple[Precedent, ...]:
    """All of them, the smallest epsilon first."""
    text = (files("dpcore.budget") / "precedents.json").read_text(encoding="utf-8")
    return tuple(sorted(map(Precedent.from_dict, json.loads(text)), key=lambda entry: entry.epsilon))


def nearest(epsilon: float, count: int = 2) -> tuple[Precedent, ...]:
    """The precedents with the nearest epsilons by ratio, nearest first. epsilon: above 0."""
    return tuple(sorted(precedents(), key=lambda entry: abs(math.log(entry.epsilon / epsilon)))[:count])
