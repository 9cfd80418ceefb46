"""Rows of the ledger are added and never changed: no statement goes round that, and what goes round it is found."""

from __future__ import annotations

import itertools
import random
import sqlite3
from fractions import Fraction
from pathlib import Path

import pytest
import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.ledger import Payment
from dpcore.ledger.store.database import metadata
from tests.ledger import test_written
from tests.ledger.world import DATASET, connect, edit, is_file, item, opened, shell

# {columns}: all of the table's; {changed}: the same, but another text in one that is no key; {key}: its key
ANY = {
    "update": "UPDATE {table} SET {text} = 'x'",
    "update by key": "UPDATE {table} SET {text} = 'x' WHERE {last} = (SELECT max({last}) FROM {table})",
    "delete": "DELETE FROM {table}",
    "upsert": "INSERT INTO {table} SELECT {changed} FROM {table} WHERE true "
    "ON CONFLICT ({key}) DO UPDATE SET {text} = 'x'",
}
FILE = {
    "replace": "REPLACE INTO {table} SELECT {changed} FROM {table}",
    "insert or replace": "INSERT OR REPLACE INTO {table} SELECT {changed} FROM {table}",
    "replace by rowid": "INSERT OR REPLACE INTO {table} (rowid, {columns}) SELECT rowid, {renamed} FROM {table}",
    "update or replace": "UPDATE OR REPLACE {table} SET {text} = 'x'",
    "update or ignore": "UPDATE OR IGNORE {table} SET {text} = 'x'",
    "insert or ignore": "INSERT OR IGNORE INTO {table} SELECT {changed} FROM {table}",
}
SERVER = {
    "truncate": "TRUNCATE {table}",
    "merge": "MERGE INTO {table} AS a USING {table} AS b ON a.{last} = b.{last} "
    "WHEN MATCHED THEN UPDATE SET {text} = 'x'",
    "in a replica": "SET session_replication_role = replica; DELETE FROM {table}",
}


def filled(folder: Path) -> Path:
    """A ledger with rows in every table, closed."""
    ledger = opened(folder)
    ledger.charge(DATASET, Payment("owner"), [item("q"), item("r")])
    ledger.store({"q": "the answer", "r": "another answer"})
    ledger.close()
    return folder


def spelt(statement: str, table: sa.Table) -> str:
    """The statement about a table."""
    names = [column.name for column in table.columns]
    keys = [column.name for column in table.primary_key]
    text = next(column.name for column in table.columns if column.name not in keys)
    quoted = {name: f'"{name}"' for name in names}
    renamed = [f"{quoted[name]} || 'x'" if name in keys and name != "seq" else quoted[name] for name in names]
    return statement.format(
        table=table.name,
        columns=", ".join(quoted.values()),
        changed=", ".join(f"'x' AS {quoted[name]}" if name == text else quoted[name] for name in names),
        renamed=", ".join(renamed),
        key=", ".join(quoted[name] for name in keys),
        text=quoted[text],
        last=quoted[keys[-1]],
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("table", metadata.sorted_tables, ids=str)
def test_no_statement_changes_a_row(folder: Path, table: sa.Table) -> None:
    filled(folder)
    for name, statement in {**ANY, **(FILE if is_file(folder) else SERVER)}.items():
        with pytest.raises(sa.exc.DBAPIError, match="append-only"), shell(folder) as run:
            run(spelt(statement, table))
            pytest.fail(name)
    ledger = connect(folder)
    assert ledger.verify() == 4 and ledger.answer("q") == "the answer"


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_a_trigger_of_ones_own_does_not_help(tmp_path: Path, recursive: str) -> None:
    """The conflict policy of an outer statement is that of every statement in the triggers it fires."""
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / "murmur.db")
    connection.execute(f"PRAGMA recursive_triggers = {recursive}")
    connection.executescript(
        "CREATE TEMP TABLE door (key, release, time); CREATE TEMP TRIGGER through AFTER INSERT ON door BEGIN "
        "INSERT OR REPLACE INTO answers VALUES (NEW.key, NEW.release, NEW.time); END"
    )
    for policy in ("", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ROLLBACK"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"INSERT {policy} INTO door VALUES ('q', 'x', '')")
    connection.close()
    assert connect(tmp_path).answer("q") == "the answer"


def test_what_was_written_before_is_guarded_when_it_is_opened(tmp_path: Path) -> None:
    """Files of earlier versions have two triggers a table."""
    old = test_written.folder.__wrapped__(tmp_path)  # type: ignore[attr-defined]
    replace = "INSERT OR REPLACE INTO answers SELECT key, 'x', time FROM answers LIMIT 1"
    with sqlite3.connect(old / "murmur.db") as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (6,)
    connection.close()
    ledger = connect(old)
    assert ledger.verify() == test_written.ENTRIES
    ledger.close()
    connection = sqlite3.connect(old / "murmur.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(replace)
    connection.close()
    connect(old).verify()


CHANGES = [
    *(f"UPDATE {table} SET {change}" for table, change in (
        ("answers", "release = release || ' '"),
        ("answers", "time = '2020-01-01T00:00:00+00:00'"),
        ("answers", "time = time || ' ' WHERE key = 'r'"),
        ("frozen", "rows = '{}'"),
        ("frozen", "version = 2"),
        ("entries", "time = '2020-01-01T00:00:00+00:00' WHERE seq = 3"),
        ("entries", "payload = replace(payload, 'mu', 'Mu')"),
    )),
    "DELETE FROM answers WHERE key = 'r'",
    "DELETE FROM frozen",
    "DELETE FROM entries WHERE seq = 4",
    "INSERT INTO answers VALUES ('s', 'free', '')",
    "INSERT INTO frozen VALUES ('other', 1, '{}')",
]  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("change", CHANGES)
def test_what_goes_round_the_triggers_is_found(folder: Path, change: str) -> None:
    """Whoever drops them has the database; then the chain, its digests and the anchor speak."""
    filled(folder)
    edit(folder, change)
    with pytest.raises(LedgerError) as refused:
        connect(folder).verify()
    assert refused.value.hint


def test_answers_in_any_order_and_beside_other_entries_verify(folder: Path) -> None:
    """Charges, answers and other acts as chance has them; every stored time is its charge's."""
    chance = random.Random(5)
    ledger = opened(folder)
    numbers, open_, done = itertools.count(), list[str](), list[str]()
    for _ in range(60):
        act = chance.choice(["charge", "charge", "answer", "rename", "version", "twice"])
        if act == "charge":
            keys = [f"k{next(numbers)}" for _ in range(chance.randint(1, 3))]
            ledger.charge(DATASET, Payment("owner"), [item(key, Fraction(1, 10**6)) for key in keys])
            open_ += keys
        elif act == "answer" and open_:
            keys = chance.sample(open_, chance.randint(1, len(open_)))
            assert ledger.store({key: f"answer of {key}" for key in keys}) == {key: f"answer of {key}" for key in keys}
            open_, done = [key for key in open_ if key not in keys], done + keys
        elif act == "rename":
            ledger.rename(DATASET, "owner", f"n{next(numbers)}")
        elif act == "version":
            ledger.add_version(DATASET, "owner", {"n": next(numbers)})
        elif done:
            assert ledger.store({done[0]: "another"}) == {done[0]: f"answer of {done[0]}"}
    entries = ledger.entries()
    assert ledger.verify() == len(entries) == connect(folder).verify()
    times = {ask["key"]: entry.time for entry in entries if entry.kind == "charge" for ask in entry.payload["asks"]}
    with shell(folder) as run:
        assert sorted(run("SELECT key, time FROM answers")) == sorted((key, times[key]) for key in done)
