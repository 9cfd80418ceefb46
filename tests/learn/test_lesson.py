"""The Learn screen's games and figures: what they say is what the certified curves say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore import special, tradeoff
from dpcore.errors import DpError
from dpcore.learn import curve as lesson_curve
from dpcore.learn import error as lesson_error
from dpcore.learn import factor as lesson_factor
from dpcore.learn import game as lesson_game
from dpcore.learn import game_picture
from dpcore.learn import path as lesson_path
from dpcore.learn import picture as lesson
from dpcore.learn.curve import CHOICES, Promise
from dpcore.learn.game import MECHANISMS, STRENGTHS, WITH, WITHOUT, Share
from dpcore.noise import entropy

EVERY = [pytest.param(one, id=one.name) for one in MECHANISMS]
THRESHOLDS = range(WITHOUT - 6, WITH + 7)


@pytest.fixture
def seeded(monkeypatch):
    """The same noise in every run."""
    source = np.random.default_rng(20)
    monkeypatch.setattr(entropy, "_source", source.bytes)


def off_curve(mechanism, strength, promised):
    """Thresholds whose pair of errors is not on the curve of `promised`."""
    curve, found = mechanism.promise(promised), []
    for threshold in THRESHOLDS:
        alpha, beta = mechanism.errors(strength, threshold)
        low, high = curve.bounds(alpha)
        if not low - 1e-12 <= beta <= high + 1e-12:
            found.append(threshold)
    return found


@pytest.mark.parametrize("mechanism", EVERY)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_threshold_is_a_point_of_the_promised_curve(mechanism, strength):
    assert off_curve(mechanism, strength, strength) == []
    assert len(off_curve(mechanism, strength, 0.9 * strength)) > 3


def distance(mechanism, strength, rounds, threshold):
    """How many standard errors the played pair is from the promised one, the worse of the two."""
    promised = mechanism.errors(strength, threshold)
    seen = lesson_game.play(mechanism, rounds, 60_000).errors(threshold)
    return max(
        abs(share.value - p) / math.sqrt(p * (1 - p) / share.rounds) for share, p in zip(seen, promised, strict=True)
    )


@pytest.mark.parametrize("mechanism", EVERY)
@pytest.mark.parametrize("threshold", [WITHOUT, WITH, WITH + 1])
def test_many_rounds_land_on_the_promise_and_with_less_noise_they_do_not(seeded, mechanism, threshold):
    assert distance(mechanism, 1.0, 1.0, threshold) < 4.5
    assert distance(mechanism, 1.0, 1.25, threshold) > 6


def test_the_dealer_is_fair_and_tells_the_truth(seeded):
    dealt = [lesson_game.deal(MECHANISMS[0], 2.0) for _ in range(2_000)]
    assert 0.45 < np.mean([one.present for one in dealt]) < 0.55
    for present, count in ((True, WITH), (False, WITHOUT)):
        answers = [one.answer for one in dealt if one.present == present]
        assert abs(np.mean(answers) - count) < 0.1
        assert 0.4 < np.std(answers) < 0.75  # sigma 1/2, rounded


def test_the_interval_of_a_share_covers_nineteen_times_in_twenty():
    size = 200
    for p in (0.02, 0.1, 0.31, 0.5, 0.9):
        chance = [math.comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]
        covered = [low <= p <= high for low, high in (Share(k, size).ends for k in range(size + 1))]
        assert 0.92 < sum(c for c, inside in zip(chance, covered, strict=True) if inside) < 0.985


@pytest.mark.parametrize("mechanism", EVERY)
def test_the_best_guesser_is_right_as_often_as_the_sentence_says(mechanism):
    # the middle threshold is the best test there is
    alpha, beta = mechanism.errors(1.0, WITH)
    assert lesson_game.best(mechanism, 1.0) == pytest.approx(1 - (alpha + beta) / 2, abs=1e-9)


def test_the_landing_says_both_pairs(seeded):
    played = lesson_game.play(MECHANISMS[0], 1.0)
    picture = game_picture.landing(MECHANISMS[0], 1.0, WITH, played)
    assert "from 4 on has 30.9\N{NO-BREAK SPACE}% false alarms" in picture.words
    assert "In 2,000 rounds" in picture.words
    alarms, misses = played.errors(WITH)
    dot = picture.chart.data[-1]
    assert (dot.x[0], dot.y[0]) == (alarms.value, misses.value)
    assert dot.error_x.array[0] == pytest.approx(alarms.ends[1] - alarms.value)
    assert "rounds" not in game_picture.landing(MECHANISMS[0], 1.0, WITH).words


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan])
def test_a_game_without_a_promise_is_refused(bad):
    with pytest.raises(DpError):
        lesson_game.play(MECHANISMS[0], bad)
    with pytest.raises(DpError):
        lesson_game.play(MECHANISMS[0], 1.0, 0)


@pytest.mark.parametrize("mechanism", [pytest.param(one, id=one.name) for one in lesson_error.SMOOTH])
def test_shaded_areas_are_the_errors_that_the_sentence_says(mechanism):
    threshold, strength = 3.9, 1.5
    at = np.linspace(-40, 40, 160_001)
    alpha, beta = mechanism.errors(strength, threshold + 0.5)
    without, present = (lesson_error.density(mechanism, strength, at - count) for count in (WITHOUT, WITH))
    step = at[1] - at[0]
    assert np.sum(without) * step == pytest.approx(1.0, abs=1e-6)
    assert np.sum(without[at > threshold]) * step == pytest.approx(alpha, abs=1e-3)
    assert np.sum(present[at <= threshold]) * step == pytest.approx(beta, abs=1e-3)
    words = lesson_error.densities(mechanism, strength, threshold).words
    assert f"{lesson.percent(alpha)} false alarms" in words
    assert f"{lesson.percent(beta)} misses" in words


def test_the_family_says_what_a_mu_means():
    words = lesson_curve.families(0.5).words
    found = special.ndtr(special.ndtri(0.05) + 0.5)
    assert f"at most {lesson.percent(found)} of the members" in words
    assert "at most 59.9\N{NO-BREAK SPACE}% of the time" in words  # 1/2 + 0.197/2


CASES = [
    ("gaussian", 1.0, Promise("mu", 1.0), True),
    ("gaussian", 1.01, Promise("mu", 1.0), False),
    ("gaussian", 0.2, Promise("epsilon", 3.0), False),
    ("gaussian", 0.236, Promise("both", 1.0, 1e-6), True),
    ("gaussian", 0.237, Promise("both", 1.0, 1e-6), False),
    ("laplace", 1.0, Promise("epsilon", 1.0), True),
    ("laplace", 1.0, Promise("mu", 1.0), False),
    ("laplace", 1.0, Promise("mu", 1.04), True),
    ("discrete", 1.0, Promise("mu", 1.23), False),
    ("discrete", 1.0, Promise("mu", 1.24), True),
    ("sample", 1.0, Promise("mu", 0.99), False),
    ("sample", 1.0, Promise("mu", 1.0), True),
    ("three", 1.0, Promise("epsilon", 1.0), True),
    ("three", 1.0, Promise("epsilon", 0.99), False),
    ("leak", 0.5, Promise("mu", 3.0), False),
    ("leak", 0.5, Promise("both", 1.0, 0.02), True),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("name", "strength", "promise", "kept"), CASES)
def test_a_promise_is_judged_by_certified_readings(name, strength, promise, kept):
    choice = next(one for one in CHOICES if one.name == name)
    assert promise.kept_by(choice.curve(strength)) is kept
    words = lesson_curve.overlay(choice, strength, promise).words
    assert ("Kept:" in words, "Broken" in words) == (kept, not kept)


def test_every_choice_is_judged_both_ways():
    assert {(name, kept) for name, _, _, kept in CASES} >= {
        (one.name, kept) for one in CHOICES for kept in (True, False)
    }


def test_a_break_that_no_figure_shows_is_said_in_words():
    choice = next(one for one in CHOICES if one.name == "sample")
    words = lesson_curve.overlay(choice, 1.0, Promise("epsilon", 1.0)).words
    assert "too coarse to show it: with 1 false alarm in " in words
    rare, times = lesson_curve.hidden(choice.curve(1.0), tradeoff.pure(1.0))
    assert rare > 1_000
    assert times >= 1.2


@pytest.mark.parametrize("curve", [tradeoff.gaussian(1.0), tradeoff.laplace(1.5)], ids=["gaussian", "laplace"])
def test_tangent_promises_stay_below_the_curve_and_close_in(curve):
    at, gaps = lesson.alphas(), []
    for lines in (1, 2, 4, 8, 16):
        tops = [tradeoff.approximate(e, curve.delta(e))(at) for e in lesson_curve.tangents(curve, lines)]
        top = np.max(tops, axis=0)
        assert np.all(top <= curve(at) + 1e-9)
        gaps.append(float(np.max(curve(at) - top)))
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 0.1
    assert gaps[-1] < 0.01
    with pytest.raises(DpError):
        lesson_curve.envelope(curve, 21)


def test_looks_add_up_to_no_more_than_the_whole_curve():
    losses = [lesson_path.loss(count) for count in range(1, lesson_path.MOST_PLACES + 1)]
    assert losses == sorted(losses)
    assert losses[-1] <= 1 / lesson_path.SIGMA
    assert losses[-1] > 0.98 / lesson_path.SIGMA
    # each further look is added to the earlier ones
    for count in range(1, lesson_path.MOST_PLACES):
        assert set(lesson_path.places(count)) < set(lesson_path.places(count + 1))


def test_paths_have_the_covariance_that_the_promise_needs(seeded):
    noise = np.concatenate([lesson_path.draw_paths().noise for _ in range(10)])
    at = lesson_path.hours()
    asked = lesson_path.SIGMA**2 * lesson_path.kernel(at, at)
    seen = noise.T @ noise / len(noise)
    assert np.max(np.abs(seen - asked)) < 0.15
    assert np.min(np.diag(seen)) > 0.9 * lesson_path.SIGMA**2


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16])
def test_gates_are_passed_no_more_often_than_promised(seeded, count):
    without, present = lesson_path.draw_paths().through(count)
    curve = tradeoff.gaussian(lesson_path.loss(count))
    assert present.ends[0] <= curve.power(without.ends[1])
    assert without.ends[0] <= curve.power(present.ends[1])


def test_more_gates_are_passed_less_often(seeded):
    paths = lesson_path.draw_paths()
    passed = [paths.through(count)[1].hits for count in range(1, lesson_path.MOST_PLACES + 1)]
    assert passed == sorted(passed, reverse=True)
    assert passed[0] > passed[-1] > 0


@pytest.mark.parametrize(("epsilon", "said"), [(0.1, "0.5"), (1.0, "36"), (3.0, "402")])
def test_one_plus_epsilon_is_off_by(epsilon, said):
    assert lesson_factor.more(lesson_factor.factor(epsilon)) == f"{said}\N{NO-BREAK SPACE}%"
    assert f"{said}\N{NO-BREAK SPACE}% more" in lesson_factor.readings(epsilon).words


def test_a_rare_event_grows_by_the_right_factor():
    assert "at most 2.72\N{NO-BREAK SPACE}% if" in lesson_factor.consequence(1.0)
    assert "at most 1\N{NO-BREAK SPACE}% if" in lesson_factor.consequence(0.0)


@pytest.fixture(scope="module")
def pictures():
    """Every kind of picture once."""
    paths = lesson_path.draw_paths()
    return {
        "landing": game_picture.landing(MECHANISMS[1], 1.0, WITH, lesson_game.play(MECHANISMS[1], 1.0)),
        "densities": lesson_error.densities(MECHANISMS[0], 1.0, 3.5),
        "place": lesson_error.place(MECHANISMS[0], 1.0, 3.5),
        "families": lesson_curve.families(0.5),
        "overlay": lesson_curve.overlay(CHOICES[0], 1.0, Promise("mu", 0.5)),
        "envelope": lesson_curve.envelope(tradeoff.gaussian(1.0), 3),
        "readings": lesson_factor.readings(1.0),
        "path": lesson_path.picture(paths, 3),
        "losses": lesson_path.losses(),
    }


KINDS = ["landing", "densities", "place", "families", "overlay", "envelope", "readings", "path", "losses"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_picture_names_its_axes_and_says_itself_in_words(pictures, kind):
    assert set(pictures) == set(KINDS)
    chart, words = pictures[kind].chart, pictures[kind].words
    for axis in (chart.layout.xaxis, chart.layout.yaxis):
        assert axis.title.text
        assert axis.fixedrange or kind in ("densities", "readings", "path", "losses")
    assert 40 < len(words) < 330
    assert words.endswith(".")


@pytest.mark.parametrize("kind", ["landing", "place", "families", "overlay", "envelope"])
def test_trade_off_curves_share_their_axes(pictures, kind):
    layout = pictures[kind].chart.layout
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == (lesson.FALSE_ALARMS, lesson.MISSES)
    assert "%" in lesson.FALSE_ALARMS
    assert "%" in lesson.MISSES
    assert layout.xaxis.range == layout.yaxis.range
