"""One ask while it is answered: rounds that keep what was promised, each from what was stored before. Sees no row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import DpError, QueryError
from dpcore.ledger.round import Kept, Noisy
from dpcore.queries.round import Drawn, Round, Step
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.plan.quote import Priced
    from dpcore.table.table import Table


@final
@dataclass(frozen=True)
class Request:
    """One ask with the identity under which it is charged and answered once; `keep` as in the ledger's `Item`."""

    key: str
    priced: Priced
    measurement: int = 0
    keep: int | None = None


@final
class _Unpromised(QueryError):
    """A round that was not promised: a sentence of its own, whatever the run has seen."""


@final
class Asking:
    """One ask while it is answered: its run, the round that waits, and what was answered before.

    drawn: what the present round drew, until it is stored and sent. resumed: whether another call read some of its
    rounds. Raises QueryError where its run fails before its first round, or does not keep its promise in it: that
    follows from public facts, so it is known before the charge.
    """

    def __init__(self, request: Request, table: Table) -> None:
        self.request, self.key = request, request.key
        self.rounds: list[tuple[Drawn, ...]] = []
        self.drawn: Noisy = ()
        self.failed: DpError | None = None
        self.resumed = False
        self._promised = list(request.priced.losses)
        try:
            self._run = request.priced.query.run(table, request.priced.price)
            self.round: Round | None = self._checked(next(self._run))
        except DpError:
            raise
        except Exception as failure:  # public facts alone were looked at
            question = request.priced.query.sentence
            raise QueryError(_UNASKED, "Nothing was read for it.", question=question) from failure

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those of the round that waits."""
        return () if self.round is None else self.round.steps

    @property
    def seconds(self) -> float:
        """How long the statistics of the round may work, by public facts."""
        return sum(step.statistic.seconds for step in self.steps)

    @property
    def last(self) -> bool:
        """Whether nothing comes after the round that waits: what was promised is used up, or the run has ended."""
        return not self._promised or self.round is None

    @property
    def kept(self) -> Kept:
        """The drawn round as the ledger keeps it."""
        return Kept("" if self.round is None else self.round.digest, self.drawn)

    def take(self, drawn: Sequence[np.ndarray]) -> None:
        """What the steps of the round drew, as whole numbers."""
        self.drawn = tuple(map(_whole, drawn))

    def send(self, noisy: Sequence[Sequence[Sequence[int]]]) -> None:
        """Go on from what the steps of the round answered, as it is stored."""
        rows = [tuple(map(tuple, step)) for step in noisy]
        self.rounds.append(tuple(_drawn(step, found) for step, found in zip(self.steps, rows, strict=True)))
        try:
            self.round = self._checked(self._run.send(tuple(np.array(found, dtype=object) for found in rows)))
        except StopIteration:
            self.round = None

    def finish(self, failures: list[BaseException]) -> None:
        """Take the last round as it was drawn: it is stored with the record, whatever the run says to it."""
        if self.round is None:
            return
        try:
            self.send(self.drawn)
        except _Unpromised as failure:
            failures.append(failure)
        except Exception:  # what it says may follow from a draw that is not the stored one
            failures.append(
                QueryError(_UNFINISHED, "Its answer is stored. Report it to whoever maintains the program.")
            )
        self.round = None

    def _checked(self, asked: Round) -> Round:
        """The round, where its loss is one that was promised and not used yet, and one step's alone.

        Losses add up over steps; a step without one must be such that no row can change it. Raises QueryError.
        """
        losing = [step.mechanism.loss for step in asked.steps if not _is_public(step)]
        if losing != ([] if asked.loss is None else [asked.loss]):
            raise _Unpromised(_UNPROMISED, "Nothing more is read for it.")
        if asked.loss is not None:
            if asked.loss not in self._promised:
                raise _Unpromised(_UNPROMISED, "Nothing more is read for it.")
            self._promised.remove(asked.loss)
        return asked


def _drawn(step: Step, noisy: tuple[tuple[int, ...], ...]) -> Drawn:
    return Drawn(step.mechanism, noisy, step.statistic.tables)


def _is_public(step: Step) -> bool:
    """Whether no row can change what a step answers."""
    return step.statistic.public


def _whole(noisy: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in noisy.tolist())


_UNPROMISED = Text("A question asked more of the rows than it had promised.")
_UNFINISHED = Text("A question failed after its last round.")
_UNASKED = Text("“{question}” cannot be asked: its first round fails before any row is read.").key
