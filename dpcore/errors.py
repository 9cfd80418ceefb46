"""The errors that callers can catch. Each has a message of one sentence and a hint how to proceed.

DpError
├── SourceError   a file, frame or table cannot be read, or its frozen copy has changed
│   ├── HeaderError   a person must say which line of a file names its columns
│   ├── MisfitError   rows of a file do not fit its header
│   └── SheetError    a person must say which sheet of a workbook is the table
├── SchemaError   the description of a table is not valid
├── QueryError    a question or a plan is not valid for this table
├── BudgetError   the budget does not allow a charge, or is not valid
│   └── KnownRowsError   the rows already belong to a dataset, whose budget applies to them
├── AccessError   this user is not allowed to do that
└── LedgerError   the ledger cannot be written, or was changed from outside

No message contains anything read from a row: refusals are decided on public facts.
"""

from __future__ import annotations

from typing import Any

from dpcore.text import Text

LONGEST = 10_000
"""Characters of a message; a longer one repeats what was sent, and loses its middle: both ends say what is wrong."""


class DpError(Exception):
    """A message of one sentence that says what is wrong, and a hint that says what to do about it.

    facts: the values of the `{name}` placeholders in both, see `Text`; without facts both are used unchanged. A `Text`
    that has its facts keeps them; one that still names some of these facts, as a constant may, is filled in.
    """

    def __init__(self, message: str, hint: str = "", **facts: Any) -> None:
        self.message = _text(message, facts)
        self.hint = _text(hint, facts)
        super().__init__(str(self.sentence))

    @property
    def sentence(self) -> Text:
        """Message and hint together, as `str` returns them."""
        return Text("{message} Hint: {hint}", message=self.message, hint=self.hint) if self.hint else self.message

    def __reduce__(self) -> tuple[type[DpError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class SourceError(DpError):
    """A file, frame or table cannot be read, or its frozen copy has changed since it was loaded."""


class HeaderError(SourceError):
    """A person must say which line of a file names its columns; no text of it is in the message.

    skip: the lines before the header, or 0 if the first line may be a row.
    """

    def __init__(self, message: str, hint: str = "", skip: int = 0, **facts: Any) -> None:
        super().__init__(message, hint, **facts)
        self.skip = skip


class MisfitError(SourceError):
    """Rows of a file do not fit its header, which may be on another line.

    line: the line of the first such row, from 1, if it is known. No message contains it: it is for the person who has
    the file, before anything is charged.
    """

    line: int | None = None


class SheetError(SourceError):
    """A person must say which sheet of a workbook is the table. sheets: their names, the only thing read from it."""

    def __init__(self, message: str, hint: str = "", sheets: tuple[str, ...] = (), **facts: Any) -> None:
        super().__init__(message, hint, **facts)
        self.sheets = sheets


class SchemaError(DpError):
    """The description of a table is not valid."""


class QueryError(DpError):
    """A question or a plan is not valid for this table."""


class BudgetError(DpError):
    """The budget does not allow a charge, or is not a valid budget."""


class KnownRowsError(BudgetError):
    """The same rows already belong to a dataset of this owner; `dataset` is its name."""

    def __init__(self, message: str, hint: str = "", dataset: str = "", **facts: Any) -> None:
        super().__init__(message, hint, **facts)
        self.dataset = dataset


class AccessError(DpError):
    """This user is not allowed to do that."""


class LedgerError(DpError):
    """The ledger cannot be written, or was changed from outside."""


def _text(sentence: str, facts: dict[str, Any]) -> Text:
    text = sentence if isinstance(sentence, Text) else Text(sentence, **facts)
    if text is sentence and any(f"{{{name}{end}" in text.key for name in facts for end in "}:") and not text.facts:
        text = Text(text.key, **facts)
    # a record from elsewhere may name a column of any length, and the question is repeated in its refusals
    return text if len(text) <= LONGEST else Text(f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}")
