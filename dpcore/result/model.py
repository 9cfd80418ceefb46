"""A fitted model: a table of its parts and the variables of each, and the entries that its picture compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, final

import numpy as np

from dpcore.result.base import FIGURES, Shape, Source
from dpcore.result.rows import coded, listed_rows
from dpcore.table.schema import Schema
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@final
@dataclass(frozen=True)
class Backdrop:
    """Noisy counts over the middles of the cells along two columns, the second changing fastest, with their margins.

    along: the two columns. points: places with their names.
    """

    along: tuple[str, str]
    at: tuple[float, ...]
    up: tuple[float, ...]
    counts: Floats
    half: float
    points: tuple[tuple[float, float, str], ...]


@final
@dataclass(frozen=True)
class Outline:
    """A tree, each node before its children. labels: the conditions of nodes. parents: their places, -1 of the root.

    splits: the column of each inner node, empty for a leaf. doubtful: whether noise may have chosen it. rows, shares:
    the entries with the number of rows, and with the share that is drawn. classes: what it is a share of. names: the
    value of the label that this is about.
    """

    labels: tuple[Text, ...]
    parents: tuple[int, ...]
    splits: tuple[str, ...]
    doubtful: tuple[bool, ...]
    rows: tuple[int, ...]
    shares: tuple[int, ...]
    classes: tuple[Text, ...]
    names: tuple[str, ...]


@final
@dataclass(frozen=True)
class Centres:
    """The centres of clusters, for a picture of columns two by two.

    columns: with the ends of their ranges. shares: the entries with the clusters' shares of rows. places: those with
    the centres of each cluster, one for each column.
    """

    columns: tuple[str, ...]
    ends: tuple[tuple[float, float], ...]
    shares: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


@final
@dataclass(frozen=True)
class Calibration:
    """Predicted probabilities in bins, and how often what they predict was observed.

    edges: of the bins. at: the mean prediction in each. entries: those with the observed shares. predicted, observed:
    the titles of the axes.
    """

    edges: tuple[float, ...]
    at: tuple[float, ...]
    entries: tuple[int, ...]
    predicted: Text
    observed: Text


@final
@dataclass(frozen=True)
class Model(Shape):
    """An answer for each part and variable, most in units of their own; NaN in place of a margin that is not told.

    marks: the entries that the picture compares. factors: by which they are multiplied for it, to be in one unit.
    compared: what this unit measures. line: the entry at whose height a line is drawn, if any. arguments: the columns
    of a row for which the model predicts. outputs: the names of its predictions, if there are several. noun: for one
    of the compared entries. named: the key column that tells them apart.

    square: names, if each compared entry is of a pair of them; then `pairs` has their places, the first below the
    second. rated: the declarations of the arguments if these are not columns of the table; a row may leave some out.
    """

    cell: ClassVar[Text] = Text("entry")
    own_names: ClassVar[tuple[str, ...]] = ("part", "variable")
    compares: ClassVar[bool] = True

    marks: tuple[int, ...]
    factors: tuple[float, ...]
    compared: Text
    line: int | None = None
    arguments: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    noun: Text = cell
    named: Literal["part", "variable"] = "variable"
    square: tuple[str, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    rated: Schema | None = None

    @property
    def names(self) -> list[str]:
        """The variables of the compared entries, or their parts, or the two names of each."""
        if self.square:
            return [" · ".join(self.square[place] for place in pair) for pair in self.pairs]
        return [self.keys[self.named][place] for place in self.marks]

    @property
    def entries(self) -> Sequence[int]:
        """The compared entries."""
        return self.marks

    def evaluated(self, source: Source, points: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Its predictions for rows, after the columns that it needs of them. Raises QueryError."""
        if not self.arguments:
            raise source.refusal()
        source.check(settings, self.choices)
        given = listed_rows(points, self.arguments, some=self.rated is not None)
        size = len(next(iter(given.values())))
        unknown, schema = [None] * size, self.rated or source.schema
        codes = np.stack([coded(schema, name, given.get(name, unknown)) for name in self.arguments], axis=1)
        read = source.read(codes, settings)
        columns = {"part": [part for part in self.outputs for _ in range(size)]} if self.outputs else {}
        for name, cells in given.items():
            while name in columns or name in FIGURES:  # as in a table of answers
                name += "_"
            columns[name] = cells * (len(self.outputs) or 1)
        return {**columns, **read}

    def in_one_unit(self, far: Sequence[float] | Floats) -> Floats:
        """Numbers of all entries, as those of the compared ones in their common unit."""
        shown: Floats = np.asarray(far, dtype=np.float64)[list(self.marks)] * np.array(self.factors)
        return shown
