"""Charge, aggregate, draw, record: the only module in which rows, ledger and noise meet. READ FIRST.

1. Refusals come first and depend on public facts alone: the plan is priced, the rows are checked, and every question
   has formed its first round.
2. The charge is committed to the ledger, and its entry to the anchor, before a row is read for these questions.
3. The engine returns exact integers. Integer noise is drawn for the price that was charged and added to them.
4. The noisy record is stored under its key. The first stored record is the answer; any later draw is discarded.
5. Only records read back from the store are returned.

Exact integers exist only in local variables of `_read_and_draw`. After a crash between steps 2 and 4, the same call
answers the charged asks later under the same charge. After a row has been read, no error depends on a row. Rows of
blocks go from the engine to the processes of the owner's function (`dpcore.release.block`), and nowhere else.

A question may take several rounds. Each round declares a loss that was promised before the charge; a round with any
other loss is refused before a row is read for it. The noisy integers of a round are stored before the next round is
formed, and they are the only data-dependent values that the next round may use.

A failure in one ask affects that ask alone: the others are drawn, stored and reported, and it is raised at the end. A
charge pays for one reading of the rows. Until the rows are read, a stop takes effect at once. After that the answers
are drawn and stored first; otherwise the time of the engine could be measured repeatedly under one charge. Rows in
place are the exception, for a server shows how long its statements take: a stop ends them, nothing is drawn, and the
reading is repeated when the release is resumed. Statistics whose public facts imply long work are computed last, in a
child process that a stop ends; a statistic stopped there is read and computed again when the release is resumed. A
record carries the time of its charge, not the current time.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from dpcore.engine.base import Engine
from dpcore.errors import BudgetError, DpError, QueryError
from dpcore.failpoint import failpoint
from dpcore.ledger.round import Kept
from dpcore.mechanisms import Mechanism
from dpcore.plan.request import Request, charge_of
from dpcore.release import child_process, exact, message
from dpcore.release.asking import Asking, item
from dpcore.release.block import Unprotected
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release, facts_of
from dpcore.release.record.figure import figures
from dpcore.stop import Stopped, obeyed
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np

    from dpcore.ledger.ledger import Ledger, Payment, Receipt

Progress = Callable[[str], None]
"""Receives a description of each step, which contains public facts only."""
CHARGING: Final = Text("charging")


@final
class Cancelled(BudgetError):
    """The caller stopped the release. The charge is kept; releasing the same plan again costs nothing more."""


@final
@dataclass(frozen=True, slots=True)
class Run:
    """Progress and cancellation of a release. progress: receives each step. cancel: set by the caller to stop it.

    hidden: the folders that functions of blocks must not see. granted: the protections that the owner was shown.
    """

    progress: Progress = lambda step: None
    cancel: threading.Event | None = None
    hidden: tuple[Path, ...] = ()
    granted: int = 0

    def obey(self, message: Text, hint: Text) -> None:
        """Raises Cancelled when `cancel` is set."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled(message, hint)

    def tell(self, step: str, failures: list[BaseException]) -> None:
        """Reports progress after rows were read. Exceptions go to `failures`, so that no draw is lost."""
        try:
            self.progress(step)
        except BaseException as failure:
            failures.append(failure)


