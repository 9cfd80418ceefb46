"""A plan: questions with prices, all fixed before anything is released. No row is read here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, final

from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu
from dpcore.number import exact, real, shown, whole
from dpcore.queries import Query, query_from_dict

MAX_ASKS = 1_000
MAX_PRICE = 100.0
LEVEL = 0.95


@final
@dataclass(frozen=True, slots=True)
class Ask:
    """One question with its price: a `weight` in the plan's total, its own `mu` or `epsilon`, or a `half_width`.

    half_width: the target half width of the typical cell's interval at `level`, in the answer's unit; the price is
    computed from it. Without a price, half_width and level are the question's own tolerance and confidence if it has
    them, else the weight is 1.
    measurement: 0 for the first measurement. A higher number measures an answered question again, and all measurements
    are combined; `half_width` is then the target for the combined answer. Raises QueryError.
    """

    query: Query
    weight: float | None = None
    mu: float | None = None
    epsilon: float | None = None
    half_width: float | None = None
    level: float = LEVEL
    measurement: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.query, Query):
            raise QueryError(
                "An ask needs a question. Got {query}.",
                "For example dp.Ask(dp.Count()).",
                query=type(self.query).__name__,
            )
        real(self.level, "`level` of `Ask`", at_least=0.5, at_most=0.9999, error=QueryError)
        whole(self.measurement, "`measurement` of `Ask`", low=0, high=10**6, error=QueryError)
        ways = [name for name in ("weight", "mu", "epsilon", "half_width") if getattr(self, name) is not None]
        if len(ways) > 1:
            raise QueryError(
                "An ask can have only one price. Got {ways}.",
                "Give one of weight, mu, epsilon and half_width.",
                ways=" and ".join(ways),
            )
        if not ways and (target := self.query.error.asked) is not None:
            ways = ["half_width"]
            object.__setattr__(self, "half_width", target[0])
            object.__setattr__(self, "level", target[1] if self.level == LEVEL else self.level)
        if not ways:
            object.__setattr__(self, "weight", 1.0)
        limits = {"weight": 1e9, "half_width": 1e300, "mu": MAX_PRICE, "epsilon": MAX_PRICE}
        for name in ways:
            limit = limits[name]
            real(getattr(self, name), f"`{name}` of `Ask`", above=0, at_most=limit, error=QueryError)
            if name != "half_width" and getattr(self, name) < 1e-9:
                raise QueryError(
                    "`{name}` of `Ask` must be at least 1e-9. Got {getattr!r}.", name=name, getattr=getattr(self, name)
                )

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        ways = {name: getattr(self, name) for name in ("weight", "mu", "epsilon", "half_width")}
        paid = {name: value for name, value in ways.items() if value is not None}
        number = {"measurement": self.measurement} if self.measurement else {}
        return {"query": self.query.to_dict(), **paid, "level": self.level, **number}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ask:
        """The ask that `to_dict` wrote. Raises QueryError."""
        try:
            return cls(**{**data, "query": query_from_dict(data["query"])})
        except (KeyError, TypeError):
            raise QueryError("{data} is not an ask.", "See `Ask.to_dict`.", data=shown(data)) from None


@final
@dataclass(frozen=True, slots=True, init=False)
class Plan:
    """Asks, and the total `mu` or `epsilon` (a pure plan) that is shared by the asks with weights.

    A total in mu is shared in proportion to weight in mu**2. Asks with their own `mu`, `epsilon` or `half_width` are
    paid in addition. A plain question counts as `Ask(question)`. slot: the name of a slot of the budget that pays for
    the whole plan, instead of the filters. Raises QueryError.
    """

    asks: tuple[Ask, ...]
    mu: float | None
    epsilon: float | None
    slot: str | None
    _weights: Fraction = field(repr=False, compare=False)

    def __init__(
        self,
        asks: Iterable[Ask | Query],
        mu: float | None = None,
        epsilon: float | None = None,
        slot: str | None = None,
    ) -> None:
        entries = [asks] if isinstance(asks, Ask | Query) else asks
        if not isinstance(entries, Iterable):
            raise QueryError(
                "A plan needs a list of asks. Got {asks}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)", asks=shown(asks)
            )
        object.__setattr__(self, "asks", tuple(ask if isinstance(ask, Ask) else Ask(ask) for ask in entries))
        object.__setattr__(self, "mu", mu)
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "slot", slot)
        weights = (exact(ask.weight) for ask in self.asks if ask.weight is not None)
        object.__setattr__(self, "_weights", sum(weights, Fraction(0)))
        self._check()

    def _check(self) -> None:
        _counted(len(self.asks))
        if self.slot is not None and not isinstance(self.slot, str):
            raise QueryError(
                "The slot of a plan must be a name. Got {slot}.", 'For example slot="monthly".', slot=shown(self.slot)
            )
        for name in ("mu", "epsilon"):
            if getattr(self, name) is not None:
                real(getattr(self, name), f"`{name}` of `Plan`", at_least=1e-9, at_most=MAX_PRICE, error=QueryError)
        if self.mu is not None and self.epsilon is not None:
            raise QueryError("A plan is priced in mu or in epsilon, not in both.", "Split it into two plans.")
        in_mu = self.mu is not None or any(ask.mu is not None for ask in self.asks)
        in_epsilon = self.epsilon is not None or any(ask.epsilon is not None for ask in self.asks)
        if in_mu and in_epsilon:
            raise QueryError("A plan is priced in mu or in epsilon, not in both.", "Split it into two plans.")
        if self.mu is None and self.epsilon is None and any(ask.weight is not None for ask in self.asks):
            raise QueryError(
                "Asks with weights need a total price to share.",
                "Give the plan mu= or epsilon=, or give each ask its own price.",
            )

    def kind(self, has_delta: bool) -> Kind:
        """The kind of price. If the plan states no kind: mu for a budget with delta, else epsilon."""
        if self.mu is not None or any(ask.mu is not None for ask in self.asks):
            return Mu
        if self.epsilon is not None or any(ask.epsilon is not None for ask in self.asks):
            return Epsilon
        return Mu if has_delta else Epsilon

    def share(self, ask: Ask) -> Fraction:
        """The exact price of an ask with a weight: its share of the total mu**2 or epsilon."""
        total = exact(self.mu) ** 2 if self.mu is not None else exact(self.epsilon or 0)
        return total * exact(ask.weight or 0) / self._weights

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        data = {"asks": [ask.to_dict() for ask in self.asks], "mu": self.mu, "epsilon": self.epsilon}
        return data if self.slot is None else {**data, "slot": self.slot}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `to_dict` wrote. Raises QueryError."""
        try:
            asks = data["asks"]
            _counted(len(asks))  # before any of them is read
            return cls([Ask.from_dict(ask) for ask in asks], data.get("mu"), data.get("epsilon"), data.get("slot"))
        except (KeyError, TypeError, AttributeError):
            raise QueryError("{data} is not a plan.", "See `Plan.to_dict`.", data=shown(data)) from None


def _counted(asks: int) -> None:
    if not 1 <= asks <= MAX_ASKS:
        raise QueryError(
            "A plan must have 1 to {max_asks} asks. Got {count}.",
            "Add or remove questions.",
            max_asks=MAX_ASKS,
            count=asks,
        )
