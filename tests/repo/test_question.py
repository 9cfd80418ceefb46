"""A question says what it is in few members; what only some of them say is beside it, and has a default."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from dpcore.queries import IN_SCRIPTS, QUERIES
from dpcore.queries.question.base import Query
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.single import Single

DECLARED = {
    "name",
    "title",
    "help",
    "topics",
    "synonyms",
    "formula",
    "cites",
    "parameters",
    "combines",
    "limits",
    "later",
    "by",
    "where",
}
"""What a class declares, and the fields of every question."""
STORED = {"sentence", "to_dict", "from_dict"}
"""What is made of the others, for every question alike."""
MOST = 16
"""Other public members of `Query`."""
OF_SINGLE = 7

ALONE = {
    "decisive": "KernelMachine measures how well it predicts after its answer, by a round that is not averaged",
    "few": "only a trend is a quotient, which is nothing where there are no rows",
    "finer": "only a trend says how much of it is smoothing",
    "calibration": "only logistic regression predicts probabilities that were compared with the rows",
    "keyed": "the leaves of a decision tree follow from its rounds",
    "restated": "records of interpolated quantiles were once stored without intervals",
}
"""Members that exactly one question overrides, each with the reason why it is no method of that question alone."""


def public(kind: type) -> set[str]:
    names = {*vars(kind), *inspect.get_annotations(kind)}
    return {name for name in names if not name.startswith("_")}


def overriding(member: str, base: type) -> Iterator[type[Query]]:
    """The questions for which a member is another one than that of the base."""
    for kind in (*QUERIES, *IN_SCRIPTS):
        if issubclass(kind, base) and next(parent for parent in kind.__mro__ if member in public(parent)) is not base:
            yield kind


def test_a_question_has_few_members() -> None:
    assert public(Query) >= DECLARED | STORED
    assert len(public(Query) - DECLARED - STORED) <= MOST, sorted(public(Query) - DECLARED - STORED)
    assert {name for name in dir(Query) if not name.startswith("_")} <= public(Query), "no base adds more"
    assert len(public(Single) - public(Query)) <= OF_SINGLE


def test_each_question_says_what_it_computes() -> None:
    assert all(kind.formula for kind in (*QUERIES, *IN_SCRIPTS))


@pytest.mark.parametrize("base", [Query, Readable, Single])
def test_what_one_question_alone_overrides_has_a_reason(base: type) -> None:
    once = {member for member in public(base) if len(set(overriding(member, base))) == 1}
    assert once <= set(ALONE), "make it a method of that question, or a value of a declared member"


def test_no_reason_outlives_its_member() -> None:
    for member in ALONE:
        assert len(set(overriding(member, Readable))) == 1, member
