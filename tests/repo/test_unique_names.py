"""A name means one thing: no module and no class of `dpcore` shares its name with another, but for a reason."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from tests.repo.house import scripts, tree

# A reason, and below it the names of modules (small letters) and of classes (capitals) for which it holds.
REASONS = """
each family of the program has its base class
    base
a distribution: its noise, its trade-off curve, and the loss that is booked for it
    gaussian laplace pure law Gaussian Laplace Pure BoundedRange Subsampled Law
a shape of answers: the question, the result, and its picture
    function graph model number Bins Graph Number Outline Plane Curve
a word of the aggregate language: what it means, its SQL, its statistic, and the question with it
    ball grid group key leaf linear nearest per_unit score value Blocks Grid Pairs Rows Sampled
a database: as an engine, as a dialect, and as a ledger's store; each has its addresses and tables
    postgres spark Address Placed
a command of the command line has the name of what it shows or does
    extract ledger quote run standing verify
a noun of the ledger: the entry that is stored, and the object that is used
    answer round rounds scenario Dataset Slice
sentences about something have its name
    curve price reading team
a lesson has the name of what it teaches
    error picture table Course Factor Mechanism Noise Picture Round Row Share
what one place shows, calculates or refuses of a noun that is used in many
    compare contents cumulative density evaluate fact facts figure history outlook refusal sampled slot svg text words
    Facts Axis Line Series Setting Signed
a helper of one package, named for what it does there
    additive check child failure growth plain rows Design Fit Moments Node Ratio Reading Shape Sums
imported under this name by scripts and notebooks that were exported
    export words
a declared column of a table, and the text of a sentence
    Text
where rows come from, and what a model was computed from
    Source
"""
NAMES = {name for line in REASONS.splitlines() if line.startswith("    ") for name in line.split()}


def repeated(names: Iterable[str]) -> set[str]:
    """The names that occur more than once."""
    return {name for name, times in Counter(names).items() if times > 1}


def test_no_module_has_the_name_of_another_without_a_reason() -> None:
    paths = scripts("dpcore")
    assert repeated(path.stem for path in paths if path.stem not in ("__init__", "__main__")) - NAMES == set()


def test_no_class_has_the_name_of_another_without_a_reason() -> None:
    nodes = [node for path in scripts("dpcore") for node in ast.walk(tree(path))]
    assert repeated(node.name for node in nodes if isinstance(node, ast.ClassDef)) - NAMES == set()


def test_a_repeated_name_is_seen() -> None:
    assert repeated(["price", "law", "price"]) == {"price"}
