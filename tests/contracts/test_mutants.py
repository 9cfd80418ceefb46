"""Defects that must be seen, each with the tests that see it. A check that no defect fails is worth nothing.

Those that stand elsewhere are named, as are promises in tests/audit/test_map.py: a row whose tests are gone fails.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from dpcore.budget.loss import pure
from dpcore.budget.loss.base import squared
from dpcore.mechanisms import additive, epsilon_of
from dpcore.noise import entropy
from dpcore.release import run
from dpcore.statistic import LogisticGradient
from dpcore.statistic.sums.signed import Signed
from dpcore.statistic.waves.square_root import SquareRoot
from tests.audit import test_whole_fit as whole_fit
from tests.audit.test_map import absent
from tests.contracts import test_rounds as rounds
from tests.contracts.guest import moved_in
from tests.contracts.neighbour import cases
from tests.contracts.test_reach import SEEDS, caught, selecting
from tests.release.test_kill import prepare
from tests.statistic.dense import SCALE, real_factor
from tests.statistic.waves import test_square_root as square_root

HERE = "contracts/test_mutants.py::"
MUTANTS = {
    "half of the bounded range's mu is booked": (f"{HERE}test_half_of_the_mu_of_a_selection_is_seen",),
    "a selection's rate is 10 % high": (
        "contracts/test_reach.py::test_a_rate_that_is_10_percent_high_is_seen",
        "mechanisms/test_exponential.py::test_every_neighbouring_pair_is_inside_the_band",
        "noise/test_selection.py::test_a_rate_a_tenth_off_does_not_fit",
    ),
    "a tenth of the noise is left out": (
        "contracts/test_reach.py::test_nine_tenths_of_the_noise_are_seen",
        "audit/test_laws.py::test_what_is_drawn_has_its_law_and_nine_tenths_of_it_has_not",
        "audit/test_mechanisms.py::test_the_booked_curve_holds_and_nine_tenths_of_the_noise_does_not",
    ),
    "a reach is understated, or noise follows rows": ("contracts/test_reach.py::test_a_guest_with_a_defect_is_seen",),
    "a window is one short": (
        "mechanisms/test_exponential.py::test_a_window_that_is_one_short_leaves_the_band",
        "statistic/order/test_rank.py::test_a_window_that_is_one_short_is_another_score",
    ),
    "noise has another covariance than the chosen one": (
        "statistic/learners/test_chosen.py::test_another_shape_is_seen",
        "statistic/learners/test_chosen.py::test_what_is_drawn_has_the_covariance_and_nine_tenths_of_it_has_not",
    ),
    "a vector is longer than the radius of its ball": (
        "engine/test_ball.py::test_a_suggestion_that_is_wrong_lets_no_vector_out",
        "engine/test_ball.py::test_rounding_away_from_zero_leaves_the_ball",
        "queries/sums/test_vector_mean_ball.py::test_nine_tenths_of_the_noise_and_a_longer_vector_are_seen",
    ),
    "a user who rates an item twice counts twice": (
        "engine/test_per_unit.py::test_doubled_rows_that_count_twice_are_seen",
        "statistic/sums/test_scatter.py::test_a_user_who_rates_an_item_twice_and_counts_twice_is_seen",
    ),
    "weights of users are rounded up": ("statistic/sums/test_scatter.py::test_weights_that_are_rounded_up_are_seen",),
    "a projection is decoded with real columns": (
        f"{HERE}test_decoding_with_real_columns_is_seen",
        "statistic/waves/test_square_root.py::test_decoding_with_real_columns_is_wrong_by_many_standard_errors",
    ),
    "a gradient's reach is that of a row that comes, where one replaces another": (
        f"{HERE}test_the_reach_of_a_row_that_comes_is_seen_where_one_replaces_another",
    ),
    "samples are charged as secret where a server may log them": (
        "engine/in_place/test_samples.py::test_samples_in_place_that_are_charged_as_amplified_are_seen",
    ),
    "a twentieth of a learner's noise is left out": ("audit/test_whole_fit.py::test_less_of_its_noise_tells_more",),
    "a fifth of the noise of two rounds is left out": (
        "contracts/test_joint_curve.py::test_two_rounds_tell_no_more_than_was_booked",
    ),
    "a round is drawn again when its ask is resumed": (
        "contracts/test_rounds.py::test_the_check_finds_a_round_that_is_drawn_again",
        "contracts/test_each_kill.py::test_a_release_that_forgets_its_rounds_is_seen",
    ),
    "a round costs more than promised": (
        "contracts/test_rounds.py::test_a_round_that_costs_more_than_promised_is_refused_before_a_row_is_read",
        f"{HERE}test_a_round_whose_loss_nobody_compares_is_seen",
    ),
    "a round is asked beyond the promise": (
        "contracts/test_rounds.py::test_a_round_beyond_the_promise_is_never_asked",
        f"{HERE}test_a_round_whose_loss_nobody_compares_is_seen",
    ),
    "bounds that follow from rows stand in a statement to a server": (
        "engine/in_place/test_log.py::test_bounds_that_follow_from_rows_in_a_statement_are_found",
        "engine/in_place/test_log.py::test_a_number_of_rows_in_a_statement_is_found",
        "engine/in_place/test_log.py::test_a_second_pass_is_never_sent_to_a_server",
    ),
}


@pytest.mark.parametrize("defect", MUTANTS)
def test_each_defect_has_its_tests(defect: str) -> None:
    assert MUTANTS[defect] and absent(MUTANTS[defect]) == []


@pytest.mark.audit
def test_half_of_the_mu_of_a_selection_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A price in mu then buys twice the epsilon."""
    kinds = {type(case.query) for case in selecting()}
    assert kinds
    monkeypatch.setattr(pure.BoundedRange, "mu_squared", property(lambda self: squared(self.curve.mu() / 2)))
    epsilon_of.cache_clear()
    try:
        for kind in kinds:
            assert any(caught(case) for case in cases(kind, SEEDS)), kind
    finally:
        epsilon_of.cache_clear()


