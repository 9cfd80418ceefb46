"""charge -> aggregate -> draw -> record: the one place where rows, ledger and noise meet. READ FIRST.

1. Everything that can be refused is refused on public facts: the plan is priced, the frozen rows are in place.
2. The charge is committed to the ledger, and its place written to the anchor, before a row is read for the question.
3. The engine returns exact integers; noise is drawn for the price that was charged; the two are added as integers.
4. The noisy record is stored under its key. What is stored first is the answer; any other draw is thrown away.
5. Only what was read back from the store is returned.

An exact integer lives in local variables of `_drawn` and nowhere else. A crash between 2 and 4 leaves asks that the
same call answers later under the same charge. After a row has been read no error depends on one.

A question may ask in rounds. Each round has a loss that was promised before the charge, else it is refused before a row
is read for it, and its noisy integers are stored before the next one is asked, which may depend on them alone.

A charge pays for one reading. A stop is obeyed until the rows are read; from then on the answers are drawn and stored
first, else one charge could time the engine again and again. A record carries the time of its charge, not the clock's.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.data.engine import Engine
from dpcore.data.table import Table
from dpcore.errors import BudgetError, QueryError
from dpcore.failpoint import failpoint
from dpcore.ledger.rounds import Kept
from dpcore.mechanisms import Mechanism
from dpcore.queries.round import Drawn, Round, Step
from dpcore.quote import Priced, charge_of
from dpcore.record import Release, facts_of, figures

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Item, Ledger, Payment, Receipt

Progress = Callable[[str], None]


@final
class Cancelled(BudgetError):
    """The release was stopped by whoever asked for it. What was charged stays charged; the same plan is free again."""


@final
@dataclass(frozen=True, slots=True)
class Run:
    """How a release is followed and stopped. progress: told each step. cancel: set by whoever wants it to stop."""

    progress: Progress = lambda step: None
    cancel: threading.Event | None = None

    def obey(self, message: str, hint: str) -> None:
        """Raises Cancelled where it is to stop."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled(message, hint)


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Which rows are asked: a dataset's identity in the ledger, its name, its version and its public facts."""

    dataset: str
    name: str
    version: int
    table: Table


@final
@dataclass(frozen=True)
class Request:
    """One ask with the identity under which it is charged and answered once; `keep` as in the ledger's `Item`."""

    key: str
    priced: Priced
    measurement: int = 0
    keep: int | None = None


def release(
    ledger: Ledger,
    place: Place,
    engine: Engine | None,
    requests: Sequence[Request],
    items: Sequence[Item],
    payment: Payment,
    run: Run,
) -> list[Release]:
    """Answer the requests, in order; what is answered already is returned as stored, for nothing.

    Raises AccessError, BudgetError, LedgerError or SourceError, always before a row is read or with a sentence that
    tells none. Raises Cancelled where the run was stopped: before the rows are read, or once the answers are stored.
    """
    run.progress("charging")
    run.obey("The release was stopped before anything was charged.", "Release again when you are ready.")
    paid = ledger.charge(place.dataset, payment, items)
    stored = ledger.stored(list(paid))
    pending = {request.key: request for request in requests if request.key not in stored}
    if pending and engine is not None:
        run.progress("reading")
        run.obey(*_UNREAD)
        receipts = ledger.receipts(pending)
        failures: list[BaseException] = []
        asking = _begun(ledger, _paid(pending.values(), receipts, place.table, failures), failures)
        while asking:
            last = _drawn(engine, asking, run, failures)
            records = {ask.key: _record(ask, place, receipts[ask.key], payment.user) for ask in last}
            if records:
                stored |= ledger.store({key: json.dumps(record.to_dict()) for key, record in records.items()})
            asking = _kept(ledger, [ask for ask in asking if ask not in last], failures)
            if asking:
                run.obey(*_BETWEEN)
        for failure in failures:
            raise failure
        run.obey(*_ANSWERED)
    failpoint("after_store")
    return [
        Release.from_dict(json.loads(stored[request.key])).at_level(request.priced.ask.level) for request in requests
    ]


