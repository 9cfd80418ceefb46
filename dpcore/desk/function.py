"""Permission to run a Python function of blocks, and warnings about protections that the system lacks.

A function is code that runs on this computer and receives rows. Only the owner of a desk of one person may supply it:
a person who opens a desk without a user name has access to database and folder anyway. Users of a server never may.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dpcore.engine.source.read import read
from dpcore.errors import AccessError
from dpcore.ledger.team.membership import Role
from dpcore.mechanisms import Mu
from dpcore.plan.request import Request
from dpcore.queries import BlockFunction, Query
from dpcore.queries.question.refusal import without_source
from dpcore.release import block
from dpcore.sandbox.protection import CALLS, FOLDERS, HIDDEN, MEMORY, NETWORK
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from dpcore.text import Text

if TYPE_CHECKING:
    import pandas as pd

_MISSING = {
    NETWORK: Text("This system does not cut functions off from the network. Use only functions that you trust."),
    HIDDEN: Text("This system does not hide your files. A function can see their names, sizes and times."),
    FOLDERS: Text("This system does not keep functions from reading your files. Use only functions that you trust."),
    CALLS: Text("This system does not keep functions from starting processes. Use only functions that you trust."),
    MEMORY: Text("This system does not limit the memory of functions."),
}


def refuse(queries: Iterable[Query], one_person: bool, role: Role = "owner") -> bool:
    """Whether there is a function among the questions. Raises AccessError if this user may not supply one."""
    functions = [query for query in queries if isinstance(query, BlockFunction)]
    if functions and not (one_person and role == "owner"):
        raise AccessError(
            "Only the owner of a desk of one person may ask “{question}”, because its function runs on this computer.",
            "Open the desk without a user name, in a script on the computer that holds it.",
            question=functions[0].sentence,
        )
    return bool(functions)


def resumable(paid: Sequence[Request]) -> list[Request]:
    """The paid asks without functions, whose source text is not stored, so that the other asks can be answered.

    Raises QueryError, which says what a function needs, if all asks are functions.
    """
    others = [request for request in paid if not isinstance(request.query, BlockFunction)]
    if paid and not others:
        raise without_source(paid[0].query.sentence)
    return others


def warnings(granted: int) -> tuple[Text, ...]:
    """A sentence for each protection that is missing. granted: the protections of the system, as bits."""
    return tuple(sentence for bit, sentence in _MISSING.items() if not granted & bit)


def try_function(question: BlockFunction, schema: Schema, rows: pd.DataFrame, unit: Unit | None = None) -> pd.DataFrame:
    """The exact numbers of each block of made-up rows, one row per block; NaN where a release would use the default.

    The function is called as in a release, in the same processes and with the same limits, so this shows whether it
    works there. No noise is added: never call this with rows of real people. Raises QueryError or SourceError.
    """
    import pandas as pd

    table = Table(schema, unit or Unit())
    (step,) = next(question.bind(schema).run(table, Mu(Fraction(1)))).steps
    assert step.aggregate.program is not None
    with tempfile.TemporaryDirectory() as folder:
        place, key = Path(folder), secrets.token_bytes(32)
        with read(rows).load(place, key).engine(table, key, place) as engine:
            (contents,) = engine.aggregate([step.aggregate])
        numbers = block.values(step.aggregate.program, contents, question.blocks, (place,), None)
    return pd.DataFrame(numbers.T, columns=list(question.outputs) or [question.function])
