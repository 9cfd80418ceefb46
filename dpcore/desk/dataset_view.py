"""A dataset of the ledger as one user sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcore.release.dataset import Dataset, KeptRows

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.team.membership import Role


def dataset_view(dataset: chain.Dataset, name: str, role: Role, kept: KeptRows) -> Dataset:
    """The public view. name: for this user. kept: of the current rows."""
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
        described=len(dataset.descriptions),
        first=None if len(dataset.descriptions) == 1 else first,
        earlier=tuple(earlier),
        kept=kept,
        ordered=dataset.ordered or kept.in_place or table.unit.identifier is None,
    )
