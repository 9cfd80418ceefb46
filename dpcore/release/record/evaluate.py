"""A released function at any points, or a model for any rows: post-processing of its record, at no cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, final

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question.refusal import no_function
from dpcore.release.record import step
from dpcore.release.record.figure import Averaged, evaluate
from dpcore.result import FIGURES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpcore.result import Figures, Result
    from dpcore.table.schema import Schema


class Recorded(Averaged, Protocol):
    """The attributes of a release that are needed to evaluate its function."""

    @property
    def result(self) -> Result: ...  # noqa: D102


@final
@dataclass(frozen=True, slots=True)
class RecordSource:
    """A release as the source of a result's values at points; see `dpcore.result.base.Source`."""

    release: Recorded

    @property
    def schema(self) -> Schema:
        """The declared columns."""
        return self.release.facts_table.schema

    def check(self, given: Iterable[str], known: Iterable[str] | None = None) -> None:
        """Raises QueryError for an unknown setting. known: names of settings; by default those of the question."""
        query = self.release.query
        if known is None:
            known = (setting.name for setting in query.reading.settings(self.release.facts_table, self.release.paid))
        if unknown := set(given) - set(known):
            raise QueryError("“{self_}” has no setting {name}.", self_=query, name=shown(min(unknown)))

    def read(self, points: NDArray[np.float64], settings: Mapping[str, Any]) -> Figures:
        """The figures at points, or for coded rows. Raises QueryError if this version cannot read the numbers."""
        release = self.release
        step.check(release.query, release.facts_table, release.paid, release.rounds)
        answer = evaluate(release, points, settings)
        return {name: getattr(answer, name) for name in FIGURES}

    def refusal(self) -> QueryError:
        """The error for an answer that cannot be read at points."""
        return no_function(self.release.query.sentence)
