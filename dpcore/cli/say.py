"""What a command says. Text that people named is made inert: a terminal obeys nothing in it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dpcore.errors import DpError

LONGEST = 100
_BEYOND_ASCII = re.compile(r"[^\x20-\x7e\n]")


def inert(text: object, longest: int = LONGEST) -> str:
    """`text` on one line, shortened, with what does not print spelt out."""
    line = "".join(character if character.isprintable() else repr(character)[1:-1] for character in str(text))
    return line if len(line) <= longest else line[: longest - 1] + "…"


def result(text: str = "") -> None:
    """A line of the result, on stdout."""
    print(text)


def document(data: Mapping[str, Any]) -> None:
    """The result as one JSON document, on stdout; a number that JSON cannot write is null.

    JSON escapes what is below a blank by itself; what else does not print is escaped here, in its way.
    """
    text = json.dumps(_plain(data), ensure_ascii=False, indent=1, default=str)
    print(_BEYOND_ASCII.sub(lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], text))


def note(text: str) -> None:
    """A line for whoever watches, on stderr; nobody may be there."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:  # what stays in the buffer must not fail once more when Python exits, which would be its exit code
        with contextlib.suppress(OSError), open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stderr.fileno())


def error(trouble: DpError) -> None:
    """What went wrong, and what to do about it."""
    note(inert(trouble.message, 1000))
    if trouble.hint:
        note(f"Hint: {inert(trouble.hint, 1000)}")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A plain table; the last `numbers` columns are set to the right."""
    lines = [[inert(cell) for cell in columns], *([inert(cell) for cell in row] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    first = len(columns) - numbers
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < first else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _plain(value: Any) -> Any:
    """Without NaN and infinity, which are no JSON."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and value - value != 0 else value
