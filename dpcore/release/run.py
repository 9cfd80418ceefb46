"""charge -> aggregate -> draw -> record: the one place where rows, ledger and noise meet. READ FIRST.

1. Everything that can be refused is refused on public facts: the plan is priced, the frozen rows are in place, every
   question has formed its first round.
2. The charge is committed to the ledger, and its place written to the anchor, before a row is read for the question.
3. The engine returns exact integers; noise is drawn for the price that was charged; the two are added as integers.
4. The noisy record is stored under its key. What is stored first is the answer; any other draw is thrown away.
5. Only what was read back from the store is returned.

An exact integer lives in local variables of `_drawn` and nowhere else. A crash between 2 and 4 leaves asks that the
same call answers later under the same charge. After a row has been read no error depends on one.

A question may ask in rounds. Each round has a loss that was promised before the charge, else it is refused before a row
is read for it, and its noisy integers are stored before the next one is asked, which may depend on them alone.

What fails in one ask, costs that ask alone: the others are drawn, stored and told of, and the failure is raised last.

A charge pays for one reading. A stop is obeyed until the rows are read; from then on the answers are drawn and stored
first, else one charge could time the engine again and again. Statistics of much work, by public facts, are computed
last, in a process that a stop ends; what is cut off there is read again when it is resumed. A record carries the time
of its charge, not the clock's.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

from dpcore.engine.base import Engine
from dpcore.errors import BudgetError, DpError, QueryError
from dpcore.failpoint import failpoint
from dpcore.ledger.round import Kept
from dpcore.mechanisms import Mechanism
from dpcore.plan.quote import charge_of
from dpcore.release import child_process
from dpcore.release.asking import Asking, Request
from dpcore.release.record import Release, facts_of
from dpcore.release.record.figure import figures
from dpcore.stop import Stopped
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np

    from dpcore.ledger.ledger import Item, Ledger, Payment, Receipt

Progress = Callable[[str], None]
"""Is told each public step, in words."""
CHARGING: Final = Text("charging")


@final
class Cancelled(BudgetError):
    """The release was stopped by whoever asked for it. What was charged stays charged; the same plan is free again."""


@final
@dataclass(frozen=True, slots=True)
class Run:
    """How a release is followed and stopped. progress: told each step. cancel: set by whoever wants it to stop."""

    progress: Progress = lambda step: None
    cancel: threading.Event | None = None

    def obey(self, message: Text, hint: Text) -> None:
        """Raises Cancelled where it is to stop."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled(message, hint)

    def tell(self, step: str, failures: list[BaseException]) -> None:
        """Progress once rows were read: `failures` takes what it raises, so that it loses no draw."""
        try:
            self.progress(step)
        except BaseException as failure:
            failures.append(failure)


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Which rows are asked: a dataset's identity in the ledger, its name, its version and its public facts.

    in_place: whether they lie where others may change them between two calls.
    """

    dataset: str
    name: str
    version: int
    table: Table
    in_place: bool = False


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
    run.progress(CHARGING)
    run.obey(*_BEFORE)
    failures: list[BaseException] = []
    ready = _ready(ledger, requests, place.table, failures)
    paid = ledger.charge(place.dataset, payment, items)
    stored = ledger.stored(list(paid))
    pending = [ask for ask in ready if ask.key not in stored]
    if pending and engine is not None:
        run.progress(Text("reading"))
        run.obey(*_UNREAD)
        receipts = ledger.receipts([ask.key for ask in pending])
        asking = _begun(ledger, _paid(pending, receipts, failures), failures)
        while asking:
            going: list[Asking] = []
            for answered in _drawn(engine, asking, run, failures):
                last = [ask for ask in answered if ask.last]
                records = _records(last, place, receipts, payment.user, failures)
                stored |= ledger.store(records) if records else {}
                run.tell(Text("{stored} of {asked} answers stored", stored=len(stored), asked=len(paid)), failures)
                going += _kept(ledger, [ask for ask in answered if ask not in last], failures)
            asking = going
            if asking:
                run.obey(*_BETWEEN)
    for failure in failures:
        raise failure
    if pending:
        run.obey(*_ANSWERED)
    failpoint("after_store")
    return [
        Release.from_dict(json.loads(stored[request.key])).near_level(request.priced.ask.level) for request in requests
    ]


def _ready(ledger: Ledger, requests: Sequence[Request], table: Table, failures: list[BaseException]) -> list[Asking]:
    """Every ask without an answer, before its first round. Raises QueryError where one that is not paid cannot begin.

    One that was paid by an earlier call costs the others nothing: it is left out.
    """
    asked = {request.key: request for request in requests}
    known, paid, ready = ledger.known(asked), ledger.charged(asked), []
    for request in [request for key, request in asked.items() if key not in known]:
        try:
            ready.append(Asking(request, table))
        except DpError as failure:
            if request.key not in paid:
                raise
            failures.append(failure)
    return ready


def _paid(asking: Sequence[Asking], receipts: Mapping[str, Receipt], failures: list[BaseException]) -> list[Asking]:
    """The asks that would be charged now what they were: what a version charged, another may price differently."""
    covered = [ask for ask in asking if receipts[ask.key].covers(charge_of([ask.request.priced]))]
    failures += [QueryError(_OTHERWISE, _ANEW)] * (len(asking) - len(covered))
    return covered


def _begun(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """The asks, each after the rounds that are stored of it; one that no longer asks what it asked goes no further."""
    rounds = ledger.rounds([ask.key for ask in asking])
    return [ask for ask in asking if _went(ask, rounds[ask.key], failures)]


def _went(ask: Asking, rounds: Sequence[Kept], failures: list[BaseException]) -> bool:
    """Whether an ask went on from stored rounds; where it did not, the others go on without it."""
    try:
        for known in rounds:
            if ask.round is None or ask.round.digest != known.step:
                raise QueryError(_OTHERWISE, _ANEW)
            ask.resumed |= known.noisy != ask.drawn
            ask.send(known.noisy)
    except Exception as failure:  # it has seen public facts and noisy integers
        failures.append(failure)
        return False
    return True


def _drawn(engine: Engine, asking: Sequence[Asking], run: Run, failures: list[BaseException]) -> Iterator[list[Asking]]:
    """Read one round of each ask, then draw: those that were drawn, to be stored before the next ones are.

    The only function that sees an exact answer. `failures` takes what fails: whatever else was read is drawn.
    """
    aggregates = iter(engine.aggregate([step.aggregate for ask in asking for step in ask.steps]))
    read = {ask.key: [next(aggregates) for _ in ask.steps] for ask in asking}
    failpoint("after_read")
    run.tell(Text("drawing noise"), failures)
    for together in _by_work(asking):
        for ask in together:
            try:
                pairs = zip(ask.steps, read.pop(ask.key), strict=True)
                ask.take(
                    [perturb(step.mechanism, child_process.exact(step.statistic, it, run.cancel)) for step, it in pairs]
                )
            except Stopped:
                ask.failed = Cancelled(*_TOO_LONG)
            except Exception:  # what it says may follow from a row
                ask.failed = QueryError(_UNDRAWN, _AGAIN)
        failpoint("after_draw")
        failures += [ask.failed for ask in together if ask.failed]
        answered = [ask for ask in together if not ask.failed]
        for ask in [ask for ask in answered if ask.last]:
            ask.finish(failures)
        yield answered


def _by_work(asking: Sequence[Asking]) -> list[list[Asking]]:
    """Asks in the order of their public work: the quick ones are drawn and stored together, each other by itself."""
    quick = [ask for ask in asking if ask.seconds <= child_process.QUICK]
    slow = sorted((ask for ask in asking if ask.seconds > child_process.QUICK), key=lambda ask: ask.seconds)
    return [*([quick] if quick else []), *([ask] for ask in slow)]


def _kept(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """The asks after their round was stored: each goes on from what was stored first, where it had asked the same."""
    stored = ledger.keep({ask.key: (len(ask.rounds), ask.kept) for ask in asking}) if asking else {}
    failures += [QueryError(_OTHERWISE, _ANEW) for ask in asking if ask.key not in stored]
    return [ask for ask in asking if ask.key in stored and _went(ask, [stored[ask.key]], failures)]


def perturb(mechanism: Mechanism, exact: np.ndarray) -> np.ndarray:
    """Exact integers plus fresh noise for the loss that was charged."""
    return mechanism.draw(exact)


def _records(
    last: Sequence[Asking], place: Place, receipts: Mapping[str, Receipt], user: str, failures: list[BaseException]
) -> dict[str, str]:
    """The records of answered asks, by key; whichever cannot be written keeps none of the others from being stored."""
    records = {}
    for ask in last:
        try:
            records[ask.key] = json.dumps(_record(ask, place, receipts[ask.key], user).to_dict())
        except Exception:  # what it says may hold a draw that is not stored, and nobody paid for
            failures.append(QueryError(_UNWRITTEN, _AGAIN))
    return records


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
        resumed=ask.resumed and place.in_place,
    )


_OTHERWISE = Text("A question that was begun by another version of the program cannot be finished by this one.")
_ANEW = Text("What it had answered is kept in the ledger; ask it anew.")
_UNDRAWN = Text("A question could not be answered from its rows. The other questions of the plan are not concerned.")
_AGAIN = Text(
    "Its charge is kept. Report it to whoever maintains the program; the same plan asks it again for nothing."
)
_UNWRITTEN = Text("The record of an answer could not be written. The other questions of the plan are not concerned.")
_TOO_LONG = (
    Text("The release was stopped while a question of much work was computed; the others are answered."),
    Text("Its charge is kept. Ask the same plan again: it is answered under the same charge."),
)
_BEFORE = (Text("The release was stopped before anything was charged."), Text("Release again when you are ready."))
_BETWEEN = (
    Text("The release was stopped between two rounds of a question."),
    Text("Its rounds so far are stored. Ask the same plan again: it goes on under the same charge."),
)
_UNREAD = (
    Text("The release was stopped after its charge, before any row was read."),
    Text("Ask the same plan again: it is answered under the same charge."),
)
_ANSWERED = (
    Text("The release was stopped after its charge, when its rows were being read, so it was answered."),
    Text("The answers are stored. Ask the same plan again: they come back under the same charge, and no row is read."),
)
