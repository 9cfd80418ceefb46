"""Free views of an answer: they change how it is shown, cost nothing, and state what they changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, final

from dpcore.number import shown
from dpcore.release.record import Release, step
from dpcore.release.record.figure import as_columns, evaluate
from dpcore.result import Result
from dpcore.result.view import Setting, View
from dpcore.text import Text, joined

if TYPE_CHECKING:
    import pandas as pd


@final
@dataclass(frozen=True)
class Adjusted:
    """An answer as shown, with sentences on how it differs from the released one (empty: no difference).

    release: with the figures that its settings give, to which captions refer. result: these with the views applied.
    """

    release: Release
    result: Result
    said: tuple[Text, ...] = ()
    views: frozenset[str] = frozenset()
    chosen: Mapping[str, Any] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """What values at single points are read with: the choices, and the views that such values have."""
        return {**self.chosen, **{name: name in self.views for name in self.result.choices}}

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
    return release.query.quantity(release.facts_table).views


def settings(release: Release) -> tuple[Setting, ...]:
    """The settings with which an answer can be read again at no cost, if they have several choices."""
    return tuple(
        setting
        for setting in release.query.reading.settings(release.facts_table, release.paid)
        if len(setting.choices) > 1
    )


def adjust(release: Release, wanted: Collection[str], chosen: Mapping[str, Any] | None = None) -> Adjusted:
    """The answer with these views applied, by name. Names that are no views of this answer are ignored.

    chosen: choices of the answer's settings, by name.
    """
    shown, sentences = _reread(release, chosen or {})
    result = shown.result
    for view in views(release):
        if view.name in wanted:
            figures, sentence = view.seen(result.figures, result.length)
            result = replace(result, figures=figures)
            sentences.append(sentence)
    return Adjusted(shown, result, tuple(sentences), frozenset(wanted), chosen or {})


def _reread(release: Release, chosen: Mapping[str, Any]) -> tuple[Release, list[Text]]:
    """The release with the figures of other choices, and a sentence for each; unchanged for the usual choices."""
    others = [
        (setting, chosen[setting.name])
        for setting in settings(release)
        if setting.name in chosen and chosen[setting.name] != setting.choices[0][0]
    ]
    if not others:
        return release, []
    wanted = {setting.name: value for setting, value in others}
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
    except step.OtherTables as error:
        return release, [error.sentence]
    read = evaluate(release, None, wanted)
    named = [Text("{title}: {value}.", title=setting.title, value=_named(setting, value)) for setting, value in others]
    return replace(release, estimates=as_columns(read)), named


def _named(setting: Setting, value: Any) -> Text:
    """A choice in words, or its plain value if the setting does not list it."""
    plain = tuple(value) if isinstance(value, list) else value
    same = (text for choice, text in setting.choices if choice == plain)
    return next(same, Text("{value}", value=shown(value)))


def usual(release: Release) -> Adjusted:
    """The answer with its default views, for places where nobody can switch views."""
    return adjust(release, [view.name for view in views(release) if view.default])
