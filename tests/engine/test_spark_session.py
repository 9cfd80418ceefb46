"""Addresses of Spark, and what is said where there is none: no server is started."""

from __future__ import annotations

import sys

import pytest

from dpcore.engine import spark_address, spark_session
from dpcore.engine.source.read import read
from dpcore.engine.spark_rows import SparkRows
from dpcore.errors import SourceError
from tests.browser.server import free_port

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("sc://host/;token=s3cret", "must not contain a token"),
        ("sc://me:s3cret@host", "must not contain a token"),
        ("sc://host/folder", "not a valid address"),
        ("sc://host/;grpc_max_message_size=1", "not a valid address"),
        ("sc://host:port", "not a valid address"),
        ("sc://", "not a valid address"),
        ("sc://host/;use_ssl", "not a valid address"),
    ],
)
def test_an_address_is_checked_and_never_quoted(address: str, sentence: str) -> None:
    with pytest.raises(SourceError, match=sentence) as refused:
        read(address, table="visits")
    assert "s3cret" not in str(refused.value)
    for spelt in ("sc://[::1]:15002/;user_id=me", "sc://host:1/;use_ssl=true;user_id=a%3Bb%2Fc"):
        assert str(spark_address.Address.parse(spelt)) == spelt


def test_no_server_no_session_and_no_pyspark_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_session, "_RETRIES", 0)
    with pytest.raises(SourceError, match="cannot be reached"):
        read(f"sc://127.0.0.1:{free_port()}", table="visits")
    monkeypatch.setattr(spark_session, "_given", [])
    rows = SparkRows(spark_session.HERE, ("spark_catalog", "default", "visits"), {"x": "int"})
    with pytest.raises(SourceError, match="there is none"):
        rows.check(KEY)
    monkeypatch.setitem(sys.modules, "pyspark.sql.connect.client", None)
    with pytest.raises(SourceError, match="needs PySpark 4"):
        read("sc://127.0.0.1", table="visits")
