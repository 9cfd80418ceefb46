"""A dataset of the ledger as one user sees it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from dpcore.release.dataset import Dataset

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.team.membership import Role


def dataset_view(
    dataset: chain.Dataset, name: str, role: Role, in_place: bool, columns: Mapping[str, str] = MappingProxyType({})
) -> Dataset:
    """The public view. name: for this user. in_place, columns: of the current rows; see `Dataset`."""
    first, *earlier, table = dataset.tables
    return Dataset(
        dataset.id,
        name,
        dataset.owner,
        table,
        dataset.budget,
        dataset.version,
        dataset.has_rows,
        dataset.created,
        role,
        dataset.since,
        dataset.rules,
        in_place,
        described=len(dataset.descriptions),
        first=None if len(dataset.descriptions) == 1 else first,
        earlier=tuple(earlier),
        columns=columns,
        ordered=dataset.ordered or in_place or table.unit.identifier is None,
    )
