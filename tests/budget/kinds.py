"""Charges with amounts of a test's own choosing."""

from __future__ import annotations

import math
from fractions import Fraction

from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Pure


def gaussian(mu_squared: Fraction) -> Charge:
    """One Gaussian answer."""
    return Charge.of(Gaussian(mu_squared))


def pure(epsilon: Fraction, mu: float) -> Charge:
    """One epsilon-DP answer that books this mu, whatever its curve is."""
    return Charge(epsilon, None if math.isinf(mu) else Fraction(mu) ** 2, parts=(Pure(epsilon),))
