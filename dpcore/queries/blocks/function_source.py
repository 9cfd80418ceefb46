"""The source text of a function: where it is found, its digest, and whether it defines the function."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.text import Text

MOST_SOURCE, MOST_FUNCTION = 1_000_000, 120
_HINT = Text('Give the name of a function that `source` defines, or an importable "package.module:function".')


def digest_of(source: str) -> str:
    """SHA-256 of the text in UTF-8."""
    return hashlib.sha256(source.encode()).hexdigest()


def of_module(function: str) -> str:
    """The text of the module in "package.module:function". Its parent packages are imported, it is not.

    Raises QueryError.
    """
    module, _, _ = str(function).partition(":")
    try:
        spec = importlib.util.find_spec(module) if ":" in str(function) else None
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            return Path(spec.origin).read_text("utf-8")
    except (ImportError, OSError, ValueError, AttributeError):
        pass
    raise QueryError("The source text of {function} was not found.", _HINT, function=shown(function))


def without_code(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plain data of a question, which come from a file or a record. Raises QueryError if they bring or lack a source.

    Who opens a file must neither run its code nor import a module that it names.
    """
    if "source" in data or not data.get("digest"):
        raise QueryError(
            "A question from a file must name its function's source by the digest, and never bring the text.",
            "Ask it in a script, by dp.BlockFunction with the source text.",
        )
    return data


def checked(function: object, source: object, digest: object) -> None:
    """Raises QueryError unless the name is one, the source defines it, and the digest is that of the source."""
    package, _, name = str(function).rpartition(":")
    named = name.isidentifier() and all(part.isidentifier() for part in package.split(".") if package)
    if not isinstance(function, str) or not named or len(function) > MOST_FUNCTION:
        raise QueryError("`function` must be the name of a function. Got {function}.", _HINT, function=shown(function))
    if not isinstance(source, str) or len(source) > MOST_SOURCE:
        raise QueryError("`source` must be a text of at most {most:,} characters.", _HINT, most=MOST_SOURCE)
    if source and not _defines(source, name):
        raise QueryError("The source text does not define the function {name}.", _HINT, name=name)
    if not isinstance(digest, str) or (digest and (len(digest) != 64 or set(digest) - set("0123456789abcdef"))):
        raise QueryError("`digest` must be a SHA-256 in hexadecimal digits.", "It follows from `source`: leave it out.")
    if source and digest and digest != digest_of(source):
        raise QueryError("The source text of {name} has another digest.", "Leave `digest` out.", name=name)


def _defines(source: str, name: str) -> bool:
    """Whether the text is Python that defines or assigns the name at its top level."""
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = {statement.name for statement in statements if isinstance(statement, ast.FunctionDef | ast.ClassDef)}
    targets = [target for statement in statements if isinstance(statement, ast.Assign) for target in statement.targets]
    return name in names | {target.id for target in targets if isinstance(target, ast.Name)}
