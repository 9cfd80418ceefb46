"""Noise scaled to smooth sensitivity: its worst pairs lose what is booked, by the law's tail; less noise is seen."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from scipy import integrate, stats

from dpcore import noise, tradeoff
from dpcore.budget.loss import Approximate, Pure
from dpcore.errors import DpError
from dpcore.mechanisms import SMOOTH, Epsilon, Mu, SmoothNoise, admissible, epsilon_of, mechanism_from_dict, smooth
from dpcore.noise import ball as balls
from dpcore.sensitivity import median
from dpcore.sensitivity.smooth import Ladder
from dpcore.statistic import SmoothQuantile
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from tests.chance import RARE
from tests.noise.conftest import CASES, ball, power_core, student
from tests.statistic.reading import read

HALF = Fraction(1, 2)
STEPS = 2**20
ONE = ((Range(0, STEPS, HALF),),)
PURE = [kind.kind for kind in SMOOTH if not kind.fails]
FAILING = [kind.kind for kind in SMOOTH if kind.fails]
DELTA = Fraction(1, 10**6)
EPSILONS = [Fraction(1, 100), Fraction(1, 3), Fraction(1), Fraction(4)]


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    before, ctx.prec = ctx.prec, 300
    yield
    ctx.prec = before


def made(kind: str, epsilon: Fraction, floor: int = 10_000, delta: Fraction = DELTA, **more: object) -> SmoothNoise:
    """With this epsilon, or nearly: where the price is a mu, that of this epsilon."""
    if kind in PURE:
        return smooth(Epsilon(epsilon), ONE, "add_remove", floor=floor, kind=kind, **more)  # type: ignore[arg-type]
    price = Mu(Pure(Fraction(float(epsilon))).mu_squared or Fraction(0), delta)
    return smooth(price, ONE, "add_remove", floor=floor, kind=kind, **more)  # type: ignore[arg-type]


def tail(mechanism: SmoothNoise) -> Callable[[arb], arb]:
    """P(|Z| > z), by other formulas than the inverse by which the law is drawn."""
    match mechanism.kind:
        case "power_core":
            return power_core(float(mechanism.epsilon), float(mechanism.ladder.beta)).exact
        case "student":
            return student(3.0).exact
        case kind:
            return CASES[kind].exact


def chances(mechanism: SmoothNoise, f: int, scale: Fraction, edges: list[Fraction]) -> list[arb]:
    """Of the answers between the edges, and beyond both ends, without the bounds."""
    far = tail(mechanism)

    def above(edge: Fraction) -> arb:
        z = ball(abs(edge - f) / scale)
        return far(z) / 2 if edge >= f else 1 - far(z) / 2

    found = [arb(1), *(above(edge) for edge in edges), arb(0)]
    return [upper - lower for upper, lower in itertools.pairwise(found)]


def pairs(mechanism: SmoothNoise, factor: Fraction, ladder: Ladder | None) -> Iterator[tuple[list[arb], list[arb]]]:
    """The answers' chances for neighbours that are as far apart as two scales allow: moved, wider, both."""
    scales = ladder or mechanism.ladder
    for j in (0, scales.parts):
        both = scales.scale(0), scales.scale(j)
        for moved in (0, math.floor(min(both))):
            unit = float(max(both) / mechanism.alpha)
            near = [Fraction(round(unit * step / 10)) + HALF for step in range(-80, 81)]
            far = range(8, 12 if mechanism.fails else 40)
            beyond = [Fraction(round(sign * unit * 1.3**k)) + HALF for k in far for sign in (-1, 1)]
            edges = sorted({*near, *beyond, moved + HALF, -moved - HALF, HALF})
            yield tuple(  # type: ignore[misc]
                chances(mechanism, f, factor * scale / mechanism.alpha, edges)
                for f, scale in zip((0, moved), both, strict=True)
            )


def log_ratio(mechanism: SmoothNoise, factor: Fraction = Fraction(1), ladder: Ladder | None = None) -> float:
    """The largest over pairs and answers."""
    return max(
        abs(float((p / q).log())) for pair in pairs(mechanism, factor, ladder) for p, q in zip(*pair, strict=True)
    )


