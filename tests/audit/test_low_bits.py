"""I5: released numbers lie on a public grid. Coders of low bits find nothing in any kind of release, on pairs of tables
whose exact answers are (0, 1), (1000, 1001) and fractions; they do find a floating-point sum and a leaking lattice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Additive, Mu, Spread
from dpcore.queries import QUERIES, Estimates, Query
from dpcore.queries.curves.smooth_curve import SmoothCurve
from dpcore.queries.curves.smooth_surface import SmoothSurface
from dpcore.queries.question.single import Single
from dpcore.release import run
from dpcore.result import Model
from dpcore.table.table import Table
from tests.audit.bits import CODERS
from tests.audit.evidence import REJECT, evidence
from tests.audit.record import Met, draws, recorded
from tests.contracts.example import example

SCHEMA = dp.Schema(x=dp.Number(0, 64), y=dp.Number(0, 8), k=dp.Category(["A", "B"]), f=dp.Flag())
WHERE = [dp.Condition("k", "==", "A")]
CHOSEN: list[Query] = [
    dp.Count((), WHERE),
    dp.DistinctUnits((), WHERE),
    dp.Histogram("k", where=WHERE),
    dp.CrossTable(["k"], WHERE),
    dp.Cumulative("x", 1, (), WHERE),
    dp.Density("x", 300.0, (), WHERE),
    dp.Trend("x", "y", 40.0, (), WHERE),
    dp.JointDensity("x", "y", 300.0, 40.0, (), WHERE),
    dp.KernelMachine("y", ["x"], bandwidth=10.0, where=WHERE, check=False),
    dp.Fraction(dp.Condition("x", ">", 1), (), WHERE),
    dp.Sum("x", (), WHERE),
    dp.Mean("x", (), WHERE),
    dp.Ratio("x", "y", (), WHERE),
    dp.Variance("x", (), WHERE),
    dp.StandardDeviation("x", (), WHERE),
    dp.Workload("k", [[1, 0.5], [1, -1]], (), WHERE),
    dp.StatisticalQueries([dp.Condition("x", ">", 1), dp.Condition("y", "<", 2)], where=WHERE),
    dp.VectorMean(["x", "y"], (), WHERE),
    dp.Covariance(["x", "y"], (), WHERE),
    dp.Correlation(["x", "y"], (), WHERE),
]
ADDITIVE = [kind for kind in QUERIES if issubclass(kind, Single)]  # a selection adds no noise to bits


def one_round(kind: type[Query]) -> Query | None:
    """A question of this kind by chance that is answered at once; None if none of a few is."""
    table, price = Table(SCHEMA), Mu(Fraction(1))
    for seed in range(6):
        query = example(kind, random.Random(f"{kind.name} {seed}"), table, groups=0, filters=0)
        query = replace(query, where=WHERE)  # type: ignore[type-var]
        if sum(times for _, times in query.promise(table, price)) == 1:
            return query
    return None


OTHERS = [one_round(kind) for kind in ADDITIVE if kind not in map(type, CHOSEN)]
QUESTIONS = [*CHOSEN, *(query for query in OTHERS if query is not None)]
PAIRS = {
    "0, 1": ([], [1.0]),
    "1000, 1001": ([1.0] * 1000, [1.0] * 1001),
    "1023.5, 1024.75": ([1.0] * 1000 + [23.5], [1.0] * 1000 + [23.5, 1.25]),
}
PLANS = {
    "gaussian": dp.Plan([dp.Ask(question, mu=1) for question in QUESTIONS]),
    "pure": dp.Plan([dp.Ask(question, epsilon=1) for question in QUESTIONS]),
}

MOST = 200_000
"""The most numbers that are drawn of a question and a table: of many coordinates, each is seen less often."""

Pair = tuple[Met, Met, dp.Release]
"""Exact statistics of both tables, and a release for its curve and facts."""
Ask = Callable[..., list[Pair]]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Questions on both tables of a pair, asked by the first test that wants them: a lane, or one kind of it."""
    with dp.Desk(home=tmp_path_factory.mktemp("bits")) as desk:

        @cache
        def asked(pair: str, lane: str, kind: type[Query] = Query) -> list[Pair]:
            asks = [ask for ask in PLANS[lane].asks if isinstance(ask.query, kind)]
            seen = []
            for side, cells in enumerate(PAIRS[pair]):
                name = f"{pair} {lane} {kind.__name__} {side}"
                frame = pd.DataFrame({"x": [7.0, *cells], "k": ["B", *"A" * len(cells)]}).assign(y=3.5, f=True)
                budget = dp.Budget(mu=100)
                desk.add_dataset(name, dp.read(frame), schema=SCHEMA, budget=budget, separate_budget=True)
                with recorded() as met:
                    # one by one: of a plan, what takes long is drawn last
                    releases = [answer for ask in asks for answer in desk.release(name, dp.Plan([ask]))]
                seen.append(met)
            return [narrowed(*pair) for pair in zip(*seen, releases, strict=True)]

        yield asked


def narrowed(zero: Met, one: Met, release: dp.Release) -> Pair:
    """Of a model's thousands of cells, which have noise of one kind, the one that differs most."""
    if not issubclass(release.query.shape, Model):
        return zero, one, release
    cell = int(np.argmax(np.abs(zero.exact - one.exact).astype(np.float64).max(axis=0)))
    few = [replace(met, exact=met.exact[:, cell : cell + 1]) for met in (zero, one)]
    return few[0], few[1], release


