"""Logistic models by chance, their rows, and what is told of them: the question's own rounds, on arrays of rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.models.features import features
from dpcore.queries.models.logistic.design import GRADIENTS, Design
from dpcore.queries.models.logistic.reading import Descent
from dpcore.queries.models.terms import Terms
from dpcore.queries.question.round import Step
from dpcore.statistic.learners.logistic import BANDS, CELLS, ONE, WIDTH
from dpcore.table.table import Table

LEVEL = 0.95
SHAPES = {
    "even": np.tanh,
    "normal": lambda z: 0.3 * z - 0.2,
    "skewed": lambda z: 0.08 * np.exp(z) - 1,
    "flag": lambda z: np.sign(z - 0.5),
}


@dataclass(frozen=True)
class Told:
    """Whether coefficients are told, and how far those that are told are off, in their margins."""

    told: bool
    off: np.ndarray


def expit(score: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(score, -60, 60)))


def columns(chance: np.random.Generator, rows: int, size: int) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Numbers of several shapes, flags and categories, some of them related."""
    mixed = chance.normal(size=(rows, 1)) * chance.choice([0, 0.5, 1])
    z = chance.normal(size=(rows, size)) + mixed
    schema, cells = dict[str, Any](), dict[str, np.ndarray]()
    for place, kind in enumerate(chance.choice([*SHAPES, "category"], size=size)):
        name, own = f"x{place}", z[:, place]
        if kind == "category":
            count = int(chance.integers(2, 7))
            schema[name] = dp.Category([f"v{value}" for value in range(count)])
            cells[name] = np.minimum((expit(1.5 * own) * count).astype(int), count - 1)
        else:
            schema[name] = dp.Flag() if kind == "flag" else dp.Number(-1, 1)
            cells[name] = np.clip(SHAPES[kind](own), -1, 1)
    return schema, cells


def asked(chance: np.random.Generator) -> tuple[Design, np.ndarray]:
    """A question about a table by chance, and the vectors of its rows."""
    rows, size = int(10 ** chance.uniform(3.3, 5)), int(chance.integers(1, 6))
    schema, cells = columns(chance, rows, size)
    table = Table(dp.Schema(**schema, y=dp.Flag()), neighbors=chance.choice(["add_remove", "replace"]))
    names = tuple(schema)
    design = Design("y", Terms(features(table.schema, names), names), (), table, True)
    parts = [np.ones(rows)]
    for each in design.products.variables:
        own = cells[each.column]
        parts.append(own if each.key is None else (own == int(each.key[1:])).astype(float))
    return design, np.column_stack(parts)


def told(chance: np.random.Generator, much: float = 1.0) -> Told:
    """A table by chance and what its rounds tell. much: of the noise that is declared."""
    design, vectors = asked(chance)
    x = vectors[:, design.used]
    true = chance.normal(size=x.shape[1]) * chance.choice([0, 0.3, 1.0, 2.0]) / np.sqrt(x.shape[1])
    true[0] = chance.normal() * chance.choice([0.0, 1.0, 1.5])
    labels = (chance.random(len(x)) < expit(x @ true)).astype(int)
    size = 10 ** chance.uniform(-1.3, 0.5)
    price: Price = Mu(Fraction(size) ** 2) if chance.random() < 0.7 else Epsilon(Fraction(3 * size))
    descent, step = Descent(design, type(price)), design.gram(price)
    units = design.products.units(type(price))
    moments = vectors.T @ vectors
    exact = np.array([moments[entry] for entry in design.products.entries]) * units
    descent.summed(noisy(step, exact, much, chance)[:, None], step.mechanism)
    for place in range(len(GRADIENTS)):
        weights = design.public(descent.weights)
        step = design.gradient(price, place, descent.weights)
        exact = gradient(step.statistic, vectors, labels, x @ weights)
        descent.stepped(noisy(step, exact, much, chance)[None], step.mechanism)
    fit, spread = descent.fit, step.mechanism.error(LEVEL)
    assert spread is not None
    margins = spread.factor * np.sqrt(np.diag(fit.covariance)) + fit.pull
    kept = np.array(descent.few) == 0
    return Told(descent.told and not fit.apart, ((fit.weights - true) / margins)[kept])


def gradient(statistic: Any, vectors: np.ndarray, labels: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The exact gradient and the counts of bands."""
    cell = np.clip(np.floor(scores * WIDTH + 0.5) + CELLS // 2, 0, CELLS - 1).astype(int)
    left = np.rint(expit((cell - CELLS // 2) / WIDTH) * ONE) - ONE * labels
    found = (vectors * left[:, None]).sum(axis=0) * np.array(statistic.sizes, dtype=np.float64)
    counts = np.bincount(2 * (cell // (CELLS // BANDS)) + labels, minlength=2 * BANDS)
    return np.concatenate([found, statistic.count * counts])


def noisy(step: Step, exact: np.ndarray, much: float, chance: np.random.Generator) -> np.ndarray:
    """With noise of the declared law and size."""
    spread = step.mechanism.error(LEVEL)
    assert spread is not None
    unit = (
        chance.normal(size=exact.shape)
        if step.mechanism.name == "gaussian"
        else (chance.laplace(size=exact.shape) / np.sqrt(2))
    )
    found: np.ndarray = exact + much * np.array(spread.std) * unit
    return found
