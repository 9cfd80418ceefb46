"""Whether the fields of a record have their types, and the columns of its answer their lengths.

An invalid record from outside is refused when it is read. Facts that depend on its question, such as how many numbers a
round has, are checked only when its answer is computed again: `fitting` turns any failure then into one error.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Additive, Combined, Epsilon, Mu, Unknown
from dpcore.mechanisms.exponential import Exponential, PermuteAndFlip
from dpcore.number import fraction
from dpcore.result import FIGURES

if TYPE_CHECKING:
    from dpcore.budget.loss import Loss
    from dpcore.queries.question.round import Drawn, Rounds

BITS = 1024
"""The most bits of a whole number: those of the largest double."""

_TEXTS = ("key", "dataset", "lane", "price", "time", "user")
_WHOLES = ("dataset_version", "seq", "measurement", "described")


def check(values: Mapping[str, Any], estimates: Mapping[str, Sequence[float]]) -> None:
    """Raises ValueError or TypeError if a field has a wrong type, or if columns are missing or differ in length."""
    texts = [*(values[name] for name in _TEXTS), *values["combined"]]
    if not all(type(text) is str for text in texts) or not all(type(values[name]) is int for name in _WHOLES):
        raise TypeError
    if type(values["level"]) not in (int, float) or not 0 < values["level"] < 1:
        raise ValueError
    if values["lane"] in (Mu.recorded, Epsilon.recorded) and not usual(fraction(values["price"])):
        raise ValueError
    check_rounds(values["rounds"])
    if values["standardised"]:
        check_rounds(values["standardised"])
    check_cells(estimates, len(estimates["estimate"]))


def check_cells(estimates: Mapping[str, Sequence[float]], cells: int) -> None:
    """Raises ValueError if columns are missing, or have another number of cells."""
    if not set(FIGURES) <= estimates.keys() or {len(column) for column in estimates.values()} != {cells}:
        raise ValueError


def check_rounds(rounds: Rounds) -> None:
    """Raises ValueError or TypeError if a step has no numbers, or numbers that its mechanism cannot draw."""
    if not rounds or not all(rounds):
        raise ValueError
    for steps in rounds:
        for drawn in steps:
            _check_drawn(drawn)


def _check_drawn(drawn: Drawn) -> None:
    mechanism, noisy = drawn.mechanism, drawn.noisy
    kinds = {int, float} if isinstance(mechanism, Combined | Unknown) else {int}
    if len(set(map(len, noisy))) != 1:
        raise ValueError
    if not all(set(map(type, row)) <= kinds and all(map(math.isfinite, row)) for row in noisy):
        raise ValueError
    if mechanism.loss is not None:
        _check_loss(mechanism.loss)
    if isinstance(mechanism, Unknown):  # of a later version: its parameters cannot be checked
        return
    if not usual(mechanism):
        raise ValueError
    sizes = mechanism.scales if isinstance(mechanism, Additive) else getattr(mechanism, "stds", noisy)
    if len(sizes) != len(noisy) or (isinstance(mechanism, Exponential | PermuteAndFlip) and not mechanism.rate):
        raise ValueError


def _check_loss(loss: Loss) -> None:
    """Raises ValueError or ArithmeticError if an amount has no usual size, or the amounts define no curve."""
    if not usual(loss):
        raise ValueError
    with contextlib.suppress(DpError):  # the loss has a curve that this version cannot compute
        _ = loss.curve, loss.rho


def usual(value: object) -> bool:
    """Whether all numbers of a parameter or amount are in the range of doubles and, unless integers, not negative."""
    if isinstance(value, int):
        return value.bit_length() <= BITS and _in_doubles(value)
    if isinstance(value, Fraction | float):
        return value >= 0 and _in_doubles(value)
    if isinstance(value, tuple):
        return all(map(usual, value))
    if is_dataclass(value):
        return all(usual(getattr(value, field.name)) for field in fields(value))
    return value is None


def _in_doubles(value: Fraction | float) -> bool:
    try:
        return math.isfinite(float(value)) and bool(float(value)) == bool(value)
    except OverflowError:
        return False


@contextlib.contextmanager
def fitting() -> Iterator[None]:
    """Turns any failure of recomputing a record into QueryError. Post-processing, so no message depends on a row."""
    try:
        yield
    except (DpError, MemoryError):
        raise
    except Exception as error:
        raise QueryError(
            "The numbers in the record of this answer do not fit its question, so it cannot be computed again.",
            "Its stored figures are unchanged.",
        ) from error
