"""Refusals: of questions that are only answered where the number of rows is public, and of measuring some again.

It is public where neighbouring tables differ in one replaced row and no row can be left out.
"""

from __future__ import annotations

from dpcore.errors import QueryError
from dpcore.text import Text


def rows_private(question: Text) -> QueryError:
    """The error for a table whose number of rows is private."""
    return QueryError(
        "“{question}” is only answered where the number of rows is public.",
        Text(
            "It needs a dataset where neighbouring tables differ in one replaced row, and units of one row. Ask for "
            "the median, a quantile or the mean instead."
        ),
        question=question,
    )


def one_group(question: Text) -> QueryError:
    """The error for a question with groups or filters, which leave rows out."""
    return QueryError(
        "“{question}” is only answered for all rows together, without groups and filters.",
        "Ask for the median, a quantile or the mean instead.",
        question=question,
    )


def rows_left_out(question: Text, column: str) -> QueryError:
    """The error for a column whose missing cells leave rows out."""
    return QueryError(
        "“{question}” is only answered where no row is left out, but rows without {column} are.",
        "Declare a value for missing cells of the column, or ask for the median, a quantile or the mean.",
        question=question,
        column=column,
    )


def not_combined(question: Text) -> QueryError:
    """The error for measuring a question again whose measurements cannot be averaged."""
    return QueryError(
        "Several measurements of “{query}” cannot be combined.",
        "Ask the question once, at the total price.",
        query=question,
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
