"""Datasets that may be of the same population as a new table, found from public facts only: column names and the unit.

Rows that were loaded before are recognised by fingerprints. Other rows of the same people, of another month for
example, are not: only a person knows that. So where names and unit suggest it, an owner says whether they are, and the
ledger keeps the answer. Nothing finer is compared, since that would answer questions about rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.errors import SchemaError

if TYPE_CHECKING:
    from dpcore.release.dataset import Dataset

MOST_REASON = 500


@final
@dataclass(frozen=True, slots=True)
class OtherPopulation:
    """An owner's word that a new dataset is of another population than these; kept in the ledger.

    datasets: the identifier of each. because: the reason, 1 to 500 printable characters, seen by all members.
    """

    datasets: tuple[str, ...]
    because: str

    def __post_init__(self) -> None:
        reason = self.because.strip() if isinstance(self.because, str) else ""
        if not reason or len(reason) > MOST_REASON or not reason.isprintable():
            raise SchemaError(
                "Say why it is another population, in 1 to {most} printable characters.",
                "For example: patients of another hospital.",
                most=MOST_REASON,
            )
        object.__setattr__(self, "because", reason)
        object.__setattr__(self, "datasets", tuple(map(str, self.datasets)))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as it stands in the ledger."""
        return {"datasets": list(self.datasets), "because": self.because}


def alike(datasets: Iterable[Dataset], names: Iterable[str], identifier: str | None) -> list[Dataset]:
    """The datasets that have the same unit, and the same column names or all of one among those of the other.

    datasets: of which the asking person is an owner. names: of all columns of the new table. identifier: of its unit.
    """
    new, found = frozenset(names), []
    for dataset in datasets:
        known = frozenset([*dataset.kept.columns, *dataset.kept.left_out, *dataset.table.schema])
        same_unit = dataset.table.unit.identifier == identifier
        if dataset.role == "owner" and not dataset.table.synthetic and same_unit and (known <= new or new <= known):
            found.append(dataset)
    return found