def release(
    ledger: Ledger, dataset: Dataset, engine: Engine | None, requests: Sequence[Request], payment: Payment, run: Run
) -> list[Release]:
    """Answers the requests, in order. Requests that were answered before are returned as stored, at no cost.

    dataset: its name is written into the records. engine: over its rows; None if every request has an answer. Raises
    AccessError, BudgetError, LedgerError, QueryError or SourceError before a row is read, or later with a message that
    does not depend on rows. Raises Cancelled when stopped: before reading, or after the answers are stored.
    """
    run.progress(CHARGING)
    run.obey(*message.BEFORE)
    failures: list[BaseException] = []
    stop = run.cancel if dataset.in_place else None
    asking = _prepare(ledger, requests, dataset, engine, stop, failures)  # 1: refuse
    paid = ledger.charge(dataset.id, payment, [item(request) for request in requests])  # 2: charge
    stored = ledger.stored_answers(list(paid))
    pending = [ask for ask in asking if ask.key not in stored]
    if pending and engine is not None:
        run.progress(Text("reading"))
        run.obey(*message.UNREAD)
        receipts = ledger.receipts([ask.key for ask in pending])
        asking = _replay(ledger, _select_covered(pending, receipts, failures), failures)
        while asking:
            unfinished: list[Asking] = []
            for answered in _read_and_draw(engine, asking, stop, run, failures):  # 3: read, draw
                last = [ask for ask in answered if ask.last]
                records = _records(last, dataset, receipts, payment.user, failures)
                stored |= ledger.store(records) if records else {}  # 4: record
                run.tell(Text("{stored} of {asked} answers stored", stored=len(stored), asked=len(paid)), failures)
                unfinished += _store_rounds(ledger, [ask for ask in answered if ask not in last], failures)
                if unfinished:
                    run.tell(max(unfinished, key=lambda ask: len(ask.rounds)).progress, failures)
            asking = unfinished
            if asking:
                run.obey(*message.BETWEEN)
    if failures:
        raise failures[0]
    if pending:
        run.obey(*message.ANSWERED)
    failpoint("after_store")
    return [  # 5: return only stored records
        Release.from_dict(json.loads(stored[request.key])).near_level(request.ask.level) for request in requests
    ]


def _prepare(
    ledger: Ledger,
    requests: Sequence[Request],
    dataset: Dataset,
    engine: Engine | None,
    stop: threading.Event | None,
    failures: list[BaseException],
) -> list[Asking]:
    """The asks without an answer, before their first round.

    Raises QueryError, SourceError (a right is missing) or Cancelled when an ask that is not paid for cannot begin, and
    QueryError for a key that names other rows or facts than those by which it would be answered.
    An ask that an earlier call paid for and that cannot begin is left out and noted in `failures`.
    """
    asked = {request.key: request for request in requests}
    answered, charged, ready = ledger.answered_keys(asked), ledger.charged_keys(asked), []
    for request in [request for key, request in asked.items() if key not in answered]:
        if dataset.key(request) != request.key:
            raise QueryError(*message.MOVED)
        try:
            asking = Asking(request, dataset.table)
            if engine is not None:
                check = partial(engine.check, [step.aggregate for step in asking.steps])
                obeyed(stop, Cancelled(*message.CHECKING), check)
            ready.append(asking)
        except DpError as failure:
            if request.key not in charged:
                raise
            failures.append(failure)
    return ready


def _select_covered(
    asking: Sequence[Asking], receipts: Mapping[str, Receipt], failures: list[BaseException]
) -> list[Asking]:
    """The asks whose charge covers their price: another version of the program may have priced them differently."""
    covered = [ask for ask in asking if receipts[ask.key].covers(charge_of([ask.request]))]
    failures += [QueryError(message.OTHERWISE, message.ANEW)] * (len(asking) - len(covered))
    return covered


