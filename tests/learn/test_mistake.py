"""Famous mistakes: each counter-example is computed, breaks its claim, and agrees with figures found elsewhere."""

from __future__ import annotations

import math
from itertools import pairwise, product

import numpy as np
import pytest

from dpcore.learn.mistake import MISTAKES
from dpcore.learn.mistake.noise import smooth_median
from dpcore.learn.mistake.square_matrix import farthest
from dpcore.learn.mistake.table import smoothing_evidence

NAMED = {one.name: one for one in MISTAKES}
EVERY = [pytest.param(one, id=one.name) for one in MISTAKES]

# (claimed, found), from closed forms, 50-digit quadrature or an independent library
FIGURES = {
    "classic-sigma": (1e-5, 3.607e-5),
    "local-sensitivity": (0.0, 1.0),
    "smooth-laplace": (0.0, 0.19738),
    "normal-noise": (math.inf, 0.83412),
    "error-bar": (1.0, math.inf),
    "wrong-norm": (1.0, 10.0),
    "discrete-gaussian": (0.0015372, 0.0018491),
    "square-matrix": (0.1, math.sqrt(2) / 2),
    "limit-theorem": (8.414, 9.1427),
    "one-direction": (6.6091, 9.1427),
    "noise-multiplier": (0.36395, 4.2854),
    "average-loss": (1e-6, math.inf),
    "divergence-order": (38.29, 46.21),
    "power": (370.45, 93.37),
    "group": (60.0, 5.413),
    "tiny-delta": (0.23670, math.inf),
    "sampled-mu": (0.002, 2.0),
    "iterations": (1.0, 10.0),
    "neighbours": (1.0, 2.0),
    "covariance": (0.8, 1.08),
    "bandwidth": (0.011404, 110.53),
    "mean-of-blocks": (0.5 * math.exp(-5.0), math.exp(-0.5) / 21),
}


@pytest.mark.parametrize("mistake", EVERY)
def test_the_counter_example_breaks_the_claim_by_the_known_figures(mistake):
    example = mistake.example()
    assert example.broken
    assert (example.claimed.value, example.found.value) == pytest.approx(FIGURES[mistake.name], rel=3e-4)


def test_every_mistake_has_its_figures_and_its_own_name():
    assert sorted(FIGURES) == sorted(one.name for one in MISTAKES)
    assert len({one.claim for one in MISTAKES}) == len(MISTAKES) == 22


@pytest.mark.parametrize("mistake", EVERY)
def test_every_mistake_is_short_and_whole(mistake):
    for text in (mistake.claim, mistake.why, mistake.instead):
        assert 20 < len(text) < 260
        assert text[-1] in ".?"
    example = mistake.example()
    rows = (example.claimed, example.found, *example.more)
    assert all(row.label and row.shown for row in rows)
    assert "inf" not in " ".join(row.shown for row in rows)


def test_topics_stand_together():
    topics = [one.topic for one in MISTAKES]
    assert sum(a != b for a, b in pairwise(topics)) == len(set(topics)) - 1


def more(name, label):
    return next(row.value for row in NAMED[name].example().more if label in row.label)


@pytest.mark.parametrize(
    ("name", "label", "value"),
    [
        ("classic-sigma", "smallest epsilon", 9.3913),
        ("classic-sigma", "by the formula", 4.9409),
        ("classic-sigma", "sufficient", 3.7306),
        ("divergence-order", "randomised", 0.735),
        ("divergence-order", "Gaussian", 1.0),
        ("group", "exactly", 16.79),
        ("group", "doubling", 10.83),
        ("bandwidth", "9 points", 0.27),
        ("bandwidth", "15 points", 2.98),
        ("bandwidth", "21 points", 14.4),
        ("tiny-delta", "separately", 1.23204),
        ("limit-theorem", "upper bound", 9.1427),
    ],
)
def test_figures_beside_it(name, label, value):
    assert more(name, label) == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize(("columns", "least"), [(2, 2.77), (3, 4.0), (5, 6.84), (10, 12.8)])