def failing(mechanism: SmoothNoise, factor: Fraction = Fraction(1), ladder: Ladder | None = None) -> float:
    """The delta at its epsilon, by events of these answers."""
    times = ball(mechanism.epsilon).exp()
    return max(
        sum(max(0.0, float(p - times * q)) for p, q in zip(one, other, strict=True))
        for pair in pairs(mechanism, factor, ladder)
        for one, other in (pair, pair[::-1])
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("kind", PURE)
def test_the_worst_pair_loses_epsilon_and_hardly_less(kind: str, epsilon: Fraction) -> None:
    mechanism = made(kind, epsilon)
    assert mechanism.loss == Pure(epsilon)
    assert 0.75 * float(epsilon) < log_ratio(mechanism) <= float(epsilon)
    assert kind != "power_core" or log_ratio(mechanism) > 0.9999 * float(epsilon)


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", PURE)
def test_mutants_lose_more(kind: str) -> None:
    """Nine tenths of the noise; alpha twice; scales that grow by twice beta; a scale that is two steps away."""
    mechanism = made(kind, Fraction(1))
    beta = mechanism.ladder.beta
    assert log_ratio(mechanism, Fraction(9, 10)) > 1
    assert log_ratio(mechanism, HALF) > 1.5
    assert log_ratio(mechanism, ladder=Ladder(10_000, STEPS, 2 * beta)) > 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("kind", FAILING)
def test_noise_with_a_failure_probability_fails_no_more_often(kind: str, epsilon: Fraction) -> None:
    for delta in (Fraction(1, 10), DELTA):
        mechanism = made(kind, epsilon, delta=delta)
        assert mechanism.loss == Approximate(mechanism.epsilon, delta)
        assert float(mechanism.epsilon) == pytest.approx(float(epsilon), rel=1e-9)
        found = failing(mechanism)
        with balls.precision(200):
            known = getattr(admissible, f"{kind}_failure")(mechanism.epsilon, _constants(mechanism))
        assert found <= float(known) <= float(delta)


def _constants(mechanism: SmoothNoise) -> admissible.Constants:
    return admissible.Constants(mechanism.alpha, mechanism.ladder.beta)


@pytest.mark.parametrize("kind", FAILING)
def test_mutants_fail_more_often(kind: str) -> None:
    """Less noise, or scales that grow too fast. The published constants for Gaussian noise leave more room."""
    mechanism, ctx.prec = made(kind, Fraction(1)), 1000
    assert failing(mechanism, Fraction(1, 2 if kind == "laplace" else 8)) > float(DELTA)
    assert failing(mechanism, ladder=Ladder(10_000, STEPS, 3 * mechanism.ladder.beta)) > float(DELTA)
    assert log_ratio(mechanism) > 1  # so that it is not pure


@pytest.mark.parametrize("kind", FAILING)
def test_the_failure_of_a_change_of_scale(kind: str) -> None:
    """In closed form as by integration: between the law and one that is narrower by e^beta, at epsilon / 2."""
    law = stats.laplace if kind == "laplace" else stats.norm
    for epsilon, beta in [(1.0, 0.2), (0.3, 0.1), (4.0, 1.5)]:
        constants = admissible.Constants(Fraction(1, 10**4), Fraction(beta))
        found = float(getattr(admissible, f"{kind}_failure")(Fraction(epsilon), constants))
        times, narrow = math.exp(epsilon / 2), math.exp(beta)
        over = integrate.quad(
            lambda z, t=times, n=narrow: max(0.0, law.pdf(z) - t * n * law.pdf(n * z)), 0, 60, limit=500, epsabs=1e-13
        )[0]
        assert found == pytest.approx(2 * over, rel=1e-5)


def test_laplace_noise_of_the_bound_over_epsilon_is_not_pure() -> None:
    """Lap(S*/epsilon) with beta = epsilon: x = (0,0,0,1,1) and (0,0,0,0,1) have the same median, and other scales."""
    scales = [median(x, 0, 1, 1.0, "replace").smooth for x in ([0, 0, 0, 1, 1], [0, 0, 0, 0, 1])]
    assert scales == pytest.approx([1.0, math.exp(-1)])
    start = 2 / (math.e - 1)
    delta = math.exp(-start) - math.e * math.exp(-math.e * start)
    assert delta == pytest.approx(0.19737919372656015, rel=1e-12)
    wide, narrow = (stats.laplace(scale=scale) for scale in scales)
    over = integrate.quad(lambda y: max(0.0, wide.pdf(y) - math.e * narrow.pdf(y)), -60, 60, limit=500)[0]
    assert over == pytest.approx(delta, rel=1e-6) and tradeoff.pure(1.0).delta(1.0) == 0.0


def certificate(g: Callable[[np.ndarray], np.ndarray], alpha: float, beta: float) -> float:
    """sup alpha |g| + beta |z g - 1|, on a fine grid."""
    z = np.concatenate((np.linspace(0, 20, 400_001), np.geomspace(20, 1e9, 20_001)))
    return float(np.max(alpha * np.abs(g(z)) + beta * np.abs(z * g(z) - 1)))


SCORES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "student": lambda z: 4 * z / (3 + z * z),
    "cauchy4": lambda z: 4 * z**3 / (1 + z**4),
}


