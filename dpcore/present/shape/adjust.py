"""Free views of an answer: they change how it is shown, cost nothing, and state what they changed."""

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
    """An answer as shown, with sentences on how it differs from the released one (empty: no difference)."""

    result: Result
    said: tuple[Text, ...] = ()
    views: frozenset[str] = frozenset()

    @property
    def sentences(self) -> list[Text]:
        """One sentence that says what was changed, and that the released answer was not."""
        return [joined([*self.said, Text("The released answer itself is unchanged.")])] if self.said else []

    @property
    def table(self) -> pd.DataFrame:
        """The table of the shown answer."""
        import pandas as pd

        return pd.DataFrame({name: list(values) for name, values in self.result.columns.items()})


def views(release: Release) -> tuple[View, ...]:
    """The views available for an answer."""
    return release.query.views(release.facts_table)


def adjust(release: Release, wanted: Collection[str]) -> Adjusted:
    """The answer with these views applied, by name. Names of views that it does not have are ignored."""
    result, sentences = release.result, []
    cells = result.points if isinstance(result, Function) else result.size
    for view in views(release):
        if view.name in wanted:
            figures, sentence = view.seen(result.figures, cells)
            result = replace(result, figures=figures)
            sentences.append(sentence)
    return Adjusted(result, tuple(sentences), frozenset(wanted))


def usual(release: Release) -> Adjusted:
    """The answer with its default views, for places where nobody can switch views."""
    return adjust(release, [view.name for view in views(release) if view.default])
