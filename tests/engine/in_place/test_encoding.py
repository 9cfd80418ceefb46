"""A database of another encoding than UTF8 cannot compare forms of Unicode: refused, also if it becomes so later."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dpcore as dp
from dpcore.engine.postgres_rows import PostgresRows
from tests.postgres import ROLE, SECRET, Cluster

NAME = "encoded"
SCHEMA = dp.Schema(who=dp.Identifier(), cost=dp.Number(0, 100))


@pytest.fixture
def made(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Makes a database of this encoding with a table, in place of the last one."""
    postgres.empty()
    monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", SECRET)

    def make(encoding: str) -> str:
        with postgres.connect() as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
            admin.execute(
                f"CREATE DATABASE {NAME} OWNER {ROLE} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' "
                "TEMPLATE template0"
            )
        with postgres.connect(NAME) as admin:
            admin.execute(f"CREATE TABLE public.t (who text, cost float8); ALTER TABLE public.t OWNER TO {ROLE}")
            admin.execute("INSERT INTO public.t VALUES ('a', 1)")
        return postgres.url(NAME, ROLE)

    yield make
    with postgres.connect() as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "EUC_KR"])
def test_it_is_refused_and_a_restored_one_is_refused_before_the_charge(made, encoding, tmp_path) -> None:
    url = made("UTF8")
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset(
            "t",
            dp.read(url, table="public.t"),
            schema=SCHEMA,
            unit=dp.Unit("who", max_rows=2),
            budget=dp.Budget(mu=1.0, delta=1e-6),
        )
        made(encoding)
        with pytest.raises(dp.SourceError, match=f"encoding {encoding}"):
            dp.read(url, table="public.t")
        before = desk.standing("t").spent.mu
        with pytest.raises(dp.SourceError, match=f"encoding {encoding}|changed since"):
            desk.release("t", dp.Plan([dp.Count()], mu=0.2))
        assert desk.standing("t").spent.mu == before == 0.0
    assert PostgresRows.without_forms == ""
