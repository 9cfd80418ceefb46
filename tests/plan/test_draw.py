"""A drawn release of made-up rows has the errors that the risk says, and fresh rows each turn."""

from __future__ import annotations

import numpy as np
import pytest

from dpcore.noise import entropy
from dpcore.plan.risk import risk
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.draw import density, drawn
from dpcore.plan.risk.risk import Setting
from dpcore.plan.risk.shape import SHAPES, Shape


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(7).bytes)
    drawn.cache_clear()


@pytest.mark.parametrize(("shape", "kind"), [(SHAPES[0], "own"), (SHAPES[1], "any")])
def test_errors_are_those_of_the_risk(seeded: None, shape: Shape, kind: Kind) -> None:
    setting, width = Setting(shape, 2_000, 0.2, 1, "replace", 2), 0.06
    every = [drawn(setting, kind, width, turn) for turn in range(14)]
    for name, noise in (("clean", "none"), ("private", kind)):
        errors = [float(np.trapezoid((getattr(one, name) - one.truth) ** 2, one.u)) for one in every]
        expected = setting.shape.square(1) * risk.risk(setting, noise, np.array([width])).total[0]  # type: ignore[arg-type]
        assert abs(np.mean(errors) - expected) < 4.5 * np.std(errors) / np.sqrt(len(errors))
    assert len({one.clean[100] for one in every}) == len(every)


def test_a_turn_is_drawn_once() -> None:
    setting = Setting(SHAPES[3], 500, 0.5)
    assert drawn(setting, "own", 0.1, 3) is drawn(setting, "own", 0.1, 3)
    assert np.abs(drawn(setting, "own", 0.1, 3).private - drawn(setting, "own", 0.1, 4).private).max() > 1e-3


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_the_density_of_a_shape_has_its_area_and_its_square(shape: Shape) -> None:
    u = np.linspace(0, 1, 4_001)
    found = density(shape, u)
    assert np.trapezoid(found, u) == pytest.approx(1, abs=1e-9)
    assert np.trapezoid(found**2, u) == pytest.approx(shape.square(1), rel=1e-6)
