"""The interface of the moment generating function M(s) = E_Q e^{sX} of a privacy loss (see `mgf`)."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from dpcore.tradeoff.argument import Array
from dpcore.tradeoff.saddlepoint.phase import Complex

# (M(c+it) / M(c), bound of its absolute error)
Turned = tuple[Complex, Array]
Cumulants = tuple[float, float, float]


class Weak(ArithmeticError):
    """Raised where |M| does not decay fast enough, or its evaluation would be too expensive."""


class Evidence(ABC):
    """The loss X of one release, or of several."""

    __slots__ = ()

    @abstractmethod
    def turn(self, c: float, step: float, count: int) -> Turned:
        """M(c+it) / M(c) at t = 0, step, 2 step, ... (`count` of them)."""

    @abstractmethod
    def levels(self, c: Array) -> tuple[Array, Array]:
        """(log M, bound of its absolute error) at real points; inf on overflow."""

    @abstractmethod
    def cumulants(self, c: float) -> Cumulants:
        """log M and its first two derivatives at a real c, approximately: only for the choice of contours."""

    @abstractmethod
    def decay(self, c: float, t: Array) -> Array:
        """An upper bound of log|M(c+iu) / M(c)| for u from each t to the next, and for all u beyond the last."""

    def tail(self, c: float, t: float) -> tuple[float, float]:
        """(level, order): |M(c+iu) / M(c)| <= e^level (t/u)^order for all u >= t; this default does not decay."""
        return float(self.decay(c, np.array([t]))[0]), 0.0

    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """(lowest, highest) value of X."""

    def apart(self) -> float:
        """Upper bound of the total variation between P and Q."""
        return 1.0

    def widest(self, c: float) -> float:
        """The largest t that is affordable."""
        return np.inf
