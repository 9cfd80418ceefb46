"""Which datasets say that earlier answers counted 17 and 17.0 as two, or 17 and 17,0, or true and True."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.present.text import reading
from dpcore.release.dataset import Dataset
from dpcore.table.listing import listing, number_of
from dpcore.table.table import Table

BUDGET = dp.Budget(mu=1.0, delta=1e-6)
LISTS = [
    (["1", "B"], True, True, False),
    (["A", "02"], True, True, False),
    (["1.50"], True, True, False),
    (["1,5", "B"], False, True, False),  # a number only where a comma is a decimal mark
    (["A", "B", "1_000"], False, False, False),
    (["true", "FALSE"], False, False, True),
    (["True", "1"], True, True, True),
    (["true", "True", "TRUE"], False, False, False),  # each spelling is a value of its own
    (["A", "tRuE"], False, False, False),
]
"""Listed values; whether rules 1 and 2 read some otherwise than rule 3: by number, by decimal comma, as a truth."""


def a_dataset(draw: random.Random) -> tuple[Dataset, bool, bool, bool, bool]:
    """A dataset; whether its units, numbers that are listed, with a comma too, and truths depend on the rule."""
    columns: dict[str, object] = {"age": dp.Number(0, 120), "day": dp.Date("2024-01-01", "2024-12-31")}
    written, unit = draw.random() < 0.4, draw.random() < 0.6
    values, numbered, commas, truths = draw.choice(LISTS)
    columns["person"] = dp.Identifier(as_written=written)
    columns["ward"] = dp.Category(values)
    flag = draw.random() < 0.3
    if flag:
        columns["smoker"] = dp.Flag()
    rules = (1,) * draw.randint(0, 2) + (2,) * draw.randint(0, 2) + (3,) * draw.randint(0, 2) or (3,)
    table = Table(dp.Schema(columns), dp.Unit("person", max_rows=3) if unit else dp.Unit(), rule=rules[-1])
    dataset = Dataset("d", "visits", "owner", table, BUDGET, len(rules), True, "", rules=rules)
    units = unit and not written
    return dataset, units, numbered or flag, units or commas or flag, truths


@pytest.mark.parametrize(("values", "numbered", "commas", "truths"), LISTS)
def test_the_lists_are_read_otherwise_as_said(values: list[str], numbered: bool, commas: bool, truths: bool) -> None:
    """By brute force: over spellings of each value, whether some text stands for another value by the later rule."""
    numbers = [f"{before}{value}{after}" for value in values for before in ("", "0") for after in ("", ",0", "0", ".0")]
    texts = [*numbers, *(text.replace(",", ".") for text in numbers), *(text.replace(".", ",") for text in numbers)]
    texts += [word for each in ("true", "false") for word in (each, each.title(), each.upper(), "tRuE")]
    by_two = listing(tuple(values), truths=False)
    assert any(by_two.find(text) != listing(tuple(values)).find(text) for text in texts) == truths
    by_comma = listing(tuple(values), comma=True, truths=False)
    assert any(by_two.find(text) != by_comma.find(text) for text in texts) == commas
    assert any(number_of(value) is not None for value in values) == numbered


def versions(last: int) -> str:
    return f"versions 1 to {last}" if last > 1 else "version 1"


@pytest.mark.parametrize("seed", range(200))
def test_the_sentences_stand_where_they_apply_and_nowhere_else(seed: int) -> None:
    draw = random.Random(seed)
    dataset, units, listed, commas, truths = a_dataset(draw)
    first = dataset.rules.count(1)
    second = first + dataset.rules.count(2)
    every = range(1, dataset.version + 1)
    for answered in ([], [dataset.version], list(every), draw.sample(list(every), draw.randint(1, dataset.version))):
        said = reading.earlier(dataset, answered) or ""
        by_number = (units or listed) and any(version <= first for version in answered)
        by_spelling = any(version <= second for version in answered)
        assert ("17 and 17.0 as two" in said and "In person they" in said) == (units and by_number)
        assert ("did not read 1.0 as 1." in said) == (listed and by_number)
        assert (f"Answers about {versions(first)} of" in said and "compared cells" in said) == by_number
        assert ("numbers are compared by value" in said) == (by_number and dataset.version > first)
        assert ("compares numbers by value" in said) == (by_number and dataset.version == first)
        comma = f"answers about {versions(second)} of the rows did not read 17,0 in files with semicolons as 17."
        assert (comma in said) == ("17,0" in said) == (commas and by_spelling)
        truth = f"In ward, answers about {versions(second)} of the rows told true, True and TRUE apart."
        assert (truth in said) == ("TRUE" in said) == (truths and by_spelling)
        either = (commas or truths) and by_spelling
        assert (f"Since version {second + 1}, these are one" in said) == (either and dataset.version > second)
        assert ("In a new version" in said) == (either and dataset.version == second)


@pytest.mark.parametrize("seed", range(200))
def test_a_new_version_says_what_it_reads_otherwise(seed: int) -> None:
    dataset, units, listed, commas, truths = a_dataset(random.Random(seed))
    rule = dataset.rules[-1]
    for files in (True, False):
        said = reading.renewed(dataset, files) or ""
        assert ("compares numbers by value" in said) == ((units or listed) and rule == 1)
        assert ("17,0" in said) == (commas and rule < 3 and files)
        assert ("TRUE" in said) == (truths and rule < 3)
        assert (reading.renewed(dataset, files) is None) == (said == "")


def test_many_columns_are_named_by_the_first() -> None:
    table = Table(dp.Schema({f"c{place}": dp.Flag() for place in range(20)}), dp.Unit(), rule=1)
    dataset = Dataset("d", "visits", "owner", table, BUDGET, 1, True, "", rules=(1,))
    said = reading.earlier(dataset, [1])
    assert said is not None and said.count("c0, c1, c2, c3, c4, … ") == 1 and "c5" not in said
    assert said.count("c0, c1, c2, c3, c4, …, ") == 1
    assert reading.earlier(replace(dataset, rules=(3,)), [1]) is None
