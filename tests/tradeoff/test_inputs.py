"""Bad input: one sentence each, never NaN, never a silent answer."""

from __future__ import annotations

import dataclasses
import json
import math
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError

G = tradeoff.gaussian(1.0)

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: tradeoff.gaussian(-1), r"`mu` of `gaussian` must be in \[0, 1e\+06\]. Got -1."),
    (lambda: tradeoff.gaussian(math.nan), "`mu` of `gaussian` must be"),
    (lambda: tradeoff.gaussian(1e7), "`mu` of `gaussian` must be"),
    (lambda: tradeoff.gaussian("1"), "Got '1'."),  # type: ignore[arg-type]
    (lambda: tradeoff.gaussian(True), "Got True."),
    (lambda: tradeoff.pure(-0.1), "`epsilon` of `pure` must be"),
    (lambda: tradeoff.pure(math.inf), "`epsilon` of `pure` must be"),
    (lambda: tradeoff.laplace(math.nan), "`epsilon` of `laplace` must be"),
    (lambda: tradeoff.approximate(1, 1), r"`delta` of `approximate` must be in \[0, 1\). Got 1."),
    (lambda: tradeoff.approximate(1, -1e-9), "`delta` of `approximate` must be"),
    (lambda: G(1.5), r"`alpha` of a trade-off curve must be in \[0, 1\]. Got 1.5."),
    (lambda: G([0.1, -0.5]), "Got -0.5."),
    (lambda: G(math.nan), r"in \[0, 1\]. Got nan."),
    (lambda: G("half"), "must be a number or an array of numbers"),
    (lambda: G(True), "must be a number or an array of numbers"),
    (lambda: G([[0.1], [0.1, 0.2]]), "must be a number or an array of numbers"),
    (lambda: G.power(2.0), "`alpha` of a trade-off curve"),
    (lambda: G.delta(math.nan), "`epsilon` of `delta` must be a finite number. Got nan."),
    (lambda: G.delta([1.0, math.inf]), "Got inf."),
    (lambda: G.epsilon(1.0), r"`delta` of `epsilon` must be in \[0, 1\). Got 1.0."),
    (lambda: G.epsilon(-1e-9), "`delta` of `epsilon` must be"),
    (lambda: G.mu(1.0), "`delta` of `mu` must be"),
    (lambda: G.repeat(0), "`times` of `repeat` must be a whole number"),
    (lambda: G.repeat(2.5), "`times` of `repeat` must be a whole number"),  # type: ignore[arg-type]
    (lambda: G.repeat(10**7), "`times` of `repeat` must be a whole number"),
    (lambda: G.group(-1), "`size` of `group` must be a whole number"),
    (lambda: tradeoff.gaussian(1e5).group(100), "mu of a group must be in"),
    (lambda: tradeoff.gaussian(1e5).repeat(10**6), "mu of a composition"),
    (lambda: tradeoff.compose([G, 1.0]), "`compose` takes a list of trade-off curves. Got float."),  # type: ignore[list-item]
    (lambda: tradeoff.compose(G), "`compose` takes a list of trade-off curves"),  # type: ignore[arg-type]
    (lambda: tradeoff.from_dict({}), "No trade-off curve is stored as"),
    (lambda: tradeoff.from_dict([]), "must be a dict"),  # type: ignore[arg-type]
    (lambda: tradeoff.from_dict({"family": "gaussian"}), "No trade-off curve is stored as"),
    (lambda: tradeoff.from_dict({"family": "gaussian", "mu": 1, "x": 2}), "No trade-off curve is stored as"),
    (lambda: tradeoff.from_dict({"family": "pure", "epsilon": "1"}), "`epsilon` of `pure` must be"),
    (lambda: tradeoff.from_dict({"family": "failure", "delta": 2, "curve": {"family": "identity"}}), "must be in"),
    (lambda: tradeoff.from_dict(nested(101)), "more than 100 deep"),
    (lambda: tradeoff.gaussian(10**5000), "too long to be shown"),
    (lambda: tradeoff.gaussian(Decimal("sNaN")), "`mu` of `gaussian` must be"),  # type: ignore[arg-type]
    (lambda: tradeoff.compose(np.array(0.5)), "takes a list of trade-off curves"),  # type: ignore[arg-type]
    (lambda: tradeoff.berry_esseen(np.array(0.5)), "takes a list of trade-off curves"),  # type: ignore[arg-type]
    (lambda: tradeoff.growth(G, [[1], [2, 3]], 0.1), "`times` of `growth` must be a list"),
    (lambda: tradeoff.from_dict({"family": np.array([])}), "must be a dict"),
    (lambda: G.subsample(0.1, np.array([])), "`sampling` of `subsample` must be"),  # type: ignore[arg-type]
    (lambda: tradeoff.sgd_mu(9, 3, 1.0, 1.0, np.array([])), "`sampling` of `sgd_mu` must be"),  # type: ignore[arg-type]
    *[
        (lambda weights=weights: tradeoff.discrete(weights, [0.5, 0.5]), "`p` of `discrete` must be a list of numbers")
        for weights in (10**400, [10**400, 0.5], np.array([0.5j, 0.5]))
    ],
    *[
        (lambda masses=masses: tradeoff.from_pld(0.1, (0, masses, 0.0)), "must be a list of numbers")
        for masses in (10**400, np.array([0.5j, 0.5]))
    ],
    *[
        (lambda act=act, count=count: act(count), "must be a whole number")
        for count in (np.array(0.5), np.array([2.0]), np.array([2]), np.array([]), Decimal(2), "2", 10**5000)
        for act in (
            G.repeat,
            G.group,
            lambda count: tradeoff.subsampled_gaussian(0.1, 1.0, count),
            lambda count: tradeoff.audit(count, 1, 1, 1),
            lambda count: tradeoff.sgd_mu(count, 1, 1.0, 1.0),
            lambda count: tradeoff.from_pld(0.1, (count, [1.0], 0.0)),
            lambda count: tradeoff.from_dict({"family": "group", "size": count, "curve": G.to_dict()}),
        )
    ],
]


