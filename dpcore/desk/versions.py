# vital
"""Finds the rows of each version, and recognises rows that were loaded before."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.desk.home import Home
from dpcore.desk.renewal import Renewals
from dpcore.engine.rows import Rows
from dpcore.engine.source.fingerprint import Fingerprint, tag
from dpcore.engine.source.frozen import READING, Frozen
from dpcore.engine.source.read import from_descriptor, is_in_place
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.errors import DpError, KnownRowsError, LedgerError, SourceError
from dpcore.number import shown
from dpcore.release.dataset import KeptRows
from dpcore.stop import check
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Ledger


@final
class Versions:
    """The rows descriptors in the ledger, for one user. Fingerprints use keys of this home folder."""

    def __init__(self, ledger: Ledger, home: Home, user: str) -> None:
        self._ledger, self._home, self._user = ledger, home, user
        self._renewals = Renewals(home)
        self._found: dict[tuple[str, int], KeptRows] = {}

    def rows(self, dataset: str, version: int) -> Rows:
        """The rows of a version. A copy in an older format is renewed."""
        rows = self._placed(dataset, self._ledger.rows(dataset, version))
        if not isinstance(rows, Frozen) or rows.reading == READING:
            return rows
        loader = next(user for *place, user, _ in self._ledger.loads() if place == [dataset, version])
        owner = self._ledger.dataset(dataset).owner
        return self._renewals.current(dataset, version, rows, self.key(owner), self.key(loader))

    def kept(self, dataset: str, version: int) -> KeptRows:
        """What is kept of the rows; nothing but the place where this version of the program cannot tell.

        Nothing, and not in place, if the ledger's description of the rows was altered: then no row is ever read.
        """
        if (dataset, version) not in self._found:
            with contextlib.suppress(LedgerError):
                loads = self._ledger.loads()
                self._found = {(name, number): _kept(rows) for name, number, _, rows in loads}
        return self._found.get((dataset, version), KeptRows())

    def limits(self, dataset: str, version: int, table: Table) -> tuple[Text, ...]:
        """Sentences about identifiers of units that cannot be read; see `Rows.limits`."""
        if table.unit.identifier is None:
            return ()
        with contextlib.suppress(DpError):  # rows of a kind that this version of the program does not support
            return self._placed(dataset, self._ledger.rows(dataset, version)).limits(table)
        return ()

    def key(self, opener: str) -> bytes:
        """The key for fingerprints of rows that the user `opener` opened or loaded."""
        return self._home.key("fingerprint", opener)

    def entered(self, name: str) -> bool:
        """Whether an entry of the ledger names this file of rows."""
        return any(Path(rows.get("path", "")).name == name for *_, rows in self._ledger.loads())

    def sweep(self) -> None:
        """Removes leftovers of ended processes: uploads, rows without a dataset, temporary files, replaced copies."""
        self._home.sweep(self.entered, self._ledger.identity)
        self._renewals.sweep()

    def refuse_known(self, rows: Rows, own: Mapping[str, str], keys: Sequence[bytes], but: str = "") -> None:
        """Raises KnownRowsError if this user has loaded these rows into another dataset.

        own: the names of this user's datasets, by identifier. keys: of the fingerprints of the rows. Rows are compared
        only with rows that this user loaded, so that loading guessed rows reveals nothing about other users' rows.
        Fingerprints with different keys never match.
        """
        older = dict[str, list[Fingerprint]]()
        for dataset, version, user, data in self._ledger.loads():
            check()
            name = own.get(dataset)
            if name is None or dataset == but or user != self._user:
                continue
            loaded, marks = self._known(dataset, version, data), list(rows.fingerprints)
            tags = {mark.tag for mark in loaded}
            if tag() not in tags:  # only fingerprints of old kinds are left: make the same kinds for comparison
                for past in tags - {*older}:
                    older[past] = [mark for key in keys for mark in rows.earlier(key, [past])]
                marks += [mark for past in tags for mark in older[past]]
            marks += self._marks_without(rows, data, keys)
            if any(mark.same_population(new) for mark in loaded for new in marks):
                raise KnownRowsError(
                    "These rows belong to the dataset {name}, and its budget also covers them.",
                    (
                        "Load them as a new version of that dataset (`update`). With a separate budget "
                        "(`separate_budget=True`), the privacy losses of both datasets add up."
                    ),
                    name,
                    name=shown(name),
                )

    def _marks_without(self, rows: Rows, data: Mapping[str, Any], keys: Sequence[bytes]) -> list[Fingerprint]:
        """Fingerprints of new rows without what a version left out, if that can no longer be compared with it.

        Fingerprints with such columns cannot be made again where another version of DuckDB makes other ones.
        """
        old = from_descriptor(data)
        if not isinstance(old, Frozen) or not isinstance(rows, Frozen) or any(mark.tag == tag() for mark in old.whole):
            return []
        return rows.marks_without(old.left_out, keys)

    def _known(self, dataset: str, version: int, data: Mapping[str, Any]) -> list[Fingerprint]:
        """The fingerprints of a version: from loading and, if the rows still exist, of the present kind."""
        old, renewed = self._placed(dataset, data), None
        if not isinstance(old, Frozen):
            return list(old.fingerprints)
        key = self.key(self._ledger.dataset(dataset).owner)
        with contextlib.suppress(SourceError):  # if the rows were deleted, only the stored fingerprints are left
            renewed = self._renewals.marked(dataset, version, old, key, self.key(self._user))
        renewed = renewed or self._renewals.find(dataset, version)
        return [*old.fingerprints, *(renewed.fingerprints if renewed else [])]

    def _placed(self, dataset: str, data: Mapping[str, Any]) -> Rows:
        """The rows of a descriptor, also found if the home folder was moved."""
        return from_descriptor(data).in_folder(self._home.folder(dataset, make=False))


def _kept(rows: Mapping[str, Any]) -> KeptRows:
    with contextlib.suppress(DpError):
        found = from_descriptor(rows)
        reading = Reading.from_dict(found.file) if isinstance(found, Frozen) else USUAL
        names = tuple(rows.get("order", ()))
        return KeptRows(found.columns, found.left_out, found.formats, is_in_place(rows), reading, names)
    return KeptRows(in_place=is_in_place(rows))