def test_certificates_of_published_constants() -> None:
    assert certificate(SCORES["cauchy4"], 0.1, 0.1) == pytest.approx(0.46812769812868404, abs=1e-8)
    assert certificate(SCORES["student"], 0.4, 0.1) == pytest.approx(0.6033222956816475, abs=1e-8)
    assert certificate(lambda z: 2 * z / (1 + z * z), 0.3, 0.4) == pytest.approx(0.5, abs=1e-8)


@pytest.mark.parametrize("share", [1e-6, 0.02, 0.1, 0.2, 0.3, 0.333])
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 7.0])
@pytest.mark.parametrize("kind", sorted(SCORES))
def test_alpha_is_the_largest_that_the_certificate_allows(kind: str, epsilon: float, share: float) -> None:
    beta = Fraction(share * epsilon)
    constants = getattr(admissible, kind)(Fraction(epsilon), Fraction(0), beta)
    assert constants.beta == beta
    found = certificate(SCORES[kind], float(constants.alpha), share * epsilon)
    assert epsilon * (1 - 1e-7) < found <= epsilon * (1 + 1e-12)


def test_the_noise_per_unit_of_sensitivity() -> None:
    """The standard deviation at epsilon 1, in smooth sensitivities."""
    expected = {"power_core": (1.46, 1.54, 1.69, 2.09), "student": (2.04, 2.12, 2.28, 2.89)}
    expected["cauchy4"] = (2.38, 2.54, 2.91, 4.33)
    for kind, figures in expected.items():
        for beta, figure in zip(("2/100", "5/100", "1/10", "1/5"), figures, strict=True):
            mechanism = made(kind, Fraction(1), beta=Fraction(beta))
            assert mechanism.law.deviation() / float(mechanism.alpha) == pytest.approx(figure, abs=0.006)


def test_a_scale_in_doubles_moves_by_two_steps_between_neighbours() -> None:
    """ceil(log(S* / floor) / beta) in doubles, against exact integers, where S* is on the edge of a step."""
    doubles, integers, tried = 0, 0, 0
    for parts, times in itertools.product(range(1, 40), range(2, 12)):
        beta, top = math.log(2) / parts, 2**times
        # a neighbour of k = 1 has what the other has of k = 0
        first, second = float(top), top * math.exp(-beta)
        steps = [math.ceil(math.log(bound) / beta) for bound in (first, second)]
        doubles += abs(steps[0] - steps[1]) > 1
        ladder = Ladder(1, 2**20, Fraction(beta))
        exact = [ladder.step(lambda k, size=top: size), ladder.step(lambda k, size=top: size if k else 0)]
        integers += abs(exact[0] - exact[1]) > 1
        tried += 1
    assert doubles > tried // 50 and integers == 0


