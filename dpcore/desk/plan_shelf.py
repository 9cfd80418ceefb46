"""The named plans of one dataset, for those who may ask questions of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from dpcore.release.dataset import Dataset

if TYPE_CHECKING:
    from dpcore.ledger.side.named_plan import NamedPlan, NamedPlans


@final
class PlanShelf:
    """See `NamedPlans`. The user's role was checked when it was made; nothing here costs budget or reads a row."""

    def __init__(self, stored: NamedPlans, dataset: Dataset) -> None:
        self._stored, self._dataset = stored, dataset

    @property
    def all(self) -> list[NamedPlan]:
        """The user's plans and the shared ones, sorted by name."""
        return self._stored.all(self._dataset.id)

    def add(self, name: str, text: str) -> NamedPlan:
        """Stores a new plan under a name, which the user has for no other. Raises QueryError."""
        return self._stored.add(self._dataset.id, name, text)

    def save(self, plan: str, revision: int, text: str) -> NamedPlan:
        """Stores the next revision. revision: the one that was changed. Raises QueryError if it is not the last."""
        return self._stored.save(self._dataset.id, plan, revision, text)

    def rename(self, plan: str, name: str) -> None:
        """Renames a plan of the user. Raises QueryError or AccessError."""
        self._stored.rename(self._dataset.id, plan, name)

    def share(self, plan: str, shared: bool = True) -> None:
        """Shares a plan of the user with everybody who may ask, or no longer. Raises AccessError."""
        self._stored.share(self._dataset.id, plan, shared)

    def delete(self, plan: str) -> None:
        """Deletes a plan of the user; for owners of the dataset a shared one too. Raises QueryError or AccessError."""
        self._stored.delete(self._dataset.id, plan, any_author=self._dataset.role == "owner")
