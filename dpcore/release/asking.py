"""The state of one ask while it is answered. Checks that each round has a promised loss. Never sees a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import DpError, QueryError
from dpcore.ledger.payment import Item
from dpcore.ledger.round import Kept, Noisy
from dpcore.plan.request import Request, charge_of
from dpcore.queries.question.round import Drawn, Round, Step
from dpcore.release import exact
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.table.table import Table


def item(request: Request) -> Item:
    """A request in the form that the ledger charges."""
    data = {
        "query": request.query.to_dict(),
        "lane": request.price.recorded,
        "price": str(request.price.total),
        "measurement": request.measurement,
        "words": str(request.query),
    }
    return Item(request.key, data, charge_of([request]), free=not request.price.total, keep=request.keep)


@final
class _Unpromised(QueryError):
    """A round whose loss was not promised. The message is constant, so it does not depend on a noisy answer."""


@final
class Asking:
    """One ask while it is answered: its run, the current round, and the noisy answers of earlier rounds.

    drawn: the noisy integers of the current round until they are stored and sent to the run. resumed: whether an
    earlier call read some of the rounds. Raises QueryError when the run fails before its first round, or when that
    round's loss was not promised; this follows from public facts, so it happens before the charge.
    """

    def __init__(self, request: Request, table: Table) -> None:
        self.request, self.key = request, request.key
        self.rounds: list[tuple[Drawn, ...]] = []
        self.drawn: Noisy = ()
        self.failed: DpError | None = None
        self.resumed = False
        self._promised = [part for loss in request.losses for part in loss.parts]
        self._rounds = len(self._promised)
        try:
            self._run = request.query.run(table, request.price)
            self.round: Round | None = self._check(next(self._run))
        except DpError:
            raise
        except Exception as failure:  # safe to chain: the run has seen only public facts
            question = request.query.sentence
            raise QueryError(
                _UNASKED, "No row was read. Report this to the maintainer of the program.", question=question
            ) from failure

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the current round."""
        return () if self.round is None else self.round.steps

    @property
    def seconds(self) -> float:
        """The longest time that the round's statistics may take, in seconds, from public facts."""
        return sum(exact.seconds(step) for step in self.steps)

    @property
    def last(self) -> bool:
        """Whether the current round is the last one: the promised losses are used up, or the run has ended."""
        return not self._promised or self.round is None

    @property
    def progress(self) -> Text:
        """How many rounds are answered, in words."""
        return Text("round {passed} of {promised}", passed=len(self.rounds), promised=self._rounds)

    @property
    def round_to_store(self) -> Kept:
        """The drawn round in the form that the ledger stores."""
        return Kept("" if self.round is None else self.round.digest, self.drawn)

    def take(self, drawn: Sequence[np.ndarray]) -> None:
        """Keeps the noisy integers that the steps of the round drew."""
        self.drawn = tuple(map(_whole, drawn))

    def send(self, noisy: Sequence[Sequence[Sequence[int]]]) -> None:
        """Sends the stored noisy integers of the round to the run, and forms the next round."""
        rows = [tuple(map(tuple, step)) for step in noisy]
        self.rounds.append(tuple(_answer_of(step, answer) for step, answer in zip(self.steps, rows, strict=True)))
        try:
            self.round = self._check(self._run.send(tuple(np.array(answer, dtype=object) for answer in rows)))
        except StopIteration:
            self.round = None

    def finish(self, failures: list[BaseException]) -> None:
        """Sends the last drawn round to the run, which ends the ask. The record is stored even if the run fails now."""
        if self.round is None:
            return
        try:
            self.send(self.drawn)
        except _Unpromised as failure:
            failures.append(failure)
        except Exception:  # its message may depend on a draw other than the stored one, so it is dropped
            failures.append(
                QueryError(_UNFINISHED, "Its answer is stored. Report this to the maintainer of the program.")
            )
        self.round = None

    def _check(self, asked: Round) -> Round:
        """The round, if the loss of each of its steps was promised and is unused. Raises QueryError otherwise.

        Losses of several steps add up, so each loss is promised by itself. A step without a loss must have a public
        answer.
        """
        losing = [step.mechanism.loss for step in asked.steps if not _is_public(step)]
        left = list(self._promised)
        for loss in asked.losses:
            if loss not in left:
                raise _Unpromised(*_BEYOND)
            left.remove(loss)
        if losing != list(asked.losses):
            raise _Unpromised(*_BEYOND)
        self._promised = left
        return asked


def _answer_of(step: Step, noisy: tuple[tuple[int, ...], ...]) -> Drawn:
    return Drawn(step.mechanism, noisy, step.statistic.tables)


def _is_public(step: Step) -> bool:
    """Whether a step's answer is public: no row can change it."""
    return step.statistic.public


def _whole(noisy: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in noisy.tolist())


_BEYOND = (
    Text("A question tried to use more privacy budget than it had declared before the charge."),
    Text("No further row was read for it. Report this to the maintainer of the program."),
)
_UNFINISHED = Text("A question failed after its last round.")
_UNASKED = Text("“{question}” cannot be asked: preparing its first round failed, before any row was read.").key
