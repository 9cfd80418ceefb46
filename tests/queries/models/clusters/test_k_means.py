"""k-means: clusters as good as those of the rows, margins that cover, the same again, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Mu
from dpcore.present import shape
from dpcore.present.text import tidy
from dpcore.present.text.usable import usable
from dpcore.present.text.words import meaning
from dpcore.queries.models.clusters import lloyd, square_grid
from dpcore.queries.models.clusters.by_grid import ByGrid
from dpcore.queries.question.key import MAX_BINS
from dpcore.queries.question.prediction import even
from dpcore.release.record import Release
from dpcore.table.table import Table

NAMES = ["x0", "x1", "x2", "x3"]
MU = 0.2367  # (1, 1e-6)


def clustered(chance: np.random.Generator, rows: int, size: int, k: int, width: float) -> np.ndarray:
    centres, shares = chance.uniform(-0.7, 0.7, (k, size)), chance.dirichlet(np.full(k, 3.0))
    return np.clip(centres[chance.choice(k, rows, p=shares)] + chance.normal(0, width, (rows, size)), -1, 1)


def inertia(x: np.ndarray, centres: np.ndarray) -> float:
    return float(np.square(x[:, None] - centres[None]).sum(axis=2).min(axis=1).sum())


def without_noise(x: np.ndarray, k: int) -> float:
    """The inertia of k-means of the rows themselves, from the same starts."""
    _, centres = min(
        (lloyd._moved(x, np.ones(len(x)), lloyd._start(x, np.ones(len(x)), chances)) for chances in starts(k)),
        key=lambda each: each[0],
    )
    return inertia(x, centres)


def starts(k: int) -> list[list[float]]:
    return np.random.default_rng(0).random((8, k)).tolist()


def counted(x: np.ndarray, k: int, std: float, chance: np.random.Generator) -> tuple[lloyd.Clusters, np.ndarray]:
    """The clusters of the noisy grid that the question counts, and the cluster of each row's cell."""
    names = NAMES[: x.shape[1]]
    table = Table(dp.Schema({name: dp.Number(-1, 1) for name in names}), expected_rows=len(x))
    way = dp.KMeans(names, k).way(table)
    assert isinstance(way, ByGrid)
    sides, widths = way.middles(table), way.widths(table)
    shape = [len(side) for side in sides]
    cell = np.ravel_multi_index([np.clip((column + 1) / 2 * size, 0, size - 1).astype(int)
                                 for column, size in zip(x.T, shape, strict=True)], shape)  # fmt: skip
    counts = np.bincount(cell, minlength=int(np.prod(shape))) + std * chance.normal(size=int(np.prod(shape)))
    found = lloyd.clusters(sides, widths, counts, std, k, 1.96)
    return found, lloyd.nearest(lloyd._crossed(sides), found.centres)[cell]


