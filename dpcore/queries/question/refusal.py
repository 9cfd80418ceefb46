"""Refusals: of questions that are only answered where the number of rows is public, and of measuring some again.

It is public where neighbouring tables differ in one replaced row and no row can be left out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from math import nan
from typing import TYPE_CHECKING

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.table.column import is_constant
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.table.schema import Schema
    from dpcore.table.table import Table

_SINGLE = Text("Ask for the median, a quantile or the mean instead.")


class Unsold(QueryError):
    """No price that is sold gives a target error. dear: a larger price would be needed, not a smaller one.

    least: the error at the largest price, in the unit of the target; NaN if it is not known.
    """

    dear = True
    least = nan


def unsold(question: str, dear: bool, least: float = nan) -> Unsold:
    """The error for a target error that no price gives."""
    smaller = Text("Ask for a smaller margin of error, or choose a weight or a price.")
    larger = Text("Ask for a larger margin of error.")
    message = Text("No price gives “{question}” this margin of error.", question=question)
    error = Unsold(message, larger if dear else smaller)
    error.dear, error.least = dear, least
    return error


@contextlib.contextmanager
def in_units(unit: float) -> Iterator[float]:
    """For a target that is divided by this unit inside: the least error of a refusal is multiplied by it."""
    try:
        yield unit
    except Unsold as error:
        error.least *= unit
        raise


def rows_private(question: Text, instead: Text = _SINGLE) -> QueryError:
    """The error for a table whose number of rows is private. instead: what to ask."""
    needed = Text("It needs a dataset where neighbouring tables differ in one replaced row, and units of one row.")
    return QueryError(
        "“{question}” is only answered where the number of rows is public.",
        joined((needed, instead)),
        question=question,
    )


def other_relation(question: Text) -> QueryError:
    """The error where neighbouring tables differ in a replaced row, which a question is not accounted for."""
    return QueryError(
        "“{question}” is only answered where neighbouring tables differ in one added or removed unit.",
        "Random samples are accounted for under this relation. Ask for a linear or logistic regression instead.",
        question=question,
    )


def in_place(question: Text) -> QueryError:
    """The error for a question about random samples of rows that stay in a database."""
    return QueryError(
        "“{question}” is not answered from rows that stay in a database.",
        "The log of a database could give its random samples away. Load the rows from a file, or ask for a linear or "
        "logistic regression.",
        question=question,
    )


def without_delta(question: Text) -> QueryError:
    """The error for a question about random samples under a budget without delta."""
    return QueryError(
        "“{question}” is not answered under a budget without delta: random samples need a probability of failure.",
        "Leave out the sampling rate, so that every step reads all rows, or open a dataset with a budget in epsilon "
        "and delta.",
        question=question,
    )


def rows_undeclared(question: Text, instead: Text) -> QueryError:
    """The error for a table without a declared number of rows. instead: what to ask."""
    return QueryError(
        "“{question}” is only answered where the expected number of rows is declared.",
        joined((Text("It is declared when a dataset is opened."), instead)),
        question=question,
    )


def one_group(question: Text, instead: Text = _SINGLE) -> QueryError:
    """The error for a question with groups or filters, which leave rows out. instead: what to ask."""
    return QueryError(
        "“{question}” is only answered for all rows together, without groups and filters.", instead, question=question
    )


def rows_left_out(question: Text, column: str, instead: Text = _SINGLE) -> QueryError:
    """The error for a column whose missing cells leave rows out. instead: what to ask."""
    declare = Text("A value for missing cells can be declared when the data is described.")
    return QueryError(
        "“{question}” is only answered where no row is left out, but rows without {column} are.",
        joined((declare, instead)),
        question=question,
        column=column,
    )


def unless_all_rows(question: Text, table: Table, some: bool, numbers: Iterable[str], instead: Text) -> None:
    """Raises QueryError unless the number of rows is public, declared, and that of the rows that are counted.

    some: whether there are groups or filters. numbers: the columns whose missing cells leave rows out, unless they have
    a value. instead: what to ask.
    """
    if table.neighbors != "replace" or table.unit.max_rows > 1:
        raise rows_private(question, instead)
    if some:
        raise one_group(question, instead)
    for name in numbers:
        if getattr(table.schema.columns[name], "missing", "drop") == "drop":
            raise rows_left_out(question, name, instead)
    if table.expected_rows is None:
        raise rows_undeclared(question, instead)


def not_combined(question: Text) -> QueryError:
    """The error for measuring a question again whose measurements cannot be averaged."""
    return QueryError(
        "Several measurements of “{query}” cannot be combined.",
        "Ask the question once, at the total price.",
        query=question,
    )


def uncertain(question: Text) -> QueryError:
    """The error for a target error that a table can exceed at every price."""
    return QueryError(
        "No price gives “{question}” this margin of error on every table, because the margin depends on the rows.",
        "Choose a weight or a price instead: the quote shows the range in which the margin is expected.",
        question=question,
    )


def uncounted(question: Text) -> QueryError:
    """The error for a target error that depends on the rows of groups, or of a filter, of which only a sum is known."""
    return QueryError(
        "No price gives “{question}” this margin of error on every table, because it depends on how many rows each "
        "group has or the filter keeps.",
        "First release a count with the same groups and filters. Or choose a weight or a price: the quote shows the "
        "range in which the margin is expected.",
        question=question,
    )


def no_function(question: Text) -> QueryError:
    """The error for an answer that is not a function of a column."""
    return QueryError(
        "“{question}” does not answer with a function of a column.", "Its answer is in `table`.", question=question
    )


def grouped_by_itself(column: str) -> QueryError:
    """The error for a function of a column that is grouped by the same column."""
    return QueryError(
        "A function of {column} cannot be grouped by {column} itself.", "Group by another column.", column=column
    )


def more_blocks_than_rows(blocks: int, table: Table) -> None:
    """Raises QueryError for more blocks than expected rows."""
    if table.expected_rows is not None and blocks > table.expected_rows:
        raise QueryError(
            "{blocks:,} blocks are more than the {rows:,} expected rows, so that most would be empty.",
            "Use fewer blocks; about the square root of the number of rows is usual.",
            blocks=blocks,
            rows=table.expected_rows,
        )


def without_source(question: Text) -> QueryError:
    """The error for a function of blocks that is known by its digest alone."""
    return QueryError(
        "“{question}” needs the source text of its function, which is not stored.",
        "Release it again from a script, with the same source text. A charge that was paid is not paid again.",
        question=question,
    )


def check_varies(schema: Schema, name: str) -> None:
    """Raises QueryError for a constant, which only conditions can use."""
    column = schema.columns.get(name)
    if column is not None and is_constant(column):
        raise QueryError(
            "Column {name} has one value only, so there is nothing to ask about it.",
            "Describe the table again if it can have others.",
            name=shown(name),
        )
