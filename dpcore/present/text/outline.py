"""The text alternative of a tree: its leaves with their shares."""

from __future__ import annotations

from dpcore.present.text.digits import error_text, key_text, significant
from dpcore.release.record import Release
from dpcore.result import Model
from dpcore.result.model import Outline
from dpcore.text import Text, joined

_LISTED = 8


def leaves(release: Release) -> Text:
    """The first leaves of a tree with the shares that are drawn, as a sentence; empty if there is no tree."""
    result = release.result
    if not isinstance(result, Model):
        return Text("")
    tree = release.query.backdrop(release.facts_table, release.rounds, release.level)
    if not isinstance(tree, Outline):
        return Text("")
    found = [_leaf(result, tree, node) for node, split in enumerate(tree.splits) if not split]
    more = [Text("{more:,} more in the table", more=len(found) - _LISTED)] if len(found) > _LISTED else []
    return Text("Leaves: {leaves}.", leaves=joined([*found[:_LISTED], *more], "; "))


def _leaf(result: Model, tree: Outline, node: int) -> Text:
    """A leaf with its share."""
    value, low, high = (100 * float(result.figures[name][tree.shares[node]]) for name in ("estimate", "low", "high"))
    half = max(high - value, value - low)
    return Text(
        "{leaf}: {label} {share} ± {margin} %",
        leaf=key_text(result.keys["part"][tree.rows[node]]),
        label=tree.classes[node],
        share=significant(value, half),
        margin=error_text(half),
    )
