"""Tables, rights, names and servers that are not what was hoped for: one sentence, no row, and no charge lost."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import psutil
import pytest
from psycopg import sql

import dpcore as dp
from dpcore.engine import postgres_address, postgres_connection
from dpcore.engine.postgres import UNREAD, PostgreSQL
from dpcore.engine.postgres_rows import CHANGED, PostgresRows
from dpcore.engine.source.read import from_descriptor
from dpcore.release.run import Cancelled
from dpcore.stop import Stopped
from tests.engine.in_place.world import address
from tests.postgres import DATABASE, OTHERS, ROLE, SECRET, Cluster

SCHEMA = dp.Schema(who=dp.Identifier(), ward=dp.Category(["A", "B"]), cost=dp.Number(0, 100))
PLAN = dp.Plan([dp.Count(by=["ward"]), dp.Sum("cost")], mu=0.2)
BUDGET = dp.Budget(mu=2.0, delta=1e-6)
CANARY = "31415.9265"


@pytest.fixture
def visits(server: Any) -> Any:
    server.execute("CREATE TABLE visits (who int, ward text, cost double precision, note text)")
    rows = "SELECT i % 40, CASE WHEN i % 3 = 0 THEN 'A' ELSE 'B' END, i % 90, %s FROM generate_series(1, 400) i"
    server.execute(f"INSERT INTO visits {rows.replace(' % ', ' %% ')}", (CANARY,))
    return server


@pytest.fixture
def desk(visits: Any, postgres: Cluster) -> Iterator[dp.Desk]:
    with dp.Desk() as opened:
        opened.add_dataset("row", source(postgres), schema=SCHEMA, budget=BUDGET)
        unit = dp.Unit("who", 3)
        opened.add_dataset("unit", source(postgres), schema=SCHEMA, unit=unit, budget=BUDGET, separate_budget=True)
        yield opened


def source(postgres: Cluster, table: str = "visits") -> dp.Source:
    return dp.read(address(postgres), table=table)


def spent(desk: dp.Desk, name: str) -> int:
    return sum(entry.kind == "charge" for entry in desk.ledger(name))


def silent(error: BaseException) -> None:
    """Nothing of a row, nor of what the server said, hangs on an error."""
    assert error.__context__ is None and error.__cause__ is None
    assert CANARY not in str(error) and SECRET not in str(error)


CHANGES = {
    "column": ("ALTER TABLE visits RENAME cost TO price", "ALTER TABLE visits RENAME price TO cost"),
    "type": ("ALTER TABLE visits ALTER cost TYPE text", "ALTER TABLE visits ALTER cost TYPE float USING cost::float"),
    "name": ("ALTER TABLE visits RENAME TO stays", "ALTER TABLE stays RENAME TO visits"),
    "view": (
        "ALTER TABLE visits RENAME TO stays; CREATE VIEW visits AS SELECT * FROM stays",
        "DROP VIEW visits; ALTER TABLE stays RENAME TO visits",
    ),
    "right": (f"REVOKE SELECT ON visits FROM {ROLE}", f"GRANT SELECT ON visits TO {ROLE}"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["row", "unit"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_table_that_changed_before_the_charge_costs_nothing(
    change: str, name: str, desk: dp.Desk, visits: Any
) -> None:
    quote, (there, back) = desk.quote(name, PLAN), CHANGES[change]
    visits.execute(there)
    with pytest.raises(dp.SourceError) as caught:
        desk.release(name, PLAN, quote=quote)
    assert (caught.value.message, caught.value.hint) == CHANGED and spent(desk, name) == 0
    silent(caught.value)
    visits.execute(back)
    assert len(desk.release(name, PLAN, quote=quote)) == 2


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["row", "unit"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_table_that_changed_after_the_charge_is_answered_under_it_later(
    change: str, name: str, desk: dp.Desk, visits: Any
) -> None:
    there, back = CHANGES[change]
    with pytest.raises(dp.SourceError) as caught:
        desk.release(name, PLAN, progress=lambda step: visits.execute(there) if step == "reading" else None)
    assert (caught.value.message, caught.value.hint) in (CHANGED, UNREAD) and spent(desk, name) == 1
    silent(caught.value)
    visits.execute(back)
    assert len(desk.resume(name)) == 2 and spent(desk, name) == 1


def test_a_role_that_reads_by_default_is_answered(desk: dp.Desk, visits: Any) -> None:
    """As many have who only read: the rows that are kept of a unit lie in a temporary table all the same."""
    visits.execute(f"ALTER ROLE {ROLE} SET default_transaction_read_only = on")
    try:
        assert len(desk.release("row", PLAN)) == 2 and len(desk.release("unit", PLAN)) == 2
    finally:
        visits.execute(f"ALTER ROLE {ROLE} RESET default_transaction_read_only")


def test_an_enumeration_that_is_spelt_by_its_owner_is_not_read(visits: Any, postgres: Cluster) -> None:
    """A function could fail for a cell, and a server's log would quote it."""
    visits.execute("CREATE TYPE grade AS ENUM ('A', 'B')")
    visits.execute("CREATE FUNCTION told(grade) RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'cell %', $1; END$$")
    visits.execute("CREATE CAST (grade AS text) WITH FUNCTION told(grade)")
    visits.execute("ALTER TABLE visits ADD mark grade DEFAULT 'A'")
    schema = dp.Schema(mark=dp.Category(["A", "B"]))
    with dp.Desk() as opened:
        opened.add_dataset("marks", source(postgres), schema=schema, budget=dp.Budget(mu=100.0))
        (answer,) = opened.release("marks", dp.Plan([dp.Count(by=["mark"])], mu=50.0))
    assert np.abs(answer.table["estimate"]).max() < 10, "its cells are missing"


