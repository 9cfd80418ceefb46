"""Every reading that a test here takes of any curve is checked: lower <= upper, in range, never NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpcore.tradeoff import Curve


@pytest.fixture(autouse=True)
def _in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("bounds", 1.0), ("delta_bounds", 1.0), ("epsilon_bounds", math.inf)):
        monkeypatch.setattr(Curve, name, _checked(getattr(Curve, name), name, most))


def _checked(reading: Callable[[Curve, Any], Any], name: str, most: float) -> Callable[[Curve, Any], Any]:
    def checked(curve: Curve, at: Any) -> Any:
        low, high = reading(curve, at)
        # a comparison with NaN is false
        good = (np.asarray(low) >= 0.0) & (np.asarray(low) <= np.asarray(high)) & (np.asarray(high) <= most)
        assert np.all(good), f"{name} of {curve!r} at {at!r}: {low!r}, {high!r}"
        return low, high

    return checked
