"""A small desk for the ledger's tests: one dataset, one way from a charge to a shown answer, and broken copies of both.

Everything here is importable by processes forked from a clean server, so that they can be killed.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import dpcore.ledger
from dpcore import failpoint
from dpcore.budget.account import Account, Amounts
from dpcore.budget.budget import Budget
from dpcore.budget.refusal import admit
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError, LedgerError
from dpcore.failpoint import failpoint as passing
from dpcore.ledger import chain, replay
from dpcore.ledger.entry import Entry
from dpcore.ledger.ledger import Item, Ledger, Payment
from dpcore.ledger.store.backend import Kind
from dpcore.ledger.store.database import Database, answers
from dpcore.ledger.store.postgres import Postgres
from dpcore.ledger.store.sqlite import Sqlite
from tests import postgres
from tests.budget import kinds
from tests.child import servers

Show = Callable[[str, str], None]

DATASET = "d1"
URL = "address"


def item(key: str, price: Fraction = Fraction(1, 1000)) -> Item:
    """A Gaussian ask; the price is mu**2."""
    return Item(key, {"question": key}, kinds.gaussian(price))


def pure_item(key: str, epsilon: Fraction, mu: float) -> Item:
    return Item(key, {"question": key}, kinds.pure(epsilon, mu))


def address(folder: Path) -> str:
    """Where the ledger of this folder is: in the folder, unless a file says otherwise."""
    said = folder / URL
    return said.read_text() if said.exists() else f"sqlite:///{folder}/murmur.db"


def is_file(folder: Path) -> bool:
    return address(folder).startswith("sqlite")


def connect(folder: Path) -> Ledger:
    return Ledger(address(folder), folder)


@contextmanager
def shell(folder: Path) -> Iterator[Callable[[str], list[tuple[Any, ...]]]]:
    """What somebody with the database's own shell can do: run a statement; all stay."""
    url = sa.make_url(address(folder))
    engine = sa.create_engine(url if url.get_backend_name() == "sqlite" else postgres.administrator(url))
    try:
        with engine.begin() as connection:

            def run(statement: str) -> list[tuple[Any, ...]]:
                result = connection.exec_driver_sql(statement)
                return [tuple(row) for row in result] if result.returns_rows else []

            yield run
    finally:
        engine.dispose()


def back_up(folder: Path) -> None:
    """Keep the database as it is, with nobody at it."""
    if is_file(folder):
        shutil.copy(folder / "murmur.db", folder / "backup.db")
    else:
        postgres.copy(sa.make_url(address(folder)), postgres.DATABASE, "backup")


def restore(folder: Path) -> None:
    """Put what was kept in the database's place."""
    if is_file(folder):
        shutil.copy(folder / "backup.db", folder / "murmur.db")
    else:
        postgres.copy(sa.make_url(address(folder)), "backup", postgres.DATABASE)


def edit(folder: Path, *statements: str) -> None:
    """Change rows by hand, triggers or not."""
    with shell(folder) as run:
        if is_file(folder):
            for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                run(f"DROP TRIGGER {name}")
        else:
            for table in ("entries", "answers", "frozen"):
                run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in statements:
            run(statement)


def opened(folder: Path, budget: Budget | None = None) -> Ledger:
    """A ledger with one dataset; room for exactly a thousand items unless another budget is given."""
    ledger = connect(folder)
    ledger.open_dataset(DATASET, "visits", "owner", {"unit": "row"}, budget or Budget(mu=1.0), {"path": "rows.parquet"})
    return ledger


def release(ledger: Ledger, key: str, show: Show, price: Fraction = Fraction(1, 1000)) -> None:
    """Charge, read, draw, store, read back, show: the order that `dpcore.release.run` keeps."""
    ledger.charge(DATASET, Payment("owner"), [item(key, price)])
    if key not in ledger.answered_keys([key]):
        passing("after_read")
        text = secrets.token_hex(8)
        passing("after_draw")
        ledger.store({key: text})
    show(key, ledger.answer(key) or "")
    passing("after_show")


