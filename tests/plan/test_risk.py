"""The risk of a private density: each sum against an integral, another closed form, and released estimates."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

import dpcore as dp
from dpcore.errors import DpError
from dpcore.mechanisms import Mu
from dpcore.noise import entropy
from dpcore.plan.risk import density_noise, risk
from dpcore.plan.risk.risk import Setting
from dpcore.plan.risk.shape import SHAPES, Shape
from dpcore.statistic import Projection
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import Plane
from dpcore.table.table import Table
from dpcore.text import Text

NORMAL, GROUPS, SKEWED, CLAW = SHAPES
EVERY = [pytest.param(shape, id=shape.name) for shape in SHAPES]


def density(shape: Shape, u: np.ndarray) -> np.ndarray:
    """The density on the range, with all that lies beyond a bound mirrored."""
    images = [(k, sign) for k in range(-2, 3) for sign in (1, -1)]
    parts = [(weight, stats.norm(mean, deviation)) for weight, mean, deviation in shape.parts]
    return np.asarray(sum(weight * law.pdf(2 * k + sign * u) for weight, law in parts for k, sign in images))


def rows_of(shape: Shape, count: int, random: np.random.Generator) -> np.ndarray:
    """Random values in ranges, mirrored at the bounds."""
    part = random.choice(len(shape.weights), count, p=shape.weights)
    means, deviations = (np.array(column) for column in list(zip(*shape.parts, strict=True))[1:])
    u = np.abs(random.normal(means[part], deviations[part]) % 2)
    return np.minimum(u, 2 - u)


def random_shape(seed: int) -> Shape:
    """A mixture well inside of the range, so that bounds do not matter at small bandwidths."""
    random = np.random.default_rng(seed)
    parts = int(random.integers(1, 6))
    weights = random.dirichlet(np.ones(parts))
    return Shape(
        "random",
        Text("random"),
        tuple(weights.tolist()),
        tuple(random.uniform(-1.5, 1.5, parts).tolist()),
        tuple(random.uniform(0.1, 0.4, parts).tolist()),
    )


def on_the_line(shape: Shape, dimension: int, rows: int, width: float) -> tuple[float, float]:
    """Integrated squared bias and variance without bounds: Marron & Wand 1992, theorem 2.1, and products of it."""

    def peaks(count: int) -> float:
        """The sum over pairs of parts of the normal density with `count` more kernels at the distance of their means.

        With two columns the parts are pairs, and the sum is the square.
        """
        return float(
            sum(
                first[0] * other[0] * stats.norm.pdf(first[1] - other[1], scale=math.sqrt(spread))
                for first in shape.parts
                for other in shape.parts
                if (spread := count * width**2 + first[2] ** 2 + other[2] ** 2)
            )
            ** dimension
        )

    bias = peaks(2) - 2 * peaks(1) + peaks(0)
    return bias, ((2 * math.sqrt(math.pi) * width) ** -dimension - peaks(2)) / rows


@pytest.mark.parametrize("shape", EVERY)
def test_cosines_and_moments_are_integrals_of_the_density(shape: Shape) -> None:
    u = np.linspace(0.0, 1.0, 40_001)
    f = density(shape, u)
    assert np.trapezoid(f, u) == pytest.approx(1.0, abs=1e-9)
    found = [np.trapezoid(f * np.cos(math.pi * j * u), u) for j in (1, 2, 5, 40)]
    assert shape.cosines()[[1, 2, 5, 40]] == pytest.approx(found, abs=1e-8)
    twice = np.gradient(np.gradient(f, u), u)
    assert shape.square(1) == pytest.approx(np.trapezoid(f**2, u), rel=1e-6)
    assert shape.curvature(1) == pytest.approx(np.trapezoid(twice**2, u), rel=2e-3)
    assert shape.square(2) == pytest.approx(shape.square(1) ** 2)


def test_the_curvature_of_two_normal_columns_is_that_of_the_textbook() -> None:
    deviation = 1 / 8
    for dimension in (1, 2):
        expected = dimension * (dimension + 2) / 4 / ((4 * math.pi) ** (dimension / 2) * deviation ** (dimension + 4))
        assert NORMAL.curvature(dimension) == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("dimension", [1, 2])
def test_without_bounds_the_clean_risk_is_that_of_marron_and_wand(seed: int, dimension: int) -> None:
    random = np.random.default_rng(seed)
    shape, rows = random_shape(seed), int(10 ** random.uniform(2, 6))
    setting = Setting(shape, rows, 1.0, dimension)
    for width in 10 ** random.uniform(-2.0, -1.2, 4):
        found = risk.risk(setting, "none", np.array([width]))
        bias, sampling = on_the_line(shape, dimension, rows, width)
        square = shape.square(dimension)
        assert found.bias[0] * square == pytest.approx(bias, rel=1e-6, abs=1e-9)
        assert found.sampling[0] * square == pytest.approx(sampling, rel=1e-6)
        assert not found.noise[0]


@pytest.mark.parametrize("shape", EVERY)
@pytest.mark.parametrize("width", [0.004, 0.03, 0.4])
def test_bias_and_sampling_variance_are_integrals_at_every_bandwidth(shape: Shape, width: float) -> None:
    """By quadrature over the rows and over the points, with the folded kernel."""
    u = (np.arange(800) + 0.5) / 800
    f = density(shape, u)
    images = [2 * k + sign * u for k in range(-2, 3) for sign in (1, -1)]
    kernel = sum(stats.norm.pdf(u[:, None] - image[None, :], scale=width) for image in images)
    mean = kernel @ f / len(u)
    square = np.square(kernel) @ f / len(u)
    found = risk.risk(Setting(shape, 50, 1.0), "none", np.array([width]))
    assert found.bias[0] * shape.square(1) == pytest.approx(np.mean((mean - f) ** 2), rel=1e-4)
    assert found.sampling[0] * shape.square(1) == pytest.approx(np.mean(square - mean**2) / 50, rel=1e-4)


@pytest.mark.parametrize("width", [0.004, 0.03, 0.08, 0.1, 0.2, 0.7])
@pytest.mark.parametrize("kind", ["own", "any"])
@pytest.mark.parametrize("relation", ["add_remove", "replace"])
def test_the_noise_of_one_column_is_that_of_the_released_integers(
    width: float, kind: density_noise.Kind, relation: Any
) -> None:
    factor = Fourier(4096, Fraction(width) if kind == "own" else None)
    reach = Projection(factor, (), relation, 3).squared_l2_sensitivity()
    schema = dp.Schema(x=dp.Number(0, 1))
    bound = dp.Density("x", bandwidth=width if kind == "own" else None).bind(schema)
    table = Table(schema, dp.Unit(), relation)
    ((spectrum,),) = bound.spectra(table, np.zeros(factor.coordinates), math.sqrt(reach))
    u = np.linspace(0.0, 1.0, 2_001)
    read = np.trapezoid(spectrum.read(u, width).variance, u)
    assert parts(kind, width, 1, relation) == pytest.approx(read, rel=5e-4)  # cells, not points, are apart


@pytest.mark.parametrize("width", [0.02, 0.06, 0.1, 0.3])
@pytest.mark.parametrize("kind", ["own", "any"])
@pytest.mark.parametrize("relation", ["add_remove", "replace"])
def test_the_noise_of_two_columns_is_that_of_the_released_integers(
    width: float, kind: density_noise.Kind, relation: Any
) -> None:
    factor = Plane((256, 256), (Fraction(width),) * 2 if kind == "own" else None)
    reach = Projection(factor, (), relation, 3).squared_l2_sensitivity()
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, 1))
    bound = dp.Density(["x", "y"], bandwidth=(width, width) if kind == "own" else None).bind(schema)
    (spectrum,) = bound.spectra(Table(schema), np.zeros(factor.coordinates), math.sqrt(reach))
    u = np.linspace(0.0, 1.0, 301)
    read = spectrum.grid(u, u, (width, width)).variance.reshape(301, 301)
    found = np.trapezoid(np.trapezoid(read, u), u)
    assert parts(kind, width, 2, relation) == pytest.approx(
        found, rel=0.02
    )  # weights have 12 bits, and rows are spread in cells


def parts(kind: density_noise.Kind, width: float, dimension: int, relation: Any) -> float:
    """The noise of one row at mu 1, three rows a unit."""
    setting = Setting(NORMAL, 1, 1.0, dimension, relation, 3)
    return float(risk.risk(setting, kind, np.array([width])).noise[0] * NORMAL.square(dimension))


@pytest.mark.parametrize("dimension", [1, 2])
def test_folding_adds_the_noise_of_the_mirror_images_near_the_bounds_alone(dimension: int) -> None:
    """The theorem's process has the variance 1 / (2 pi h^2)^d at every point; what is folded adds its square's mean."""
    width = 0.01
    theorem = (2 * math.pi * width**2) ** -dimension
    found = density_noise.variance("own", np.array([width]), dimension)[0]
    assert found / theorem == pytest.approx((1 + width * (9.5 + 2 * math.sqrt(math.pi / 2))) ** dimension, rel=1e-3)


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(11).bytes)


def simulated(setting: Setting, width: float, kind: density_noise.Kind, times: int) -> tuple[float, float]:
    """The mean integrated squared error of released estimates and its standard error, from fresh rows and noise."""
    names = ["x", "y"][: setting.dimension]
    schema = dp.Schema({name: dp.Number(0, 1) for name in names})
    fixed: Any = None if kind == "any" else width if len(names) == 1 else (width, width)
    bound: Any = dp.Density(names[0] if len(names) == 1 else names, bandwidth=fixed).bind(schema)
    table, price = Table(schema, neighbors=setting.neighbors), Mu(Fraction(setting.mu) ** 2)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    spread, random = mechanism.error(0.95), np.random.default_rng(5)
    side = (np.arange(160) + 0.5) / 160
    sizes = [cells.size for cells in (bound.cells(schema) if len(names) == 2 else [bound.cells(schema)])]
    points = side if len(names) == 1 else np.stack(np.meshgrid(side, side, indexing="ij"), -1).reshape(-1, 2)
    truth = density(setting.shape, side)
    truth = truth if len(names) == 1 else np.outer(truth, truth).ravel()
    asked: Any = {} if kind == "own" else {"bandwidth": width if len(names) == 1 else [width, width]}
    errors = []
    for _ in range(times):
        cells = [(rows_of(setting.shape, setting.rows, random) * size).astype(int) for size in sizes]
        flat = np.ravel_multi_index(cells, sizes)
        exact = statistic.exact(np.bincount(flat, minlength=math.prod(sizes))[None])
        noisy = mechanism.draw(exact).astype(float)
        estimate = bound.read(table, noisy, spread, points, asked).estimate / setting.rows
        errors.append(np.mean((estimate - truth) ** 2) / setting.shape.square(len(names)))
    return float(np.mean(errors)), float(np.std(errors) / math.sqrt(times))


@pytest.mark.parametrize(
    ("shape", "rows", "mu", "width", "kind", "dimension", "times"),
    [
        (NORMAL, 400, 0.1, 0.05, "own", 1, 60),
        pytest.param(SKEWED, 1_000, 0.1, 0.02, "any", 1, 40, marks=pytest.mark.audit),
        (CLAW, 300, 0.03, 0.15, "own", 1, 600),
        pytest.param(GROUPS, 2_000, 0.1, 0.08, "own", 2, 40, marks=pytest.mark.audit),
    ],
)
def test_released_estimates_have_this_risk(
    seeded: None, shape: Shape, rows: int, mu: float, width: float, kind: density_noise.Kind, dimension: int, times: int
) -> None:
    setting = Setting(shape, rows, mu, dimension)
    found = risk.risk(setting, kind, np.array([width]))
    mean, error = simulated(setting, width, kind, times)
    assert abs(mean - found.total[0]) < 4 * error
    for factor in (0.7, 1.3):  # of the noise: the test sees such a difference
        wrong = found.total[0] + (factor**2 - 1) * found.noise[0]
        assert abs(mean - wrong) > 4 * error


@pytest.mark.parametrize("shape", EVERY)
@pytest.mark.parametrize("kind", ["own", "any"])
def test_the_best_bandwidth_has_no_better_neighbour_and_grows_with_noise(
    shape: Shape, kind: density_noise.Kind
) -> None:
    setting = Setting(shape, 5_000, 0.3)
    found, clean = risk.best(setting, kind), risk.best(setting, "none")
    around = risk.risk(setting, kind, found.width * np.geomspace(0.8, 1.25, 101))
    assert found.risk.total <= around.total.min() * 1.0005
    assert clean.width < found.width and clean.risk.total < found.risk.total
    assert risk.least(setting, kind, np.array([5_000]))[0] == pytest.approx(found.risk.total, rel=1e-12)


@pytest.mark.parametrize("shape", EVERY)
@pytest.mark.parametrize(("kind", "mu"), [("own", 0.2), ("any", 1.0)])
def test_from_enough_rows_on_privacy_costs_a_tenth_at_most(shape: Shape, kind: density_noise.Kind, mu: float) -> None:
    setting = Setting(shape, 100, mu)
    rows = risk.enough(setting, kind)
    assert rows is not None
    assert (risk.cost(setting, kind, rows * np.array([1.0, 1.5, 10.0, 1e3])) <= 0.1 + 1e-4).all()
    assert risk.cost(setting, kind, np.array([0.98 * rows]))[0] > 0.1
    several = risk.enough(replace(setting, mu=mu / 2), kind)
    assert several == risk.enough(replace(setting, max_rows=2), kind)
    assert several is not None and several > 1.5 * rows
    assert risk.enough(setting, "none") == 1
    assert risk.enough(replace(setting, mu=1e-9), kind) is None


@pytest.mark.parametrize(("dimension", "power"), [(1, 4 / 5), (2, 2 / 3)])
def test_the_rates_are_those_of_the_theory(dimension: int, power: float) -> None:
    """Clean risk of order n^(-4/(4+d)), its best bandwidth n^(-1/(4+d)), and noise n^(-8/(4+d)) beside it."""
    first, last = (10**5, 10**7) if dimension == 1 else (10**4, 10**5)
    settings = [Setting(NORMAL, rows, 1.0, dimension) for rows in (first, last)]
    ratio = last / first
    clean, private = ([risk.best(setting, kind) for setting in settings] for kind in ("none", "own"))
    assert math.log(clean[0].risk.total / clean[1].risk.total, ratio) == pytest.approx(power, abs=0.02)
    assert math.log(clean[0].width / clean[1].width, ratio) == pytest.approx(1 / (4 + dimension), abs=0.02)
    for setting, best in zip(settings, clean, strict=True):
        width, at = risk.limit(NORMAL, dimension, setting.rows)
        assert best.width == pytest.approx(width, rel=0.08)
        assert best.risk.total == pytest.approx(at, rel=0.13)
    noisy = [
        risk.risk(setting, "own", np.array([best.width])).noise[0]
        for setting, best in zip(settings, clean, strict=True)
    ]
    assert math.log(noisy[0] / noisy[1], ratio) == pytest.approx(2 * power, abs=0.05)
    costs = [one.risk.total / other.risk.total for one, other in zip(private, clean, strict=True)]
    assert costs[0] > costs[1] > 1


def test_the_rule_with_d_plus_two_is_best_for_a_normal_density_and_the_sources_is_wider() -> None:
    for dimension in (1, 2):
        setting = Setting(NORMAL, 100_000, 1.0, dimension)
        width, _ = risk.limit(NORMAL, dimension, setting.rows)
        assert risk.rule(setting) == pytest.approx(width, rel=0.008)  # 1.349 is written 1.34
        both = risk.risk(setting, "none", np.array([risk.rule(setting), risk.rule(setting, 1)])).total
        assert both[0] < both[1]
    normal = Setting(NORMAL, 1, 1.0)
    constants = [risk.rule(normal, add) / NORMAL.scale for add in (2, 1)]
    assert constants == pytest.approx([1.0592, 1.1487], abs=1e-4)
    assert NORMAL.scale == pytest.approx(stats.norm(scale=1 / 8).ppf(0.75) * 2 / 1.34)


@pytest.mark.parametrize("change", [{"rows": 0}, {"mu": 0.0}, {"mu": math.nan}, {"dimension": 3}, {"max_rows": 0}])
def test_a_setting_without_meaning_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(DpError):
        replace(Setting(NORMAL, 10, 1.0), **change)
