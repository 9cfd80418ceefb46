"""The server's log, with every statement in it: the same whatever the rows hold, and without password or key."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine import postgres as postgres_engine
from dpcore.engine import window
from dpcore.engine.base import derive
from dpcore.engine.postgres import PostgreSQL
from dpcore.engine.sql.literal import text
from dpcore.engine.sql.order import Buckets, select_counts
from dpcore.table import aggregate
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine.in_place.test_equal import Transcripts, asked, declared, integers
from tests.engine.in_place.world import KEY, KINDS, address, drawn, fill, make
from tests.postgres import SECRET, Cluster

ALL = {
    "log_statement": "all",
    "log_min_duration_statement": "0",
    "log_min_messages": "debug1",
    "log_min_error_statement": "debug1",
    "log_error_verbosity": "verbose",
    "log_parameter_max_length": "-1",
    "log_connections": "on",
    "checkpoint_timeout": "1d",  # a checkpoint by the clock is no statement
}
_PREFIX = re.compile(r"^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] ", re.MULTILINE)
_PASSING = re.compile(r"duration: [\d.]+ ms|port=\d+|pg_temp_\d+|oid \d+|pg_toast_\d+|client backend \(PID \d+\)")


@pytest.fixture
def log(server: Any, postgres: Cluster) -> Iterator[Path]:
    """Everything that a server can be told to keep of statements."""
    with postgres.connect() as connection:
        for name, value in ALL.items():
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
        connection.execute("SELECT pg_reload_conf(), pg_sleep(0.3)")
        connection.execute("CHECKPOINT")  # ends one that may have begun before
        yield postgres.folder / "log"
        connection.execute("ALTER SYSTEM RESET ALL")
        connection.execute("SELECT pg_reload_conf(), pg_sleep(0.3)")


def logged(log: Path, act: Any) -> str:
    """What is added to the log meanwhile, without times and the numbers of connections."""
    before = log.stat().st_size
    act()
    with log.open() as file:
        file.seek(before)
        return _PASSING.sub("", _PREFIX.sub("", file.read()))


def visits(server: Any, chance: random.Random, count: int) -> dict[str, Any]:
    kinds = {name: KINDS[name] for name in ("int", "double", "text", "date", "numeric", "boolean", "zoned")}
    make(server, "visits", kinds, drawn(chance, kinds, count))
    return kinds


@pytest.mark.sample(2)
@pytest.mark.parametrize("unit", [Unit(), Unit("int", 3), Unit("int", 5, 2)], ids=str)
@pytest.mark.parametrize("seed", seeds(2, 1))
def test_the_log_tells_nothing_of_rows_and_no_secret(
    seed: int, unit: Unit, server: Any, log: Path, postgres: Cluster, tmp_path: Path
) -> None:
    """Other rows, the same log to the letter, for every question: so no number in it follows from rows."""
    chance, found = random.Random(seed), list[str]()
    kinds = visits(server, chance, 300)
    schema = {name: declared(chance, name) for name in kinds}
    if unit.identifier:
        schema[unit.identifier] = dp.Identifier()
    table = Table(dp.Schema(schema), unit)
    queries, answers, transcripts = asked(chance, table), [], Transcripts()

    def release() -> None:
        rows = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
        rows.check(KEY, table)
        read = integers(rows.engine(table, KEY, tmp_path), table, queries, transcripts)
        answers.append([(words, answer.tolist()) for words, answer in read])

    for count in (300, 17):
        fill(server, "visits", kinds, drawn(chance, kinds, count))
        found.append(logged(log, release))
    assert answers[0] != answers[1] and found[0] == found[1] and "OFFSET 0" in found[0]
    for purpose in ("rows", "cells", "blocks"):
        assert derive(KEY, purpose).hex() not in found[0]
    assert SECRET not in log.read_text() and KEY.hex() not in found[0]


def test_a_key_in_a_statement_is_found(
    server: Any, log: Path, postgres: Cluster, tmp_path: Path, monkeypatch: Any
) -> None:
    visits(server, random.Random(1), 20)
    monkeypatch.setattr(PostgreSQL, "_salt", lambda self, purpose: text(derive(self._key, purpose).hex()))
    table = Table(dp.Schema(int=dp.Identifier(), double=dp.Number(0, 1)), Unit("int", 2))
    rows = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
    said = logged(log, lambda: integers(rows.engine(table, KEY, tmp_path), table, [dp.Count()], {}))
    assert derive(KEY, "rows").hex() in said


def test_a_number_of_rows_in_a_statement_is_found(server: Any, log: Path, postgres: Cluster, tmp_path: Path) -> None:
    """As an engine would that takes a second pass with what the first one found."""
    table, said = Table(dp.Schema(double=dp.Number(0, 1))), list[str]()

    def twice() -> None:
        with dp.read(address(postgres), table="visits").load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            assert isinstance(engine, PostgreSQL)
            engine.prepare()
            count = int(engine._fetch("SELECT count(*) FROM public.visits")[0][0])
            engine._fetch(exp.select(exp.Literal.number(count)).sql("postgres"))

    for count in (20, 30):
        visits(server, random.Random(1), count)
        said.append(logged(log, twice))
    assert said[0] != said[1]


def middle(log: Path, server: Any, postgres: Cluster, tmp_path: Path) -> list[str]:
    """What the log says of a median of rows that are all alike, for two such tables."""
    table, said = Table(dp.Schema(double=dp.Number(0, 1))), list[str]()
    for cell in ("0.25", "0.75"):
        make(server, "visits", {"double": KINDS["double"]}, [{"double": cell}] * 20)
        rows = dp.read(address(postgres), table="visits").load(tmp_path, KEY)
        engine = rows.engine(table, KEY, tmp_path)
        said.append(logged(log, lambda engine=engine: integers(engine, table, [dp.Median("double", check=False)], {})))
    return said


def test_bounds_that_follow_from_rows_in_a_statement_are_found(
    server: Any, log: Path, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two passes of an embedded engine, sent to a server: the second one says where the rows are."""
    assert len(set(middle(log, server, postgres, tmp_path))) == 1
    monkeypatch.setattr(PostgreSQL, "logged", False)
    assert len(set(middle(log, server, postgres, tmp_path))) == 2


