"""Partitions and children whose cells are fetched elsewhere: refused before the charge, and before a row is read."""

from __future__ import annotations

import os
from typing import Any

import pytest

import dpcore as dp
from dpcore.engine.postgres import PostgreSQL
from dpcore.engine.postgres_rows import PostgresRows
from tests.engine.in_place.world import address
from tests.postgres import DATABASE, NOBODY, ROLE, Cluster

SCHEMA = dp.Schema(part=dp.Category(["1", "2"]), cost=dp.Number(0, 100))
BUDGET = dp.Budget(mu=2.0, delta=1e-6)
PLAN = dp.Plan([dp.Sum("cost")], mu=0.2)
GOOD, BAD = "2,50\n", "2,not a number\n"
PARTED = (
    "CREATE TABLE {0} (part int, cost float8) PARTITION BY LIST (part);"
    "CREATE TABLE {0}_1 PARTITION OF {0} FOR VALUES IN (1)"
)
TABLES = {
    "partition": (PARTED, "CREATE FOREIGN TABLE {0}_2 PARTITION OF {0} FOR VALUES IN (2) SERVER files {1}"),
    "attached": (
        PARTED,
        "CREATE FOREIGN TABLE {0}_2 (part int, cost float8) SERVER files {1};"
        "ALTER TABLE {0} ATTACH PARTITION {0}_2 FOR VALUES IN (2)",
    ),
    "partition of a partition": (
        PARTED,
        "CREATE TABLE {0}_2 PARTITION OF {0} FOR VALUES IN (2) PARTITION BY LIST (part);"
        "CREATE FOREIGN TABLE {0}_2_2 PARTITION OF {0}_2 FOR VALUES IN (2) SERVER files {1}",
    ),
    "child": (
        "CREATE TABLE {0} (part int, cost float8)",
        "CREATE FOREIGN TABLE {0}_2 () INHERITS ({0}) SERVER files {1}",
    ),
    "child of a child": (
        "CREATE TABLE {0} (part int, cost float8); CREATE TABLE {0}_1 () INHERITS ({0})",
        "CREATE FOREIGN TABLE {0}_2 () INHERITS ({0}_1) SERVER files {1}",
    ),
    "child of two": (
        "CREATE TABLE {0} (part int, cost float8); CREATE TABLE {0}_a () INHERITS ({0});"
        "CREATE TABLE {0}_b () INHERITS ({0})",
        "CREATE FOREIGN TABLE {0}_2 () INHERITS ({0}_a, {0}_b) SERVER files {1}",
    ),
}


@pytest.fixture
def admin(server: Any, postgres: Cluster) -> Any:
    """Who may have the server read files; the tables are given to the user who asks."""
    del server
    with postgres.connect(DATABASE) as connection:
        connection.execute("DROP EXTENSION IF EXISTS file_fdw CASCADE; CREATE EXTENSION file_fdw")
        connection.execute("CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; SET client_min_messages = warning")
        yield connection
        connection.execute("DROP EXTENSION file_fdw CASCADE")


def stored(admin: Any, kind: str, name: str) -> None:
    """A table of this kind with two rows that are stored."""
    admin.execute(TABLES[kind][0].format(name))
    admin.execute(f"INSERT INTO {name} VALUES (1, 20), (1, 30); GRANT SELECT ON ALL TABLES IN SCHEMA public TO {ROLE}")


def foreign(admin: Any, postgres: Cluster, kind: str, name: str, cell: str) -> None:
    """Its further member, of one row in a file of the server."""
    file = postgres.folder / f"{name}.csv"
    file.write_text(cell)
    if os.getuid() == 0:
        os.chown(file, NOBODY.pw_uid, NOBODY.pw_gid)
    options = f"OPTIONS (filename '{file}', format 'csv')"
    admin.execute(TABLES[kind][1].format(name, options))
    admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {ROLE}")


@pytest.mark.parametrize("kind", TABLES)
def test_no_cell_of_a_member_decides_whether_a_release_succeeds(
    kind: str, admin: Any, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the cell: the same refusal, without a charge; of one that is added after the charge, without a row."""
    seen = []
    fetched: list[str] = []
    fetch = PostgreSQL._fetch
    monkeypatch.setattr(PostgreSQL, "_fetch", lambda self, text: fetched.append(text) or fetch(self, text))
    with dp.Desk() as desk:
        for place, cell in enumerate((GOOD, BAD)):
            for name in (f"before{place}", f"after{place}"):
                stored(admin, kind, name)
                source = dp.read(address(postgres), table=name)
                desk.add_dataset(name, source, schema=SCHEMA, budget=BUDGET)
                assert desk.release(name, PLAN, confirm=True)
            foreign(admin, postgres, kind, f"before{place}", cell)
            with pytest.raises(dp.SourceError) as first:
                desk.release(f"before{place}", dp.Plan([dp.Count()], mu=0.2), confirm=True)
            assert sum(entry.kind == "charge" for entry in desk.ledger(f"before{place}")) == 1
            with pytest.raises(dp.SourceError, match="a part of this table"):
                dp.read(address(postgres), table=f"before{place}")
            check = PostgresRows.check

            def late(self: Any, *given: Any, check: Any = check, name: str = f"after{place}", cell: str = cell) -> None:
                check(self, *given)
                monkeypatch.setattr(PostgresRows, "check", check)
                foreign(admin, postgres, kind, name, cell)

            fetched.clear()
            monkeypatch.setattr(PostgresRows, "check", late)
            with pytest.raises(dp.SourceError) as second:
                desk.release(f"after{place}", dp.Plan([dp.Count()], mu=0.2), confirm=True)
            assert not fetched
            seen.append(
                [str(said.value).replace(f"re{place}", "re").replace(f"r{place}", "r") for said in (first, second)]
            )
    assert seen[0] == seen[1] and "a part of this table" in seen[0][0]


def test_stored_members_are_read_as_before(admin: Any, postgres: Cluster) -> None:
    """Partitions of partitions and children of children, whose rows all count."""
    admin.execute(PARTED.format("deep"))
    admin.execute("CREATE TABLE deep_2 PARTITION OF deep FOR VALUES IN (2) PARTITION BY RANGE (cost)")
    admin.execute("CREATE TABLE deep_2_1 PARTITION OF deep_2 DEFAULT; INSERT INTO deep VALUES (1, 10), (2, 20)")
    admin.execute("CREATE TABLE plain (part int, cost float8); CREATE TABLE child () INHERITS (plain)")
    admin.execute("CREATE TABLE grand () INHERITS (child); INSERT INTO grand VALUES (1, 10), (2, 20)")
    admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {ROLE}")
    with dp.Desk() as desk:
        for name in ("deep", "plain"):
            desk.add_dataset(
                name,
                dp.read(address(postgres), table=name),
                schema=SCHEMA,
                budget=dp.Budget(mu=100.0, delta=1e-6),
                separate_budget=True,
            )
            (release,) = desk.release(name, dp.Plan([dp.Sum("cost")], mu=90.0), confirm=True)
            assert abs(float(release.table["estimate"].iloc[0]) - 30) < 15
