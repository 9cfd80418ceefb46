"""An order is answered by statements of its own."""

from __future__ import annotations

import pytest

from dpcore.engine.batch import Batch, batches
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.statement import statement
from dpcore.errors import QueryError
from tests.engine.test_statement import ORDERS, SALT, STORED, relation


def test_an_order_has_no_place_among_sums() -> None:
    table, ask = ORDERS["order"]
    assert batches([ask], table) == []
    with pytest.raises(QueryError, match="cannot be part of a batch statement"):
        statement(Batch((), asks={0: ask}), Scan(table, STORED, relation(), DuckDBDialect(), SALT))
