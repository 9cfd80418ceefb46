"""Shares from noisy counts by label and half."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.mechanisms import Spread
from dpcore.queries.question.estimates import Estimates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def shares(counts: Floats, spread: Spread) -> Estimates:
    """The share of true in each half. counts: of shape (labels, halves)."""
    rows = np.maximum(counts.sum(axis=0), 1.0)
    share = np.clip(counts[1] / rows, 0.0, 1.0)
    std = spread.std[0] * np.hypot(share, 1 - share) / rows
    half = spread.factor * std
    return Estimates(share, std, np.clip(share - half, 0.0, 1.0), np.clip(share + half, 0.0, 1.0))
