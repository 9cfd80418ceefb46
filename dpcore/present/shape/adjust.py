"""Free views of an answer: they change what is shown, cost nothing, and say what they changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from dpcore.release.record import Release
from dpcore.result import Function, Result
from dpcore.result.view import View
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import pandas as pd


@final
@dataclass(frozen=True)
class Adjusted:
    """An answer as it is shown, and one sentence on how it differs from the released one (empty: not at all)."""

    result: Result
    said: tuple[Text, ...] = ()
    views: frozenset[str] = frozenset()

    @property
    def sentences(self) -> list[Text]:
        """What was changed, and that the answer itself was not."""
        return [joined([*self.said, Text("The released answer itself is unchanged.")])] if self.said else []

    @property
    def table(self) -> pd.DataFrame:
        """Its table."""
        import pandas as pd

        return pd.DataFrame({name: list(values) for name, values in self.result.columns.items()})


def views(release: Release) -> tuple[View, ...]:
    """The views that an answer has."""
    return release.query.views(release.facts_table)


def adjust(release: Release, wanted: Collection[str]) -> Adjusted:
    """The answer through the views of these names; those that it does not have make no difference."""
    result, said = release.result, []
    cells = result.points if isinstance(result, Function) else result.size
    for view in views(release):
        if view.name in wanted:
            figures, words = view.seen(result.figures, cells)
            result = replace(result, figures=figures)
            said.append(words)
    return Adjusted(result, tuple(said), frozenset(wanted))


def usual(release: Release) -> Adjusted:
    """The answer through the views that are on where nobody can switch them."""
    return adjust(release, [view.name for view in views(release) if view.default])
