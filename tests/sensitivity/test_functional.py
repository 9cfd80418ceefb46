"""The sensitivity of functions: closed forms against integrals, against projections, and against true minimisers."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy import integrate, optimize

import dpcore as dp
from dpcore.sensitivity import erm, kde, projection, ridge
from dpcore.sensitivity.kernel import KERNELS

PUBLISHED = [
    ({"bandwidth": 0.5, "rows": 100, "bounds": (0, 1)}, 0.0104924987982862),
    ({"bandwidth": 0.1, "rows": 100}, 0.2023937172826 * 0.2787584472101174),  # the source's sigma times its mu
    ({"bandwidth": 0.1, "rows": 1, "noise": "exponential", "noise_bandwidth": 0.2}, math.sqrt(3.274693366869832)),
    ({"bandwidth": 0.2, "neighbors": "add_remove", "noise_bandwidth": 0.22}, math.sqrt(1.0228071826600216)),
]
SEEDS = range(40)


@pytest.mark.parametrize(("given", "expected"), PUBLISHED)
def test_published_values(given: dict[str, Any], expected: float) -> None:
    height = 1.0 if given.get("rows") == 100 else 1.0 / (math.sqrt(2 * math.pi) * given["bandwidth"])
    assert kde(dimension=1, **{"neighbors": "replace"} | given) == pytest.approx(height * expected, rel=1e-9)


def drawn(seed: int) -> dict[str, Any]:
    """A kernel density estimate over the range that people use, extremes included."""
    random = Random(seed)
    dimension = random.choice([1, 1, 2, 3])
    widths = [10 ** random.uniform(-3, 3) for _ in range(dimension)]
    noise = random.choice(KERNELS)
    most = 1.4 if noise == "gaussian" else 30.0
    return {
        "bandwidth": widths,
        "dimension": dimension,
        "noise": noise,
        "noise_bandwidth": [width * random.choice([1.0, random.uniform(0.05, most)]) for width in widths],
        "bounds": random.choice([None, [(-1.0, width * 10 ** random.uniform(-2, 1.5)) for width in widths]]),
    }


def inner(given: dict[str, Any], axis: int, distance: float) -> float:
    """The inner product of two bumps at a distance along an axis: the integral of spectra over the kernel's."""
    width, noise = given["bandwidth"][axis], given["noise_bandwidth"][axis]

    # t = frequency times width; the trapezoidal rule converges geometrically for such functions
    t = np.linspace(0.0, 12.0 / math.sqrt(max(0.01, 1 - (noise / width) ** 2 / 2)), 20_001)
    if given["noise"] == "exponential":
        t = np.linspace(0.0, 12.0, 20_001)
    bump = 2 * math.pi * width**2 * np.exp(-(t**2))
    kernel = math.sqrt(2 * math.pi) * noise * np.exp(-((t * noise / width) ** 2) / 2)
    if given["noise"] == "exponential":
        kernel = 2 * noise / (1 + (t * noise / width) ** 2)
    spectrum = np.exp(np.log(bump + 1e-300) - np.log(kernel + 1e-300)) * np.cos(t * distance / width) / width
    return float(integrate.trapezoid(spectrum, t) / math.pi)


def distances(given: dict[str, Any], axis: int) -> list[float]:
    """Distances within the box, its side and zero included."""
    width = given["bandwidth"][axis]
    low, high = (0.0, 8.0 * width) if given["bounds"] is None else given["bounds"][axis]
    side = min(high - low, 8.0 * width)
    return [0.0, *(side * part / 60 for part in range(1, 61))]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_the_largest_norm_of_a_difference(seed: int) -> None:
    given = drawn(seed)
    axes = range(given["dimension"])
    values = [[inner(given, axis, distance) for distance in distances(given, axis)] for axis in axes]
    height = 1 / math.prod(math.sqrt(2 * math.pi) * width for width in given["bandwidth"])
    norm = math.prod(each[0] for each in values)
    least = values[0]
    for each in values[1:]:
        least = [one * other for one in least for other in (min(each), max(each))]
    largest = height * math.sqrt(2 * (norm - min(least)))
    claimed = kde(neighbors="replace", **given)
    assert largest <= claimed * (1 + 1e-7)
    assert largest >= claimed * 0.99
    assert kde(neighbors="add_remove", **given) == pytest.approx(height * math.sqrt(norm), rel=1e-7)
    assert kde(neighbors="replace", rows=17, **given) == pytest.approx(claimed / 17, rel=1e-14)


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_what_points_show_is_below_it_and_comes_near(seed: int) -> None:
    random = Random(seed)
    width = 10 ** random.uniform(-2, 2)
    far = width * random.uniform(0.3, 4)

    def kernel(x: float, y: float) -> float:
        return math.exp(-((x - y) ** 2) / (2 * width**2))

    def bump(x: float) -> float:
        return math.exp(-(x**2) / (2 * width**2)) / (math.sqrt(2 * math.pi) * width)

    points = np.linspace(-2 * width, far + 2 * width, 12)
    seen = projection(kernel, points, [bump(x) - bump(x - far) for x in points])
    claimed = kde(width, 1, "replace", bounds=(0, far))
    assert 0.9 * claimed < seen <= claimed * (1 + 1e-9)
    inside = [0.0, far]
    assert projection(kernel, inside, [bump(x) - bump(x - far) for x in inside]) == pytest.approx(claimed, rel=1e-9)


