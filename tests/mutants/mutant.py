"""Defects that tests must see: each a change of the code, and the test that must fail on it.

Found by people who did not write the tests: a defect that passed every test stands here with the test that was then
written. Whoever adds one changes the code where it matters for privacy, or for what is said of an answer.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """defect: in a few words. path: the file. code: what stands there once. mutated: what replaces it. test: a node."""

    defect: str
    path: str
    code: str
    mutated: str
    test: str


POWER = "tests/power/test_power.py::test_witnesses_lose_what_is_booked_and_no_more"
REACH = "tests/contracts/test_reach.py::test_no_neighbour_moves_a_step_further_than_its_loss_says"

MUTANTS = (
    Mutant(
        "the band of several slices is that of the first",
        "dpcore/queries/order/by_slicing.py",
        "width = band((slices.asked,), table.neighbors, table.unit.max_rows)",
        "width = band((slices.asked[:1],), table.neighbors, table.unit.max_rows)",
        f"{POWER}[quantiles]",
    ),
    Mutant(
        "the band of halving is that of the first range",
        "dpcore/queries/order/by_halving.py",
        "width = band((halving.asked,), table.neighbors, table.unit.max_rows)",
        "width = band((halving.asked[:1],), table.neighbors, table.unit.max_rows)",
        f"{POWER}[quantiles]",
    ),
    Mutant(
        "blocks are read past the bound of groups",
        "dpcore/queries/blocks/sample_and_aggregate.py",
        "asked = Aggregate(measures, keys, tuple(self.where), columns, self._groups(table))",
        "asked = Aggregate(measures, keys, tuple(self.where), columns)",
        f"{POWER}[sample_and_aggregate]",
    ),
    Mutant(
        "blocks are paid for as though a unit were in one group",
        "dpcore/queries/blocks/sample_and_aggregate.py",
        "reached = min(table.unit.groups, values.groups) if self.by else 1",
        "reached = 1",
        f"{POWER}[sample_and_aggregate]",
    ),
    Mutant(
        "units are counted as though each were in one cell",
        "dpcore/queries/counts/distinct.py",
        "            spread=table.unit.groups,\n",
        "",
        f"{REACH}[distinct_units]",
    ),
    Mutant(
        "a sum forgets that its column may be missing",
        "dpcore/queries/sums/total.py",
        "optional=self._missing(table, (self.column,)),",
        "optional=self._missing(table),",
        f"{POWER}[sum]",
    ),
    Mutant(
        "half of what a replaced unit moves is booked",
        "dpcore/sensitivity/additive.py",
        "return min(2 * self.spread, self.cells)",
        "return min(self.spread, self.cells)",
        "tests/sensitivity/test_brute_force.py",
    ),
    Mutant(
        "bands of two ranges are booked as one",
        "dpcore/statistic/order/rank.py",
        "return Fraction(2) * max_rows if len(parts) == 1 else 2 * (parts[0] + parts[1]) * max_rows",
        "return Fraction(2) * max_rows",
        "tests/statistic/order/test_rank.py::test_bands_are_those_of_the_theory",
    ),
    Mutant(
        "Laplace noise of a smaller sensitivity",
        "dpcore/mechanisms/additive.py",
        "scales = tuple(Fraction(0) if public else Fraction(sensitivity) / epsilon for public in unchanged)",
        "scales = tuple(\n"
        "            Fraction(0) if public else Fraction(max(1, sensitivity - 1)) / epsilon for public in unchanged\n"
        "        )",
        "tests/contracts/test_law.py::test_the_curve_of_its_answers_is_no_lower_than_claimed[laplace]",
    ),
    Mutant(
        "one row of a unit too many is kept",
        "dpcore/engine/sql/truncation.py",
        'left = exp.Sub(this=integer(limit + 1), expression=exp.column("_first"))',
        'left = exp.Sub(this=integer(limit + 2), expression=exp.column("_first"))',
        "tests/engine/test_truncation.py::test_each_unit_keeps_as_many_rows_as_it_has_up_to_the_bound",
    ),
    Mutant(
        "rows that tie at the bound are all kept",
        "dpcore/engine/sql/truncation.py",
        'sure = exp.select(*columns).from_("_near").where(_at_most("_last", integer(limit)))',
        'sure = exp.select(*columns).from_("_near").where(_at_most("_first", integer(limit)))',
        "tests/engine/test_truncation.py::test_each_unit_keeps_as_many_rows_as_it_has_up_to_the_bound",
    ),
    Mutant(
        "a group of a unit too many is kept",
        "dpcore/engine/sql/group.py",
        'expression=integer(most))).subquery("_kept")',
        'expression=integer(most + 1))).subquery("_kept")',
        "tests/engine/test_truncation.py::test_a_unit_counts_in_no_more_cells_than_its_bound",
    ),
    Mutant(
        "bounded groups count rows that do not meet the conditions",
        "dpcore/engine/sql/group.py",
        'inside = exp.select("*").from_(source).where(*where)',
        'inside = exp.select("*").from_(source)',
        "tests/engine/test_truncation.py::test_a_bound_with_room_for_all_cells_drops_no_row_and_keeps_the_conditions",
    ),
    Mutant(
        "a cell that is not a number counts",
        "dpcore/engine/sql/clean.py",
        'is_valid = dialect.finite(x) if kind != "integer" else exp.Not(this=exp.Is(this=x, expression=exp.null()))',
        "is_valid = exp.Not(this=exp.Is(this=x, expression=exp.null()))",
        "tests/engine/test_engine_cells.py::test_numbers",
    ),
    Mutant(
        "a truncated copy is taken for that of another bound",
        "dpcore/engine/duckdb.py",
        "unit = (self._table.unit.identifier, self._table.unit.max_rows)",
        "unit = (self._table.unit.identifier,)",
        "tests/engine/test_truncation.py::test_the_truncated_copy_is_private_and_made_once",
    ),
    Mutant(
        "units in too many cells weigh what those in the most do",
        "dpcore/engine/sql/per_unit.py",
        "weight.else_(integer(0))",
        "weight.else_(integer(weights[-1]))",
        "tests/engine/test_per_unit.py::test_the_integers_are_those_of_plain_python",
    ),
    Mutant(
        "the words of the database reach the screen",
        "dpcore/engine/duckdb.py",
        "        except duckdb.Error:\n            pass\n",
        "        except duckdb.Error as error:\n            raise SourceError(str(error)) from error\n",
        "tests/engine/test_engine.py::test_an_engine_error_says_nothing_and_keeps_nothing",
    ),
    Mutant(
        "a limit in mu is rounded up",
        "dpcore/budget/budget.py",
        'gaussian = Filter("gaussian", math.floor(squared * ATTO)',
        'gaussian = Filter("gaussian", math.ceil(squared * ATTO) + 1',
        "tests/budget/test_budget.py::test_a_crumb_is_refused",
    ),
    Mutant(
        "a filter that has ended admits again",
        "dpcore/budget/account.py",
        "if filter_.name not in self.ended",
        'if filter_.name not in self.ended or filter_.name == "pure"',
        "tests/budget/test_adaptive.py::test_the_ledger_refuses_what_a_natural_filter_admits",
    ),
    Mutant(
        "an own draw is shown where another was stored first",
        "dpcore/release/run.py",
        "stored |= ledger.store(records) if records else {}",
        "stored |= (ledger.store(records) if records else {}) | records",
        "tests/release/test_repeat.py::test_of_two_draws_the_one_stored_first_is_what_both_are_shown",
    ),
    Mutant(
        "rows are read before the charge",
        "dpcore/release/run.py",
        "    paid = ledger.charge(dataset.id, payment, [item(request) for request in requests])",
        "    if engine is not None:\n"
        "        engine.aggregate([step.aggregate for ask in asking for step in ask.steps])\n"
        "    paid = ledger.charge(dataset.id, payment, [item(request) for request in requests])",
        "tests/release/test_desk.py::test_a_refused_plan_reads_and_charges_nothing",
    ),
    Mutant(
        "a later round goes on with its own draw",
        "dpcore/release/run.py",
        "ask.key in stored and _advance(ask, [stored[ask.key]], failures)",
        "ask.key in stored and _advance(ask, [Kept(stored[ask.key].step, ask.drawn)], failures)",
        "tests/contracts/test_rounds.py::test_two_desks_on_one_ask_end_with_one_transcript",
    ),
    Mutant(
        "a charge is not taken from the slice that pays it",
        "dpcore/ledger/payment.py",
        "return None if slice_ is None else slice_.id",
        "return None",
        "tests/desk/team/test_crash.py::test_a_charge_is_paid_once_from_what_pays_it",
    ),
    Mutant(
        "anybody may release",
        "dpcore/ledger/payment.py",
        '    dataset.membership.need(how.user, "analyst")\n',
        "",
        "tests/desk/team/test_slice.py::test_a_paid_ask_is_free_for_all_who_may_ask_without_a_slice",
    ),
    Mutant(
        "a file is unpacked outside the sandbox",
        "dpcore/engine/source/unpacker.py",
        '    granted |= protection.restrict(folders, (), asked["hidden"], asked["memory"])\n',
        "",
        "tests/engine/test_unpack_hostile.py::test_a_process_that_does_nothing_else_is_heard",
    ),
    Mutant(
        "nobody counts what is unpacked",
        "dpcore/engine/source/unpack.py",
        "if left < 0:",
        "if left < -(10**18):",
        "tests/engine/test_unpack_hostile.py::test_output_is_counted",
    ),
    Mutant(
        "the row of one person makes rows of the empty lines above it",
        "dpcore/engine/source/workbook.py",
        "for row in below) if any(map(_has_value, row)))",
        "for row in below) if row)",
        "tests/engine/test_unpack.py::test_cells_beside_the_table_are_not_read",
    ),
)
