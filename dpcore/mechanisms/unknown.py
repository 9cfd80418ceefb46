"""What a newer version drew: its numbers can be read, and nothing else is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

from dpcore.budget.loss import Loss
from dpcore.errors import QueryError
from dpcore.mechanisms.base import Mechanism
from dpcore.number import shown

if TYPE_CHECKING:
    from dpcore.mechanisms.base import Integers


@final
@dataclass(frozen=True)
class Unknown(Mechanism):
    """A mechanism that this version does not know. called: its name in the record. data: its parameters there."""

    name: ClassVar[str] = "unknown"
    cites: ClassVar[str] = "a mechanism of a newer version of the program"

    called: str
    data: Mapping[str, Any]
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """Never."""
        raise QueryError(
            "This version does not know the mechanism {called}.", "Update the program.", called=shown(self.called)
        )

    def error(self, level: float) -> None:
        """None."""

    @property
    def size(self) -> str:
        """Its name."""
        return self.called

    def to_dict(self) -> dict[str, Any]:
        """As it was written."""
        return {"mechanism": self.called, **self.data}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """What a newer version wrote."""
        given = {name: value for name, value in data.items() if name not in ("mechanism", "loss", "noisy")}
        return cls(str(data["mechanism"]), given, loss)
