"""The rows that a statement reads, and how their cells are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.physical import Physical
from dpcore.table.table import Table


@final
@dataclass(frozen=True, slots=True)
class Scan:
    """The rows to read: table, physical types of columns, relation, dialect and salt.

    logged: a server may log the statement, so its text must not contain a number that depends on rows.
    block_salt: the salt for blocks of units.
    """

    table: Table
    kinds: Mapping[str, Physical]
    relation: exp.Expr
    dialect: Dialect
    salt: exp.Expr
    logged: bool = False
    block_salt: exp.Expr | None = None
