"""How an error reads beside its question."""

import math

import dpcore as dp
from dpcore.present.text import unit
from dpcore.queries.question.prediction import Prediction
from dpcore.table.table import Table

TABLE = Table(dp.Schema(age=dp.Number(0, 100, integer=True), urgent=dp.Flag()), dp.Unit(), "add_remove", None, False)


def test_an_error_as_wide_as_the_declared_range_says_nothing():
    assert unit.judged(dp.Mean("age"), TABLE, 50.0).startswith("not usable: the margin is as wide")
    assert unit.judged(dp.StandardDeviation("age"), TABLE, 25.0).startswith("not usable: the margin is as wide")
    assert unit.judged(dp.Variance("age"), TABLE, 1250.0).startswith("not usable: the margin is as wide")


def test_a_smaller_error_is_judged_by_its_size():
    said = "relative error under 10 % for answers above 20; not usable below 2"
    assert unit.judged(dp.Mean("age"), TABLE, 2.0) == said
    shares = dp.Fraction(dp.Condition("urgent", "==", True))
    assert unit.judged(shares, TABLE, 0.00034) == "relative error under 10 % for shares above 0.4 %"
    assert unit.judged(shares, TABLE, 0.2) == "relative error over 10 % for every share"
    assert unit.judged(shares, TABLE, 0.5).startswith("not usable: ")
    assert unit.judged(dp.Sum("age"), TABLE, 5000.0).startswith("relative error under 10 % for answers above 50,000;")


def test_a_group_known_to_be_small_may_not_be_usable():
    table = Table(dp.Schema(age=dp.Number(0, 100), g=dp.Category(["a", "b"])), dp.Unit(), "add_remove", None, False)
    query, lost = dp.Mean("age", by=["g"]).bind(table.schema), "where the answer may not be usable"
    for half, largest, certain, said in (
        (2.0, 60.0, 2.5, True),  # a released count knows the smallest group
        (2.0, 60.0, math.nan, False),  # from declared rows any group may be empty
        (2.0, 30.0, 2.5, False),
        (55.0, 60.0, 55.0, False),  # nor is the typical one, which is said by itself
    ):
        error = Prediction(half / 2, half, half, half, largest, certain=certain)
        words = unit.predicted(query, table, error)
        assert (lost in words) == said and "in the smallest group" in words


def test_conditions_are_written_as_people_write_them():
    old = dp.Condition("age", ">=", 30).bind(TABLE.schema)
    assert str(old) == "age >= 30"
    assert str(dp.Condition("urgent", "==", True).bind(TABLE.schema)) == "urgent is yes"
    assert str(dp.Condition("age", "in", [1, 2])) == "age is one of 1, 2"
    assert (
        str(dp.Condition("age", "in", [1])) == "age is 1" and str(dp.Condition("age", "not in", [1])) == "age is not 1"
    )


def test_no_error_is_told_with_an_exponent():
    small = "relative error under 10 % for answers above 0.00002; not usable below 0.000002"
    assert unit.judged(dp.Mean("age"), TABLE, 1.3e-6) == small
    table = Table(TABLE.schema, TABLE.unit, "add_remove", 1_000, False)
    count = dp.Count().bind(TABLE.schema)
    for half, said in (
        (0.05, "under 0.01 % of the rows expected"),
        (15.0, "about 1.5 % of the rows expected"),
        (1_200.0, "about 120 % of the rows expected"),
        (12_000.0, "about 12 times the size of the rows expected"),
        (1e6, "at least 100 times the size of the rows expected"),
    ):
        assert unit.judged(count, table, half).endswith(said)


def test_a_function_is_least_exact_where_there_are_few_rows_not_in_a_group() -> None:
    table = Table(dp.Schema(age=dp.Number(0, 100), cost=dp.Number(0, 9)), dp.Unit(), "add_remove", 1_000, False)
    error = Prediction(0.1, 0.2, 0.1, 0.4, 9.0)
    said = unit.predicted(dp.Trend("cost", "age").bind(table.schema), table, error)
    assert said == "± 0.20 per point, between 0.10 and 0.40; up to 9.0 where there are few rows"
    none = unit.predicted(
        dp.KernelMachine("cost", "age").bind(table.schema), table, Prediction(0.1, 0.2, 0.0, 0.2, 0.2)
    )
    assert none == "± 0.20 per point"
    some = unit.predicted(
        dp.KernelMachine("cost", "age").bind(table.schema), table, Prediction(0.1, 0.2, 0.0, 0.3, 0.3)
    )
    assert some == "± 0.20 per point, at most 0.30"
