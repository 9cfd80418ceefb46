"""The statement that reads one delimited file: its columns as texts, with a point for a comma."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from dpcore.engine.source.stored_cell import MARK

if TYPE_CHECKING:
    from sqlglot import exp


_COMMA: Final = r"^\s*[+-]?([0-9]+,[0-9]*|,[0-9]+)([eE][+-]?[0-9]+)?\s*$"


@final
@dataclass(frozen=True, slots=True)
class Piece:
    """A file that the engine reads. heads: whether its first line is a header. end: of its lines. single: read by one
    thread. open: whether a quote is open at the end.
    """

    path: Path
    names: tuple[str, ...]
    delimiter: str
    heads: bool
    end: str
    single: bool
    open: bool


def read_rows(pieces: Sequence[Piece], mixed: bool) -> exp.Query:
    """The rows of all files. mixed: numbers with a comma, in files with semicolons, get a point."""
    from sqlglot import exp

    same: dict[Piece, list[Path]] = {}
    for piece in pieces:
        same.setdefault(replace(piece, path=Path(), open=False), []).append(piece.path)
    parts = [
        exp.select(*(_with_point(name) for name in piece.names) if mixed and piece.delimiter == ";" else "*").from_(
            _scan(paths, piece)
        )
        for piece, paths in same.items()
    ]
    query: exp.Query = parts[0]
    for part in parts[1:]:
        query = exp.Union(this=query, expression=part, distinct=False, by_name=True)
    return query


def without_marks(rows: exp.Query, names: Sequence[str], unit: str) -> exp.Query:
    """The rows of a workbook, whose cells `stored_cell` has marked. A large number, which may have been several,
    identifies nobody.
    """
    from sqlglot import exp

    return exp.select(*(_without_mark(name, name == unit) for name in names)).from_(rows.subquery("_workbook"))


def _without_mark(name: str, identifies: bool) -> exp.Expr:
    """A cell without its mark, which a text has if it begins with one, and which a large number has."""
    from sqlglot import exp

    cell, mark = exp.column(name, quoted=True), exp.Literal.string(MARK)
    bare = exp.Substring(this=cell.copy(), start=exp.Literal.number(2))
    known = exp.Case()
    if identifies:
        large = exp.StartsWith(this=bare.copy(), expression=mark.copy()).not_()
        known = known.when(exp.and_(exp.StartsWith(this=cell.copy(), expression=mark.copy()), large), exp.null())
    known = known.when(exp.StartsWith(this=cell.copy(), expression=mark), bare)
    return known.else_(cell).as_(name, quoted=True)


def _with_point(name: str) -> exp.Expr:
    """A cell; if it is a number with a decimal comma, with a point instead."""
    from sqlglot import exp

    cell, text = exp.column(name, quoted=True), exp.Literal.string
    number = exp.RegexpLike(this=cell, expression=text(_COMMA))
    point = exp.Replace(this=cell.copy(), expression=text(","), replacement=text("."))
    return exp.Case().when(number, point).else_(cell.copy()).as_(name, quoted=True)


def _scan(paths: Sequence[Path], piece: Piece) -> exp.Table:
    """The rows of files. A thread that starts inside a quoted cell misreads it, so one thread reads such files."""
    from sqlglot import exp

    text = exp.Literal.string
    types = exp.Struct(
        expressions=[exp.PropertyEQ(this=text(name), expression=text("VARCHAR")) for name in piece.names]
    )
    options: dict[str, exp.Expr] = {
        "columns": types,
        "delim": text(piece.delimiter),
        "quote": text('"'),
        "escape": text('"'),
        "nullstr": text(""),
        "header": exp.true() if piece.heads else exp.false(),
        "auto_detect": exp.false(),
        "hive_partitioning": exp.false(),
        "strict_mode": exp.true(),
        "null_padding": exp.false(),
        "ignore_errors": exp.false(),
        "parallel": exp.false() if piece.single else exp.true(),
    }
    if piece.end == "\n":  # otherwise the engine may take a quoted carriage return on the first line for a line end
        options["new_line"] = text("\\n")
    files = exp.Array(expressions=[text(glob.escape(str(path))) for path in paths])
    arguments = [exp.PropertyEQ(this=exp.to_identifier(name), expression=value) for name, value in options.items()]
    return exp.Table(this=exp.Anonymous(this="read_csv", expressions=[files, *arguments]))