def test_a_second_pass_is_never_sent_to_a_server(
    server: Any, log: Path, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever makes its statement for rows that a server reads is refused."""
    monkeypatch.setattr(
        window,
        "select_by_buckets",
        lambda ask, order, scan, shift: select_counts(ask, order, scan, Buckets(1, among=frozenset({1}))),
    )
    with pytest.raises(dp.SourceError, match="does not log statements"):
        middle(log, server, postgres, tmp_path)


@pytest.mark.parametrize("fails", ["key", "rows"])
def test_the_key_is_in_no_log_where_it_cannot_be_placed(
    fails: str, server: Any, log: Path, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server quotes a line that it could not store, where it was sent as text."""
    visits(server, random.Random(1), 20)
    if fails == "key":
        monkeypatch.setattr(postgres_engine, "_COLUMN", "integer")
    else:
        monkeypatch.setattr(PostgreSQL, "_keep", lambda self, query: self._fetch("SELECT 1/0"))
    table = Table(dp.Schema(int=dp.Identifier(), double=dp.Number(0, 1)), Unit("int", 2))
    rows = dp.read(address(postgres), table="visits").load(tmp_path, KEY)

    def refused() -> None:
        with pytest.raises(dp.SourceError, match="could not be read"):
            integers(rows.engine(table, KEY, tmp_path), table, [dp.Count()], {})

    said = logged(log, refused)
    assert "ERROR" in said and derive(KEY, "rows").hex() not in said and derive(KEY, "cells").hex() not in said


@pytest.mark.parametrize("unit", [Unit(), Unit("who", 3)], ids=str)
def test_cells_that_are_nearly_written_as_declared_leave_the_log_as_it_is(
    server: Any, postgres: Cluster, log: Path, tmp_path: Path, unit: Unit
) -> None:
    """None raises an error, which would quote it; statements have the codes, which are public."""
    formats = {
        "d": dp.Format(dates="day first", years_from=1950, missing=["99"]),
        "n": dp.Format(decimal=",", sign="$"),
    }
    schema = dp.Schema(who=dp.Identifier(), d=dp.Date("1950-01-01", "2049-12-31"), n=dp.Number(0, 100))
    kinds = {name: KINDS[kind] for name, kind in (("who", "int"), ("d", "text"), ("n", "text"))}
    odd = ["31.12.2013 c4nary", "99999.31.12.2013", "31.99.2013", "(((4711", "1.2.2013 25:61:61", "1e99", "e5", None]
    make(server, "visits", kinds, [])
    source, said = dp.read(address(postgres), table="visits").with_formats(formats), []
    asks = [aggregate.Aggregate((aggregate.Rows(),), present=(name,)) for name in ("d", "n")]
    for cells in (["31.12.2013", "5,5 $", None, "7", "8", "9", "1.1.13", "12"], odd):
        fill(server, "visits", kinds, [{"who": str(at), "d": cell, "n": cell} for at, cell in enumerate(cells)])
        server.execute("ANALYZE visits")

        def act() -> None:
            with source.load(tmp_path, KEY).engine(Table(schema, unit), KEY, tmp_path) as engine:
                engine.aggregate(asks)

        said.append(logged(log, act))
    assert "31.99.2013" not in said[1] and "c4nary" not in said[1] and "ERROR" not in said[1]
    assert said[0] == said[1] and "REGEXP_MATCH" in said[0].upper()