@final
class Asking:
    """One ask while it is answered: its run, the round that waits, and what was answered before.

    drawn: what the present round drew, until it is stored and sent.
    """

    def __init__(self, request: Request, table: Table) -> None:
        self.request, self.key = request, request.key
        self.rounds: list[tuple[Drawn, ...]] = []
        self.drawn: tuple[np.ndarray, ...] = ()
        self._promised = list(request.priced.losses)
        self._run = request.priced.query.run(table, request.priced.price)
        self.round: Round | None = self._checked(next(self._run))

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those of the round that waits."""
        return () if self.round is None else self.round.steps

    @property
    def last(self) -> bool:
        """Whether nothing comes after the round that waits: what was promised is used up, or the run has ended."""
        return not self._promised or self.round is None

    @property
    def kept(self) -> Kept:
        """The drawn round as the ledger keeps it."""
        return Kept("" if self.round is None else self.round.digest, tuple(map(_whole, self.drawn)))

    def send(self, noisy: Sequence[Sequence[Sequence[int]]]) -> None:
        """Go on from what the steps of the round answered, as it is stored."""
        rows = [tuple(map(tuple, step)) for step in noisy]
        self.rounds.append(tuple(Drawn(step.mechanism, found) for step, found in zip(self.steps, rows, strict=True)))
        try:
            self.round = self._checked(self._run.send(tuple(np.array(found, dtype=object) for found in rows)))
        except StopIteration:
            self.round = None

    def finish(self, failures: list[BaseException]) -> None:
        """Take the last round as it was drawn: it is stored with the record, whatever the run says to it."""
        if self.round is None:
            return
        try:
            self.send(self.kept.noisy)
        except Exception as failure:
            failures.append(failure)
        self.round = None

    def _checked(self, asked: Round) -> Round:
        """The round, where its loss is one that was promised and not used yet, and one step's alone.

        Losses add up over steps; a step without one must be such that no row can change it. Raises QueryError.
        """
        losing = [step.mechanism.loss for step in asked.steps if not _is_public(step)]
        if losing != ([] if asked.loss is None else [asked.loss]):
            raise QueryError(_UNPROMISED, "Nothing more is read for it.")
        if asked.loss is not None:
            if asked.loss not in self._promised:
                raise QueryError(_UNPROMISED, "Nothing more is read for it.")
            self._promised.remove(asked.loss)
        return asked


def _is_public(step: Step) -> bool:
    """Whether no row can change what a step answers."""
    return step.statistic.public


def _paid(
    requests: Iterable[Request], receipts: Mapping[str, Receipt], table: Table, failures: list[BaseException]
) -> list[Asking]:
    """The asks that would be charged now what they were: what a version charged, another may price differently."""
    covered = {request.key: receipts[request.key].covers(charge_of([request.priced])) for request in requests}
    failures += [QueryError(_OTHERWISE, _ANEW) for known in covered.values() if not known]
    return [Asking(request, table) for request in requests if covered[request.key]]


def _begun(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """The asks, each after the rounds that are stored of it; one that no longer asks what it asked goes no further."""
    rounds, going = ledger.rounds([ask.key for ask in asking]), []
    for ask in asking:
        for known in rounds[ask.key]:
            if ask.round is None or ask.round.digest != known.step:
                failures.append(QueryError(_OTHERWISE, _ANEW))
                break
            ask.send(known.noisy)
        else:
            going.append(ask)
    return going


def _drawn(engine: Engine, asking: Sequence[Asking], run: Run, failures: list[BaseException]) -> list[Asking]:
    """Read and draw one round of each ask; those that are answered by it. The only function that sees an exact answer.

    `failures` takes what the caller's progress raises: a draw is stored all the same.
    """
    steps = [(ask, step) for ask in asking for step in ask.steps]
    aggregates = engine.aggregate([step.aggregate for _, step in steps])
    failpoint("after_read")
    try:
        run.progress("drawing noise")
    except BaseException as failure:
        failures.append(failure)
    noisy: dict[str, list[np.ndarray]] = {ask.key: [] for ask in asking}
    for (ask, step), aggregate in zip(steps, aggregates, strict=True):
        noisy[ask.key].append(perturb(step.mechanism, step.statistic.exact(aggregate)))
    for ask in asking:
        ask.drawn = tuple(noisy[ask.key])
    failpoint("after_draw")
    last = [ask for ask in asking if ask.last]
    for ask in last:
        ask.finish(failures)
    return last


def _kept(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """The asks after their round was stored: each goes on from what was stored first, where it had asked the same."""
    stored = ledger.keep({ask.key: (len(ask.rounds), ask.kept) for ask in asking}) if asking else {}
    going = [ask for ask in asking if ask.key in stored and stored[ask.key].step == ask.kept.step]
    for ask in going:
        ask.send(stored[ask.key].noisy)
    failures += [QueryError(_OTHERWISE, _ANEW)] * (len(asking) - len(going))
    return going


def _whole(noisy: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(value) for value in row) for row in noisy)


def perturb(mechanism: Mechanism, exact: np.ndarray) -> np.ndarray:
    """Exact integers plus fresh noise for the loss that was charged."""
    return mechanism.draw(exact)


def _record(ask: Asking, place: Place, receipt: Receipt, user: str) -> Release:
    """The immutable record of a noisy answer: everything in it is public or already noisy."""
    priced, table, rounds = ask.request.priced, place.table, tuple(ask.rounds)
    return Release(
        key=ask.key,
        dataset=place.name,
        dataset_version=place.version,
        query_data=priced.query.to_dict(),
        facts=facts_of(priced, table),
        lane=priced.price.recorded,
        price=str(priced.price.total),
        rounds=rounds,
        level=priced.ask.level,
        seq=receipt.seq,
        time=receipt.time,
        user=user,
        estimates=figures(priced.query, table, priced.price, rounds, priced.ask.level),
        measurement=ask.request.measurement,
    )


_UNPROMISED = "A question asked more of the rows than it had promised."
_OTHERWISE = "A question that was begun by another version of the program cannot be finished by this one."
_ANEW = "What it had answered is kept in the ledger; ask it anew."
_BETWEEN = (
    "The release was stopped between two rounds of a question.",
    "Its rounds so far are stored. Ask the same plan again: it goes on under the same charge.",
)
_UNREAD = (
    "The release was stopped after its charge, before any row was read.",
    "Ask the same plan again: it is answered under the same charge.",
)
_ANSWERED = (
    "The release was stopped after its charge, when its rows were being read, so it was answered.",
    "The answers are stored. Ask the same plan again: they come back under the same charge, and no row is read.",
)
