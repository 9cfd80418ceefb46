"""To whom the password goes: to listed addresses, and never so that a server could learn it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.engine import spark_address
from dpcore.engine.postgres_address import Address
from dpcore.engine.postgres_rows import PostgresRows
from tests.engine.in_place.fake_server import CLEAR, MD5, NOTHING, FakeServer, fake_server
from tests.engine.in_place.world import address
from tests.postgres import DATABASE, ROLE, SECRET, Cluster


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", SECRET)
    monkeypatch.setenv("MURMUR_SOURCE_TOKEN", SECRET)
    for name in ("MURMUR_SOURCES", "MURMUR_OPEN_TO_ALL", "PGPASSWORD"):
        monkeypatch.delenv(name, raising=False)


def learnt(server: FakeServer) -> bool:
    """Whether a server was sent the password, or a hash from which it can be guessed."""
    return any(b"md5" in heard or SECRET.encode() in heard for heard in server.heard)


def refusal(where: str) -> dp.SourceError:
    with pytest.raises(dp.SourceError) as caught:
        dp.read(where, table="visits")
    assert SECRET not in str(caught.value) and caught.value.hint
    return caught.value


@pytest.mark.parametrize(("demand", "setting"), [(CLEAR, "require_auth=password"), (MD5, "require_auth=md5")])
@pytest.mark.parametrize("tls", [False, True])
@pytest.mark.parametrize("options", ["", "sslmode=require", "sslmode=verify-full"])
def test_a_server_that_asks_for_less_than_scram_is_told_nothing(
    demand: int, setting: str, tls: bool, options: str, tmp_path: Path
) -> None:
    """Neither in clear text nor as a hash, over any TLS, even with a certificate that the address itself names."""
    with fake_server(demand, tmp_path if tls else None) as server:
        if "verify" in options and tls:
            options += f"&sslrootcert={tmp_path / 'certificate.pem'}"
        said = refusal(server.address(options=options))
        assert not learnt(server)
        if tls or not options:
            assert server.visits and "so the password was not sent" in said.message and setting in said.hint


def test_a_server_that_asks_for_nothing_is_not_trusted_with_a_password_set() -> None:
    with fake_server(NOTHING) as server:
        assert "require_auth=none" in refusal(server.address()).hint


def test_the_setting_permits_a_way_for_this_address_alone(tmp_path: Path) -> None:
    with fake_server(MD5) as server, fake_server(MD5) as other:
        refusal(server.address(options="require_auth=md5"))
        refusal(other.address())
        inner = hashlib.md5(f"{SECRET}murmur".encode()).hexdigest()
        assert hashlib.md5(inner.encode() + b"salt").hexdigest().encode() in server.heard[0] and not learnt(other)
    with fake_server(CLEAR, tmp_path) as server:
        assert "clear text only" in refusal(server.address(options="require_auth=password")).message
        assert "clear text only" in refusal(server.address(options="sslmode=require&require_auth=password")).message
        assert not server.visits
        options = f"sslmode=verify-full&sslrootcert={tmp_path / 'certificate.pem'}&require_auth=password"
        refusal(server.address(options=options))
        assert learnt(server)


def test_postgresql_itself(server: Any, postgres: Cluster) -> None:
    """SCRAM as it comes; a role whose password is stored as MD5 only where the address permits that."""
    server.execute("CREATE TABLE visits (x int)")
    assert dict(dp.read(address(postgres), table="visits").columns) == {"x": "number"}
    rules = postgres.folder / "data/pg_hba.conf"
    before = rules.read_text()
    with postgres.connect() as admin:
        try:
            rules.write_text(f"host all {ROLE} 127.0.0.1/32 md5\n{before}")
            admin.execute(f"SET password_encryption = 'md5'; ALTER ROLE {ROLE} PASSWORD '{SECRET}'")
            admin.execute("SELECT pg_reload_conf()")
            assert "require_auth=md5" in refusal(address(postgres)).hint
            permitted = f"{address(postgres)}?require_auth=md5"
            assert dict(dp.read(permitted, table="visits").columns) == {"x": "number"}
        finally:
            rules.write_text(before)
            admin.execute(f"SET password_encryption = 'scram-sha-256'; ALTER ROLE {ROLE} PASSWORD '{SECRET}'")
            admin.execute("SELECT pg_reload_conf()")


def test_the_list_holds_for_everything_that_connects(
    server: Any, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a stored dataset, whose address is older than the list. Open to all without a list opens nothing."""
    server.execute("CREATE TABLE visits (x int)")
    rows = dp.read(address(postgres), table="visits").load(Path(), bytes(32))
    assert isinstance(rows, PostgresRows)
    for listed in ("", "postgresql://u@else/db sc://else", f"{address(postgres, 'other')} no-address"):
        monkeypatch.setenv("MURMUR_SOURCES", listed)
        assert "not on the list" in refusal(address(postgres)).message
        with pytest.raises(dp.SourceError, match="not on the list"):
            rows.check(bytes(32))
    monkeypatch.setenv("MURMUR_SOURCES", f"postgresql://u@else/db {address(postgres)}?sslmode=disable")
    rows.check(bytes(32))
    monkeypatch.setenv("MURMUR_OPEN_TO_ALL", "yes")
    rows.check(bytes(32))
    monkeypatch.delenv("MURMUR_SOURCES")
    with pytest.raises(dp.SourceError, match="not on the list"):
        rows.check(bytes(32))