# Broken ways from a charge to an answer


def debit_after(ledger: Ledger, key: str, show: Show, price: Fraction = Fraction(1, 1000)) -> None:
    passing("before_charge")
    text = secrets.token_hex(8)
    passing("after_draw")
    show(key, text)
    passing("after_show")
    ledger.charge(DATASET, Payment("owner"), [item(key, price)])
    ledger.store({key: text})


def show_before_store(ledger: Ledger, key: str, show: Show, price: Fraction = Fraction(1, 1000)) -> None:
    ledger.charge(DATASET, Payment("owner"), [item(key, price)])
    text = ledger.answer(key) or secrets.token_hex(8)
    show(key, text)
    passing("after_show")
    ledger.store({key: text})


def no_idempotency(ledger: Ledger, key: str, show: Show, price: Fraction = Fraction(1, 1000)) -> None:
    release(ledger, f"{key}/{secrets.token_hex(4)}", lambda _, text: show(key, text), price)


WAYS = {one.__name__: one for one in (release, debit_after, show_before_store, no_idempotency)}


# Broken ledgers: each patches the code in its own process, for as long as it is entered


@contextmanager
def sound() -> Iterator[None]:
    yield


@contextmanager
def deferred_begin() -> Iterator[None]:
    """Writers read before they hold the lock, or without one."""

    def begin(self: Kind, connection: sa.Connection, write: bool) -> None:
        connection.exec_driver_sql("BEGIN")

    with _patched(Sqlite, "begin", begin), _patched(Postgres, "begin", begin):
        yield


@contextmanager
def check_then_insert() -> Iterator[None]:
    """The budget is checked on what was seen before the transaction."""

    def charge(self: Ledger, dataset: str, user: str, items: list[Item], *, confirm: bool = False) -> dict[str, int]:
        known = self.dataset(dataset)
        account = admit(Standing(known.budget, known.account), items[0].charge, confirm)
        time.sleep(0.002)
        booked = items[0].charge.booked.to_dict()
        asks = [{"key": items[0].key, "ask": {}, "charge": booked}]
        with self._journal.writing("charge") as draft:
            draft.append("charge", user, dataset, {"charge": booked, "asks": asks, "state": account.state()})
        return {items[0].key: 0}

    with _patched(Ledger, "charge", charge), _lax_fold():
        yield


@contextmanager
def no_chain() -> Iterator[None]:
    """Entries are believed as they stand, and whatever the anchor says."""

    def stored(connection: sa.Connection, believed: chain.Chain, keys: list[str]) -> dict[str, str]:
        return {row.key: row.release for row in connection.execute(sa.select(answers)) if row.key in keys}

    with (
        _patched(replay, "digest", lambda row: row[2]),
        _patched(chain.Chain, "holds", lambda self, mark: True),
        _patched(dpcore.ledger.ledger, "read_answers", stored),
        _patched(dpcore.ledger.asks, "read_answers", stored),
        _patched(dpcore.ledger.journal, "find_anchor", lambda folder, location: None),
        _patched(dpcore.ledger.anchor.Anchor, "exists", True),
        _patched(dpcore.ledger.anchor.Anchor, "last", lambda self: (0, "")),
        _patched(dpcore.ledger.anchor.Anchor, "append", lambda self, mark: None),
        _lax_fold(),
    ):
        yield


@contextmanager
def trusting() -> Iterator[None]:
    """Whatever a server is set to is believed to be enough."""
    with _patched(dpcore.ledger.store.postgres, "_require", lambda settings: None):
        yield


LEDGERS = {one.__name__: one for one in (sound, deferred_begin, check_then_insert, no_chain, trusting)}


