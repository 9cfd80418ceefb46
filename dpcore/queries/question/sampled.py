"""Questions that read random samples of the rows."""

from __future__ import annotations

from abc import abstractmethod
from typing import Self, TypeVar

Q = TypeVar("Q")


class Sampled:
    """A question that reads random samples, which a database could give away by its log of statements."""

    @property
    @abstractmethod
    def samples(self) -> bool:
        """Whether it does so as it is asked."""

    @abstractmethod
    def resolved(self, account: int) -> Self:
        """This question with its usual failure probability, if it needs one and states none.

        account: what the budget sets aside for failures, in units of 1e-18.
        """


def samples(query: object) -> bool:
    """Whether a question reads random samples."""
    return isinstance(query, Sampled) and query.samples


def resolved(query: Q, account: int) -> Q:
    """A question with its usual failure probability, if it needs one and states none."""
    return query.resolved(account) if isinstance(query, Sampled) else query
