r"""A decision tree by noisy counts (ID3): splits by the largest information gain, class shares in the leaves.

Tables of counts are released in rounds (`dpcore.queries.models.trees.rounds`);
everything else is post-processing (`dpcore.queries.models.trees.growth`). Sources: ID3 (Quinlan 1986), from noisy
counts as in SuLQ (Blum, Dwork, McSherry & Nissim 2005); numbers are split at a threshold as in C4.5 (Quinlan 1993).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import shown, whole
from dpcore.queries.models.terms import distinct
from dpcore.queries.models.trees.reading import ALL, Line, Reading
from dpcore.queries.models.trees.rounds import GrownByRounds
from dpcore.queries.question import compared, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis, key_columns
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Model, Result
from dpcore.result.model import Outline
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_COLUMNS, DEEPEST, MOST_BINS, MOST_CLASSES = 20, 6, 32, 20
ROWS, FIT = Text("rows"), Text("fit")
AROUND = Text("share of rows with the label of their leaf"), Text("share of rows with the most frequent label")


@final
@dataclass(frozen=True)
class DecisionTree(GrownByRounds):
    """The shares of the values of a category or flag in groups of rows that a tree of splits forms.

    A row with a missing value in any of the columns is left out. A number is split at an edge of `bins` even bins.
    """

    name: ClassVar[str] = "decision_tree"
    title: ClassVar[Text] = Text("Decision tree")
    help: ClassVar[Text] = Text("Predicts a category, or a true-or-false column, from other columns.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text(
        "classify, classification, classifier, classification tree, rules, if then, predict a category, "
        "prediction, predict who, which factors, flow chart, machine learning, random forest, segments, quit"
    )
    formula: ClassVar[str] = "splits with the largest gain of information about the label"
    cites: ClassVar[str] = (
        "ID3 (Quinlan 1986) and C4.5 (Quinlan 1993) from noisy counts (Blum, Dwork, McSherry and Nissim 2005)"
    )
    error = ErrorUnit(by_rows=True, compares_shares=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "target", "column", Text("The label: true or false, or a category."), (Flag, Category), label=Text("Label")
        ),
        Parameter(
            "features",
            "several",
            Text("From 1 to {most} columns by which rows are split.", most=MOST_COLUMNS),
            (Number, Flag, Category),
            low=1,
            high=MOST_COLUMNS,
            label=Text("Split by"),
            of="target",
        ),
        Parameter(
            "depth",
            "whole",
            Text("How many splits one after the other, from {low} to {high}.", low=1, high=DEEPEST),
            low=1,
            high=DEEPEST,
            default=3,
            label=Text("Depth"),
        ),
        Parameter(
            "bins",
            "whole",
            Text("Into how many even bins numbers are divided, from {low} to {high}.", low=2, high=MOST_BINS),
            low=2,
            high=MOST_BINS,
            default=8,
            label=Text("Bins"),
        ),
    )

    target: str
    features: Sequence[str]
    depth: int = 3
    bins: int = 8
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.target)
        right = all(isinstance(name, str) and name for name in named) and len(set(named)) == len(named)
        if not right or not 1 <= len(given) <= MOST_COLUMNS:
            raise QueryError(
                "A decision tree needs 1 to {most} columns besides the label, each once. Got {features}.",
                'For example DecisionTree("smoker", ["age", "ward"]).',
                most=MOST_COLUMNS,
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        whole(self.depth, "`depth`", low=1, high=DEEPEST, error=QueryError)
        whole(self.bins, "`bins`", low=2, high=MOST_BINS, error=QueryError)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        classes = self.label(schema).key.size
        if not 2 <= classes <= MOST_CLASSES:
            raise QueryError(
                "The label of a decision tree needs 2 to {most} values. {name} has {count}.",
                "Use a true-or-false column or another category.",
                most=MOST_CLASSES,
                name=shown(self.target),
                count=classes,
            )
        if self.leaves(schema) < 2:
            raise QueryError(
                "The columns of this tree have {cells:,} cells by label, which is too many.",
                "Use fewer or coarser columns, or a smaller depth.",
                cells=self._cells_of(schema),
            )
        if all(each.key.size < 2 for each in self.columns_of(schema)):
            raise QueryError(
                "The features of a tree must vary. Each of {features} has one value only.",
                "Use numbers, true-or-false columns, or categories with two or more values.",
                features=joined(self.features, ", "),
            )
        return super().bind(schema)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Decision tree of {target} by {features}", target=self.target, features=joined(self.features, ", ")),
            details=(Text("depth {depth}", depth=self.depth),),
            measured=Text("share of rows"),
            cell=Text("leaf"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Shares of {target} for {columns}", target=self.target, columns=joined(self.features, ", "))

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def variables(self, schema: Schema) -> tuple[Text, ...]:
        """What the shares of a node are of: of a flag true alone."""
        label = self.label(schema)
        if label.key.size == 2 and not isinstance(schema.columns[self.target], Category):
            return (Text("share with {target}", target=self.target),)
        return tuple(Text("share with {target}: {value}", target=self.target, value=value) for value in label.labels)

    def classes(self, schema: Schema) -> range:
        """The classes whose shares are said."""
        return range(1, 2) if len(self.variables(schema)) == 1 else range(self.label(schema).key.size)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The entries that every tree has: those of all rows, and how well it fits."""
        own = [(ALL, variable) for variable in (ROWS, *self.variables(schema))]
        return (Axis(None, ("part", "variable"), (*own, *((FIT, name) for name in AROUND))),)

    def keyed(self, table: Table, rounds: Rounds) -> dict[str, list[Any]]:
        """The nodes of the grown tree with their rows, shares and gains, and how well it fits."""
        labels = [line for line, _ in self._lines(table, self.read(table, rounds, 0.95))]
        return key_columns((Axis(None, ("part", "variable"), tuple(labels)),))

    def _lines(self, table: Table, reading: Reading) -> list[tuple[tuple[str, str], Line]]:
        """All entries with their figures."""
        found: list[tuple[tuple[str, str], Line]] = []
        variables, classes = self.variables(table.schema), self.classes(table.schema)
        for name, place in zip(distinct([each.name for each in reading.places]), reading.places, strict=True):
            shares = reading.known[id(place.node)]
            found.append(((name, ROWS), reading.rows(place.node)))
            found += [((name, said), shares[label]) for said, label in zip(variables, classes, strict=True)]
            if place.node.split is not None:
                found.append(((name, self._gained(reading, place.node)), reading.gain(place.node)))
        return [*found, *zip(((FIT, name) for name in AROUND), reading.correct, strict=True)]

    def _gained(self, reading: Reading, node: Any) -> Text:
        """The name of the entry with a split's gain."""
        column = reading.growth.features[node.split.place].name
        if node.doubtful:
            return Text("bits gained by {column} (noise may have chosen this split)", column=column)
        return Text("bits gained by {column}", column=column)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The tree; its entries are compared by the shares of the label."""
        said = self.variables(table.schema)
        marks = tuple(place for place, name in enumerate(keys["variable"]) if name == said[0])
        outputs = () if len(said) == 1 else said
        return Model(
            keys,
            figures,
            marks,
            (1.0,) * len(marks),
            said[0],
            arguments=tuple(self.features),
            outputs=outputs,
            noun=self.words.cell,
            named="part",
        )

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """Rows and shares of all nodes, gains of splits, and how well the tree fits."""
        figures = np.array([line for _, line in self._lines(table, self.read(table, rounds, level))])
        return Estimates(*figures.T)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The shares of the label in the leaves of rows, for each value in turn; of a flag, of true.

        NaN for rows with NaN. Without margins in leaves with too few rows: the shares of a node above.
        """
        given = np.zeros((0, len(self.features))) if points is None else points
        found = self.read(table, rounds, level).predictions(given)
        said = [found[label] for label in self.classes(table.schema)]
        names = ("estimate", "std_error", "low", "high")
        return Estimates(*(np.concatenate([getattr(each, name) for each in said]) for name in names))

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """How well the tree labels rows, or that it cannot be estimated; and splits that noise may have chosen."""
        reading = self.read(table, rounds, level)
        (share, *_), (base, *_) = reading.correct
        facts = {"share": f"{100 * share:.1f}", "base": f"{100 * base:.1f}"}
        better = Text(
            "The labels of the leaves are right for {share} % of rows; the most frequent label is for {base} %.",
            **facts,
        )
        worse = Text(
            "The labels of the leaves are worse than the most frequent label: they are right for {share} % of rows, "
            "and it is for {base} %.",
            **facts,
        )
        said = compared.said(reading.labelled(), reading.shares(), better, worse)
        doubtful = [place.node for place in reading.places if place.node.doubtful and place.node.split]
        if not doubtful:
            return said
        marked = Text.counted(
            "Noise may have chosen {n} split; it is marked.",
            "Noise may have chosen {n} splits; they are marked.",
            n=len(doubtful),
        )
        return joined((said, marked))

    def backdrop(self, table: Table, rounds: Rounds, level: float) -> Outline:
        """The tree, with the share of true or of the most frequent value of the label in each node."""
        reading = self.read(table, rounds, level)
        names = [variable for (_, variable), _ in self._lines(table, reading)]
        starts = [place for place, name in enumerate(names) if name == ROWS]
        variables, classes = self.variables(table.schema), list(self.classes(table.schema))
        shown_ = [int(np.argmax(reading.counts(place.node)[0][classes])) for place in reading.places]
        nodes = [place.node for place in reading.places]
        return Outline(
            tuple(place.path[-1] if place.path else ALL for place in reading.places),
            tuple(place.parent for place in reading.places),
            tuple(reading.growth.features[node.split.place].name if node.split else "" for node in nodes),
            tuple(bool(node.doubtful and node.split) for node in nodes),
            tuple(starts),
            tuple(start + 1 + own for start, own in zip(starts, shown_, strict=True)),
            tuple(variables[own] for own in shown_),
            tuple(self.label(table.schema).labels[classes[own]] for own in shown_),
        )

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What was counted, and what margins leave out."""
        return Text(
            "Rows with a missing value in any of these columns are left out. A leaf is split while the gain is clear "
            "of the noise and of chance among rows. Margins are for the rows of these leaves; they do not cover which "
            "splits were found."
        )