def test_a_column_that_is_not_declared_may_go(desk: dp.Desk, visits: Any) -> None:
    visits.execute("ALTER TABLE visits DROP note")
    assert desk.release("row", PLAN) and desk.release("unit", PLAN)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["row", "unit"])
def test_a_connection_that_drops_in_mid_scan_keeps_the_charge(
    name: str, desk: dp.Desk, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = PostgreSQL._fetch

    def dropped(self: PostgreSQL, statement: str) -> Any:
        with postgres.connect(DATABASE) as admin:
            timer = threading.Timer(0.2, lambda: admin.execute(OTHERS))
            timer.start()
            try:
                return honest(self, statement.replace("SELECT", "SELECT (SELECT pg_sleep(20))::text,", 1))
            finally:
                timer.join()

    with monkeypatch.context() as patch, pytest.raises(dp.SourceError) as caught:
        patch.setattr(PostgreSQL, "_fetch", dropped)
        desk.release(name, PLAN)
    assert (caught.value.message, caught.value.hint) == UNREAD and spent(desk, name) == 1
    silent(caught.value)
    assert len(desk.release(name, PLAN)) == 2 and spent(desk, name) == 1


def test_a_server_that_is_down_is_said_before_the_charge(desk: dp.Desk, postgres: Cluster) -> None:
    postgres.stop()
    try:
        with pytest.raises(dp.SourceError, match="cannot be opened") as caught:
            desk.release("row", PLAN)
        silent(caught.value)
    finally:
        postgres.start()
    assert spent(desk, "row") == 0 and len(desk.release("row", PLAN)) == 2


def test_one_release_reads_one_snapshot(desk: dp.Desk, visits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that come between two statements are in neither, with and without a temporary table."""
    honest, counts = PostgreSQL._fetch, list[int]()

    def growing(self: PostgreSQL, statement: str) -> Any:
        visits.execute("INSERT INTO visits SELECT * FROM visits LIMIT 100")
        relation = self._relation.sql("postgres")
        counts.append(int(honest(self, f"SELECT count(*) FROM {relation}")[0][0]))
        return honest(self, statement)

    monkeypatch.setattr(PostgreSQL, "_fetch", growing)
    plan = dp.Plan([dp.Histogram("cost", edges=[i / 50 for i in range(5001)]), dp.Count(by=["ward"])], mu=0.2)
    for name, expected in (("row", 400), ("unit", 120)):
        counts.clear()
        desk.release(name, plan)
        assert len(counts) > 1 and len(set(counts)) == 1
        assert counts[0] == expected or name == "row"


def test_a_version_is_a_moment_that_the_owner_declares(desk: dp.Desk, visits: Any, own_home: Path) -> None:
    first = desk.release("row", PLAN)
    visits.execute("ALTER TABLE visits ADD age int; ALTER TABLE visits ALTER cost TYPE numeric(8,2)")
    with pytest.raises(dp.SourceError):
        desk.release("row", dp.Plan([dp.Count()], mu=0.1))
    assert desk.update("row", separate_budget=True).version == 2
    second = desk.release("row", PLAN)
    assert {one.key for one in first}.isdisjoint({one.key for one in second}) and spent(desk, "row") == 2
    assert not list(own_home.rglob("*.parquet"))
    assert SECRET not in "".join(path.read_text(errors="replace") for path in own_home.rglob("*") if path.is_file())
    with dp.Desk() as again:
        assert again.release("row", PLAN)[0].key == second[0].key
        again.update("unit", separate_budget=True)
        assert again.release("unit", PLAN)
        again.delete_rows("row")
        with pytest.raises(dp.AccessError, match="were deleted"):
            again.release("row", dp.Plan([dp.Count()], mu=0.1))


def test_a_copy_has_no_later_self(own_home: Path) -> None:
    with dp.Desk() as desk:
        desk.add_dataset("t", dp.read(pd.DataFrame({"x": [1]})), schema=dp.Schema(x=dp.Number(0, 1)), budget=BUDGET)
        with pytest.raises(dp.SourceError, match="are a copy"):
            desk.update("t")


def test_the_same_table_is_recognised_under_every_address(desk: dp.Desk, postgres: Cluster) -> None:
    other = dp.read(address(postgres).replace("127.0.0.1", "localhost") + "?sslmode=prefer", table="PUBLIC.Visits")
    with pytest.raises(dp.KnownRowsError, match="'row'"):
        desk.add_dataset("again", other, schema=SCHEMA, budget=BUDGET)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ['V"isi.ts', "VISITS", "é ü", "a'b; --", "select", "%s", "_rows", "murmur_rows", "x" * 63]
)
def test_names_of_tables_schemas_and_columns_are_names_alone(name: str, server: Any, postgres: Cluster) -> None:
    inside = sql.Identifier(name)
    server.execute(sql.SQL("CREATE SCHEMA {}").format(inside))
    server.execute(sql.SQL("CREATE TABLE {}.{} ({} int, _unit int, _0 int)").format(inside, inside, inside))
    server.execute(sql.SQL("INSERT INTO {}.{} SELECT i % 5, 1, 1 FROM generate_series(1, 50) i").format(inside, inside))
    quoted = '"' + name.replace('"', '""') + '"'
    found = dp.read(address(postgres), table=f"{quoted}.{quoted}")
    assert list(found.columns) == [name, "_unit", "_0"]
    schema = dp.Schema({name: dp.Identifier(), "_unit": dp.Number(0, 1), "_0": dp.Number(0, 2)})
    with dp.Desk() as desk:
        desk.add_dataset("t", found, schema=schema, unit=dp.Unit(name, 2), budget=dp.Budget(epsilon=100))
        (total,) = desk.release("t", dp.Plan([dp.Sum("_0")], epsilon=99))
    assert abs(total.table["estimate"][0] - 10) < 1


@pytest.mark.parametrize("table", ["", ".", "a.b.c", 'a"b', "a\0b", "a.", '"', None, 5, "nowhere", "nowhere.visits"])
def test_what_is_no_table_is_said_in_one_sentence(table: Any, visits: Any, postgres: Cluster) -> None:
    with pytest.raises(dp.SourceError) as caught:
        dp.read(address(postgres), table=table)
    assert caught.value.hint


SECRETS = [
    "a b",
    "p@ss:w/rd?#%41",
    "'\"\\",
    "é✓",
    "%s %(x)s",
    "=;&",
    " lead",
    "trail ",
    "{}$HOME`",
    "x" * 900,
    "password",
]


@pytest.mark.sample(5)
@pytest.mark.parametrize("word", SECRETS)
def test_a_password_may_hold_anything(
    word: str, visits: Any, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    visits.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(ROLE), sql.Literal(word)))
    try:
        with pytest.raises(dp.SourceError, match="cannot be opened") as caught:
            source(postgres)
        silent(caught.value)
        monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", word)
        rows = source(postgres).load(Path(), bytes(32))
        assert word not in json.dumps(rows.to_dict(), ensure_ascii=False) or word in ("password",)
        assert word not in repr(rows) or word in ("password",)
        assert from_descriptor(json.loads(json.dumps(rows.to_dict()))) == rows
        assert word not in caplog.text
    finally:
        visits.execute(f"ALTER ROLE {ROLE} PASSWORD '{SECRET}'")


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql+psycopg://u:{SECRET}@127.0.0.1/db",
        f"postgresql+psycopg://u:{SECRET}@127.0.0.1:x/db",
        f"postgresql://u@127.0.0.1/db?password={SECRET}",
        f"postgresql://u:{SECRET}#@127.0.0.1/db",
        f"postgresql://u:/{SECRET}@127.0.0.1/db",
        f"postgresql://u:[{SECRET}@127.0.0.1/db",
        "postgresql://u@127.0.0.1",
        "postgresql://u@127.0.0.1,other/db",
        "postgresql://u@127.0.0.1/db?options=-cfsync%3Doff",
        "postgresql://u@127.0.0.1/db?service=x&passfile=/etc/passwd",
        "postgresql://",
        "mysql://u@127.0.0.1/db",
        "sqlite:///murmur.db",
    ],
)
def test_an_address_is_refused_and_never_quoted(text: str) -> None:
    with pytest.raises(dp.SourceError) as caught:
        dp.read(text, table="visits")
    silent(caught.value)
    assert caught.value.hint and "127.0.0.1" not in str(caught.value)


def test_what_computes_or_hides_its_rows_is_refused(visits: Any, postgres: Cluster) -> None:
    visits.execute("CREATE VIEW seen AS SELECT 1 / cost::int AS x FROM visits")
    visits.execute(
        "CREATE MATERIALIZED VIEW stays AS SELECT * FROM visits; CREATE TABLE parts (x int) PARTITION BY LIST (x)"
    )
    visits.execute("CREATE TABLE hidden (x int); ALTER TABLE hidden ENABLE ROW LEVEL SECURITY")
    visits.execute("ALTER TABLE hidden FORCE ROW LEVEL SECURITY; CREATE TABLE empty ()")
    for table, word in {"seen": "a table with stored rows", "hidden": "policy", "empty": "may not read"}.items():
        with pytest.raises(dp.SourceError, match=word):
            source(postgres, table)
    assert list(source(postgres, "stays").columns.values()) == ["number", "text", "number", "text"]
    assert dict(source(postgres, "parts").columns) == {"x": "number"}


def test_only_columns_that_may_be_read_are_there_and_units_need_a_temporary_table(
    visits: Any, postgres: Cluster
) -> None:
    with postgres.connect(DATABASE) as admin:
        admin.execute("CREATE TABLE theirs AS SELECT * FROM visits")
        admin.execute(f"GRANT SELECT (who, ward, cost) ON theirs TO {ROLE}; ALTER DATABASE {DATABASE} OWNER TO admin")
        admin.execute(f"REVOKE TEMPORARY ON DATABASE {DATABASE} FROM PUBLIC")
        try:
            assert list(source(postgres, "theirs").columns) == ["who", "ward", "cost"]
            with dp.Desk() as desk:
                desk.add_dataset("row", source(postgres, "theirs"), schema=SCHEMA, budget=BUDGET)
                assert desk.release("row", PLAN)
                with pytest.raises(dp.SourceError, match="temporary table"):
                    unit, found = dp.Unit("who", 3), source(postgres, "theirs")
                    desk.add_dataset("unit", found, schema=SCHEMA, unit=unit, budget=BUDGET, separate_budget=True)
        finally:
            admin.execute(
                f"GRANT TEMPORARY ON DATABASE {DATABASE} TO PUBLIC; ALTER DATABASE {DATABASE} OWNER TO {ROLE}"
            )


def test_loading_is_stopped_while_the_server_makes_it_wait(visits: Any, postgres: Cluster) -> None:
    cancel, found = threading.Event(), source(postgres)
    with postgres.connect(DATABASE) as admin, dp.Desk() as desk:
        admin.execute("BEGIN; LOCK TABLE visits IN ACCESS EXCLUSIVE MODE")
        threading.Timer(0.5, cancel.set).start()
        with pytest.raises(Stopped):
            desk.add_dataset("row", found, schema=SCHEMA, budget=BUDGET, cancel=cancel)
        admin.execute("ROLLBACK")
        assert desk.datasets() == []


@contextlib.contextmanager
def suspended(what: str, postgres: Cluster, process: int) -> Iterator[None]:
    """What does not answer: nothing, the server with all its processes, or only the one of a connection."""
    one = psutil.Process(process)
    if what == "process":
        one.suspend()
    try:
        with postgres.suspended() if what == "server" else contextlib.nullcontext():
            yield
    finally:
        one.resume()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ["row", "unit"])
@pytest.mark.parametrize("what", ["nothing", "server", "process"])
def test_a_stop_ends_a_reading_and_keeps_the_charge(
    what: str, name: str, desk: dp.Desk, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, cancel = PostgreSQL._fetch, threading.Event()
    monkeypatch.setattr(postgres_address, "GRACE", 60 if what == "nothing" else 1)

    def waiting(self: PostgreSQL, statement: str) -> Any:
        assert self._open_connection
        threading.Timer(0.2, cancel.set).start()
        with suspended(what, postgres, self._open_connection.connection.info.backend_pid):
            return honest(self, statement.replace("SELECT", "SELECT (SELECT pg_sleep(900))::text,", 1))

    with monkeypatch.context() as patch, pytest.raises(Cancelled, match="while the database was reading") as caught:
        patch.setattr(PostgreSQL, "_fetch", waiting)
        desk.release(name, PLAN, cancel=cancel)
    assert spent(desk, name) == 1 and len(desk.unanswered(name)) == 2
    silent(caught.value)
    with postgres.connect(DATABASE) as admin:
        running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(900)%' AND pid <> pg_backend_pid()"
        assert what != "nothing" or admin.execute(running).fetchone() == (0,)
        admin.execute(OTHERS)
    assert len(desk.resume(name)) == 2 and spent(desk, name) == 1


def test_a_stop_ends_the_check_before_the_charge(
    desk: dp.Desk, visits: Any, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the table is locked, and while the server does not answer."""
    honest = PostgresRows.verify
    monkeypatch.setattr(postgres_address, "GRACE", 1)

    def waiting(*asked: Any) -> None:
        with postgres.suspended():
            honest(*asked)

    for lock in ("BEGIN; LOCK TABLE visits IN ACCESS EXCLUSIVE MODE", "SELECT 1"):
        cancel = threading.Event()
        with postgres.connect(DATABASE) as admin, monkeypatch.context() as patch:
            admin.execute(lock)
            if lock == "SELECT 1":
                patch.setattr(PostgresRows, "verify", waiting)
            threading.Timer(0.3, cancel.set).start()
            with pytest.raises(Cancelled, match="before any row was read") as caught:
                desk.release("row", PLAN, cancel=cancel)
            silent(caught.value)
            admin.execute("ROLLBACK")
        assert spent(desk, "row") == 0
    assert len(desk.release("row", PLAN)) == 2


def test_a_locked_table_is_not_said_to_have_changed(
    desk: dp.Desk, visits: Any, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres_connection._SETTINGS, "lock_timeout", "100ms")
    with postgres.connect(DATABASE) as admin:
        admin.execute("BEGIN; LOCK TABLE visits IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(dp.SourceError, match="locked by another program") as caught:
            desk.release("row", PLAN)
        silent(caught.value)
        admin.execute("ROLLBACK")
    assert spent(desk, "row") == 0 and len(desk.release("row", PLAN)) == 2


def test_settings_of_a_database_change_no_reading(desk: dp.Desk, visits: Any, postgres: Cluster) -> None:
    settings = {"TimeZone": "Asia/Tokyo", "DateStyle": "German", "extra_float_digits": "-15", "search_path": "public"}
    visits.execute("CREATE FUNCTION public.md5(text) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$")
    with postgres.connect() as admin:
        for name, value in settings.items():
            admin.execute(f"ALTER ROLE {ROLE} SET {name} = '{value}'")
        try:
            assert desk.release("row", PLAN) and desk.release("unit", PLAN)
        finally:
            admin.execute(f"ALTER ROLE {ROLE} RESET ALL")
