"""The methods of `Curve` that depend on every family; the package registers them, so `curve` imports no family."""

from __future__ import annotations

from dpcore.tradeoff.compose import group, repeat, subsample
from dpcore.tradeoff.curve import Curve

__all__ = ["group", "renyi_bounds", "repeat", "subsample"]


def renyi_bounds(curve: Curve, order: float) -> tuple[float, float]:
    """(lower, upper) of the Rényi divergence of a curve; the module is imported at first use."""
    from dpcore.tradeoff.divergence import renyi_bounds

    return renyi_bounds(curve, order)