@pytest.mark.sample(3)
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize(("rows", "most"), [(2_000, 1.15), (10_000, 1.1)])
def test_clusters_are_nearly_as_good_as_those_of_the_rows(rows: int, most: float, size: int) -> None:
    """The mean of several tables: the inertia over that without noise, at (1, 1e-6)."""
    chance, ratios = np.random.default_rng(size), []
    for place in range(48_000 // rows):
        k = 4 + place % 2
        x = clustered(chance, rows, size, k, [0.1, 0.2][place // 2 % 2])
        found, _ = counted(x, k, 1 / MU, chance)
        ratios.append(inertia(x, found.centres) / without_noise(x, k))
    assert np.mean(ratios) <= most, ratios


def covered(noise: float) -> tuple[float, float]:
    """The shares of centres and of sizes that lie within their margins, at prices of mu from .1 to 3."""
    chance, centres, sizes = np.random.default_rng(2), [], []
    for _ in range(60):
        size, k, rows = int(chance.integers(1, 5)), int(chance.integers(1, 7)), int(10 ** chance.uniform(3, 4.5))
        x, std = clustered(chance, rows, size, k, 0.15), 10 ** chance.uniform(-0.5, 1)
        found, owner = counted(x, k, std, chance)
        if noise != 1:
            found, owner = counted(x, k, noise * std, chance)
            margin = 1.96 * found.errors / noise
        else:
            margin = 1.96 * found.errors
        for place in range(k):
            own = x[owner == place]
            sizes.append(abs(len(own) - found.rows[place]) <= margin[place])
            if len(own):
                mean = own.mean(axis=0)
                centres += list((found.low[place] <= mean) & (mean <= found.high[place]))
    return float(np.mean(centres)), float(np.mean(sizes))


def test_margins_cover_the_rows_nearest_to_each_centre() -> None:
    centres, sizes = covered(1.0)
    assert centres >= 0.95 and 0.9 <= sizes <= 0.99
    assert covered(3.0)[1] < 0.75


@pytest.mark.parametrize("size", [1, 2, 3])
def test_margins_cover_values_in_regular_steps(size: int) -> None:
    """Values that are rounded to the edges of cells lie on the same side of the middles of all cells."""
    chance, inside = np.random.default_rng(6), []
    middles, widths = (np.arange(8) + 0.5) / 4 - 1, np.full(size, 0.25)
    for _ in range(40):
        x = np.clip(np.rint(clustered(chance, 2_000, size, 3, 0.15) * 4) / 4, -1, 1)
        cell = np.ravel_multi_index(np.clip((x.T + 1) // 0.25, 0, 7).astype(int), (8,) * size)
        counts = np.bincount(cell, minlength=8**size) + np.rint(chance.normal(size=8**size))
        found = lloyd.clusters([middles] * size, widths, counts, 1.0, 3, 1.96)
        owner = lloyd.nearest(lloyd._crossed([middles] * size), found.centres)[cell]
        for place in range(3):
            mean = x[owner == place].mean(axis=0)
            inside += list((found.low[place] <= mean) & (mean <= found.high[place]))
    assert np.mean(inside) >= 0.95, np.mean(inside)


def test_margins_cover_rows_that_are_heaped_at_a_bound() -> None:
    """Half of the rows lie at the lower bound of each column, at the edge of a cell."""
    chance, inside, shares = np.random.default_rng(4), [], []
    for size in (1, 2, 3, 4) * 5:
        rows, k = 5000, 3
        x = np.where(
            chance.random((rows, size)) < 0.5, -1.0, np.clip(0.4 * chance.exponential(size=(rows, size)), 0, 2) - 1
        )
        found, owner = counted(x, k, 1.0, chance)
        for place in range(k):
            mean = x[owner == place].mean(axis=0)
            inside += list((found.low[place] <= mean) & (mean <= found.high[place]))
        (within, error), (total, doubt) = found.within, found.total
        truth = 1 - inertia(x, found.centres) / np.square(x - x.mean(axis=0)).sum()
        shares.append(abs(1 - within / total - truth) <= 1.96 * (error + within / total * doubt) / total)
    assert np.mean(inside) >= 0.95 and np.mean(shares) >= 0.95


def frame() -> pd.DataFrame:
    x = clustered(np.random.default_rng(1), 5_000, 2, 3, 0.1)
    return pd.DataFrame({"age": 50 + 40 * x[:, 0], "cost": 1000 + 900 * x[:, 1]})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    schema = dp.Schema(age=dp.Number(10, 90), cost=dp.Number(100, 1900))
    with dp.Desk(home=tmp_path_factory.mktemp("clusters")) as desk:
        desk.add_dataset("t", dp.read(frame()), schema=schema, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=5_000)
        yield desk


def asked(desk: dp.Desk, clusters: int = 3, **price: float) -> Release:
    (release,) = desk.release("t", dp.Plan([dp.Ask(dp.KMeans(["age", "cost"], clusters), **price)]))
    return release


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("price", [{"mu": 2.0}, {"epsilon": 3.0}], ids=["mu", "epsilon"])
def test_the_table_has_shares_and_centres_in_the_columns_units(desk: dp.Desk, price: dict[str, float]) -> None:
    release = asked(desk, **price)
    table = release.table
    assert table["part"][:3].tolist() == ["cluster 1"] * 3
    assert table["variable"][:3].tolist() == ["share of rows", "age", "cost"]
    shares = table[table["variable"] == "share of rows"]["estimate"]
    assert shares.sum() == pytest.approx(1, abs=0.05) and shares.is_monotonic_decreasing
    rows = frame()
    labels = release.evaluate(rows)["estimate"]
    for place in range(3):
        own = rows[labels == place + 1]
        part = table[table["part"] == f"cluster {place + 1}"].set_index("variable")["estimate"]
        assert len(own) / len(rows) == pytest.approx(part["share of rows"], abs=0.03)
        assert own["age"].mean() == pytest.approx(part["age"], abs=1.5)
        assert own["cost"].mean() == pytest.approx(part["cost"], abs=40)
    assert "explain" in shape.presenter(release).notes(True)[0]
    assert Release.from_dict(release.to_dict()).evaluate(rows).equals(release.evaluate(rows))


@pytest.mark.usefixtures("seeded")
def test_where_noise_may_be_all_nothing_is_told(desk: dp.Desk) -> None:
    release = asked(desk, mu=1e-4)
    assert "No better than one cluster" in shape.presenter(release).notes(True)[0]
    centres = release.table[release.table["variable"].isin(["age", "cost"])]
    assert centres["estimate"].notna().all() and centres[["std_error", "low", "high"]].isna().all().all()
    table = release.table
    assert table[table["variable"] == "share of rows"]["low"].isna().all() and not usable(release)[:9].any()
    assert "cannot be estimated for any cluster" in meaning(release)
    assert "inf" not in tidy.readable(release, table).to_string()


@pytest.mark.usefixtures("seeded")
def test_one_cluster_is_the_mean(desk: dp.Desk) -> None:
    table = asked(desk, clusters=1, mu=2).table.set_index("variable")
    assert table["estimate"]["age"] == pytest.approx(frame()["age"].mean(), abs=1)
    assert table["estimate"]["share of rows"] == 1
    release = asked(desk, clusters=1, mu=2)
    assert shape.presenter(release).notes(True) == [] and "cluster 1 ±0" in meaning(release)


def test_whole_numbers_in_cells_of_their_own_are_known(tmp_path: Any) -> None:
    """Two values, two cells: no margin for where in its cell a row lies, and all of the variance is explained."""
    rows = pd.DataFrame({"child": np.arange(4000) % 4 // 3})
    schema = dp.Schema(child=dp.Number(0, 1, integer=True))
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=4000)
        (release,) = own.release("t", dp.Plan([dp.Ask(dp.KMeans(["child"], 2), mu=2)]))
    table = release.table
    assert table[table["variable"] == "child"][["low", "high"]].to_numpy().tolist() == [[0, 0], [1, 1]]
    assert table["estimate"].iloc[-1] == 1 and table["low"].iloc[-1] > 0.99


def test_an_error_of_a_share_is_never_predicted_above_1(desk: dp.Desk) -> None:
    error = desk.quote("t", dp.Plan([dp.Ask(dp.KMeans(["age", "cost"]), mu=1e-4)])).asks[0].error
    assert error.half_width == error.high == 1


@pytest.mark.parametrize("counts", [[0.0] * 16, [-5.0] * 16, [1e12] + [0.0] * 15, [0.0] * 15 + [1.0]], ids=str)
@pytest.mark.parametrize("k", [1, 3, 20])
def test_strange_counts_have_clusters_too(counts: list[float], k: int) -> None:
    """Empty, negative, all rows in one cell, more clusters than cells with rows."""
    side = np.linspace(-0.75, 0.75, 4)
    found = lloyd.clusters([side, side], np.full(2, 0.5), np.array(counts), 4.0, k, 1.96)
    for figures in (found.centres, found.low, found.high, found.rows, found.stds):
        assert np.isfinite(figures).all()
    assert (found.low <= found.centres).all() and (found.centres <= found.high).all()


@pytest.mark.parametrize(
    ("columns", "clusters"),
    [
        ([], 3),
        (["age"], 0),
        (["age"], 21),
        (["age"], 1.5),
        (["age"] * 2, 3),
        ([f"x{place}" for place in range(21)], 3),
        ([3], 3),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_refused(columns: Any, clusters: Any) -> None:
    with pytest.raises(QueryError):
        dp.KMeans(columns, clusters)


@pytest.mark.parametrize("columns", range(1, 5))
@pytest.mark.parametrize("integer", [False, True])
@pytest.mark.parametrize("rows", [1, 250_000, 10**15])
def test_however_many_rows_are_expected_there_is_a_grid(columns: int, integer: bool, rows: int) -> None:
    """A single column has no more bins than columns may have."""
    names = [f"x{place}" for place in range(columns)]
    schema = dp.Schema(**{name: dp.Number(0, 10**6, integer=integer) for name in names})
    query, table = dp.KMeans(names, 3).bind(schema), Table(schema, expected_rows=rows)
    assert query.promise(table, Mu(Fraction(1)))
    sizes = [side.size for side in square_grid.sides(table, names, 12)]
    assert min(sizes) >= 2 and max(sizes) <= MAX_BINS and np.prod(sizes) < 1.1 * square_grid.MOST_CELLS


@pytest.mark.parametrize("method", ["grid", "rounds"])
def test_one_cluster_is_not_said_to_be_without_error(method: str) -> None:
    table = Table(dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, 1)), dp.Unit(), "replace", 1_000)
    query = dp.KMeans(["x", "y"], 1, method=method).bind(table.schema)
    assert 0 < query.predict(table, Mu(Fraction(1)), 0.95, even(1_000, 1, False)).half_width < 1
