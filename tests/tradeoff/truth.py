"""The same curves in ball arithmetic, with digits to spare: what every bound is held against."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import arb, ctx


@contextmanager
def digits(bits: int = 900) -> Iterator[None]:
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def cdf(at: arb) -> arb:
    return (-at / arb(2).sqrt()).erfc() / 2


def gaussian_delta(mu: float | arb, epsilon: float) -> arb:
    shift, loss = arb(mu), arb(epsilon)
    left = -loss / shift + shift / 2
    return cdf(left) - loss.exp() * cdf(left - shift)


def between(lower: float, truth: arb, upper: float) -> bool:
    """Whether lower <= truth <= upper, for a truth known to far more digits than the bounds."""
    assert bool(truth.rad() <= abs(truth) * arb(1e-30) + arb(1e-30) * arb(5e-324))
    return not bool(truth < arb(lower)) and not bool(truth > arb(upper))
