"""A whole question in words: what is asked, its settings, its groups and its filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, named
from dpcore.text import Text, joined

_NONE = Text("")


@final
@dataclass(frozen=True, slots=True)
class Words:
    """A question in words.

    question: without its settings, groups and filters. details: its settings, said after the groups. measured: the
    title of an axis with its numbers; by default the question. cell: the noun for one entry of the answer in a
    sentence; by default that of its shape (`noun`).
    """

    question: Text
    details: tuple[Text, ...] = ()
    measured: Text = _NONE
    cell: Text = _NONE

    def __post_init__(self) -> None:
        object.__setattr__(self, "measured", self.measured or self.question)


def sentence(words: Words, by: Sequence[Partition], where: Sequence[Condition]) -> Text:
    """The question by its groups, then its settings, then its filters."""
    question = words.question
    facts: dict[str, str] = {"question": question, "by": joined(map(named, by), ", ")}
    whole = Text("{question} by {by}", **facts) if by else Text("{question}", question=question)
    detailed = joined([whole, *words.details], ", ")
    if not where:
        return detailed
    condition = where[0].words
    for further in where[1:]:
        condition = Text("{condition} and {further}", condition=condition, further=further.words)
    if words.details:
        return Text("{question}, where {condition}", question=detailed, condition=condition)
    if by:
        return Text("{question} by {by} where {condition}", condition=condition, **facts)
    return Text("{question} where {condition}", question=question, condition=condition)
