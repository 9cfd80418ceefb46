"""A whole question in words: what is asked, its settings, its groups and its filters."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, named
from dpcore.text import Text, joined


def sentence(question: Text, details: Sequence[Text], by: Sequence[Partition], where: Sequence[Condition]) -> Text:
    """The question by its groups, then its settings, then its filters."""
    facts: dict[str, str] = {"question": question, "by": joined(map(named, by), ", ")}
    whole = Text("{question} by {by}", **facts) if by else Text("{question}", question=question)
    detailed = joined([whole, *details], ", ")
    if not where:
        return detailed
    condition = where[0].words
    for further in where[1:]:
        condition = Text("{condition} and {further}", condition=condition, further=further.words)
    if details:
        return Text("{question}, where {condition}", question=detailed, condition=condition)
    if by:
        return Text("{question} by {by} where {condition}", condition=condition, **facts)
    return Text("{question} where {condition}", question=question, condition=condition)
