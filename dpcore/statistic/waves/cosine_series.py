"""Sums of cosines at any points: directly, or interpolated between samples."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]


_FEW = 4_000_000  # cosines that are computed one by one
_SAMPLES = 32  # a shortest period of a sampled series has twice as many samples
_NOTHING = 1e-18  # of the largest coefficient
_AT_ONCE = 2**13  # points that are interpolated
_NODES = np.arange(-3, 5)  # of interpolation


def series(u: Doubles, *sums: NDArray[Any]) -> list[Doubles]:
    """The real part of the sum of coefficient_j exp(i pi j u) over j = 1, 2, …, for each list of coefficients.

    Many points are interpolated between samples of a fast Fourier transform; the error is below 1e-9 of the peak.
    """
    u = np.asarray(u, dtype=np.float64)
    most = max(map(_last, sums))
    if len(u) * most <= _FEW:
        angles = math.pi * np.outer(u, np.arange(1, most + 1))
        cosine, sine = np.cos(angles), np.sin(angles) if any(map(np.iscomplexobj, sums)) else None
        return [_direct(coefficients, cosine, sine) for coefficients in sums]
    samples = _SAMPLES * 2 ** math.ceil(math.log2(most))  # of the half period
    sampled = []
    for coefficients in sums:
        spectrum = np.zeros(samples + 1, dtype=np.complex128)
        some = coefficients[:most]
        spectrum[1 : len(some) + 1] = some / 2
        sampled.append(np.fft.irfft(spectrum, 2 * samples) * 2 * samples)
    return _interpolated(sampled, u * samples)


def _last(coefficients: NDArray[Any]) -> int:
    """The number of coefficients that are not negligible: later ones do not change a double."""
    sizes = np.abs(coefficients)
    return 1 + int(np.max(np.flatnonzero(sizes > _NOTHING * sizes.max(initial=0.0)), initial=-1))


def _direct(coefficients: NDArray[Any], cosine: Doubles, sine: Doubles | None) -> Doubles:
    """One sum, from all cosines and sines at the points."""
    some = coefficients[: cosine.shape[1]]
    found: Doubles = cosine[:, : len(some)] @ some.real
    return found if sine is None or not np.iscomplexobj(some) else found - sine[:, : len(some)] @ some.imag


def _interpolated(sampled: list[Doubles], at: Doubles) -> list[Doubles]:
    """Values between the samples of periodic functions, by polynomials through eight of them; some points at once."""
    behind, period = -int(_NODES[0]), len(sampled[0])
    around = [np.concatenate([values[-behind:], values, values[: int(_NODES[-1])]]) for values in sampled]
    scales = np.array([1.0 / math.prod(int(node - other) for other in _NODES if other != node) for node in _NODES])
    found = [np.empty(len(at)) for _ in sampled]
    for start in range(0, len(at), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        base = np.floor(at[some])
        far = at[some] - base - _NODES[:, None]
        weights = np.ones_like(far)  # of each node, the product of the distances to all others
        np.cumprod(far[:-1], axis=0, out=weights[1:])
        weights[:-1] *= np.cumprod(far[:0:-1], axis=0)[::-1]
        weights *= scales[:, None]
        first = base.astype(np.int64) % period
        for values, result in zip(around, found, strict=True):
            result[some] = sum(weight * values[first + place] for place, weight in enumerate(weights))
    return found
