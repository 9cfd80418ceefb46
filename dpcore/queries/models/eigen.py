r"""Principal components from noisy moments, with the errors that noise gives them by perturbation theory.

In entries from -1 to 1, C = (1/n) sum (x - m)(x - m)' has eigenvalues l_1 >= l_2 >= ... with vectors v_i. A change dC
moves them, to first order, by dl_i = v_i' dC v_i and dv_i = sum over j != i of v_j (v_j' dC v_i) / (l_i - l_j) (Kato
1966, section II.2). With w_i = (-v_i m, v_i) and the matrix M of all moments, n v_i' C v_j = w_i' M w_j, in which the
error of m has no effect of first order. So every change is a known combination of the noise of the moments.

Noise alone, symmetric with the standard deviation s on the diagonal and s / sqrt(2) beside it, has its eigenvalues
within s sqrt(2 d): its edge (Wigner's semicircle). A component is told if its eigenvalue is above the edge, and farther
than `CLEAR` edges from the next on both sides, so that its direction is off by half a right angle at most (Davis &
Kahan 1970).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

CLEAR = 2.5
"""The edges by which the eigenvalue of a component is farther from the next, if it is told."""


@final
@dataclass(frozen=True, slots=True)
class Components:
    """The components of d columns, in entries from -1 to 1, the largest first.

    vectors: shape (d, d), one component a row; its largest loading is positive. shares: of the trace, and their
    standard errors. edge: that of the noise, as such a share. errors: the covariance of the noise of each vector v and
    of v'm, with the mean m, shape (d, d + 1, d + 1). told: of each. mean: of the columns. rows: the noisy number, at
    least 1.
    """

    vectors: Floats
    shares: Floats
    stds: Floats
    edge: float
    errors: Floats
    told: NDArray[np.bool_]
    mean: Floats
    rows: float


def components(moments: Floats, variances: Floats, places: Places) -> Components:
    """The components of the columns whose moments these are. places: of the entries of the matrix of moments."""
    whole, noise = (np.where(places >= 0, values[places], 0.0) for values in (moments, variances))
    rows, size = max(1.0, float(moments[0])), len(places) - 1
    mean = np.clip(whole[0, 1:] / rows, -1.0, 1.0)
    centred = whole[1:, 1:] / rows - np.outer(mean, mean)
    values, found = np.linalg.eigh(centred)
    values, vectors = values[::-1], found[:, ::-1].T
    largest = vectors[np.arange(size), np.abs(vectors).argmax(axis=1)]
    vectors = vectors * np.where(largest < 0, -1.0, 1.0)[:, None]
    edge = float(np.sqrt(2 * size * max(np.diag(noise)[1:].max(), 2 * noise[1:, 1:].max()))) / rows
    trace = max(float(values.sum()), 1e-9)
    wide = np.hstack([-(vectors @ mean)[:, None], vectors])
    changes = _changes(wide, places, len(moments)) / rows  # (d, d, moments): of v_i' C v_j
    changes[np.arange(size), np.arange(size), 0] -= values / rows
    own = changes[np.arange(size), np.arange(size)]
    ratios = (own - np.outer(values / trace, own.sum(axis=0))) / trace
    gaps = values[:, None] - values[None, :]
    apart = np.where(np.abs(gaps) > 1e-12, gaps, np.inf)
    moved = np.einsum("ijm,ij,jk->ikm", changes, 1.0 / apart, vectors)  # (d, d, moments): of v_i
    towards = vectors @ (_sums(places, len(moments)) - np.outer(mean, np.eye(1, len(moments)))) / rows
    moved = np.concatenate([moved, (np.einsum("ikm,k->im", moved, mean) + towards)[:, None]], axis=1)  # and v_i'm
    nearest = np.abs(apart + np.diag(np.full(size, np.inf))).min(axis=1)
    return Components(
        vectors,
        values / trace,
        np.sqrt(np.square(ratios) @ variances),
        edge / trace,
        np.einsum("ikm,m,ilm->ikl", moved, variances, moved),
        (values > edge) & (nearest > CLEAR * edge),
        mean,
        rows,
    )


def _sums(places: Places, size: int) -> Floats:
    """The derivatives of the columns' sums by the moments, shape (d, moments)."""
    found: Floats = np.eye(size)[places[0, 1:]]
    return found


def _changes(wide: Floats, places: Places, size: int) -> Floats:
    """The derivatives of w_i' M w_j by the moments, shape (d, d, moments); equal entries of M are one moment."""
    found = np.zeros((len(wide), len(wide), size))
    for row, column in np.argwhere(places >= 0):
        found[:, :, places[row, column]] += np.outer(wide[:, row], wide[:, column])
    return found
