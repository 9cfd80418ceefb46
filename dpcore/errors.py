"""Every error a caller can meet, one sentence and a way out each.

DpError
├── SourceError   a file, frame or table cannot be read, or its frozen copy is not what was loaded
├── SchemaError   what is declared about a table does not make sense
├── QueryError    a question or a plan does not make sense for this table
├── BudgetError   the budget does not allow it
│   └── KnownRowsError   the rows are a dataset's already; its budget goes with them
├── AccessError   this user may not do that
└── LedgerError   the ledger cannot be written, or is not what it was

No message carries anything read from a row: refusals are decided on public facts.
"""

from __future__ import annotations

from typing import Any

from dpcore.text import Text


class DpError(Exception):
    """One sentence that says what is wrong, and a hint that says what to do about it.

    facts: what `{name}` stands for in either, see `Text`; without them both are taken as they stand.
    """

    def __init__(self, message: str, hint: str = "", **facts: Any) -> None:
        self.message = _text(message, facts)
        self.hint = _text(hint, facts)
        super().__init__(str(self.sentence))

    @property
    def sentence(self) -> Text:
        """Both, as `str` has them."""
        return Text("{message} Hint: {hint}", message=self.message, hint=self.hint) if self.hint else self.message

    def __reduce__(self) -> tuple[type[DpError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class SourceError(DpError):
    """A file, frame or table cannot be read, or its frozen copy is not what was loaded."""


class SchemaError(DpError):
    """What is declared about a table does not make sense."""


class QueryError(DpError):
    """A question or a plan does not make sense for this table."""


class BudgetError(DpError):
    """The budget does not allow it, or is not a budget."""


class KnownRowsError(BudgetError):
    """These rows are those of a dataset that this owner has already; `dataset` is its name."""

    def __init__(self, message: str, hint: str = "", dataset: str = "", **facts: Any) -> None:
        super().__init__(message, hint, **facts)
        self.dataset = dataset


class AccessError(DpError):
    """This user may not do that."""


class LedgerError(DpError):
    """The ledger cannot be written, or is not what it was."""


def _text(sentence: str, facts: dict[str, Any]) -> Text:
    return sentence if isinstance(sentence, Text) else Text(sentence, **facts)
