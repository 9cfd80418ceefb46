"""charge -> aggregate -> draw -> record: the one place where rows, ledger and noise meet. READ FIRST.

1. Everything that can be refused is refused on public facts: the plan is priced, the frozen rows are in place.
2. The charge is committed to the ledger, and its place written to the anchor, before a row is read for the question.
3. The engine returns exact integers; noise is drawn for the price that was charged; the two are added as integers.
4. The noisy record is stored under its key. What is stored first is the answer; any other draw is thrown away.
5. Only what was read back from the store is returned.

An exact integer lives in one local variable of `_answer` and nowhere else. A crash between 2 and 4 leaves asks that the
same call answers later under the same charge. After a row has been read no error depends on one.

A charge pays for one reading. A stop is obeyed until the rows are read; from then on the answers are drawn and stored
first, else one charge could time the engine again and again. A record carries the time of its charge, not the clock's.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.data.engine import Engine
from dpcore.data.table import Table
from dpcore.errors import BudgetError
from dpcore.failpoint import failpoint
from dpcore.quote import Priced
from dpcore.record import Release, as_columns, facts_of

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
        failures: list[BaseException] = []
        receipts = ledger.receipts(pending)
        records = _answer(place, engine, list(pending.values()), receipts, payment.user, run, failures)
        stored |= ledger.store({key: json.dumps(record.to_dict()) for key, record in records.items()})
        for failure in failures:
            raise failure
        run.obey(*_ANSWERED)
    failpoint("after_store")
    return [
        Release.from_dict(json.loads(stored[request.key])).at_level(request.priced.ask.level) for request in requests
    ]


def _answer(
    place: Place,
    engine: Engine,
    requests: list[Request],
    receipts: Mapping[str, Receipt],
    user: str,
    run: Run,
    failures: list[BaseException],
) -> dict[str, Release]:
    """Read and draw. The only function that sees an exact answer.

    `failures` takes what the caller's progress raises: a draw is stored all the same.
    """
    table = place.table
    aggregates = engine.aggregate([request.priced.query.aggregate(table) for request in requests])
    failpoint("after_read")
    try:
        run.progress("drawing noise")
    except BaseException as failure:
        failures.append(failure)
    records = {}
    for request, aggregate in zip(requests, aggregates, strict=True):
        priced = request.priced
        noisy = perturb(priced, priced.query.statistic(table, priced.price).exact(aggregate))
        records[request.key] = _record(request, noisy, place, receipts[request.key], user)
    failpoint("after_draw")
    return records


def perturb(priced: Priced, exact: np.ndarray) -> np.ndarray:
    """Exact integers plus fresh noise for the price that was charged."""
    return priced.mechanism.perturb(exact)


def _record(request: Request, noisy: np.ndarray, place: Place, receipt: Receipt, user: str) -> Release:
    """The immutable record of a noisy answer: everything in it is public or already noisy."""
    priced, table = request.priced, place.table
    spread = priced.mechanism.spread(priced.ask.level)
    estimates = priced.query.estimate(table, priced.price, noisy.astype(np.float64), spread)
    return Release(
        key=request.key,
        dataset=place.name,
        dataset_version=place.version,
        query_data=priced.query.to_dict(),
        facts=facts_of(priced, table),
        lane=priced.price.recorded,
        law=type(priced.mechanism.law).__name__,
        price=str(priced.price.total),
        scales=tuple(float(scale) for scale in priced.mechanism.scales),
        noisy=tuple(tuple(int(value) for value in row) for row in noisy),
        level=priced.ask.level,
        seq=receipt.seq,
        time=receipt.time,
        user=user,
        estimates=as_columns(estimates),
        measurement=request.measurement,
    )


_UNREAD = (
    "The release was stopped after its charge, before any row was read.",
    "Ask the same plan again: it is answered under the same charge.",
)
_ANSWERED = (
    "The release was stopped after its charge, when its rows were being read, so it was answered.",
    "The answers are stored. Ask the same plan again: they come back under the same charge, and no row is read.",
)
