"""Comparison of several accounting methods on the recorded prices, with a label that says whether each one is valid.

bound           a valid bound, however the questions were chosen
filter          the filter's account: for any level fixed in advance, all answers released before the account exceeds it
                are together within this level, however the questions were chosen (`dpcore.budget.account`)
not valid here  valid only for prices fixed before the first answer; here prices were chosen after seeing answers
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
    """One accounting method: its name, the epsilon it gives at delta, whether it is valid here, and why."""

    name: Text
    epsilon: float
    delta: float
    label: Label
    reason: Text


def losses(history: Sequence[_Entry]) -> list[Loss]:
    """The losses of all recorded asks, oldest first; asks that cost nothing are left out."""
    asks = [ask for entry in history if entry.kind == "charge" for ask in entry.payload["asks"]]
    return [loss for ask in asks for loss in _losses(ask)]


def _losses(ask: dict[str, Any]) -> list[Loss]:
    """The loss of each round of an ask."""
    if "losses" in ask:
        return [from_dict(loss) for loss, times in ask["losses"] for _ in range(times)]
    loss = from_dict(ask["loss"]) if "loss" in ask else _older(ask)
    return [] if loss is None else [loss]


def _older(ask: dict[str, Any]) -> Loss | None:
    """The loss in an older entry, from its curve or from the amounts it booked."""
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
    history: Sequence[_Entry], budget: Text, delta: float, declared: float, account: tuple[str, _Spent] | None
) -> tuple[Row, ...]:
    """The rows of the table. account: the name of the filter that is shown, and the amount spent in its account.

    If a newer version booked a loss that this version does not support, only the row of the whole budget is returned.
    """
    try:
        asked = losses(history)
    except DpError:
        asked = []
    plans = sum(entry.kind == "charge" for entry in history)
    guarantee = Text("The declared budget: {budget}. It holds whatever is asked.", budget=budget)
    promised = Row(Text("the whole budget"), declared, delta, "bound", guarantee)
    if not asked:
        return (promised,)
    fixed: Label = "bound" if plans == 1 else "not valid here"
    once = Text("All prices were fixed in advance, in the only plan so far.") if plans == 1 else _CHOSEN
    table = [promised]
    if account is not None:
        apart = any(entry.payload.get("slot") for entry in history if entry.kind == "charge")
        reason = Text(
            "The account of this filter. For any level, all answers released before the account exceeds it are "
            "together within that level."
        )
        reason = joined([reason, Text("Slots are accounted for separately.")]) if apart else reason
        table.append(Row(_FILTERS[account[0]], account[1].epsilon, account[1].delta, "filter", reason))
    if (tight := _tight(tuple(asked), delta)) is not None:
        table.append(Row(Text("tight composition, prices fixed in advance"), tight, delta, fixed, once))
    best = Text("The best order is known only afterwards.") if plans > 1 else once
    table.append(Row(Text("Rényi differential privacy, best order"), _renyi(asked, delta), delta, fixed, best))
    table.append(Row(Text("zero-concentrated differential privacy"), _zcdp(asked, delta), delta, fixed, best))
    table.append(
        Row(Text("advanced composition (Kairouz, Oh & Viswanath)"), _advanced(asked, delta), delta, fixed, once)
    )
    pure = all(ask.pure is not None for ask in asked)
    table.append(
        Row(
            Text("basic composition"),
            _basic(asked, delta),
            0.0 if pure else delta,
            "bound" if pure else fixed,
            Text("The epsilons of pure answers add up, however the questions were chosen.")
            if pure
            else Text("Delta is divided by the number of answers, which was not known in advance.")
            if plans > 1
            else once,
        )
    )
    return tuple(table)


@lru_cache(maxsize=64)
def _tight(asked: tuple[Loss, ...], delta: float) -> float | None:
    try:
        return float(tradeoff.compose([ask.curve for ask in asked]).epsilon(delta))
    except DpError:
        return None


def _renyi(asked: Sequence[Loss], delta: float) -> float:
    """The smallest epsilon over many orders (Mironov 2017), by the conversion of Canonne, Kamath & Steinke 2020."""
    return _converted(np.sum([ask.divergences(_ORDERS) for ask in asked], axis=0), delta)


def _zcdp(asked: Sequence[Loss], delta: float) -> float:
    """As `_renyi`, with the bound order * rho for every loss."""
    return _converted(_ORDERS * math.fsum(ask.rho for ask in asked), delta)


def _converted(losses: Floats, delta: float) -> float:
    slack = np.log1p(-1.0 / _ORDERS) + (-math.log(delta) - np.log(_ORDERS)) / (_ORDERS - 1.0)
    return max(0.0, float(np.min(losses + slack)) + 1e-12)


def _advanced(asked: Sequence[Loss], delta: float) -> float:
    """Kairouz, Oh & Viswanath 2017, Thm 3.5; Gaussian answers, if there are any, share half of delta equally."""
    normal = sum(ask.pure is None for ask in asked)
    rest = delta / 2.0 if normal else delta
    epsilons = [ask.epsilon(delta / 2.0 / max(normal, 1)) for ask in asked]
    squares = math.fsum(epsilon**2 for epsilon in epsilons)
    drift = math.fsum(epsilon * math.tanh(epsilon / 2.0) for epsilon in epsilons)
    soft = math.log(math.e + math.sqrt(squares) / rest)
    return min(
        _basic(asked, delta), math.fsum(epsilons), drift + math.sqrt(2.0 * squares * min(soft, math.log(1.0 / rest)))
    )


def _basic(asked: Sequence[Loss], delta: float) -> float:
    """The sum of epsilons; Gaussian answers share delta equally."""
    normal = sum(ask.pure is None for ask in asked)
    return math.fsum(ask.epsilon(delta / max(normal, 1)) for ask in asked)