@pytest.mark.parametrize("side", [1e-3, 1e-6, 1e-8, 1e-12, 1e-30])
@pytest.mark.parametrize("noise", KERNELS)
def test_a_narrow_box_loses_no_digits(side: float, noise: str) -> None:
    """The norm of a small shift is its size times that of the derivative."""
    found = kde(1, 1, "replace", bounds=(0, side), noise=noise) * math.sqrt(2 * math.pi)
    wide = kde(1, 1, "replace", bounds=(0, 1e-3), noise=noise) * math.sqrt(2 * math.pi)
    assert found == pytest.approx(wide * side / 1e-3, rel=1e-5)
    if noise == "gaussian":
        assert found == pytest.approx(side, rel=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_next_to_no_privacy_it_is_not_too_small(seed: int) -> None:
    """Gaussian noise within a few roundings of sqrt(2) times the bandwidth, against exact fractions."""
    random = Random(seed)
    width = 10 ** random.uniform(-3, 3)
    noise = width * math.sqrt(2)
    for _ in range(random.randint(0, 4)):
        noise = math.nextafter(noise, random.choice([0.0, math.inf]))
    rest = 2 * Fraction(width) ** 2 - Fraction(noise) ** 2
    found = kde(width, 1, "add_remove", noise_bandwidth=noise) * math.sqrt(2 * math.pi) * width
    if rest <= 0:
        assert found == math.inf
    else:
        square = Fraction(width) ** 4 / (Fraction(noise) ** 2 * rest)
        assert found**4 == pytest.approx(float(square), rel=1e-12)


@pytest.mark.parametrize("ratio", [math.sqrt(2) * (1 + 1e-15), 1.5, 10.0, 1e6])
@pytest.mark.parametrize("dimension", [1, 2])
def test_noise_that_is_too_smooth_gives_no_privacy(ratio: float, dimension: int) -> None:
    noises = [0.1, 0.1 * ratio * (1 + 1e-12)][-dimension:]
    for neighbors in ("add_remove", "replace"):
        assert kde(0.1, dimension, neighbors, noise_bandwidth=noises) == math.inf  # type: ignore[arg-type]
    assert kde(0.1, dimension, "replace", noise="exponential", noise_bandwidth=noises) < math.inf


def logistic(gram: np.ndarray, labels: np.ndarray, weight: float, share: float) -> np.ndarray:
    """The coefficients of the minimiser of share * sum log(1 + e^-yf) + (weight / 2) ||f||^2."""

    def objective(c: np.ndarray) -> tuple[float, np.ndarray]:
        f = gram @ c
        pull = -labels / (1 + np.exp(labels * f))
        value = share * np.logaddexp(0, -labels * f).sum() + weight / 2 * c @ f
        return value, gram @ (share * pull + weight * c)

    def step(c: np.ndarray) -> np.ndarray:
        f = gram @ c
        chance = 1 / (1 + np.exp(labels * f))
        rest = -share * labels * chance + weight * c
        return np.linalg.solve(np.diag(share * chance * (1 - chance)) @ gram + weight * np.eye(len(c)), rest)

    c: np.ndarray = optimize.minimize(objective, np.zeros(len(labels)), jac=True).x
    for _ in range(50):
        c = c - step(c)
    return c


@pytest.mark.parametrize("seed", SEEDS)
def test_kernel_machines_of_neighbours_are_within_it(seed: int) -> None:
    """Both tables on the same points, so that the difference of two fits has a norm by the matrix of the kernel."""
    random = np.random.default_rng(seed)
    n, weight = int(random.integers(1, 12)), float(10 ** random.uniform(-2, 2))
    x = random.uniform(0, 1, n + 1)
    gram = np.exp(-((x[:, None] - x) ** 2) / (2 * random.uniform(0.05, 1) ** 2))
    labels = random.choice([-1.0, 1.0], n + 1)

    def fitted(rows: list[int], share: float, scale: float) -> np.ndarray:
        full = np.zeros(n + 1)
        full[rows] = logistic(gram[np.ix_(rows, rows)], labels[rows], scale, share)
        return full

    one, other = [*range(n)], [*range(1, n + 1)]
    pairs = [
        (fitted(one, 1 / n, 2 * weight), fitted(other, 1 / n, 2 * weight), erm(1, 1, weight, "replace", rows=n)),
        (fitted(one, 1, weight), fitted(other, 1, weight), erm(1, 1, weight, "replace")),
        (fitted(one, 1, weight), fitted([*range(n + 1)], 1, weight), erm(1, 1, weight, "add_remove")),
    ]
    for first, second, claimed in pairs:
        between = first - second
        assert math.sqrt(max(0.0, between @ gram @ between)) <= claimed * (1 + 1e-6)


def test_the_hinge_loss_attains_it() -> None:
    """One row, weight 1: f = y K_x / 2 before and after, a distance of 1."""
    assert erm(1, 1, 1, "replace", rows=1) == 1.0
    assert erm(2, 3, 0.5, "replace", rows=4, gap=0.02) == pytest.approx(3 + 2 * math.sqrt(0.04))
    assert erm(2, 3, 0.5, "add_remove", gap=0.02) == pytest.approx(12 + 2 * math.sqrt(0.08))


@pytest.mark.parametrize("seed", SEEDS)
def test_ridge_of_neighbours_is_within_it(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, weight, bound = (
        int(random.integers(1, 9)),
        float(10 ** random.uniform(-3, 2)),
        float(10 ** random.uniform(-2, 2)),
    )
    kappa = float(10 ** random.uniform(-1, 1))
    x = random.uniform(0, 1, n + 1)
    gram = kappa**2 * np.exp(-((x[:, None] - x) ** 2) / (2 * random.uniform(0.05, 1) ** 2))
    y = bound * random.choice([-1.0, 1.0, 0.3], n + 1)

    def fitted(rows: list[int]) -> np.ndarray:
        full = np.zeros(n + 1)
        full[rows] = np.linalg.solve(gram[np.ix_(rows, rows)] + n * weight * np.eye(n), y[rows])
        return full

    between = fitted([*range(n)]) - fitted([*range(1, n + 1)])
    assert math.sqrt(max(0.0, between @ gram @ between)) <= ridge(bound, kappa, weight, n) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kde(0, 1, "replace"), "bandwidth"),
        (lambda: kde(math.nan, 1, "replace"), "bandwidth"),
        (lambda: kde([0.1, 0.2], 1, "replace"), "2 numbers for 1 dim"),
        (lambda: kde(0.1, 0, "replace"), "dimension"),
        (lambda: kde(0.1, 1, "swap"), "neighbors"),  # type: ignore[arg-type]
        (lambda: kde(0.1, 1, "add_remove", rows=10), "their number is private"),
        (lambda: kde(0.1, 1, "replace", rows=0), "rows"),
        (lambda: kde(0.1, 1, "replace", bounds=(1, 0)), "bounds"),
        (lambda: kde(0.1, 2, "replace", bounds=[(0, 1)] * 3), "bounds"),
        (lambda: kde(0.1, 1, "replace", bounds=(0, math.inf)), "bounds"),
        (lambda: kde(0.1, 1, "replace", noise="white"), "no noise with the kernel 'white'"),
        (lambda: kde(1e50, 16, "add_remove"), "outside the range of numbers"),
        (lambda: kde(1e-50, 16, "add_remove"), "outside the range of numbers"),
        (lambda: kde(0.1, 1, "replace", bounds=(0, 10**400)), "bounds"),
        (lambda: ridge(1, 1e200, 1, 10), "kappa"),
        (lambda: projection([[10**400]], [0], [1]), "finite"),
        (lambda: projection(min, 5, [1]), "list of points"),  # type: ignore[arg-type]
        (lambda: erm(1, 1, 0, "replace"), "regularisation"),
        (lambda: erm(1, 1, 1, "add_remove", rows=5), "their number is private"),
        (lambda: erm(1, 1, 1, "replace", gap=-1), "gap"),
        (lambda: ridge(1, 1, 0, 5), "regularisation"),
        (lambda: ridge(1, 1, 1, 0), "rows"),
        (lambda: projection(min, [0, 0], [1, 2]), "not positive definite"),
        (lambda: projection(lambda x, y: math.exp(-((x - y) ** 2)), [*np.linspace(0, 0.1, 40)], [1] * 40), "closer"),
        (lambda: projection(lambda x, y: x - y, [0, 1], [1, 2]), "symmetric"),
        (lambda: projection([[1, 0], [0, 1]], [0, 1], [1]), "as many values"),
    ],
)
def test_refusals(call: Any, words: str) -> None:
    with pytest.raises(dp.DpError, match=words):
        call()