def nested(depth: int) -> dict[str, Any]:
    return {"family": "failure", "delta": 0.1, "curve": nested(depth - 1)} if depth else {"family": "identity"}


@pytest.mark.parametrize(("act", "sentence"), BAD)
def test_one_sentence(act: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        act()


def test_curves_are_immutable_and_plain() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        G.shift = 2.0  # type: ignore[attr-defined]
    with pytest.raises((AttributeError, TypeError)):
        G.other = 2.0  # type: ignore[attr-defined]


def test_a_scalar_answers_a_float_and_an_array_its_shape() -> None:
    for value in (0.1, np.float64(0.1), np.float32(0.5), np.array(0.1), Decimal("0.1"), 1, 0):
        for found in (G(value), G.delta(value), G.epsilon(0.5), G.power(value), *G.bounds(value)):  # type: ignore[call-overload]
            assert type(found) is float
    for shape in ((0,), (3,), (2, 3), (2, 3, 4)):
        for curve in (
            G,
            tradeoff.identity(),
            tradeoff.laplace(1),
            tradeoff.pure(1),
            tradeoff.approximate(1, 0.1),
            tradeoff.pure(1).group(2),
            tradeoff.approximate(1, 1e-3).group(2),
        ):
            at = np.full(shape, 0.25)
            assert curve(at).shape == curve.delta(at).shape == curve.epsilon(at).shape == curve.power(at).shape == shape


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", [5e-324, 1e-300, 1e-9, 1.0, 40.0, 1e3, 1e6])
@pytest.mark.filterwarnings("error")
def test_never_nan(size: float) -> None:
    alphas = np.array([0.0, 5e-324, 1e-300, 1e-20, 0.25, 0.5, 0.75, 1 - 2.0**-53, 1.0])
    losses = np.array([-1e300, -1e6, -1000.0, -1.0, -1e-300, 0.0, 5e-324, 1e-9, 1.0, 800.0, 1e6, 1e300])
    deltas = np.array([0.0, 5e-324, 1e-300, 1e-18, 1e-6, 0.5, 1 - 2.0**-53])
    for curve in (
        tradeoff.gaussian(size),
        tradeoff.pure(size),
        tradeoff.laplace(size),
        tradeoff.approximate(size, 1e-9),
        tradeoff.approximate(size, 1 - 2.0**-53),
        tradeoff.compose([tradeoff.gaussian(size), tradeoff.approximate(0, 0.5)]),
        *([tradeoff.pure(size).group(3), tradeoff.approximate(size, 1e-9).group(3)] if size < 300 else []),
    ):
        for lower, upper in (curve.bounds(alphas), curve.delta_bounds(losses), curve.epsilon_bounds(deltas)):
            assert not np.isnan(lower).any() and not np.isnan(upper).any()
            assert np.all(lower <= upper)
        assert curve.bounds(1.0) == (0.0, 0.0)
        assert not math.isnan(curve.mu()) and not math.isnan(curve.mu(0.3)) and not math.isnan(curve.mu(1 - 2.0**-53))
        assert not any(math.isnan(value) for value in dataclasses.astuple(curve.moments()))


def test_gaussian_is_never_pure_and_failures_are_never_gaussian() -> None:
    assert G.epsilon(0.0) == math.inf
    assert tradeoff.approximate(1.0, 1e-9).mu() == math.inf
    assert tradeoff.approximate(1.0, 1e-9).mu(1e-9) == pytest.approx(tradeoff.pure(1.0).mu(), rel=1e-12)
    assert tradeoff.approximate(1.0, 1e-9).epsilon(1e-9) == 1.0
    assert tradeoff.approximate(1.0, 1e-9).epsilon(1e-10) == math.inf


def test_importing_curves_is_cheap() -> None:
    program = (
        "import sys, types; package = types.ModuleType('dpcore'); package.__path__ = [sys.argv[1]];"
        "sys.modules['dpcore'] = package; import dpcore.tradeoff, dpcore.calibrate;"
        "print([m for m in ('scipy.stats', 'scipy.optimize', 'pandas', 'duckdb', 'flint') if m in sys.modules])"
    )
    from dpcore import errors

    home = str(errors.__file__).rsplit("/", 1)[0]
    assert subprocess.check_output([sys.executable, "-c", program, home], text=True).strip() == "[]"


def deep(times: int) -> tradeoff.Curve:
    curve = tradeoff.gaussian(1)
    for _ in range(times):
        curve = curve.subsample(0.5)
    return curve


@pytest.mark.parametrize(
    "curve",
    [
        deep(40),
        tradeoff.pure(1e-5).repeat(10**6).repeat(2),
        tradeoff.compose([tradeoff.laplace(1e-5).repeat(10**6)] * 3),
        tradeoff.subsampled_gaussian(0.01, 1, 10**6).repeat(10**6),
        tradeoff.subsampled_gaussian(0.01, 1, 5_000_000),
    ],
    ids=["deep", "pure", "laplace", "many steps", "long training"],
)
def test_whatever_can_be_made_can_be_stored(curve: tradeoff.Curve) -> None:
    assert tradeoff.from_dict(json.loads(json.dumps(curve.to_dict()))) == curve


def test_a_sample_without_replacement_refuses_kept_orders_behind_a_failure() -> None:
    both = tradeoff.subsampled_gaussian(0.1, 1)
    stored = tradeoff.from_dict({"family": "failure", "delta": 1e-3, "curve": both.to_dict()})
    for curve in (both, stored, stored.group(2)):
        with pytest.raises(DpError, match="replace a unit"):
            curve.subsample(0.5)