def one_place(kind: str, epsilon: Fraction, step: int, value: int = 500, top: int = 1000) -> tuple:
    ranges = ((Range(0, top, HALF),),)
    price = Epsilon(epsilon) if kind in PURE else Mu(Pure(epsilon).mu_squared or Fraction(0), Fraction(1, 100))
    mechanism = smooth(price, ranges, "add_remove", floor=20, kind=kind)
    return mechanism, np.array([[[value]], [[step]]])


@pytest.mark.parametrize("kind", [kind.kind for kind in SMOOTH])
def test_it_adds_rounded_noise_of_the_scale_and_clamps(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, given = [], [7, -7, 600, -(2**90), *[0] * 6]

    def answer(law: noise.Law, scale: Fraction, size: int) -> np.ndarray:
        asked.append((law, scale, size))
        return np.array([given[len(asked) - 1]], dtype=object)

    monkeypatch.setattr(noise, "draw", answer)
    mechanism, exact = one_place(kind, Fraction(1), 3)
    assert [mechanism.draw(exact).tolist() for _ in range(4)] == [[[507]], [[493]], [[1000]], [[0]]]
    scale = mechanism.ladder.scale(3) / mechanism.alpha
    assert asked == [(mechanism.law, scale, 1)] * 4 and scale > 20
    cells = np.array([[[10, 20, 30], [40, 50, 60]], [[0, 1, 2], [3, 4, 5]]])
    assert mechanism.draw(cells).tolist() == [[10, 40], [20, 50], [30, 60]]
    assert [float(each[1] * mechanism.alpha) for each in asked[4:]] == [
        float(mechanism.ladder.scale(step)) for step in range(6)
    ]


DRAWS = 25_000


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", [kind.kind for kind in SMOOTH])
def test_what_is_drawn_has_its_scale_and_nine_tenths_have_not(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism, exact = one_place(kind, Fraction(1), 1, 500_000, 1_000_000)
    many, scale = np.repeat(exact, DRAWS, axis=1), float(mechanism.ladder.scale(1) / mechanism.alpha)
    middle = round(mechanism.law.quantile(0.5) * scale)
    share = 1 - float(tail(mechanism)(ball(Fraction(2 * middle + 1, 2)) / ball(scale)))
    honest = noise.draw

    def chance(factor: Fraction) -> float:
        drawn = honest(mechanism.law, mechanism.ladder.scale(1) / mechanism.alpha * factor, DRAWS)
        waiting = iter(drawn.tolist())
        monkeypatch.setattr(noise, "draw", lambda law, scale, size: [next(waiting)])
        off = mechanism.draw(many)[0] - 500_000
        sides = [stats.binomtest(int(np.sum(part)), DRAWS, p).pvalue for part, p in _parts(off, middle, share)]
        return 2 * min(sides)

    assert chance(Fraction(1)) > RARE > chance(Fraction(9, 10))


def _parts(off: np.ndarray, middle: int, share: float) -> list[tuple[np.ndarray, float]]:
    """Noise within its median size, and noise above it: the sign is fair."""
    return [(np.abs(off) <= middle, share), (off > middle, (1 - share) / 2)]


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_a_release_from_rows_to_answers(neighbors: str) -> None:
    """At a high price the answers are the quantiles; two places of a replaced unit get half of it each."""
    ranges = (
        (Range(0, 1000, HALF), Range(1001, STEPS, Fraction(9, 10))),
        (Range(0, STEPS, HALF), Range(STEPS + 1, STEPS, HALF)),
    )
    mechanism = smooth(Epsilon(Fraction(500)), ranges, neighbors)  # type: ignore[arg-type]
    assert mechanism.loss == Pure(Fraction(500))
    assert mechanism.epsilon == (250 if neighbors == "replace" else 500)
    statistic = SmoothQuantile(ranges, mechanism.ladder, neighbors)  # type: ignore[arg-type]
    order = Order(Grid("x", 0, STEPS, 0), ranges, statistic.reach)
    rows = [[*[400] * 11, *[2000] * 29], [7] * 11]
    exact = statistic.exact(read(order, rows))
    assert [mechanism.draw(exact).tolist() for _ in range(5)] == [[[400, 7], [2000, STEPS]]] * 5


@pytest.mark.parametrize("kind", [kind.kind for kind in SMOOTH])
def test_a_record_holds_public_parameters_alone(kind: str) -> None:
    """It is made before any row is read; and read back it is the same."""
    mechanism = made(kind, Fraction(1, 3), floor=7)
    written = json.loads(json.dumps(mechanism.to_dict()))
    assert set(written) == {"mechanism", "alpha", "epsilon", "beta", "floor", "top", "parts", "low", "high"}
    assert mechanism_from_dict(written, mechanism.loss) == mechanism
    earlier = replace(mechanism, ladder=replace(mechanism.ladder, parts=1))  # records of earlier versions have no parts
    assert "parts" not in earlier.to_dict() and mechanism_from_dict(earlier.to_dict(), earlier.loss) == earlier
    assert mechanism.error(0.95) is None and "floor 7" in mechanism.size and "NRS" not in mechanism.cites
    exact = np.array([[[500]], [[3]]])
    before = mechanism.to_dict(), mechanism.size
    mechanism.draw(exact)
    assert (mechanism.to_dict(), mechanism.size) == before
    assert replace(mechanism, low=1) != mechanism


def test_a_mu_buys_the_epsilon_that_it_covers() -> None:
    price = Mu(Fraction(1, 4), DELTA)
    pure, laplace = (smooth(price, ONE, "add_remove", kind=kind) for kind in ("power_core", "laplace"))
    assert pure.loss == Pure(epsilon_of(price.squared, Pure)) and pure.loss.failure == 0
    assert laplace.loss == Approximate(pure.epsilon, DELTA) and laplace.loss.failure == DELTA
    assert (laplace.loss.mu_squared or 1) <= price.squared
    halved = smooth(price, (*ONE, *ONE), "replace")
    assert halved.loss == pure.loss and halved.epsilon == pure.epsilon / 2


MU = Mu(Fraction(1), DELTA)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: smooth(Epsilon(Fraction(1)), ONE, "add_remove", kind="laplace"), "failure probability"),
        (lambda: smooth(Mu(Fraction(1)), ONE, "add_remove", kind="gaussian"), "failure probability"),
        (lambda: smooth(MU, (*ONE, *ONE), "replace", kind="laplace"), "one place"),
        (lambda: smooth(MU, ONE, "replace", kind="log_normal"), "`kind`"),
        (lambda: smooth(MU, ONE, "replace", beta=Fraction(0)), "beta"),
        (lambda: smooth(Epsilon(Fraction(1)), ONE, "replace", beta=Fraction(1)), "beta"),
        (lambda: smooth(Epsilon(Fraction(1)), ONE, "replace", beta=Fraction(34, 100), kind="student"), "beta"),
        (lambda: smooth(Epsilon(Fraction(1)), ONE, "replace", beta=Fraction(1, 2), kind="cauchy4"), "beta"),
        (lambda: smooth(MU, ONE, "replace", beta=Fraction(1, 10), kind="laplace"), "beta"),
        (lambda: smooth(Mu(Fraction(500), DELTA), ONE, "replace", kind="laplace"), "published constants"),
        (lambda: smooth(Epsilon(Fraction(1, 10**4)), ONE, "replace"), "scales"),
        (lambda: smooth(Epsilon(Fraction(1)), ONE, "replace", floor=0), "floor"),
        (lambda: smooth(Epsilon(Fraction(2000)), ONE, "replace"), "`epsilon` of `PowerCore`"),
    ],
)
def test_what_is_not_valid_is_refused(wrong: Callable[[], object], words: str) -> None:
    with pytest.raises(DpError, match=words):
        wrong()
