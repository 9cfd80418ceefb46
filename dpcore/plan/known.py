"""Facts about a scenario from declarations and paid answers: its answered questions, and numbers of rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from dpcore.plan.scenario import Scenario
from dpcore.queries import Query
from dpcore.queries.question.prediction import Guess

Expected = tuple[tuple[Query, Guess], ...]
"""(question, expected number of rows in its cells), without questions whose number is unknown."""


@final
@dataclass(frozen=True)
class Known:
    """answered: the questions that are paid for on these rows. expected: numbers of rows in the cells of questions.

    rows: the number of all rows, declared or from a released count; None if unknown.
    """

    answered: tuple[Query, ...] = ()
    expected: Expected = ()
    rows: int | None = None

    def fresh(self, scenario: Scenario) -> Scenario:
        """The scenario without answered questions; the whole scenario if all are answered."""
        asks = tuple((query, weight) for query, weight in scenario.asks if query not in self.answered)
        return replace(scenario, asks=asks) if asks else scenario

    def thinned(self, scenario: Scenario) -> Expected:
        """The expected numbers of rows if only the scenario's share of units is used."""
        names, rate = ("typical", "least", "most", "smallest"), scenario.rate
        return tuple(
            (query, replace(guess, **{name: rate * getattr(guess, name) for name in names}))
            for query, guess in self.expected
        )


NOTHING = Known()
