"""What `release` did: every exact statistic that met its noise, with its price, recorded on the way; noise replayed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sqlglot import exp

from dpcore import noise
from dpcore.engine.sql import dialect
from dpcore.mechanisms import Additive, GaussianNoise
from dpcore.release import run

HONEST = noise.draw


@dataclass(frozen=True)
class Met:
    """One exact statistic, shape (coordinates, cells), and the noise it met."""

    mechanism: Additive
    exact: np.ndarray


@contextmanager
def recorded() -> Iterator[list[Met]]:
    """Inside, what `dpcore.release.run.perturb` is given is listed, in order; it works as ever."""
    met: list[Met] = []
    honest = run.perturb

    def recording(mechanism: Additive, exact: np.ndarray) -> np.ndarray:
        met.append(Met(mechanism, exact))
        return honest(mechanism, exact)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "perturb", recording)
        yield met


def draws(zero: Met, one: Met) -> Any:
    """(table, how many) -> that many noisy answers, shape (n, coordinates, cells), by the code that `release` runs."""
    assert zero.mechanism == one.mechanism

    def batch(table: int, size: int) -> np.ndarray:
        exact = (zero, one)[table].exact
        rows, cells = exact.shape
        many = np.repeat(exact[:, None, :], size, axis=1).reshape(rows, size * cells)
        noisy = run.perturb(zero.mechanism, many)
        return np.moveaxis(noisy.reshape(rows, size, cells), 0, 1)

    return batch


def likelihood(zero: Met, one: Met) -> Any:
    """Noisy answers -> the log likelihood ratio of table 1 to table 0 of ideal noise: the worst direction."""
    scales = [float(scale) for scale in zero.mechanism.scales]
    gaussian = isinstance(zero.mechanism, GaussianNoise)

    def score(noisy: np.ndarray) -> np.ndarray:
        total = np.zeros(len(noisy))
        for row, scale in enumerate(scales):
            if scale:
                far, near = (((noisy[:, row] - met.exact[row]).astype(float)) / scale for met in (zero, one))
                gap = (far**2 - near**2) / 2 if gaussian else np.abs(far) - np.abs(near)
                total += gap.sum(axis=1)
        return total

    return score


def distance(zero: Met, one: Met) -> float:
    """How far apart two exact statistics are in the norm of what was paid, at the priced scales: mu, or epsilon."""
    return math.sqrt(float(loss(zero, one))) if isinstance(zero.mechanism, GaussianNoise) else float(loss(zero, one))


def loss(zero: Met, one: Met) -> Fraction:
    """The same exactly: mu**2, or epsilon. A coordinate without noise must be equal."""
    total = Fraction(0)
    for row, scale in enumerate(zero.mechanism.scales):
        for a, b in zip(zero.exact[row], one.exact[row], strict=True):
            gap = abs(int(a) - int(b))
            if not scale:
                assert not gap, "a coordinate that gets no noise differs"
                continue
            total += (Fraction(gap) / scale) ** (2 if isinstance(zero.mechanism, GaussianNoise) else 1)
    return total


def scaled(patch: pytest.MonkeyPatch, factor: Fraction) -> None:
    """The seeded mutant: every noise is drawn at `factor` of its scale."""
    patch.setattr(noise, "draw", lambda law, scale, size: HONEST(law, Fraction(scale) * factor, size))


def raising_casts(patch: pytest.MonkeyPatch) -> None:
    """The seeded mutant: text that is no number makes the engine raise."""
    honest = dialect.attempt
    patch.setattr(dialect, "attempt", lambda x, kind: exp.cast(x, kind) if kind == "double" else honest(x, kind))