def outputs(pair: Pair, size: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """What can be seen of `size` releases of each table: each noisy coordinate, and the doubles made of them."""
    release = pair[2]
    whole = [draws(*pair[:2])(side, size) for side in (0, 1)]
    noisy = [side[:, :, 0].T for side in whole]
    for row in range(len(noisy[0])):
        yield tuple(side[row].astype(np.float64 if noisy[0][row].dtype.kind == "f" else np.int64) for side in noisy)
    if issubclass(release.query.shape, Model):
        return  # its figures follow from all coordinates together
    spread = pair[0].mechanism.error(0.95)
    answers = [_answers(release, side, spread) for side in whole]
    for name in ("estimate", "low"):
        yield tuple(getattr(answer, name) for answer in answers)


def _answers(release: dp.Release, whole: np.ndarray, spread: Spread) -> Estimates:
    """What is made of each noisy answer, shape (n, coordinates, cells): its first cell, or its function at one end.

    Where each answer follows from its own cell, those of all releases are made at once, as if they were cells of one.
    """
    query, facts = release.query, release.facts_table
    if isinstance(query, SmoothCurve):
        moments = np.moveaxis(whole.astype(np.float64).reshape(len(whole), query.moments, -1), 0, 1)
        return query.read(facts, moments, spread, np.zeros(1), {}, 0.95)
    if isinstance(query, SmoothSurface):
        return query.read(facts, whole.astype(np.float64), spread, np.zeros((1, 2)), {})
    if isinstance(query, dp.KernelMachine):
        return query.read(facts, whole.astype(np.float64), spread, np.zeros((1, 1)), spread.whole)

    def made(cells: np.ndarray) -> Estimates:
        return query.estimate(facts, release.paid, cells.astype(np.float64), spread)

    if _each_of_its_own(made, whole[0]):
        return made(whole[:, :, 0].T)
    each = [made(one) for one in whole]
    names = ("estimate", "std_error", "low", "high")
    return Estimates(*(np.array([getattr(one, name)[0] for one in each]) for name in names))


def _each_of_its_own(made: Callable[[np.ndarray], Estimates], one: np.ndarray) -> bool:
    """Whether the first answer stays what it is when the other cells change."""
    other = one.copy()
    other[:, 1:] += 1 + np.abs(other[:, 1:])
    first, second = made(one), made(other)
    return bool(first.estimate[0] == second.estimate[0] and first.low[0] == second.low[0])


def found(pair: Pair, size: int, batches: int = 8) -> float:
    """The largest evidence that any coder finds in any output against the curve of the release."""
    best, size = 0.0, min(size, MOST // pair[0].exact.size)
    for sides in outputs(pair, size):
        for coder, codes in CODERS.values():
            feeds = [iter(np.split(side[: size // batches * batches], batches)) for side in sides]
            best = max(
                best, evidence(pair[2].curve, feed(feeds), lambda x: x, size, batches=batches, coder=coder, codes=codes)
            )
    return best


def feed(feeds: list[Iterator[np.ndarray]]) -> Callable[[int, int], np.ndarray]:
    """The next batch of a side."""
    return lambda side, size: next(feeds[side])


@pytest.mark.audit
@pytest.mark.parametrize("lane", PLANS)
@pytest.mark.parametrize("pair", PAIRS)
def test_low_bits_say_nothing(pairs: Ask, pair: str, lane: str, small: bool) -> None:
    kinds, size = (dp.Mean, 1_000) if small else (Query, 10_000)
    asked = {type(one[2].query) for one in pairs(pair, lane, kinds)}
    assert asked >= ({dp.Mean} if small else {*ADDITIVE} - {dp.Perceptron})  # always several rounds
    assert max(found(one, size) for one in pairs(pair, lane, kinds)) < REJECT


@pytest.mark.audit
@pytest.mark.parametrize("lane", PLANS)
@pytest.mark.parametrize("pair", PAIRS)
def test_low_bits_say_nothing_in_200_000_outputs(pairs: Ask, pair: str, lane: str, small: bool) -> None:
    kinds, size = (dp.Count, 10_000) if small else (Query, 200_000)
    assert max(found(one, size, 16) for one in pairs(pair, lane, kinds)) < REJECT


def float_noise(mechanism: Additive, exact: np.ndarray) -> np.ndarray:
    """The mutant everybody writes first: double noise added to a double."""
    scale = float(max(mechanism.scales))
    return exact.astype(np.float64) + np.random.default_rng().laplace(scale=scale, size=exact.shape)


def coarse_noise(mechanism: Additive, exact: np.ndarray) -> np.ndarray:
    """The mutant whose noise, not whose sum, is on the public grid: the fraction of the exact answer shows."""
    honest = mechanism.draw(np.zeros_like(exact))
    return exact + np.array([[int(value) >> 21 << 21 for value in row] for row in honest], dtype=object)


def test_double_noise_on_a_double_is_found(pairs: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    (pure,), (gaussian,) = (pairs("0, 1", lane, dp.Count) for lane in ("pure", "gaussian"))
    monkeypatch.setattr(run, "perturb", float_noise)
    assert found(pure, 10_000) >= REJECT
    assert found(gaussian, 10_000) >= REJECT


def test_a_lattice_that_moves_with_the_answer_is_found(pairs: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    (total,) = pairs("1023.5, 1024.75", "pure", dp.Sum)
    monkeypatch.setattr(run, "perturb", coarse_noise)
    assert found(total, 10_000) >= REJECT