def test_decoding_with_real_columns_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The columns before they were rounded to integers: nearly the same, and biased."""

    def prefixes(self: SquareRoot, noisy: np.ndarray) -> np.ndarray:
        return np.cumsum(np.linalg.solve(real_factor(self.size), noisy.T / SCALE), axis=0).T

    square_root.test_without_noise_decoding_gives_the_counts_back(256)
    monkeypatch.setattr(SquareRoot, "prefixes", prefixes)
    with pytest.raises(AssertionError):
        square_root.test_without_noise_decoding_gives_the_counts_back(256)
    with pytest.raises(AssertionError):
        square_root.test_decoding_is_the_exact_triangular_solve(40)


def of_descent(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = dp.NoisySGD.course
    monkeypatch.setattr(dp.NoisySGD, "course", lambda self, table: honest(self, replace(table, neighbors="add_remove")))


def of_logistic_gradients(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LogisticGradient.squared_l2_sensitivity
    monkeypatch.setattr(
        LogisticGradient, "squared_l2_sensitivity", lambda self: honest(replace(self, neighbors="add_remove"))
    )


def of_a_perceptron(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Signed.squared_l2_sensitivity
    monkeypatch.setattr(Signed, "squared_l2_sensitivity", lambda self: honest(replace(self, times=self.times // 2)))


REACHES = {
    "linear gradient descent": of_descent,
    "logistic regression": of_logistic_gradients,
    "perceptron": of_a_perceptron,
}


@pytest.mark.parametrize("learner", REACHES)
def test_the_reach_of_a_row_that_comes_is_seen_where_one_replaces_another(
    learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(3).bytes)
    REACHES[learner](monkeypatch)
    additive.cache_clear()
    try:
        found = whole_fit.evidence(whole_fit.asked(learner, "replace", whole_fit.PRICES[0]), whole_fit.PRICES[0])
    finally:
        additive.cache_clear()
    assert found >= whole_fit.REJECT


CHECKS = [
    rounds.test_a_round_that_costs_more_than_promised_is_refused_before_a_row_is_read,
    rounds.test_a_round_beyond_the_promise_is_never_asked,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_round_whose_loss_nobody_compares_is_seen(
    check: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both checks fail on a release that takes every round as it comes."""
    assert callable(check)
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    prepare(url, tmp_path / "home")
    monkeypatch.setattr(run.Asking, "_check", lambda self, asked: asked)
    monkeypatch.setattr(run.Asking, "last", property(lambda self: self.round is None))
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as desk, pytest.raises(BaseException) as failed:
        check(desk, monkeypatch)
    assert type(failed.value).__name__ in ("Failed", "AssertionError"), failed.value
