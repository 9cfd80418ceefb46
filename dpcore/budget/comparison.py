"""What several ways of adding up say of the recorded prices: how much tighter the ledger is, and what may be believed.

bound           holds for what has happened here, whatever was asked and why
filter          the filter's account: for any level fixed in advance, the answers given before the account passes that
                level are together within it, whatever was asked and why (`dpcore.budget.account`)
not valid here  true only of prices fixed before the first answer, and these were chosen after seeing answers
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Protocol, final

import numpy as np
from numpy.typing import NDArray

from dpcore import tradeoff
from dpcore.budget.account import ATTO
from dpcore.budget.loss import Gaussian, Laplace, Loss, Pure, from_dict, of_curve
from dpcore.errors import DpError
from dpcore.text import Text, joined

Floats = NDArray[np.float64]
Label = Literal["bound", "filter", "not valid here"]
_ORDERS: Floats = 1.0 + np.logspace(-2.0, 4.0, 193)
_FILTERS = {
    "pure": Text("the pure (sum of epsilons) filter"),
    "gaussian": Text("the Gaussian (sum of mu²) filter"),
    "renyi": Text("the Rényi (one order) filter"),
}
_CHOSEN = Text("The prices were chosen after seeing answers.")


class _Entry(Protocol):
    kind: str

    @property
    def payload(self) -> dict[str, Any]: ...


class _Spent(Protocol):
    @property
    def epsilon(self) -> float: ...
    @property
    def delta(self) -> float: ...


@final
@dataclass(frozen=True, slots=True)
class Row:
    """One way of adding up: its name, the epsilon it gives at delta, what it is worth here, and why."""

    name: Text
    epsilon: float
    delta: float
    label: Label
    reason: Text


def losses(history: Sequence[_Entry]) -> list[Loss]:
    """What each recorded ask lost, oldest first; those that cost nothing are left out."""
    asks = [ask for entry in history if entry.kind == "charge" for ask in entry.payload["asks"]]
    return [loss for ask in asks for loss in _losses(ask)]


def _losses(ask: dict[str, Any]) -> list[Loss]:
    """Of each round of an ask."""
    if "losses" in ask:
        return [from_dict(loss) for loss, times in ask["losses"] for _ in range(times)]
    loss = from_dict(ask["loss"]) if "loss" in ask else _older(ask)
    return [] if loss is None else [loss]


def _older(ask: dict[str, Any]) -> Loss | None:
    """An older entry's loss from its curve, or from what it booked."""
    if "curve" in ask:
        return of_curve(ask["curve"])
    booked = ask["charge"]
    if booked.get("epsilon") is None:
        return Gaussian(Fraction(booked["mu_squared"], ATTO)) if booked["mu_squared"] else None
    size = Fraction(booked["epsilon"], ATTO)
    pure = float(Pure(size).mu_squared or 0) * ATTO if size else 0.0
    laplace = booked["mu_squared"] is not None and booked["mu_squared"] < 0.999999 * pure
    return (Laplace(size) if laplace else Pure(size)) if size else None


def rows(
    history: Sequence[_Entry], budget: Text, delta: float, declared: float, here: tuple[str, _Spent] | None
) -> tuple[Row, ...]:
    """The rows of the table, tightest claims first. here: the filter that speaks, and what it has counted.

    Where a newer version booked a loss that this one does not know, nothing is added up: the promise stands alone.
    """
    try:
        asked = losses(history)
    except DpError:
        asked = []
    plans = sum(entry.kind == "charge" for entry in history)
    kept = Text("What was promised: {budget}, whatever is asked.", budget=budget)
    promised = Row(Text("the whole budget"), declared, delta, "bound", kept)
    if not asked:
        return (promised,)
    fixed: Label = "bound" if plans == 1 else "not valid here"
    once = Text("All prices were fixed together, in the one plan so far.") if plans == 1 else _CHOSEN
    found = [promised]
    if here is not None:
        apart = any(entry.payload.get("slot") for entry in history if entry.kind == "charge")
        reason = Text(
            "The account of this filter: answers given before it passes a level are together within that level."
        )
        reason = joined([reason, Text("Slots are counted apart.")]) if apart else reason
        found.append(Row(_FILTERS[here[0]], here[1].epsilon, here[1].delta, "filter", reason))
    if (tight := _tight(tuple(asked), delta)) is not None:
        found.append(Row(Text("tight composition, prices fixed in advance"), tight, delta, fixed, once))
    best = Text("The best order is known only afterwards.") if plans > 1 else once
    found.append(Row(Text("Rényi differential privacy, best order"), _renyi(asked, delta), delta, fixed, best))
    found.append(Row(Text("zero-concentrated differential privacy"), _zcdp(asked, delta), delta, fixed, best))
    found.append(
        Row(Text("advanced composition (Kairouz, Oh & Viswanath)"), _advanced(asked, delta), delta, fixed, once)
    )
    pure = all(ask.pure is not None for ask in asked)
    found.append(
        Row(
            Text("basic composition"),
            _basic(asked, delta),
            0.0 if pure else delta,
            "bound" if pure else fixed,
            Text("Epsilons of pure answers add, however they were chosen.")
            if pure
            else Text("Delta is shared by the number of answers, which nobody knew in advance.")
            if plans > 1
            else once,
        )
    )
    return tuple(found)


@lru_cache(maxsize=64)
def _tight(asked: tuple[Loss, ...], delta: float) -> float | None:
    try:
        return float(tradeoff.compose([ask.curve for ask in asked]).epsilon(delta))
    except DpError:
        return None


def _renyi(asked: Sequence[Loss], delta: float) -> float:
    """The least epsilon over many orders (Mironov 2017), by the conversion of Canonne, Kamath & Steinke 2020."""
    return _converted(np.sum([ask.divergences(_ORDERS) for ask in asked], axis=0), delta)


def _zcdp(asked: Sequence[Loss], delta: float) -> float:
    """The same, with order * rho for every loss."""
    return _converted(_ORDERS * math.fsum(ask.rho for ask in asked), delta)


def _converted(losses: Floats, delta: float) -> float:
    slack = np.log1p(-1.0 / _ORDERS) + (-math.log(delta) - np.log(_ORDERS)) / (_ORDERS - 1.0)
    return max(0.0, float(np.min(losses + slack)) + 1e-12)


def _advanced(asked: Sequence[Loss], delta: float) -> float:
    """Kairouz, Oh & Viswanath 2017, Thm 3.5; half of delta is shared by the Gaussian answers, if there are any."""
    normal = sum(ask.pure is None for ask in asked)
    rest = delta / 2.0 if normal else delta
    each = [ask.epsilon(delta / 2.0 / max(normal, 1)) for ask in asked]
    squares = math.fsum(epsilon**2 for epsilon in each)
    drift = math.fsum(epsilon * math.tanh(epsilon / 2.0) for epsilon in each)
    soft = math.log(math.e + math.sqrt(squares) / rest)
    return min(
        _basic(asked, delta), math.fsum(each), drift + math.sqrt(2.0 * squares * min(soft, math.log(1.0 / rest)))
    )


def _basic(asked: Sequence[Loss], delta: float) -> float:
    """The sum of epsilons; delta is shared equally by the Gaussian answers."""
    normal = sum(ask.pure is None for ask in asked)
    return math.fsum(ask.epsilon(delta / max(normal, 1)) for ask in asked)
