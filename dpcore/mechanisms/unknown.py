"""A mechanism of a newer version: its numbers can be read, but not interpreted."""

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
    """A mechanism that this version does not support. called: its name in the record. data: its parameters there."""

    name: ClassVar[str] = "unknown"
    cites: ClassVar[str] = "a mechanism of a newer version of the program"

    called: str
    data: Mapping[str, Any]
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """Always raises QueryError."""
        raise QueryError(
            "This version does not support the mechanism {called}.",
            "Update the program.",
            called=shown(self.called),
        )

    def error(self, level: float) -> None:
        """None: the size of its noise is not known."""

    @property
    def size(self) -> str:
        """The name of the mechanism in the record."""
        return self.called

    def to_dict(self) -> dict[str, Any]:
        """The data as they were in the record."""
        return {"mechanism": self.called, **self.data}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that a newer version wrote."""
        parameters = {name: value for name, value in data.items() if name not in ("mechanism", "loss", "noisy")}
        return cls(str(data["mechanism"]), parameters, loss)
