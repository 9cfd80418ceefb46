"""The nearest positive semidefinite matrix, against eigenvalues and against known matrices."""

from __future__ import annotations

import numpy as np
import pytest

import dpcore as dp
from dpcore.queries.sums.pairs import Pairs
from dpcore.table.table import Table

NAMES = ("a", "b", "c", "d")
TABLE = Table(dp.Schema({name: dp.Number(0, 2.0**place) for place, name in enumerate(NAMES)}))


def seen(query: Pairs, estimates: np.ndarray) -> tuple[np.ndarray, str]:
    (view,) = query.quantity(TABLE).views
    figures = dict.fromkeys(("estimate", "std_error", "low", "high"), estimates.ravel().tolist())
    columns, sentence = view.seen(figures, estimates.size)
    assert columns["low"] == figures["low"]
    return np.reshape(columns["estimate"], estimates.shape), str(sentence)


def matrices(query: Pairs, rows: np.ndarray) -> np.ndarray:
    """In the units of the half-ranges."""
    found = np.tile(np.eye(len(query.columns)), (len(rows), 1, 1))
    for place, (j, k) in enumerate(query.pairs):
        found[:, j, k] = found[:, k, j] = rows[:, place] / query.scales(TABLE)[place]
    return found


@pytest.mark.parametrize("kind", [dp.Covariance, dp.Correlation])
def test_no_eigenvalue_is_negative_and_none_is_nearer(kind: type[Pairs]) -> None:
    query, random = kind(NAMES), np.random.default_rng(4)
    released = random.uniform(-1, 1, (20, len(query.pairs))) * query.scales(TABLE)
    shown, sentence = seen(query, released)
    before, after = matrices(query, released), matrices(query, shown)
    assert "were moved" in sentence and np.linalg.eigvalsh(before).min() < -0.1
    assert np.linalg.eigvalsh(after).min() > -1e-9
    distance = np.linalg.norm(after - before, axis=(1, 2))
    for _ in range(200):  # of matrices between it and another one, none is nearer
        factor = random.normal(size=(len(NAMES), 6))
        other = np.cov(factor) if kind is dp.Covariance else np.corrcoef(factor)
        share = random.uniform(0, 0.2)
        mixed = (1 - share) * after + share * other
        assert (np.linalg.norm(mixed - before, axis=(1, 2)) >= distance * (1 - 1e-3)).all()


@pytest.mark.parametrize("kind", [dp.Covariance, dp.Correlation])
def test_a_semidefinite_matrix_stays_as_it_is(kind: type[Pairs]) -> None:
    query, values = kind(NAMES), np.random.default_rng(4).uniform(0, 0.5, (4, 50))
    matrix = np.cov(values) if kind is dp.Covariance else np.corrcoef(values)
    released = np.array([[matrix[j, k] for j, k in query.pairs]]) * query.scales(TABLE)
    shown, sentence = seen(query, released)
    assert np.allclose(shown, released, rtol=0, atol=1e-12) and "already" in sentence


def test_the_nearest_correlations_of_a_published_example() -> None:
    """Higham 2002, section 3: 1, 1, 0 with ones on the diagonal."""
    shown, _ = seen(dp.Correlation(NAMES[:3]), np.array([[1.0, 0.0, 1.0]]))
    assert shown[0] == pytest.approx([0.7607, 0.1573, 0.7607], abs=2e-4)


def test_figures_that_are_not_known_stay_so() -> None:
    query = dp.Covariance(NAMES)
    assert np.isnan(seen(query, np.full((1, len(query.pairs)), np.nan))[0]).all()
