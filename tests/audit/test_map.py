"""Which test holds each promise without which nothing may be released, and which seeded bug shows that the test can
fail. A row whose tests are renamed or removed fails here, so the list stays true."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Promise:
    """A promise, the tests that hold it, and the tests in which a seeded bug breaks it and is found."""

    words: str
    tests: tuple[str, ...]
    mutants: tuple[str, ...]


PROMISES = {
    "I1": Promise(
        "no answer is shown without a durable charge, written before noise is drawn",
        (
            "release/test_kill.py::test_killed_at",
            "ledger/test_crash.py::test_killed_three_times_at_a_point_then_answered_once",
            "ledger/test_crash.py::test_killed_at_random",
            "ledger/test_failure.py::test_a_full_disk_shows_nothing_that_was_not_charged",
            "ledger/test_postgres.py::test_what_was_shown_is_charged_after_the_server_was_killed",
            "browser/test_story_flights.py::test_kill_in_the_middle_of_a_release",
        ),
        (
            "ledger/test_crash.py::test_a_kill_before_a_late_debit_is_a_free_answer",
            "ledger/test_crash.py::test_random_kills_find_a_late_debit",
            "ledger/test_failure.py::test_a_full_disk_finds_a_late_debit",
            "ledger/test_postgres.py::test_the_same_kill_finds_a_server_that_answers_too_early",
        ),
    ),
    "I2": Promise(
        "whatever the interleaving, charges never add up to more than the budget",
        (
            "ledger/test_concurrency.py::test_eight_processes_get_exactly_what_the_budget_holds",
            "ledger/test_concurrency.py::test_threads_share_one_ledger",
            "budget/test_slot.py::test_eight_threads_want_the_last_slot_and_one_gets_it",
            "budget/test_adaptive.py::test_the_ledger_refuses_what_a_natural_filter_admits",
            "desk/team/test_race.py::test_eight_processes_of_one_analyst_get_exactly_the_slice",
            "desk/team/test_model.py::test_no_slice_and_no_budget_is_ever_exceeded",
        ),
        (
            "ledger/test_concurrency.py::test_the_same_contest_finds_a_race",
            "budget/test_adaptive.py::test_choosing_the_second_price_after_the_first_answer_doubles_delta",
        ),
    ),
    "I3": Promise(
        "a retry shows the same bytes for nothing; an answer is stored before it is shown",
        (
            "release/test_kill.py::test_killed_at",
            "release/test_desk.py::test_a_repeat_costs_nothing_and_says_the_same",
            "ledger/test_concurrency.py::test_one_key_from_many_threads_is_paid_once_and_answered_once",
            "browser/test_story_sample.py::test_a_double_click_on_release_charges_once",
            "budget/test_slot.py::test_a_repeat_uses_no_slot",
            "budget/test_slot.py::test_killed_at_a_point_a_slot_is_used_once",
            "release/test_stop.py::test_a_stop_after_the_rows_were_read_keeps_the_draw",
        ),
        (
            "release/test_kill.py::test_the_check_fails_when_answers_are_shown_before_they_are_stored",
            "ledger/test_crash.py::test_the_same_kills_find_a_wrong_order",
        ),
    ),
    "I4": Promise(
        "amounts are exact; no charge is nothing, below the resolution, or no number",
        (
            "budget/test_budget.py::test_a_sum_is_never_below_the_exact_one_and_rounded_once",
            "budget/test_budget.py::test_a_senseless_amount_is_refused",
            "budget/test_budget.py::test_a_senseless_charge_is_refused",
            "budget/test_budget.py::test_a_crumb_is_refused",
            "release/test_desk.py::test_a_hundred_hundredths_fit_and_the_next_does_not",
            "audit/test_mechanisms.py::test_the_ledger_books_at_least_the_curve",
            "audit/test_mechanisms.py::test_noise_is_sensitivity_over_price_exactly",
        ),
        (
            "budget/test_budget.py::test_a_hundred_hundredths_would_not_fit_as_floats",
            "budget/test_budget.py::test_floats_would_give_crumbs_away_and_integers_do_not",
        ),
    ),
    "I5": Promise(
        "released numbers lie on a public grid: their low bits say nothing",
        (
            "audit/test_low_bits.py::test_low_bits_say_nothing",
            "audit/test_low_bits.py::test_low_bits_say_nothing_in_200_000_outputs",
        ),
        (
            "audit/test_low_bits.py::test_double_noise_on_a_double_is_found",
            "audit/test_low_bits.py::test_a_lattice_that_moves_with_the_answer_is_found",
        ),
    ),
    "I6": Promise(
        "sensitivity holds on the machine, for every cell an engine can meet",
        (
            "audit/test_replay.py::test_neighbours_are_as_near_as_declared",
            "audit/test_replay.py::test_neighbours_are_as_near_as_declared_at_length",
            "sensitivity/test_brute_force.py::test_sensitivity_is_the_supremum",
            "contracts/test_reach.py::test_no_neighbour_moves_a_step_further_than_its_loss_says",
            "engine/test_engine.py::test_sums_beyond_64_bits_are_exact",
            "engine/test_truncation.py::test_order_and_other_units_change_nothing",
        ),
        (
            "sensitivity/test_brute_force.py::test_nine_tenths_of_it_fail",
            "contracts/test_reach.py::test_a_guest_with_a_defect_is_seen",
            "audit/test_replay.py::test_a_bound_on_rows_that_is_one_too_many_is_seen",
            "audit/test_replay.py::test_a_missing_clamp_is_seen",
            "audit/test_replay.py::test_a_cell_that_raises_is_seen",
            "audit/test_replay.py::test_an_order_by_place_in_the_file_is_seen",
        ),
    ),
    "I7": Promise(
        "noise has exactly the law that is claimed",
        (
            "noise/test_noise_exact.py::test_enumerated_probabilities_contain_the_claim",
            "noise/test_noise_exact.py::test_every_bit_of_a_threshold_counts",
            "noise/test_noise_exact.py::test_refined_draws_are_the_fast_ones",
            "noise/test_noise_fit.py::test_draws_fit",
            "audit/test_laws.py::test_what_is_drawn_has_its_law_and_nine_tenths_of_it_has_not",
        ),
        (
            "noise/test_noise_exact.py::test_enumeration_rejects_a_scale_of_995_thousandths",
            "noise/test_noise_exact.py::test_enumeration_rejects_rounding_down",
            "noise/test_noise_exact.py::test_an_error_beyond_the_margin_is_seen",
            "noise/test_noise_fit.py::test_another_scale_does_not_fit",
        ),
    ),
    "I8": Promise(
        "what the ledger charges is at least what an output leaks",
        (
            "audit/test_mechanisms.py::test_the_booked_curve_holds_and_nine_tenths_of_the_noise_does_not",
            "audit/test_mechanisms.py::test_a_million_draws_hold_and_95_hundredths_of_the_noise_do_not",
            "audit/test_end_to_end.py::test_released_answers_hold_the_booked_curve",
            "audit/test_end_to_end.py::test_two_thousand_separate_releases_hold_the_booked_curve",
            "audit/test_evidence.py::test_what_spends_its_claim_is_not_rejected",
            "audit/test_evidence.py::test_a_thousand_null_runs",
        ),
        (
            "audit/test_mechanisms.py::test_the_booked_curve_holds_and_nine_tenths_of_the_noise_does_not",
            "audit/test_mechanisms.py::test_a_million_draws_hold_and_95_hundredths_of_the_noise_do_not",
            "audit/test_end_to_end.py::test_seven_tenths_of_the_noise_are_found",
            "audit/test_end_to_end.py::test_eight_tenths_of_the_noise_are_found",
            "audit/test_evidence.py::test_a_bet_on_hindsight_fails_the_null_runs",
        ),
    ),
    "I9": Promise(
        "with noise replayed, nothing that is shown differs between neighbouring tables",
        (
            "pages/test_neighbors.py::test_neighbours_show_the_same_bytes",
            "audit/test_one_row.py::test_a_changed_row_of_text_is_not_seen",
            "audit/test_one_row.py::test_a_changed_row_of_typed_cells_is_not_seen",
            "audit/test_one_row.py::test_a_changed_cell_is_not_seen",
            "pages/test_load.py::test_nothing_is_prefilled_from_rows",
        ),
        (
            "pages/test_neighbors.py::test_an_exact_answer_on_a_screen_would_be_seen",
            "audit/test_one_row.py::test_a_page_that_tells_the_rows_is_seen",
            "audit/test_one_row.py::test_a_log_line_with_a_count_is_seen",
            "audit/test_one_row.py::test_a_cell_in_an_error_is_seen",
            "audit/test_one_row.py::test_a_time_that_is_written_after_the_read_is_seen",
        ),
    ),
    "I10": Promise(
        "no private byte lies or goes anywhere but in the data folder",
        (
            "audit/test_canary.py::test_no_canary_gets_out",
            "engine/test_engine.py::test_an_engine_error_says_nothing_and_keeps_nothing",
            "pages/test_behind.py::test_no_exceptions_words_reach_a_log",
            "browser/test_doors.py::test_an_exceptions_text_reaches_neither_browser_nor_log",
        ),
        (
            "audit/test_canary.py::test_a_logged_row_is_found",
            "audit/test_canary.py::test_an_engines_own_error_is_found",
            "audit/test_canary.py::test_a_share_page_with_a_row_is_found",
            "pages/test_behind.py::test_python_logs_them_otherwise",
        ),
    ),
    "I11": Promise(
        "keys, bins, categories and bounds come from declarations alone",
        (
            "audit/test_one_row.py::test_keys_and_bins_come_from_the_schema_alone",
            "audit/test_one_row.py::test_a_changed_row_of_text_is_not_seen",
        ),
        ("audit/test_one_row.py::test_an_axis_from_the_rows_is_seen",),
    ),
    "I12": Promise(
        "a budget belongs to a population, not to a file, a name, a session or the clock",
        (
            "release/test_population.py::test_loading_the_same_rows_does_not_refill_the_budget",
            "release/test_population.py::test_rows_stay_recognised_after_they_are_deleted",
            "release/test_population.py::test_another_owner_learns_nothing_from_a_guess",
            "release/test_population.py::test_the_clock_refills_nothing",
            "ledger/test_ledger.py::test_other_users_and_sessions_share_the_account",
        ),
        ("release/test_population.py::test_this_check_fails_without_fingerprints",),
    ),
    "I14": Promise(
        "errors are decided on public facts",
        ("audit/test_one_row.py::test_a_changed_row_of_text_is_not_seen",),
        ("audit/test_one_row.py::test_a_cell_in_an_error_is_seen",),
    ),
    "I15": Promise(
        "randomness is the operating system's, and safe after a fork",
        (
            "audit/test_random.py::test_no_module_has_a_generator_of_its_own",
            "audit/test_random.py::test_nothing_can_be_seeded",
            "audit/test_random.py::test_forked_workers_release_different_answers",
            "noise/test_noise_draw.py::test_forked_workers_draw_apart",
        ),
        (
            "audit/test_random.py::test_a_generator_is_seen",
            "audit/test_random.py::test_a_generator_kept_across_a_fork_is_seen",
        ),
    ),
    "I18": Promise(
        "whatever people, tables and files call a thing is text wherever it is shown or kept",
        (
            "pages/test_hostile.py::test_hostile_names_are_inert_on_every_page",
            "pages/test_hostile.py::test_hostile_text_in_an_error_is_inert",
            "pages/test_publish.py::test_hostile_titles_notes_and_comments_are_inert",
            "present/test_page.py::test_whatever_people_and_files_wrote_makes_no_element_and_no_attribute",
            "present/test_page.py::test_characters_that_hide_or_reverse_are_spelt_out",
            "browser/test_share.py::test_what_the_publisher_wrote_is_text",
            "cli/test_hostile.py::test_names_from_a_table_reach_no_terminal",
        ),
        ("present/test_page.py::test_text_that_is_not_escaped_would_be_seen",),
    ),
    "I19": Promise(
        "only what is needed is served, and nothing by an address that can be guessed",
        (
            "browser/test_doors.py::test_metrics_and_agent_api_are_closed",
            "browser/test_doors.py::test_no_path_leads_to_a_file",
            "browser/test_doors.py::test_foreign_host_is_refused",
            "browser/test_doors.py::test_foreign_origin_gets_no_websocket",
            "browser/test_doors.py::test_upload_without_token_is_refused",
            "browser/test_share_http.py::test_tricks_with_the_path_tell_nothing_and_open_nothing",
            "server/test_door.py::test_a_stranger_sees_the_door_and_nothing_else_at_every_address",
        ),
        ("browser/test_doors.py::test_streamlits_defaults_fail_all_of_this",),
    ),
    "I20": Promise(
        "a link opens what was published until it ends, by a token that nobody guesses and that is kept nowhere",
        (
            "desk/sharing/test_sharing.py::test_a_token_holds_256_bits_and_no_two_are_alike",
            "desk/sharing/test_sharing.py::test_a_hundred_thousand_guesses_open_nothing",
            "desk/sharing/test_sharing.py::test_whatever_is_wrong_is_refused_in_the_same_words",
            "desk/sharing/test_sharing.py::test_a_link_ends_at_its_second_and_a_clock_set_back_does_not_revive_it",
            "desk/sharing/test_sharing.py::test_revoking_counts_from_the_next_request_and_for_good",
            "desk/sharing/test_sharing.py::test_the_token_is_nowhere_in_the_home_folder",
            "browser/test_share_http.py::test_whatever_is_wrong_gives_the_same_bytes",
            "browser/test_share_http.py::test_guessing_is_slowed_and_a_valid_link_is_never_refused",
            "browser/test_share_http.py::test_the_token_is_in_no_file_and_no_log",
        ),
        ("browser/test_share_http.py::test_the_mutant_without_the_filter_logs_the_token",),
    ),
    "I21": Promise(
        "an answer belongs to the facts under which it was measured; describing rows again changes no other question",
        (
            "desk/test_describe.py::test_facts_of_other_columns_leave_stored_answers_free",
            "desk/test_describe.py::test_measuring_again_never_combines_other_facts",
            "desk/test_describe.py::test_no_answer_is_stored_under_the_key_of_other_facts",
            "desk/test_describe.py::test_who_is_protected_never_changes",
            "contracts/test_own_facts.py::test_no_other_fact_decides_what_is_measured",
            "engine/test_kept_order.py::test_the_rows_of_equal_columns_stay",
            "engine/test_kept_order.py::test_each_unit_counts_as_if_it_were_alone",
            "engine/in_place/test_described.py::test_on_a_server",
        ),
        (
            "desk/test_describe.py::test_without_facts_in_the_key_an_answer_under_old_bounds_would_be_given",
            "contracts/test_own_facts.py::test_a_hidden_fact_is_seen",
            "engine/test_kept_order.py::test_ordered_by_the_description_in_force_they_would_not",
        ),
    ),
}


@cache
def names(file: str) -> frozenset[str]:
    """The tests of a file, as pytest would collect them."""
    path = TESTS / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def absent(tests: tuple[str, ...]) -> list[str]:
    """Those that are not there."""
    return [test for test in tests if test.partition("::")[2] not in names(test.partition("::")[0])]


@pytest.mark.parametrize("row", PROMISES)
def test_each_promise_has_its_tests_and_its_mutants(row: str) -> None:
    promise = PROMISES[row]
    assert promise.tests and promise.mutants
    assert absent(promise.tests) == [] and absent(promise.mutants) == []


def test_the_twelve_that_block_a_release_are_here() -> None:
    assert {f"I{number}" for number in range(1, 13)} <= set(PROMISES)


def test_an_absent_test_is_seen() -> None:
    gone = ("release/test_kill.py::test_gone", "gone/test_gone.py::test_killed_at")
    assert absent((*gone, "release/test_kill.py::test_killed_at")) == list(gone)
