"""What only a server can do to a ledger: answer too early, restart, lose a connection, die in mid-charge."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.ledger import Ledger, Payment
from dpcore.ledger.side.scenario import SavedScenarios
from dpcore.ledger.store.database import Database, entries
from dpcore.plan.scenario import Scenario
from dpcore.queries import Count
from tests.ledger.world import DATASET, LEDGERS, URL, connect, item, opened, seen, start, trusting, work
from tests.postgres import DATABASE, ROLE, SECRET, Cluster, programs

LOST = r"^The connection to the ledger's database was lost\. Hint: Try again"


@pytest.fixture
def home(tmp_path: Path, postgres: Cluster) -> Iterator[Path]:
    """A ledger's folder, its database an empty one on the server."""
    (tmp_path / URL).write_text(postgres.empty())
    yield tmp_path
    Database((tmp_path / URL).read_text()).close()


def charges(ledger: Ledger) -> int:
    return sum(entry.kind == "charge" for entry in ledger.entries(DATASET))


@pytest.fixture
def asynchronous(home: Path, postgres: Cluster) -> Iterator[None]:
    """The database answers before it has written."""
    with postgres.connect() as admin:
        admin.execute(f"ALTER DATABASE {DATABASE} SET synchronous_commit = off")
    yield
    with postgres.connect() as admin:
        admin.execute(f"ALTER DATABASE {DATABASE} RESET synchronous_commit")


@pytest.mark.usefixtures("asynchronous")
def test_a_server_that_answers_before_it_has_written_is_refused(home: Path) -> None:
    with pytest.raises(
        LedgerError, match=r"does not guarantee that committed data is durable\..*fsync and synchronous_commit"
    ):
        connect(home)


def test_a_server_that_stops_syncing_is_refused_at_the_next_charge(home: Path, postgres: Cluster) -> None:
    ledger = opened(home)
    with postgres.connect() as admin:
        try:
            admin.execute("ALTER SYSTEM SET fsync = off")
            reload(admin, "off")
            with pytest.raises(LedgerError, match="does not guarantee that committed data is durable"):
                ledger.charge(DATASET, Payment("owner"), [item("q")])
        finally:
            admin.execute("ALTER SYSTEM RESET fsync")
            reload(admin, "on")
    assert charges(ledger) == 0
    ledger.charge(DATASET, Payment("owner"), [item("q")])


def reload(admin: psycopg.Connection[tuple[object, ...]], fsync: str) -> None:
    """Returns once everybody has the new settings."""
    admin.execute("SELECT pg_reload_conf()")
    while admin.execute("SHOW fsync").fetchone() != (fsync,):
        pass


def killed_in_mid_charge(home: Path, postgres: Cluster, mutant: str = "sound") -> set[str]:
    """What was shown until the whole server was killed."""
    with LEDGERS[mutant]():
        opened(home).close()
    process, pipe = start(work, home, "r", "release", mutant)
    shown = [pipe.recv() for _ in range(20)]
    postgres.kill()
    shown += seen(process, pipe)
    postgres.start()
    return {key for key, _ in shown}


def test_what_was_shown_is_charged_after_the_server_was_killed(home: Path, postgres: Cluster) -> None:
    shown = killed_in_mid_charge(home, postgres)
    ledger = connect(home)
    assert len(shown) >= 20
    assert ledger.charged_keys(shown) == shown
    assert ledger.verify() >= 2 + 2 * len(shown)


@pytest.mark.usefixtures("asynchronous")
def test_the_same_kill_finds_a_server_that_answers_too_early(home: Path, postgres: Cluster) -> None:
    killed_in_mid_charge(home, postgres, "trusting")
    with trusting(), pytest.raises(LedgerError, match=r"older copy|its anchor file contains|not a complete ledger"):
        connect(home)


def test_a_restart_is_not_noticed_and_a_crash_is_told(home: Path, postgres: Cluster) -> None:
    ledger = opened(home)
    postgres.restart()
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    with pytest.raises(LedgerError, match=LOST), ledger._journal.writing("act") as draft:
        draft.append("rename", "owner", DATASET, {"name": "lost"})
        postgres.kill()
    for act in (
        lambda: ledger.charge(DATASET, Payment("owner"), [item("b")]),
        lambda: ledger.standing(DATASET),
        ledger.verify,
    ):
        with pytest.raises(LedgerError, match=r"^The ledger's database cannot be opened\. Hint: Check that the server"):
            act()
    postgres.start()
    ledger.charge(DATASET, Payment("owner"), [item("b")])
    assert ledger.verify() == 4