def test_a_square_matrix_changes_by_more_than_four_in_sum(columns, least):
    """Rows of Euclidean length 1: the change is no less than searches found, and within its bound."""
    one, other = farthest(columns)
    assert np.linalg.norm(one) == pytest.approx(1) == np.linalg.norm(other)
    change = np.outer(one, one) - np.outer(other, other)
    assert least <= np.abs(change).sum() <= math.sqrt(2) * columns + 1e-9
    assert np.linalg.norm(change) == pytest.approx(math.sqrt(2))
    losses = {2: NAMED["square-matrix"].example().found.value}
    losses |= {size: more("square-matrix", f"with {size} columns") for size in (3, 5, 10)}
    assert losses[columns] == pytest.approx(np.abs(change).sum() / 4)
    # random rows of L1 length 1 never change it by more than 2
    R = np.random.default_rng(columns)
    rows = R.laplace(size=(2, 500, columns))
    rows /= np.abs(rows).sum(axis=2, keepdims=True)
    products = np.einsum("kni,knj->knij", rows, rows)
    assert np.abs(products[0] - products[1]).sum(axis=(1, 2)).max() <= 2


@pytest.mark.parametrize("name", ["error-bar", "bandwidth"])
def test_cards_are_about_their_own_claim(name):
    """Their figures and refusals name what the claim is about."""
    card = NAMED[name]
    example = card.example()
    told = " ".join([example.said, *(row.label for row in (example.claimed, example.found, *example.more))])
    if name == "error-bar":
        assert "scale of the noise" in told and "private" in example.said and "discrete" not in told
    else:
        assert "0.2 against 0.21" in told and "0.2 to 0.21" in card.why and "released" in card.instead


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("classic-sigma", "2 ln 4"),
        ("smooth-laplace", "needs a failure probability"),
        ("error-bar", "error of “Median of x"),
    ],
)
def test_murmur_refuses_in_its_own_words(name, words):
    assert words in NAMED[name].example().said


def test_the_smooth_laplace_example_by_its_closed_form():
    # log P/Q = (e-1)|t| - 1 exceeds 1 for |t| > c = 2/(e-1): an event that shows the whole loss
    c = 2.0 / (math.e - 1.0)
    exact = math.exp(-c) - math.e * math.exp(-math.e * c)
    found = NAMED["smooth-laplace"].example().found.value
    assert found <= exact
    assert found == pytest.approx(exact, abs=2e-6)


@pytest.mark.parametrize("beta", [0.1, 0.5, 1.0])
def test_smooth_sensitivity_of_the_median_by_its_definition(beta):
    grid = (0.0, 0.25, 1.0)
    tables = list(product(grid, repeat=5))

    def local(x):
        s = sorted(x)
        return max(s[3] - s[2], s[2] - s[1])

    for x in ((0.0, 0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0, 1.0), (0.25, 0.0, 0.25, 1.0, 0.25)):
        brute = max(local(y) * math.exp(-beta * sum(a != b for a, b in zip(x, y, strict=True))) for y in tables)
        assert smooth_median(x, beta) == pytest.approx(brute)


def test_evidence_between_smoothnesses_agrees_with_doubles_where_they_can():
    for points in (3, 5, 7):
        at = np.linspace(0, 1, points)
        one, other = (np.exp(-0.5 * (np.subtract.outer(at, at) / h) ** 2) for h in (0.2, 0.21))
        ratio = np.linalg.solve(other, one)
        expected = 0.5 * (np.trace(ratio) - points - np.linalg.slogdet(ratio)[1])
        assert smoothing_evidence(points) == pytest.approx(expected, rel=1e-4)
    assert smoothing_evidence(9, 0.2, 0.2) == pytest.approx(0.0, abs=1e-12)
