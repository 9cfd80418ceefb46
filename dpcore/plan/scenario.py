"""A scenario: a named plan for exploration, before anything is spent. It is immutable, and no row is read.

Questions share a total by weight. Further settings define how the guarantee is evaluated: delta, the number of units
protected together, the share of units used, and the expected rows. A link contains the whole scenario. Scenarios stored
as JSON must load in all later versions.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, final

from dpcore.errors import QueryError
from dpcore.number import real, shown, whole
from dpcore.plan.plan import MAX_PRICE, Ask, Plan
from dpcore.queries import Query, query_from_dict
from dpcore.queries.question.sampled import resolved
from dpcore.table.schema import Schema
from dpcore.text import Text

VERSION = 1
MOST_ASKS = 50
MOST_NAME = 60
MOST_GROUP = 100
LEAST_TOTAL, LEAST_RATE = 1e-6, 0.01
LONGEST_LINK = 6_000
LARGEST = 60_000
"""The largest scenario, in bytes of JSON, that is read from a link or a database."""

_LINK = Text("Use the complete part of the copied link after `scenario=`.")


@final
@dataclass(frozen=True, slots=True)
class Scenario:
    """Questions with weights that share `total` (in mu or epsilon), and settings. Raises QueryError for invalid values.

    delta: the delta at which epsilon is computed, in [1e-18, 0.1]. group: the number of units protected together.
    rate: the share of units that is used, in [0.01, 1]. rows: a public guess of the number of rows, or None.
    """

    name: str
    asks: tuple[tuple[Query, float], ...]
    currency: Literal["mu", "epsilon"] = "mu"
    total: float = 0.1
    delta: float = 1e-6
    group: int = 1
    rate: float = 1.0
    rows: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or len(self.name) > MOST_NAME or not self.name.isprintable():
            raise QueryError(
                "A scenario's name can have at most {most_name} printable characters.",
                "Choose another name.",
                most_name=MOST_NAME,
            )
        if not isinstance(self.asks, tuple) or not 1 <= len(self.asks) <= MOST_ASKS:
            raise QueryError(
                "A scenario must have 1 to {most_asks} questions.", "Add or remove questions.", most_asks=MOST_ASKS
            )
        for query, weight in self.asks:
            if not isinstance(query, Query):
                raise QueryError(
                    "A scenario must consist of questions. Got {query}.",
                    "For example dp.Count().",
                    query=type(query).__name__,
                )
            real(weight, "`weight` in a scenario", at_least=1e-3, at_most=1e6, error=QueryError)
        if self.currency not in ("mu", "epsilon"):
            raise QueryError(
                "A scenario must be priced in mu or in epsilon. Got {currency}.", currency=shown(self.currency)
            )
        real(self.total, "`total` of a scenario", at_least=LEAST_TOTAL, at_most=MAX_PRICE, error=QueryError)
        real(self.delta, "`delta` of a scenario", at_least=1e-18, at_most=0.1, error=QueryError)
        whole(self.group, "`group` of a scenario", low=1, high=MOST_GROUP, error=QueryError)
        real(self.rate, "`rate` of a scenario", at_least=LEAST_RATE, at_most=1.0, error=QueryError)
        if self.rows is not None:
            whole(self.rows, "`rows` of a scenario", low=1, high=10**15, error=QueryError)

    @property
    def plan(self) -> Plan:
        """The plan of the scenario."""
        asks = [Ask(query, weight=weight) for query, weight in self.asks]
        return Plan(asks, mu=self.total) if self.currency == "mu" else Plan(asks, epsilon=self.total)

    def bind(self, schema: Schema) -> Scenario:
        """The scenario with every question checked against a schema. Raises QueryError."""
        return replace(self, asks=tuple((query.bind(schema), weight) for query, weight in self.asks))

    def resolved(self, account: int) -> Scenario:
        """The scenario with default failure probabilities. account: for failures, in units of 1e-18."""
        return replace(self, asks=tuple((resolved(query, account), weight) for query, weight in self.asks))

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {
            "version": VERSION,
            "name": self.name,
            "asks": [{"query": query.to_dict(), "weight": weight} for query, weight in self.asks],
            **{key: getattr(self, key) for key in ("currency", "total", "delta", "group", "rate", "rows")},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Scenario:
        """The scenario that `to_dict` wrote. Raises QueryError for any other data."""
        try:
            values = dict(data)
            if (version := values.pop("version")) != VERSION or isinstance(version, bool):
                raise QueryError(
                    "This scenario was written by another version of Murmur.", "Create the scenario again."
                )
            values["asks"] = tuple(_ask(**ask) for ask in values["asks"])
            return cls(**values)
        except QueryError:
            raise
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            raise QueryError("This is not a scenario.", "See `Scenario.to_dict`.") from None

    def to_text(self) -> str:
        """Compact JSON."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_text(cls, text: str) -> Scenario:
        """The scenario that `to_text` wrote. Raises QueryError."""
        try:
            if not isinstance(text, str) or len(text) > LARGEST:
                raise ValueError
            return cls.from_dict(json.loads(text, object_pairs_hook=_once))
        except (ValueError, RecursionError):
            raise QueryError("This is not a scenario.", "See `Scenario.to_text`.") from None

    def to_link(self) -> str:
        """The scenario as letters, digits, - and _ for a URL. Raises QueryError if it would be too long."""
        packed = base64.urlsafe_b64encode(zlib.compress(self.to_text().encode(), 9)).decode().rstrip("=")
        if len(packed) > LONGEST_LINK:
            raise QueryError("This scenario is too long for a link.", "Save the scenario, or remove questions.")
        return packed

    @classmethod
    def from_link(cls, link: str) -> Scenario:
        """The scenario that `to_link` wrote. At most LARGEST bytes are decompressed. Raises QueryError."""
        try:
            if not isinstance(link, str) or len(link) > LONGEST_LINK:
                raise ValueError
            packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(packed, LARGEST).decode()
            if not unpacker.eof or unpacker.unused_data:
                raise ValueError
        except (ValueError, zlib.error):
            raise QueryError("This link does not contain a valid scenario.", _LINK) from None
        return cls.from_text(text)


def _ask(query: Mapping[str, Any], weight: float) -> tuple[Query, float]:
    return query_from_dict(query), weight


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Raises ValueError if a name occurs twice, because one of its values would be lost."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError
    return data