def _replay(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """The asks, advanced through their stored rounds. An ask whose question now forms other rounds is dropped."""
    rounds = ledger.rounds([ask.key for ask in asking])
    return [ask for ask in asking if _advance(ask, rounds[ask.key], failures)]


def _advance(ask: Asking, rounds: Sequence[Kept], failures: list[BaseException]) -> bool:
    """Advances an ask through stored rounds. If this fails, adds the failure to `failures` and returns False."""
    try:
        for stored in rounds:
            if ask.round is None or ask.round.digest != stored.step:
                raise QueryError(message.OTHERWISE, message.ANEW)
            ask.resumed |= stored.noisy != ask.drawn
            ask.send(stored.noisy)
    except Exception as failure:  # safe to show: the run has seen only public facts and noisy integers
        failures.append(failure)
        return False
    return True


def _read_and_draw(
    engine: Engine, asking: Sequence[Asking], stop: threading.Event | None, run: Run, failures: list[BaseException]
) -> Iterator[list[Asking]]:
    """Reads one round of each ask and draws its noise. Yields the drawn asks in groups, each stored before the next.

    The only function that sees exact answers. A failed ask is noted in `failures`; all other asks are still drawn.
    """
    wanted = [step.aggregate for ask in asking for step in ask.steps]
    answers = iter(obeyed(stop, Cancelled(*message.INTERRUPTED), lambda: engine.aggregate(wanted)))
    read = {ask.key: [next(answers) for _ in ask.steps] for ask in asking}
    failpoint("after_read")
    run.tell(Text("drawing noise"), failures)
    for together in _by_work(asking):
        for ask in together:
            try:
                ask.take(
                    [
                        perturb(step.mechanism, exact.integers(step, values, run.hidden, run.cancel, run.granted))
                        for step, values in zip(ask.steps, read.pop(ask.key), strict=True)
                    ]
                )
            except Stopped:
                ask.failed = Cancelled(*message.TOO_LONG)
            except Unprotected:
                ask.failed = QueryError(*message.UNPROTECTED)
            except Exception:  # its message may depend on a row, so it is dropped
                ask.failed = QueryError(message.UNDRAWN, message.AGAIN)
        failpoint("after_draw")
        failures += [ask.failed for ask in together if ask.failed]
        answered = [ask for ask in together if not ask.failed]
        for ask in [ask for ask in answered if ask.last]:
            ask.finish(failures)
        yield answered


def _by_work(asking: Sequence[Asking]) -> list[list[Asking]]:
    """Asks grouped by their expected work, a public fact: all quick asks together, then each slow ask by itself."""
    quick = [ask for ask in asking if ask.seconds <= child_process.QUICK]
    slow = sorted((ask for ask in asking if ask not in quick), key=lambda ask: ask.seconds)
    return [*([quick] if quick else []), *([ask] for ask in slow)]


def _store_rounds(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
    """Stores each ask's round, and advances the ask with the round that was stored first, if it has the same steps."""
    stored = ledger.keep({ask.key: (len(ask.rounds), ask.round_to_store) for ask in asking}) if asking else {}
    failures += [QueryError(message.OTHERWISE, message.ANEW) for ask in asking if ask.key not in stored]
    return [ask for ask in asking if ask.key in stored and _advance(ask, [stored[ask.key]], failures)]


def perturb(mechanism: Mechanism, exact: np.ndarray) -> np.ndarray:
    """Exact integers plus fresh noise, drawn for the loss that was charged."""
    return mechanism.draw(exact)


def _records(
    last: Sequence[Asking], dataset: Dataset, receipts: Mapping[str, Receipt], user: str, failures: list[BaseException]
) -> dict[str, str]:
    """The records of answered asks, by key. If a record cannot be written, its ask is noted in `failures`."""
    records = {}
    for ask in last:
        try:
            records[ask.key] = json.dumps(_record(ask, dataset, receipts[ask.key], user).to_dict())
        except Exception:  # its message may contain a draw that is not stored, so it is dropped
            failures.append(QueryError(message.UNWRITTEN, message.AGAIN))
    return records


def _record(ask: Asking, dataset: Dataset, receipt: Receipt, user: str) -> Release:
    """The immutable record of a noisy answer. Every field is public or already noisy."""
    request, table, rounds = ask.request, dataset.table, tuple(ask.rounds)
    return Release(
        key=ask.key,
        dataset=dataset.name,
        dataset_version=dataset.version,
        query_data=request.query.to_dict(),
        facts=facts_of(request, table),
        lane=request.price.recorded,
        price=str(request.price.total),
        rounds=rounds,
        level=request.ask.level,
        seq=receipt.seq,
        time=receipt.time,
        user=user,
        estimates=figures(request.query, table, request.price, rounds, request.ask.level),
        measurement=request.measurement,
        resumed=ask.resumed and dataset.in_place,
        described=dataset.described,
    )
