"""Principal components: the textbook's answer without noise, errors that cover, what is told, scores of rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.text.usable import usable
from dpcore.queries.models import eigen
from dpcore.queries.models.features import features
from dpcore.release.record import Release

NAMES = list("abcd")
SCHEMA = dp.Schema({name: dp.Number(0, high) for name, high in zip(NAMES, (100, 40, 20, 60), strict=True)})
ROWS = 20_000


def frame() -> pd.DataFrame:
    chance = np.random.default_rng(5)
    hidden = chance.normal(size=(ROWS, 2)) @ chance.normal(size=(2, 4)) * [12, 4, 2, 7]
    x = hidden + chance.normal(size=(ROWS, 4)) * [2, 1, 0.5, 1] + [50, 20, 10, 30]
    return pd.DataFrame(np.clip(x, 0, [100, 40, 20, 60]), columns=NAMES)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path_factory.mktemp("components")) as desk:
        desk.add_dataset("t", dp.read(frame()), schema=SCHEMA, budget=dp.Budget(mu=100, delta=1e-6), expected_rows=ROWS)
        yield desk


def asked(desk: dp.Desk, **price: float) -> Release:
    (release,) = desk.release("t", dp.Plan([dp.Ask(dp.PrincipalComponents(NAMES), **price)]))
    return release


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("price", [{"mu": 30.0}, {"epsilon": 20.0}], ids=["mu", "epsilon"])
def test_with_little_noise_they_are_the_eigenvectors(desk: dp.Desk, price: dict[str, float]) -> None:
    release = asked(desk, **price)
    scaled = (frame().to_numpy() - [50, 20, 10, 30]) / [50, 20, 10, 30]
    values, vectors = np.linalg.eigh(np.cov(scaled.T))
    table = release.table
    shares = table[table["part"] == "share of the variance"]["estimate"].to_numpy()
    assert shares == pytest.approx(values[::-1] / values.sum(), abs=2e-3)
    for place in range(2):
        loadings = table[table["part"] == f"component {place + 1}"]["estimate"].to_numpy()
        assert abs(loadings @ vectors[:, -1 - place]) > 0.999 and np.abs(loadings).max() == loadings.max()
    assert "distinguished from noise" in shape.presenter(release).notes(True)[0]


def simulated(chance: np.random.Generator, noise: float = 1.0) -> dict[str, tuple[int, int]]:
    """How many of the told loadings and shares of a random table lie within their margins, of how many."""
    size, rows, mu = int(chance.integers(2, 12)), int(10 ** chance.uniform(3, 5.3)), 10 ** chance.uniform(-1.3, 0.5)
    names = tuple(f"x{place}" for place in range(size))
    products = features(dp.Schema({name: dp.Number(-1, 1) for name in names}), names)
    mean = chance.uniform(-0.6, 0.6, size) * chance.choice([0, 1])
    values = np.sort(chance.uniform(0, 1, size) ** chance.choice([1, 4]))[::-1] * chance.choice([0.3, 0.05])
    vectors = np.linalg.qr(chance.normal(size=(size, size)))[0]
    whole = np.zeros((size + 1, size + 1))
    whole[0] = whole[:, 0] = rows * np.array([1.0, *mean])
    whole[1:, 1:] = rows * ((vectors * values) @ vectors.T + np.outer(mean, mean))
    exact = np.array([whole[entry] for entry in products.entries])
    variances = products.variances * (products.squared_weights.sum() / mu) ** 2
    read = eigen.components(
        exact + noise * np.sqrt(variances) * chance.normal(size=len(exact)), variances, products.places
    )
    inside, told = np.zeros(2, dtype=int), np.flatnonzero(read.told)
    for place in told:
        truth = vectors[:, place] * np.sign(vectors[:, place] @ read.vectors[place])
        assert abs(truth @ read.vectors[place]) > 0.5, "a told component is within half a right angle"
        inside[0] += (np.abs(read.vectors[place] - truth) <= 1.96 * np.sqrt(np.diag(read.errors[place])[:-1])).sum()
        inside[1] += abs(read.shares[place] - values[place] / values.sum()) <= 1.96 * read.stds[place]
    return {"loadings": (inside[0], size * len(told)), "shares": (inside[1], len(told))}


def covered(noise: float) -> dict[str, float]:
    chance = np.random.default_rng(3)
    found = [simulated(chance, noise) for _ in range(1500)]
    return {
        name: sum(each[name][0] for each in found) / sum(each[name][1] for each in found)
        for name in ("loadings", "shares")
    }


def test_margins_cover_what_noise_changes_and_not_twice_as_much() -> None:
    right, wrong = covered(1.0), covered(1.6)
    assert all(0.93 <= share <= 0.97 for share in right.values()), right
    assert all(share < 0.88 for share in wrong.values()), wrong


def test_noise_alone_has_no_component() -> None:
    """Constant columns, at any mean: nothing is told, in any of a thousand tables."""
    chance, told = np.random.default_rng(4), 0
    for _ in range(1000):
        size = int(chance.integers(2, 12))
        names = tuple(f"x{place}" for place in range(size))
        products = features(dp.Schema({name: dp.Number(-1, 1) for name in names}), names)
        row = np.array([1.0, *chance.uniform(-0.8, 0.8, size)])
        exact = np.array([5000 * row[low] * row[high] for low, high in products.entries])
        variances = products.variances * (products.squared_weights.sum() / 10 ** chance.uniform(-1, 0.5)) ** 2
        noisy = exact + np.sqrt(variances) * chance.normal(size=len(exact))
        told += int(eigen.components(noisy, variances, products.places).told.sum())
    assert told <= 1


def laplace(chance: np.random.Generator, whole: np.ndarray, variance: float) -> eigen.Components:
    """The components of two columns whose moments have Laplace noise."""
    products = features(dp.Schema(a=dp.Number(-1, 1), b=dp.Number(-1, 1)), ("a", "b"))
    exact, variances = np.array([whole[entry] for entry in products.entries]), np.full(len(products.entries), variance)
    noisy = exact + np.sqrt(variance / 2) * chance.laplace(size=len(exact))
    return eigen.components(noisy, variances, products.places)


def test_laplace_noise_alone_has_no_component_either() -> None:
    chance = np.random.default_rng(6)
    whole = 5000 * np.outer([1.0, 0.3, -0.5], [1.0, 0.3, -0.5])
    told = sum(int(laplace(chance, whole, 900.0).told.any()) for _ in range(1000))
    assert told <= 15


def test_errors_of_scores_include_that_of_the_mean() -> None:
    """The margin of v'(x - m) covers it at any place x, for two columns, where the mean matters most."""
    chance, mean, angle = np.random.default_rng(7), np.array([0.4, -0.3]), np.array([np.cos(0.5), np.sin(0.5)])
    spread = 0.1 * np.outer(angle, angle) + 0.02 * np.outer([-angle[1], angle[0]], [-angle[1], angle[0]])
    whole = 5000 * np.block([[np.ones((1, 1)), mean[None]], [mean[:, None], spread + np.outer(mean, mean)]])
    inside = []
    for _ in range(1000):
        read, entries = laplace(chance, whole, 100.0), chance.uniform(-1, 1, 2)
        row = np.array([*entries, -1.0])
        error = np.sqrt(row @ read.errors[0] @ row)
        inside.append(abs(read.vectors[0] @ (entries - read.mean) - angle @ (entries - mean)) <= 1.96 * error)
    assert 0.93 <= np.mean(inside) <= 0.98


