"""What public facts and paid answers tell of a scenario: its answered questions, and numbers of rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from dpcore.plan.scenario import Scenario
from dpcore.queries import Query
from dpcore.queries.question.prediction import Guess

Expected = tuple[tuple[Query, Guess], ...]
"""The expected number of rows in the cells of each question for which there is one."""


@final
@dataclass(frozen=True)
class Known:
    """answered: the questions that are paid for on these rows. expected: the rows in the cells of questions.

    rows: the number of all rows, declared or from a released count; None if there is none.
    """

    answered: tuple[Query, ...] = ()
    expected: Expected = ()
    rows: int | None = None

    def fresh(self, scenario: Scenario) -> Scenario:
        """The scenario without answered questions; the whole one if all are answered."""
        asks = tuple((query, weight) for query, weight in scenario.asks if query not in self.answered)
        return replace(scenario, asks=asks) if asks else scenario

    def thinned(self, scenario: Scenario) -> Expected:
        """The expected numbers of rows where only a share of the units is used."""
        names, rate = ("typical", "least", "most", "smallest"), scenario.rate
        return tuple(
            (query, replace(guess, **{name: rate * getattr(guess, name) for name in names}))
            for query, guess in self.expected
        )


NOTHING = Known()
