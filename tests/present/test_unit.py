"""How an error reads beside its question."""

import dpcore as dp
from dpcore.data.table import Table
from dpcore.present import unit

TABLE = Table(dp.Schema(age=dp.Number(0, 100, integer=True), urgent=dp.Flag()), dp.Unit(), "add_remove", None, False)


def test_an_error_as_wide_as_the_declared_range_says_nothing():
    assert unit.judged(dp.Mean("age"), TABLE, 50.0).startswith("hopeless: no better than")
    assert unit.judged(dp.StandardDeviation("age"), TABLE, 25.0).startswith("hopeless: no better than")
    assert unit.judged(dp.Variance("age"), TABLE, 1250.0).startswith("hopeless: no better than")


def test_a_smaller_error_is_judged_by_its_size():
    assert unit.judged(dp.Mean("age"), TABLE, 2.0) == "fine for answers of 20 or more; hopeless below 2"
    assert unit.judged(dp.Sum("age"), TABLE, 5000.0).startswith("fine for answers of 50,000 or more")


def test_conditions_are_written_as_people_write_them():
    old = dp.Condition("age", ">=", 30).bind(TABLE.schema)
    assert str(old) == "age >= 30"
    assert str(dp.Condition("urgent", "==", True).bind(TABLE.schema)) == "urgent is yes"
    assert str(dp.Condition("age", "in", [1, 2])) == "age is one of 1, 2"


def test_no_error_is_told_with_an_exponent():
    assert unit.judged(dp.Mean("age"), TABLE, 1.3e-6) == "fine for answers of 0.00002 or more; hopeless below 0.000002"
    table = Table(TABLE.schema, TABLE.unit, "add_remove", 1_000, False)
    count = dp.Count().bind(TABLE.schema)
    for half, said in (
        (0.05, "under 0.01 % of the rows expected"),
        (15.0, "about 1.5 % of the rows expected"),
        (1_200.0, "about 120 % of the rows expected"),
        (12_000.0, "about 12 times the size of the rows expected"),
        (1e6, "some 100 times the size, or more, of the rows expected"),
    ):
        assert unit.judged(count, table, half).endswith(said)