def test_shares_are_at_most_all_of_the_variance(desk: dp.Desk) -> None:
    for _ in range(5):
        table = asked(desk, mu=1e-3).table
        shares = table[table["part"] == "share of the variance"]["estimate"]
        assert shares.between(0, 1).all()


def test_scores_are_those_of_the_loadings(desk: dp.Desk) -> None:
    release, rows = asked(desk, mu=2), frame().head(3)
    read = release.evaluate(rows)
    assert len(read) == 12 and read["part"][:3].tolist() == ["component 1"] * 3
    table = release.table
    loadings = table[table["part"] == "component 1"]["estimate"].to_numpy()
    away = (rows.to_numpy() - [50, 20, 10, 30]) / [50, 20, 10, 30]
    scores = read["estimate"][:3].to_numpy()
    assert scores - scores[0] == pytest.approx((away - away[0]) @ loadings, abs=1e-3)
    with pytest.raises(QueryError, match="no column 'd'"):
        release.evaluate(rows[["a", "b", "c"]])


def test_the_picture_is_a_scree_plot_with_the_edge_of_the_noise(desk: dp.Desk) -> None:
    release = asked(desk, mu=0.2)
    picture = shape.picture(release)
    assert picture is not None and picture.rule is not None
    edge = release.table.set_index("variable")["estimate"]["edge of the noise"]
    assert picture.rule[0] == edge and picture.rule[1] == "edge of the noise"
    assert len(picture.first.value) == len(NAMES) == len(picture.good)
    drawn = plotly.chart(release)
    assert drawn is not None and drawn.layout.shapes[0].y0 == edge
    assert "edge of the noise" in str(svg.chart(shape.picture(release), "text"))


@pytest.mark.usefixtures("seeded")
def test_where_noise_may_be_all_nothing_is_told(desk: dp.Desk) -> None:
    release = asked(desk, mu=1e-4)
    assert not usable(release)[:-2].any() and release.table["estimate"].notna().all()
    assert "No component can be distinguished" in shape.presenter(release).notes(True)[0]


@pytest.mark.parametrize(
    "columns", [["a"], [], ["a", "a"], ["a", 3], "a", [f"x{place}" for place in range(21)]], ids=str
)
def test_columns_that_cannot_be_are_refused(columns: Any) -> None:
    with pytest.raises(QueryError):
        dp.PrincipalComponents(columns)
