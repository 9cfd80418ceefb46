"""Output of commands. Text from users is made inert: it cannot contain terminal control characters."""

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
    """The text on one line, shortened, with unprintable characters escaped."""
    line = "".join(character if character.isprintable() else repr(character)[1:-1] for character in str(text))
    return line if len(line) <= longest else line[: longest - 1] + "…"


def result(text: str = "") -> None:
    """Prints a line of the result to stdout."""
    print(text)


def document(data: Mapping[str, Any]) -> None:
    """Prints the result as one JSON document to stdout; NaN and infinity become null.

    JSON escapes control characters below the blank; all other unprintable characters are escaped here in the same form.
    """
    text = json.dumps(_plain(data), ensure_ascii=False, indent=1, default=str)
    print(_BEYOND_ASCII.sub(lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], text))


def note(text: str) -> None:
    """Prints a line to stderr; a closed stderr is ignored."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:  # else the buffered text fails again when Python exits, and changes the exit code
        with contextlib.suppress(OSError), open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stderr.fileno())


def error(failure: DpError) -> None:
    """Prints the message and hint of an error to stderr."""
    note(inert(failure.message, 1000))
    if failure.hint:
        note(f"Hint: {inert(failure.hint, 1000)}")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A plain text table; the last `numbers` columns are right-aligned."""
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
    """The value with None for NaN and infinity, which JSON does not allow."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and value - value != 0 else value