@contextmanager
def _lax_fold() -> Iterator[None]:
    """The account is what the last entry says."""

    def fold(chained: chain.Chain, entry: Entry) -> None:
        dataset, data = chained.datasets[entry.dataset], entry.payload
        account = Account(dataset.account.filters, Amounts(**data["state"]["spent"]), tuple(data["state"]["ended"]))
        chained.charged.update({ask["key"]: (entry.seq, entry.dataset) for ask in data["asks"]})
        chained.datasets[entry.dataset] = replace(dataset, account=account)

    original = replay.FOLDS["charge"]
    replay.FOLDS["charge"] = fold
    try:
        yield
    finally:
        replay.FOLDS["charge"] = original


@contextmanager
def _patched(owner: object, name: str, value: object) -> Iterator[None]:
    original = getattr(owner, name) if not isinstance(owner, type) else owner.__dict__[name]
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)


# Processes


def start(target: Callable[..., None], *args: object) -> tuple[BaseProcess, Connection]:
    """A process of its own, and the pipe on which it shows; what it has shown it cannot take back."""
    ours, theirs = servers.Pipe(duplex=False)
    process = servers.Process(target=target, args=(theirs, *args))
    process.start()
    theirs.close()
    return process, ours


def seen(process: BaseProcess, pipe: Connection) -> list[tuple[str, str]]:
    """Everything a process showed until it ended."""
    shown = []
    try:
        while True:
            shown.append(pipe.recv())
    except EOFError:
        process.join()
        return shown


def die(point: str) -> Callable[[str], None]:
    """A hook that kills its process at a point, as a power cut does to it."""

    def hook(name: str) -> None:
        if name == point:
            os.kill(os.getpid(), signal.SIGKILL)

    return hook


def attempt(pipe: Connection, folder: Path, key: str, point: str, way: str) -> None:
    """One try to get the answer of `key`, killed at `point`."""
    failpoint._hook = die(point)
    ledger = connect(folder)
    WAYS[way](ledger, key, lambda key, text: pipe.send((key, text)))


def work(pipe: Connection, folder: Path, name: str, way: str, mutant: str = "sound") -> None:
    """Answer one question after the other until killed, or refused."""
    with LEDGERS[mutant](), suppress(LedgerError):
        ledger, number = connect(folder), 0
        while True:
            WAYS[way](ledger, f"{name}/{number}", lambda key, text: pipe.send((key, text)))
            number += 1


def compete(pipe: Connection, folder: Path, name: str, attempts: int, mutant: str) -> None:
    """Many charges against the others, each shown as what came of it."""
    with LEDGERS[mutant]():
        ledger = connect(folder)
        pipe.send(("ready", ""))
        while not (folder / "go").exists():
            time.sleep(0.001)
        for number in range(attempts):
            key = f"{name}/{number}"
            try:
                ledger.charge(DATASET, Payment("owner"), [item(key)])
                pipe.send((key, "granted"))
            except BudgetError:
                pipe.send((key, "refused"))
            except LedgerError:
                pipe.send((key, "failed"))


def charge_and_die(pipe: Connection, folder: Path, count: int) -> None:
    """Charges, then a power cut: nothing is checkpointed, the write-ahead log stays behind."""
    ledger = connect(folder)
    for number in range(count):
        ledger.charge(DATASET, Payment("owner"), [item(f"lost/{number}")])
        pipe.send((str(number), "granted"))
    os.kill(os.getpid(), signal.SIGKILL)


def hold_the_lock(pipe: Connection, folder: Path) -> None:
    """Another process in the middle of writing."""
    with Database(address(folder)).transaction(write=True):
        pipe.send(("held", ""))
        while not (folder / "let-go").exists():
            time.sleep(0.005)


def limit_pages(ledger: Ledger, spare: int | None) -> None:
    """A disk with room for so many more pages; None lifts the limit."""
    database = ledger._journal._database
    database.close()

    def limit(connection: sqlite3.Connection, record: object) -> None:
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={2**30 if spare is None else used + spare}")

    sa.event.listen(database.engine, "connect", limit)