@pytest.mark.parametrize(
    "trick",
    [
        "postgresql://murmur@127.0.0.1:{port}/desk",
        "postgresql://murmur@else:5432,127.0.0.1:{port}/desk",
        "postgresql://murmur@else%2C127.0.0.1:{port}/desk",
        "postgresql://murmur@else:{port}/desk?hostaddr=127.0.0.1",
        "postgresql://murmur@else:{port}/desk?host=127.0.0.1",
        "postgresql://murmur@/desk?host=else&host=127.0.0.1",
        "postgresql://murmur@else:5432/desk?port={port}",
        "postgresql://murmur@else:5432/desk?service=x",
        "postgresql://murmur@else:5432/desk?sslmode=require&sslmode=disable",
        "postgresql://murmur@else:5432/host%3D127.0.0.1%20port%3D{port}",
        "postgresql://else/desk@127.0.0.1:{port}/desk",
        "postgresql://murmur:@127.0.0.1:{port}/desk",
        "postgresql://murmur@else:5432@127.0.0.1:{port}/desk",
        "postgresql+psycopg://murmur@127.0.0.1:{port}/desk#postgresql://murmur@else/desk",
        "sc://127.0.0.1:{port}",
        "sc://else:15002@127.0.0.1:{port}",
        "sc://127.0.0.1:{port}/;user_id=else",
    ],
)
def test_no_spelling_of_an_address_leads_elsewhere(trick: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `else` listed, no connection to another host, port, database or user is even opened."""
    monkeypatch.setenv("MURMUR_SOURCES", "postgresql://murmur@else:5432/desk sc://else")
    with fake_server(CLEAR) as server:
        refusal(trick.format(port=server.port))
        assert not server.visits


def test_a_database_name_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libpq could read it as a connection string of its own."""
    with fake_server(CLEAR) as server, fake_server(CLEAR) as other:
        for name in (f"host%3D127.0.0.1%20port%3D{other.port}", f"postgresql%3A%2F%2F127.0.0.1%3A{other.port}%2Fx"):
            refusal(f"postgresql://murmur@127.0.0.1:{server.port}/{name}")
        assert server.visits and not other.visits


def test_how_to_connect_is_said_by_the_list() -> None:
    """Certificates and weaker ways to sign in come from there; the stricter mode of TLS of both is used."""
    listed = Address.parse(f"postgresql://{ROLE}@h/{DATABASE}?sslrootcert=/ours&sslmode=verify-ca&require_auth=md5")
    other = Address.parse(f"postgresql://{ROLE}@h/{DATABASE}?sslrootcert=/theirs&require_auth=password")
    assert listed.as_listed(other) == listed
    for mode, used in {"disable": "verify-ca", "require": "verify-ca", "verify-full": "verify-full"}.items():
        asked = Address.parse(f"postgresql://{ROLE}@h/{DATABASE}?sslmode={mode}")
        assert listed.as_listed(asked).options == {**listed.options, "sslmode": used}
        bare = Address.parse(f"postgresql://{ROLE}@h/{DATABASE}")
        assert bare.as_listed(asked).options["sslmode"] == ("prefer" if mode == "disable" else mode)
    spark = spark_address.Address.parse
    assert spark("sc://h").as_listed(spark("sc://h/;use_ssl=true")).options == {"use_ssl": "true"}
    assert spark("sc://h/;use_ssl=true").as_listed(spark("sc://h/;use_ssl=false")).options == {"use_ssl": "true"}
