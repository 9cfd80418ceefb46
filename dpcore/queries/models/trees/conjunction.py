r"""A conjunction of conditions that a flag implies, from noisy counts: a learner by statistical queries.

Literals are "column is not v" for every value v of flags and categories. A literal belongs to the conjunction if few
true rows violate it, that is, have the value v: their noisy count is at most `tolerance` of the noisy number of true
rows, plus a margin that holds for all literals at once (with probability 1 - beta, each at level 1 - beta / q).

* If rows are true exactly where some conjunction of literals holds, none of its literals is violated by a true row. So
  all of them are found, and the found conjunction mislabels no false row.
* Each found literal is violated by at most `tolerance` of the true rows and twice the margin, and a true row that is
  mislabelled violates one of them.

Price: four fifths for a table of (value x flag) of each of the A columns, a row being in one cell of each, and one
fifth for counting the rows that meet the conjunction, by flag; a row is in at most one of these two cells. So every
step is a count with the sensitivity of `dpcore.queries.models.trees.rounds`. With that second round the share of
mislabelled rows is measured, whether or not any conjunction is exact. Source: learning conjunctions by statistical
queries (Kearns 1998), answered with noise (Blum, Dwork, McSherry & Nissim 2005).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import nan
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Price, Spread, additive
from dpcore.number import real, shown
from dpcore.queries.models.trees.conjunction_rule import SURE, Counted, Found, Line, counted, tree
from dpcore.queries.models.trees.feature import Feature
from dpcore.queries.models.trees.rounds import GrownByRounds
from dpcore.queries.question import compared, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Model, Result
from dpcore.table.aggregate import Aggregate, Key, Rows
from dpcore.table.category import Category
from dpcore.table.column import Flag
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_COLUMNS, LARGEST = 20, 0.2
COUNTS = Fraction(4, 5)
"""The share of the price for the counts by value; the rest is for what meets the conjunction. Never changed."""
RULE, FIT = Text("rule"), Text("fit")
MEETS, MEETS_NOT = Text("rows that meet the rule"), Text("all other rows")
WRONG = Text("share of rows that it mislabels")
BASE = Text("share that the most frequent label mislabels")


@final
@dataclass(frozen=True)
class Conjunction(GrownByRounds):
    """The values of flags and categories that nearly all true rows of a flag have: a rule that true rows meet.

    tolerance: the share of true rows that may have a value that the rule leaves out. A row with a missing value in any
    of the columns is left out.
    """

    name: ClassVar[str] = "conjunction"
    title: ClassVar[Text] = Text("Conjunction rule")
    help: ClassVar[Text] = Text("The conditions that nearly all rows with a label meet, and how often they are wrong.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text("rule, all conditions, and-rule, what they have in common, logical rule, criteria")
    formula: ClassVar[str] = "values of each column that true rows have"
    cites: ClassVar[str] = (
        "statistical queries (Kearns 1998), answered with noise (Blum, Dwork, McSherry and Nissim 2005)"
    )
    error = ErrorUnit(by_rows=True, compares_shares=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("target", "column", Text("True or false."), (Flag,), label=Text("Label")),
        Parameter(
            "features",
            "several",
            Text("From 1 to {most} true-or-false columns or categories.", most=MOST_COLUMNS),
            (Flag, Category),
            low=1,
            high=MOST_COLUMNS,
            label=Text("Conditions on"),
            of="target",
        ),
        Parameter(
            "tolerance",
            "real",
            Text(
                "The share of true rows that may have a value that the rule leaves out, at most {most}.", most=LARGEST
            ),
            high=LARGEST,
            default=0.01,
            label=Text("Tolerance"),
        ),
    )
    depth: ClassVar[int] = 1  # type: ignore[misc]
    bins: ClassVar[int] = 2  # type: ignore[misc]

    target: str
    features: Sequence[str]
    tolerance: float = 0.01
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.target)
        right = all(isinstance(name, str) and name for name in named) and len(set(named)) == len(named)
        if not right or not 1 <= len(given) <= MOST_COLUMNS:
            raise QueryError(
                "A conjunction needs 1 to {most} columns besides the label, each once. Got {features}.",
                'For example Conjunction("smoker", ["sex", "ward"]).',
                most=MOST_COLUMNS,
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        real(self.tolerance, "`tolerance`", at_least=0.0, at_most=LARGEST, error=QueryError)
        object.__setattr__(self, "tolerance", float(self.tolerance))
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        columns = self.columns_of(schema)
        flag = isinstance(schema.columns.get(self.target), Flag)
        if not flag or any(each.ordered for each in columns):
            raise QueryError(
                "A conjunction needs a true-or-false column and conditions on such columns or categories.",
                "Choose a Flag, and Flags or Categories.",
            )
        if self.leaves(schema) < 1 or all(each.key.size < 2 for each in columns):
            raise QueryError("The columns of a conjunction have too few or too many values.", "Use other columns.")
        return super().bind(schema)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Conjunction for {target} of {features}", target=self.target, features=joined(self.features, ", ")),
            measured=Text("share with {target}", target=self.target),
            cell=Text("part"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Shares of {target} for {columns}", target=self.target, columns=joined(self.features, ", "))

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The shares of true inside and outside the rule, and how well it fits."""
        share = Text("share with {target}", target=self.target)
        lines = [(part, share) for part in (MEETS, MEETS_NOT)]
        lines += [(RULE, Text("share of rows with {target} that meet it", target=self.target)), (RULE, WRONG)]
        lines += [(FIT, Text("rows")), (FIT, BASE)]
        return (Axis(None, ("part", "variable"), tuple(lines)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The rule; the rows that meet it and all others are compared."""
        said, given = self.words, tuple(self.features)
        return Model(keys, figures, (0, 1), (1.0, 1.0), said.measured, arguments=given, noun=said.cell, named="part")

    def noises(self, table: Table, price: Price) -> tuple[Additive, Additive]:
        """The noise on a table of values, and on the rows that meet the rule."""
        shares = COUNTS / len(self.features), 1 - COUNTS
        first, second = (additive(self.statistic(table), type(price)(price.total * share)) for share in shares)
        return first, second

    def noise(self, table: Table, price: Price, level: int) -> Additive:
        """The noise on the rows that meet the rule, which decides most of its error."""
        return self.noises(table, price)[1]

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of all tables of values, and of the rows that meet the rule."""
        found: dict[Any, int] = {}
        for noise, times in zip(self.noises(table, price), (len(self.features), 1), strict=True):
            found[noise.loss] = found.get(noise.loss, 0) + times
        return tuple(found.items())

    def run(self, table: Table, price: Price) -> Run:
        """A round of tables, then one of the rows that meet the rule, by label."""
        columns, label = self.columns_of(table.schema), self.label(table.schema).key
        first, second = self.noises(table, price)
        assert first.loss is not None and second.loss is not None
        present = (*self.features, self.target)

        def step(keys: tuple[Key, ...], noise: Additive) -> Step:
            asked = Aggregate((Rows(),), (*keys, label), tuple(self.where), present)
            return Step(asked, self.statistic(table), noise)

        steps = tuple(step((each.key,), first) for each in columns)
        noisy = yield Round(steps, (first.loss,) * len(steps))
        leaf = tree(columns, counted(noisy, columns, first).allowed(self.tolerance))
        yield Round((step(() if leaf is None else (leaf,), second),), second.loss)

    def rule(self, table: Table, rounds: Rounds, level: float) -> Found:
        """The rule of a transcript."""
        columns = self.columns_of(table.schema)
        values, (met,) = rounds
        found: Counted = counted([drawn.array for drawn in values], columns, values[0].mechanism)  # type: ignore[arg-type]
        spreads = [drawn.mechanism.error(level) for drawn in (values[0], met)]
        assert spreads[0] is not None and spreads[1] is not None
        return Found(found, found.allowed(self.tolerance), met.array.ravel()[:2], spreads[0], spreads[1])

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The shares of true inside and outside the rule, and how well it fits."""
        rule = self.rule(table, rounds, level)
        rows, error = rule.rows
        far = rule.factor * error
        counts: Line = (max(rows, 0.0), error, max(rows - far, 0.0), max(rows + far, 0.0))
        share, std, low, high = rule.of_labels()
        base: Line = (share, std, low, high) if share < 0.5 else (1 - share, std, 1 - high, 1 - low)
        return Estimates(*np.array([rule.inside(), rule.outside(), rule.recall(), rule.wrong(), counts, base]).T)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The share of true among rows that meet the rule as these rows do, or do not. NaN for rows with NaN."""
        given = np.zeros((0, len(self.features))) if points is None else points
        rule, known = self.rule(table, rounds, level), np.asarray(~np.isnan(given).any(axis=1))
        met = np.ones(len(given), dtype=np.int64)
        for place, (each, cells) in enumerate(zip(self.columns_of(table.schema), rule.allowed, strict=True)):
            met[known] *= np.isin(each.places(given[known, place]), cells)
        sides = np.array([rule.outside(), rule.inside()])[met]
        return Estimates(*np.where(known[:, None], sides, nan).T)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The rule and its guarantee, or that it cannot be estimated."""
        rule, columns = self.rule(table, rounds, level), self.columns_of(table.schema)
        used = [
            _values(each, cells)
            for each, cells in zip(columns, rule.allowed, strict=True)
            if len(cells) < each.key.size
        ]
        if not used:
            return Text("No value is clearly rare among rows with {target}.", target=self.target)
        said = [Text("The rule: {conditions}.", conditions=joined(used, "; "))]
        labelled = rule.labelled()
        facts = {
            "wrong": f"{100 * rule.wrong()[0]:.1f}",
            "base": f"{100 * min(rule.of_labels()[0], 1 - rule.of_labels()[0]):.1f}",
        }
        better = Text("It mislabels {wrong} % of rows; the most frequent label {base} %.", **facts)
        worse = Text(
            "As a label it is worse than the most frequent label: it mislabels {wrong} % of rows, and that {base} %.",
            **facts,
        )
        said.append(compared.said(labelled, rule.shares(), better, worse))
        if not rule.counted.complete or labelled is not compared.Outcome.BETTER:  # what follows would mislead then
            return joined(said)
        guarantee = Text(
            "If rows have {target} exactly where some such conditions hold, then with a probability of {level:g} % "
            "this rule mislabels no row without {target}, and at most {most} % of all rows.",
            target=self.target,
            level=100 * SURE,
            most=f"{100 * rule.promised():.3g}",
        )
        return joined((*said, guarantee))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What was counted."""
        return Text(
            "Rows with a missing value in any of these columns are left out. Values that few true rows have are left "
            "out by the rule; then the rows that meet it were counted anew."
        )


def _values(each: Feature, cells: tuple[int, ...]) -> Text:
    """The values that a rule allows."""
    return Text("{column}: {value}", column=each.name, value=joined((each.labels[cell] for cell in cells), ", "))