def test_a_connection_lost_in_the_middle_charges_nothing(home: Path, postgres: Cluster) -> None:
    ledger = opened(home)
    with (
        pytest.raises(LedgerError, match=LOST),
        ledger._journal.writing("act") as draft,
    ):
        draft.append("rename", "owner", DATASET, {"name": "lost"})
        own = draft.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        with postgres.connect() as admin:
            admin.execute(f"SELECT pg_terminate_backend({own}, 5000)")
    assert ledger.dataset(DATASET).name == "visits"
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    assert ledger.verify() == 3


def test_a_statement_that_failed_unnoticed_is_not_taken_for_a_commit(home: Path) -> None:
    ledger = opened(home)
    with pytest.raises(LedgerError), ledger._journal.writing("act") as draft:
        draft.append("rename", "owner", DATASET, {"name": "lost"})
        with suppress(sa.exc.SQLAlchemyError):
            draft.connection.exec_driver_sql("SELECT nothing")
    assert ledger.dataset(DATASET).name == "visits"
    assert ledger.verify() == 2


def test_an_entry_written_without_the_lock_is_not_written_over(home: Path) -> None:
    ledger = opened(home)
    database = ledger._journal._database
    with database.transaction() as connection:
        row = connection.execute(sa.select(entries).order_by(entries.c.seq.desc()).limit(1)).one()._asdict()
    with pytest.raises(LedgerError), ledger._journal.writing("act") as draft:
        draft.append("rename", "owner", DATASET, {"name": "second"})
        draft.connection.execute(entries.insert(), row | {"seq": 3})
    assert ledger.verify() == 2


def test_waiting_writers_hold_no_connection(home: Path, postgres: Cluster) -> None:
    ledger, most = opened(home), 0
    threads = [
        threading.Thread(
            target=lambda name=name: [ledger.charge(DATASET, Payment("owner"), [item(f"{name}{n}")]) for n in range(5)]
        )
        for name in "abcdefghijkl"
    ]
    for thread in threads:
        thread.start()
    with postgres.connect() as admin:
        while any(thread.is_alive() for thread in threads):
            row = admin.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = %s", (ROLE,)).fetchone()
            most = max(most, int(str(row and row[0])))
    assert charges(ledger) == 60
    assert 1 <= most <= 4, "a writer, a reader, and each as one leaves and one comes"


def test_desks_of_one_process_share_their_connections(home: Path) -> None:
    first, second = (Database((home / URL).read_text()) for _ in range(2))
    assert first.engine is second.engine


def test_no_password_and_no_value_is_told(home: Path, postgres: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sqlalchemy")
    ledger = opened(home)
    ledger.charge(DATASET, Payment("owner"), [item("patient-77")])
    (anchor,) = (home / "anchor").iterdir()
    assert anchor.read_text().startswith(f'# "postgresql://127.0.0.1:{postgres.port}/{DATABASE}"\n')
    database = ledger._journal._database
    told = [caplog.text, anchor.read_text(), *map(repr, (ledger, database, database.engine, database._kind))]
    for url in (postgres.url("nowhere"), postgres.url(DATABASE, f"{ROLE}:{SECRET}-"), postgres.url(DATABASE, ROLE)):
        with pytest.raises(LedgerError, match="cannot be opened") as refused:
            Ledger(f"{url}?password={SECRET}-", home)
        told += traceback.format_exception(refused.value)
    assert "INSERT INTO entries" in caplog.text
    assert [text for text in told if SECRET in text or "patient-77" in text] == []


def test_a_user_who_may_not_make_tables_is_told(tmp_path: Path, postgres: Cluster) -> None:
    with pytest.raises(LedgerError, match="This database user has no permission to read or write the ledger"):
        Ledger(postgres.url("postgres"), tmp_path)


@pytest.mark.parametrize("user", ["a\0b", "\ud800", "🙂 ü '; --"])
def test_any_text_comes_back_as_it_was_or_is_refused(folder: Path, user: str) -> None:
    opened(folder).close()
    database = Database((folder / URL).read_text())
    saved = SavedScenarios(database, user)
    scenario = Scenario("cheap 🙂", ((Count(), 1.0),))
    try:
        saved.save(DATASET, scenario)
    except LedgerError as refused:
        assert refused.message == "This text contains characters that the database cannot store."
        assert set(user) & set("\0\ud800")
    else:
        assert saved.all(DATASET) == [scenario]
    database.close()


def test_without_postgresql_the_tests_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.fail.Exception, match=r"need PostgreSQL\. Hint: "):
        programs(tmp_path)
