"""Positions for the vertices of a public graph: a fixed function of its edges, without chance.

Straight distances come close to the numbers of edges between vertices: the weighted stress
sum (|x_i - x_j| - d_ij)^2 / d_ij^2 is made small by majorisation (Gansner, Koren & North 2004), from classical scaling
of the distances as the start (Torgerson 1952).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_START, _ROUNDS, _ENOUGH = 60, 150, 1e-4

Place = tuple[float, float]
FLATTEST: Final = 0.3
"""The least height of the drawing area, as a share of its width."""


@lru_cache(maxsize=64)
def layout(vertices: int, edges: tuple[tuple[int, int], ...]) -> tuple[tuple[Place, ...], float]:
    """(x, y) of each vertex, and the height of the area: 0 <= x <= 1, 0 <= y <= height, with FLATTEST <= height <= 1.

    The graph is connected. Time grows with vertices**2: 0.1 s for 300 vertices.
    """
    far = _distances(vertices, edges)
    at = _upright(_closer(far, _start(far)))
    low, size = at.min(axis=0), np.ptp(at, axis=0)
    scale = max(float(size.max()), 1e-9)
    height = max(FLATTEST, float(size[1]) / scale)
    at = (at - low - size / 2) / scale + np.array([0.5, height / 2])
    return tuple((float(x), float(y)) for x, y in at), height


def _distances(vertices: int, edges: tuple[tuple[int, int], ...]) -> Floats:
    """The least number of edges between each pair of vertices."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import shortest_path

    first, last = np.array(edges).T
    graph = coo_array((np.ones(len(edges)), (first, last)), shape=(vertices, vertices)).tocsr()
    far: Floats = shortest_path(graph, directed=False, unweighted=True)
    return far


def _start(far: Floats) -> Floats:
    """Classical scaling: the two leading eigenvectors of the centred squared distances, by orthogonal iteration.

    It begins on a circle, so that graphs whose vertices are all alike stay there.
    """
    size = len(far)
    turn = 2 * np.pi * np.arange(size) / size
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    square = far**2
    centred = -0.5 * (square - square.mean(axis=0) - square.mean(axis=1)[:, None] + square.mean())
    basis = circle
    for _ in range(_START):
        basis, _ = np.linalg.qr(centred @ basis + 1e-9 * circle)
    spread = np.sqrt(np.maximum(np.einsum("ij,ij->j", basis, centred @ basis), 0.0))
    start: Floats = basis * spread + 0.02 * circle  # no two vertices in the same place
    return start


def _closer(far: Floats, at: Floats) -> Floats:
    """Positions of small stress. Each step solves a linear system, and never increases the stress."""
    size = len(far)
    wanted = far + np.eye(size)
    weight = wanted**-2.0 - np.eye(size)
    solved = np.linalg.inv(np.diag(weight.sum(axis=1)) - weight + 1.0 / size)
    before = np.inf
    for _ in range(_ROUNDS):
        away = np.hypot(*(np.subtract.outer(axis, axis) for axis in at.T))
        stress = float((weight * (away - far) ** 2).sum())
        if before - stress <= _ENOUGH * stress:
            break
        before = stress
        pull = weight * far / np.maximum(away, 1e-9)
        at = solved @ (pull.sum(axis=1)[:, None] * at - pull @ at)
    return at


def _upright(at: Floats) -> Floats:
    """Turned so that the drawing is widest from left to right, and mirrored so that the first vertex is at the left."""
    at = at - at.mean(axis=0)
    (a, b), (_, c) = at.T @ at
    angle = 0.5 * np.arctan2(2 * b, a - c)
    turned: Floats = at @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turned * np.where(turned[0] > 0, -1.0, 1.0)
