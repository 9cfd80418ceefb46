"""The integer square root: its table, its exact product, its decoding and its errors, each computed a second way."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np
import pytest

from dpcore.errors import DpError
from dpcore.statistic.waves.projection import MOST_CELLS, Projection
from dpcore.statistic.waves.square_root import SquareRoot, coefficients, weights
from tests.statistic.dense import SCALE, coordinates, divisors, matrix, prefix_operator, real_factor, sequence

GOLDEN = {
    1: "f6df37abbf0f009d65f1322acd7b8592d1b6da4626ba11c0398a3ee11cb7b9de",
    2: "cf64e54252edcaa291ba4245ddad78bd03a93eda03bb94a2e44cebe23fab3807",
    3: "92d0b97f4397f1a7d3e6a324dbfec71115db6fd51e87a554356a3d520a7c16a5",
    17: "3a74a23a151137a0f650ca19086cbd6d0298d4218edc3ef01d522371cc6b4045",
    256: "a5584eae6f057d6ad5169a92ea4933a21d336fc07dc2c46254a8807dc716f37a",
    1024: "dc7f85540e87a4e7f715dd0def9342644f828e14758fa1ef1b923afa25e7530a",
    4096: "44ca5b9474ed533d62ee9ab3be5eaffb01adbddd14f1b7b50e75e50ff514ad5b",
    5000: "2bc14860abb6ef88df72f578f2951aeccfa1ec1666bc2f99ea2fdfe0e998255f",
    8192: "c1b348d1cdbf3145691582c0eab9efbb0386ebfc07e31de6ed0b4d0ada12650a",
}
SIZES = [1, 2, 3, *np.random.default_rng(31).integers(4, 300, 6).tolist()]


@pytest.mark.parametrize("cells", GOLDEN)
def test_the_table_is_the_same_for_ever(cells: int) -> None:
    assert SquareRoot(cells).digest == GOLDEN[cells]


@pytest.mark.parametrize("cells", [*SIZES, 700])
def test_the_table_is_what_its_definition_says(cells: int) -> None:
    assert list(coefficients(cells)) == sequence(cells)
    assert list(weights(cells)) == divisors(cells)


def test_bounds_hold_for_every_length() -> None:
    c = coefficients(MOST_CELLS)
    assert all(high >= low > 0 for high, low in pairwise(c))
    lengths = list(weights(MOST_CELLS))[::-1]  # a column's weight follows from its length alone
    assert all(high >= low for high, low in pairwise(lengths))
    squares, sums = accumulate(x * x for x in c), accumulate(c)
    for weight, square, total in zip(lengths, squares, sums, strict=True):
        assert weight * weight * square <= SCALE**2 < (weight + 1) ** 2 * square
        assert weight * total >= SCALE
    assert lengths[0] * c[0] == SCALE


def test_one_sequence_serves_all_sizes() -> None:
    for cells in (1, 2, 77, 4096):
        assert coefficients(MOST_CELLS)[:cells] == coefficients(cells)
        assert weights(MOST_CELLS)[-cells:] == weights(cells)


@pytest.mark.sample(2)
@pytest.mark.parametrize("cells", SIZES)
def test_norms_and_overlap_are_those_of_the_matrix(cells: int) -> None:
    table, factor = matrix(SquareRoot(cells)), SquareRoot(cells)
    gram = table.T @ table
    assert gram.diagonal().max() == factor.squared_norm
    assert table.max() == factor.largest
    assert table.sum(axis=0).max() == factor.l1_norm
    others = gram[~np.eye(cells, dtype=bool)]
    assert factor.overlap == (others.min() if cells > 1 else 0)


@pytest.mark.parametrize("cells", SIZES)
@pytest.mark.parametrize("size", [1, 10**3, 2**38, 2**62, 10**40])
def test_the_product_is_exact_whatever_the_integers(cells: int, size: int) -> None:
    rng = np.random.default_rng(cells)
    counts = np.array([[int(x * size) for x in rng.integers(-9, 10, cells).tolist()] for _ in range(3)], dtype=object)
    counts[1] = 0
    counts[2, 1:] = 0
    result = coordinates(Projection(SquareRoot(cells), (3,)), counts)
    assert (result.astype(object) == counts @ matrix(SquareRoot(cells)).T).all()
    fits = sum(map(abs, counts.ravel().tolist())) * SCALE < 2**62
    assert result.dtype == (np.int64 if fits else object)


def test_two_to_the_38_rows_less_one_stay_int64() -> None:
    projection = Projection(SquareRoot(3))
    for counts, dtype in (([0, 2**38 - 2, 1], np.int64), ([0, 2**38 - 1, 1], object)):
        result = coordinates(projection, np.array(counts))
        assert result.dtype == dtype
        assert result.tolist() == (matrix(SquareRoot(3)) @ np.array(counts, dtype=object)).tolist()


@pytest.mark.parametrize("cells", [1, 2, 3, 256, 4096, 5000])
def test_without_noise_decoding_gives_the_counts_back(cells: int) -> None:
    rng = np.random.default_rng(cells)
    for size in (10, 10**6, 2**38 // cells):
        counts = rng.integers(0, size, cells)
        projection = Projection(SquareRoot(cells))
        found = projection.prefixes(coordinates(projection, counts))
        assert np.abs(found - np.cumsum(counts)).max() <= 1e-12 * max(1, counts.sum())


@pytest.mark.parametrize("cells", [1, 2, 3, 40, 131])
def test_decoding_is_the_exact_triangular_solve(cells: int) -> None:
    rng = np.random.default_rng(cells)
    noisy = rng.integers(-(2**40), 2**40, cells).tolist()
    table, solved = matrix(SquareRoot(cells)), []
    for i in range(cells):
        rest = sum((table[i][j] * solved[j] for j in range(i)), Fraction(0))
        solved.append((noisy[i] - rest) / table[i][i])
    exact = [float(value) for value in accumulate(solved)]
    found = Projection(SquareRoot(cells)).prefixes(np.array(noisy))
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-11 * 2**16)


@pytest.mark.parametrize("cells", SIZES)
def test_errors_are_those_of_the_dense_inverse(cells: int) -> None:
    expected = np.linalg.norm(prefix_operator(SquareRoot(cells)), axis=1)
    np.testing.assert_allclose(Projection(SquareRoot(cells)).std_errors(1.0), expected, rtol=1e-9)


@pytest.mark.parametrize("cells", SIZES)
def test_rounding_costs_nearly_nothing(cells: int) -> None:
    real = np.linalg.inv(real_factor(cells))
    best = np.linalg.norm(np.tril(np.ones((cells, cells))) @ real, axis=1)
    ratio = Projection(SquareRoot(cells)).std_errors(SCALE) / best
    assert ratio.min() > 0.9995 and ratio.max() < 1.0005
    assert math.sqrt(np.square(ratio).mean()) < 1.00015


@pytest.mark.parametrize(
    ("cells", "typical", "largest"),
    [(256, 2.5573, 2.6450), (1024, 2.9914, 3.0807), (4096, 3.4276, 3.5180)],
)
def test_errors_at_mu_1_are_the_known_ones(cells: int, typical: float, largest: float) -> None:
    errors = Projection(SquareRoot(cells)).std_errors(SCALE)
    assert math.sqrt(np.square(errors).mean()) == pytest.approx(typical, rel=2e-4)
    assert errors.max() == pytest.approx(largest, rel=3e-4)


def test_decoding_with_real_columns_is_wrong_by_many_standard_errors() -> None:
    cells, noise = 300, SCALE * 1.0
    counts = np.full(cells, 10**6) + np.random.default_rng(5).integers(-1000, 1000, cells)
    projection = Projection(SquareRoot(cells))
    released = coordinates(projection, counts)
    wrong = np.cumsum(np.linalg.solve(real_factor(cells), released / SCALE))
    error = np.abs(wrong - np.cumsum(counts)) / projection.std_errors(noise)
    assert np.median(error) > 5
    right = np.abs(projection.prefixes(released) - np.cumsum(counts)) / projection.std_errors(noise)
    assert right.max() < 1e-5


@pytest.mark.parametrize("cells", [0, -1, MOST_CELLS + 1, 2.5, True])
def test_a_bad_size_is_refused(cells: object) -> None:
    with pytest.raises(DpError, match=r"`size` of `SquareRoot` must be a whole number in \[1, 8192\]"):
        SquareRoot(cells)  # type: ignore[arg-type]
