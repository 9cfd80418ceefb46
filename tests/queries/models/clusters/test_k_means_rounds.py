"""k-means in rounds: as good as that of the rows, margins that cover, closed forms, and small tables."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import query_from_dict
from dpcore.queries.models.clusters import lloyd
from dpcore.queries.models.clusters.by_rounds import ByRounds
from dpcore.queries.models.clusters.spread_places import spread
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table
from tests.queries.models.clusters.test_k_means import MU, clustered, inertia, without_noise
from tests.queries.models.rounds import answered


def facts(columns: int, rows: int | None = None, neighbors: Neighbors = "add_remove") -> Table:
    schema = dp.Schema({f"x{place}": dp.Number(-1, 1, missing=0) for place in range(columns)})
    return Table(schema, neighbors=neighbors, expected_rows=rows)


def asked(columns: int, k: int, **more: Any) -> dp.KMeans:
    return dp.KMeans([f"x{place}" for place in range(columns)], k, method="rounds", **more)


def named(x: np.ndarray) -> dict[str, np.ndarray]:
    return {f"x{place}": column for place, column in enumerate(x.T)}


def found(query: dp.KMeans, table: Table, rounds: Any) -> lloyd.Clusters:
    return query.found_in(table, rounds, 0.95)[0]


@pytest.mark.sample(3)
@pytest.mark.parametrize("columns", [1, 2, 4, 8, 16])
def test_clusters_are_nearly_as_good_as_those_of_the_rows(columns: int) -> None:
    """The mean of several tables of 10,000 rows: the inertia over that without noise, at (1, 1e-6)."""
    chance, ratios, table = np.random.default_rng(columns), [], facts(columns)
    for place in range(6):
        k = 4 + place % 2
        x = clustered(chance, 10_000, columns, k, [0.1, 0.2][place // 2 % 2])
        query = asked(columns, k)
        rounds = answered(query, table, Mu.of(MU), named(x), chance)
        ratios.append(inertia(x, found(query, table, rounds).centres) / without_noise(x, k))
    assert np.mean(ratios) <= 1.1, ratios


def test_at_a_high_price_it_is_lloyd_of_the_rows() -> None:
    """From the same start centres, many rounds end where iterations on the rows do."""
    chance, table = np.random.default_rng(1), facts(3)
    x = clustered(chance, 3_000, 3, 3, 0.1)
    query = asked(3, 3, rounds=10)
    for price in (Mu.of(1e5), Epsilon.of(1e6)):
        rounds = answered(query, table, price, named(x), chance)
        way = query.way(table)
        assert isinstance(way, ByRounds)
        start = way.begun(table, type(price), rounds[0][0])
        _, expected = lloyd._moved(x, np.ones(len(x)), start)
        clusters = found(query, table, rounds)
        near = np.square(clusters.centres[:, None] - expected[None]).sum(axis=2).min(axis=1)
        assert near.max() < 1e-5
        sizes = np.bincount(lloyd.nearest(x, clusters.centres), minlength=3)
        assert clusters.rows == pytest.approx(sizes, abs=3)


def covered(much: float) -> tuple[float, float]:
    """The shares of centres and of sizes within their margins, of the rows nearest to the centres before the last."""
    chance, centres, sizes = np.random.default_rng(2), [], []
    for place in range(80):
        columns, k, rows = int(chance.integers(1, 6)), int(chance.integers(1, 6)), int(10 ** chance.uniform(3, 4.5))
        x = clustered(chance, rows, columns, k, 0.15)
        table, query = facts(columns), asked(columns, k, rounds=1 + place % 3)
        price = [Mu.of(10 ** chance.uniform(-1, 0.5)), Epsilon.of(10 ** chance.uniform(-0.5, 1))][place % 2]
        rounds = answered(query, table, price, named(x), chance, much)
        way, (clusters, factor) = query.way(table), query.found_in(table, rounds, 0.95)
        assert isinstance(way, ByRounds)
        before, after = way.centres(table, rounds)
        owner = lloyd.nearest(x, before)
        for place_, centre in enumerate(after):
            at = int(np.abs(clusters.centres - centre).sum(axis=1).argmin())
            own = x[owner == place_]
            alone = (np.abs(clusters.centres - centre).sum(axis=1) == 0).sum() == 1
            if alone and len(own):
                sizes.append(abs(len(own) - clusters.rows[at]) <= factor * clusters.errors[at])
                told = (clusters.low[at] > -1) | (clusters.high[at] < 1)
                inside = (clusters.low[at] <= own.mean(axis=0)) & (own.mean(axis=0) <= clusters.high[at])
                centres += inside[told].tolist()
    return float(np.mean(centres)), float(np.mean(sizes))


@pytest.mark.sample(1)
@pytest.mark.parametrize("much", [1.0, 2.5])
def test_margins_cover_the_rows_of_the_last_round(much: float) -> None:
    centres, sizes = covered(much)
    if much == 1:
        assert 0.93 <= centres <= 0.995 and 0.92 <= sizes <= 0.99
    else:
        assert centres < 0.85 and sizes < 0.75, "noise that is larger than stated is seen"


@pytest.mark.parametrize("columns", [1, 2, 7])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_reach_of_a_round_is_the_closed_form(columns: int, rows: int) -> None:
    """In mu: of a row, 1/sc^2 + d/ss^2; of one in place of another, the larger of 4 d/ss^2 and twice that."""
    for neighbors in ("add_remove", "replace"):
        table = facts(columns, neighbors=neighbors)  # type: ignore[arg-type]
        table = Table(dp.Schema({**table.schema.columns, "u": dp.Identifier()}), dp.Unit("u", rows), neighbors)  # type: ignore[arg-type]
        query = asked(columns, 3).bind(table.schema)
        statistic = query.statistic(table, Mu.of(1))
        steps = [grid.steps for grid in query.way(table)._grids(table)]  # type: ignore[union-attr]
        sc, ss = 2.5, 7.0
        row, same = 1 / sc**2 + columns / ss**2, 4 * columns / ss**2
        mu = math.sqrt(row if neighbors == "add_remove" else max(same, 2 * row)) * rows
        assert statistic.reach.norm((sc, *(ss * size for size in steps))) == pytest.approx(mu)
        scales = [float(scale) for scale in query.mechanism(table, Mu.of(1)).scales]
        split = scales[1] / steps[0] / scales[0]
        assert split == pytest.approx(math.sqrt(math.sqrt(columns) * math.sqrt(columns) / 2) * columns**-0.25, rel=1e-6)


def test_the_price_is_divided_among_the_rounds() -> None:
    for rounds in (1, 2, 5, 10):
        shares = ByRounds(("x",), 2, rounds, (), True).shares
        assert sum(shares) == 1 and len(shares) == rounds + 1 and shares[0] == Fraction(1, 2)


SMALL = {
    "no row": [],
    "one row": [[0.3, -0.2]],
    "all the same": [[0.5, 0.5]] * 40,
    "at the corners": [[-1.0, 1.0], [1.0, -1.0]] * 20,
    "fewer rows than clusters": [[0.1, 0.1], [0.9, 0.2], [-0.4, 1.0]],
}


@pytest.mark.parametrize("rows", SMALL, ids=str)
@pytest.mark.parametrize("price", [Mu.of(1e-6), Mu.of(0.2), Mu.of(1e4), Epsilon.of(1e-6), Epsilon.of(1e4)], ids=str)
def test_small_tables_have_an_answer(rows: str, price: Price) -> None:
    x, chance = np.array(SMALL[rows], dtype=np.float64).reshape(-1, 2), np.random.default_rng(3)
    for k, neighbors in itertools.product((1, 2, 20), ("add_remove", "replace")):
        table, query = facts(2, neighbors=neighbors), asked(2, k, rounds=2)  # type: ignore[arg-type]
        query = query.bind(table.schema)
        rounds = answered(query, table, price, named(x), chance)
        with np.errstate(all="raise", under="ignore"):
            result = query.result(table, price, rounds, 0.95)
            labels = query.evaluate(table, rounds, 0.95, np.array([[0.1, 0.2], [np.nan, 0.0]]), {}).estimate
        assert np.isfinite(result.estimate).all() and (np.abs(result.estimate[: 3 * k]) <= 1).all()
        assert not np.isinf(np.concatenate([result.std_error, result.low, result.high])).any()
        known = ~np.isnan(result.low)
        assert (result.low[known] <= result.high[known]).all()
        assert 1 <= labels[0] <= k and np.isnan(labels[1])
        assert str(query.found(table, rounds, 0.95)) in ("", "No better than one cluster, within the margin of error.")


def test_one_cluster_is_the_mean() -> None:
    chance, table, query = np.random.default_rng(4), facts(2), asked(2, 1)
    x = clustered(chance, 5_000, 2, 3, 0.1)
    result = query.result(table, Mu.of(2), answered(query, table, Mu.of(2), named(x), chance), 0.95)
    assert result.estimate[0] == 1 and result.estimate[1:3] == pytest.approx(x.mean(axis=0), abs=0.01)


def test_public_places_are_apart_and_never_change() -> None:
    """They are part of stored answers."""
    assert spread(1, 3) == ((-699051,), (0,), (699050,))
    places = spread(3, 7)
    assert len(set(places)) == 7 and all(abs(c) <= 0.6 * 2**20 for place in places for c in place)
    assert spread(2, 2) == ((-107945, 291987), (607447, -611426))


def test_an_older_record_is_a_grid(tmp_path: Any) -> None:
    """A question that was stored without a method reads as before, and is written so."""
    old = {"query": "k_means", "columns": ["age"], "clusters": 3, "where": []}
    query = query_from_dict(old)
    assert isinstance(query, dp.KMeans) and not query.in_rounds and query.combines and query.to_dict() == old
    for method, columns, rounds in (("auto", 5, 2), ("rounds", 2, 5), ("grid", 4, 5)):
        asked_ = dp.KMeans([f"x{place}" for place in range(columns)], method=method, rounds=rounds)
        assert query_from_dict(asked_.to_dict()) == asked_ and asked_.combines is (method == "grid")
    assert dp.KMeans(["x"], method="grid", rounds=9).rounds == 5, "of no effect"


@pytest.mark.parametrize("more", [{"method": "lloyd"}, {"method": 1}, {"rounds": 0}, {"rounds": 11}, {"rounds": 1.5}])
def test_what_cannot_be_asked_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(QueryError):
        dp.KMeans(["x"], **more)
    with pytest.raises(QueryError, match="at most 4 columns"):
        dp.KMeans([f"x{place}" for place in range(5)], method="grid")


def test_a_release_of_many_columns(tmp_path: Any) -> None:
    """By a desk, in the columns' units; the same again from its record."""
    chance = np.random.default_rng(5)
    x = clustered(chance, 4_000, 6, 2, 0.1)
    frame = pd.DataFrame({f"c{place}": 50 + 40 * column for place, column in enumerate(x.T)})
    schema = dp.Schema({name: dp.Number(10, 90) for name in frame})
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=50, delta=1e-6))
        (release,) = desk.release("t", dp.Plan([dp.Ask(dp.KMeans(list(frame), 2), mu=1.0)]))
    labels = release.evaluate(frame)["estimate"]
    for place in (1, 2):
        part = release.table[release.table["part"] == f"cluster {place}"].set_index("variable")["estimate"]
        assert frame[labels == place].mean().to_numpy() == pytest.approx(part[list(frame)].to_numpy(dtype=float), abs=2)
    assert len(release.rounds) == 6 and "in 5 rounds" in str(release)
    assert dp.Release.from_dict(release.to_dict()).evaluate(frame).equals(release.evaluate(frame))
