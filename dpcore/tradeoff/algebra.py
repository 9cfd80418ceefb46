"""What the methods of a curve do that need to know every family; the package gives it to `curve`, which knows none."""

from __future__ import annotations

from dpcore.tradeoff.compose import group, repeat, subsample
from dpcore.tradeoff.curve import Curve

__all__ = ["group", "renyi_bounds", "repeat", "subsample"]


def renyi_bounds(curve: Curve, order: float) -> tuple[float, float]:
    """(lower, upper) of the Rényi divergence of a curve; loaded at its first use."""
    from dpcore.tradeoff.divergence import renyi_bounds

    return renyi_bounds(curve, order)
