"""One release of made-up rows of a named shape, beside the same estimate without noise: no real row is read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore import noise
from dpcore.mechanisms import Mu
from dpcore.noise import entropy
from dpcore.plan.risk.density_noise import Kind
from dpcore.plan.risk.risk import Setting
from dpcore.plan.risk.shape import FREQUENCIES, Shape
from dpcore.queries.curves.density_curve import DensityCurve
from dpcore.table.column import Identifier, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

_POINTS = 401
_MOST = 2**20  # rows that are drawn one by one


@final
@dataclass(frozen=True, slots=True)
class DrawnDensity:
    """Densities at points u of the range: of the shape, of the estimate without noise, of the release."""

    u: Doubles
    truth: Doubles
    clean: Doubles
    private: Doubles


@lru_cache(maxsize=64)
def drawn(setting: Setting, kind: Kind, width: float, turn: int = 0) -> DrawnDensity:
    """A density of one column with fresh rows and fresh noise, the same for the same turn while it is remembered.

    kind: "own" or "any". width: of the kernel, in ranges.
    """
    schema = Schema(x=Number(0, 1), unit=Identifier())
    table = Table(schema, Unit("unit", setting.max_rows), setting.neighbors)
    question = DensityCurve("x", None if kind == "any" else width).bind(schema)
    statistic = question.statistic(table, Mu(Fraction(1)))
    mechanism = question.mechanism(table, Mu(Fraction(setting.mu) ** 2))
    u = np.linspace(0.0, 1.0, _POINTS)
    exact = statistic.exact(_rows(setting, statistic.factor.cells)[None])
    asked, spread = {"bandwidth": width} if kind == "any" else {}, mechanism.error(0.95)
    read = [
        question.read(table, counts.astype(np.float64), spread, u, asked).estimate / setting.rows
        for counts in (exact, mechanism.draw(exact))
    ]
    return DrawnDensity(u, density(setting.shape, u), *read)


def _rows(setting: Setting, cells: int) -> NDArray[np.int64]:
    """Made-up rows in each cell; beyond a million, independent normal numbers around their means."""
    shares = np.maximum(density(setting.shape, (np.arange(cells) + 0.5) / cells), 0.0)
    shares /= shares.sum()
    if setting.rows <= _MOST:
        places = np.searchsorted(np.cumsum(shares), entropy.words(int(setting.rows)) * 2.0**-64)
        return np.bincount(np.minimum(places, cells - 1), minlength=cells)
    means, normal = setting.rows * shares, noise.draw(noise.Gaussian(), 2**30, cells).astype(np.float64) * 2.0**-30
    return np.asarray(np.maximum(np.rint(means + np.sqrt(means) * normal), 0.0), dtype=np.int64)


def density(shape: Shape, u: Doubles) -> Doubles:
    """The density of a shape at points of the range, whose integral is 1."""
    cosines = shape.cosines()[1 : FREQUENCIES + 1]
    return np.asarray(1 + 2 * np.cos(np.outer(u, np.pi * np.arange(1, len(cosines) + 1))) @ cosines)
