"""The cost of a minimum spanning tree of a public graph with private weights.

Source: Nissim, Raskhodnikova & Smith 2007, section 3.2: noise scaled to smooth sensitivity, here of the power-core
distribution (`dpcore.mechanisms.smooth`). The size of this noise follows from the weights, so it is private: no error
can be stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, final

import numpy as np

from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.mechanisms.smooth import scaled
from dpcore.mechanisms.smooth_noise import SmoothNoise
from dpcore.number import BLANKS, private, shown
from dpcore.queries.order.graph import Graph
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNSTATED, Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.round import Promise, Rounds, Run, Step, single
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Result
from dpcore.result import Graph as GraphNumber
from dpcore.statistic.order.smooth_spanning_tree import MOST_EDGES, MOST_VERTICES, SpanningTreeCost
from dpcore.table.aggregate import Aggregate, Grid, Least, Pairs
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.condition import Condition, declared
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

BITS = 20


@final
@dataclass(frozen=True)
class SpanningTree(Query):
    """The cost of a minimum spanning tree: the smallest sum of weights of edges that connect all vertices.

    weight: a number column. ends: two category columns; a row names an edge by their values, in either order. edges:
    the public list of edges, pairs of names, which connect all vertices. The weight of an edge is the least over its
    rows, and the upper bound of the column if it has none. Rows that name no listed edge are left out.
    """

    name: ClassVar[str] = "spanning_tree"
    title: ClassVar[Text] = Text("Minimum spanning tree")
    error = ErrorUnit("none")
    help: ClassVar[Text] = Text(
        "The smallest sum of weights of edges that connect all vertices of a public graph. The weight of an edge is "
        "the least over its rows, and the upper bound of the column if it has none."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER,)
    synonyms: ClassVar[Text] = Text("graph, network, mst, connect places, routes, roads, cheapest network")
    formula: ClassVar[str] = "min over trees T of Σ wₑ, e in T"
    cites: ClassVar[str] = "smooth sensitivity (Nissim, Raskhodnikova and Smith 2007)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("weight", "column", Text("The numbers."), (Number,), label=Text("Weight")),
        Parameter(
            "ends",
            "several",
            Text("Two columns of names: the ends of the edge that a row is about, in either order."),
            (Category,),
            high=2,
            label=Text("Ends of an edge"),
        ),
        Parameter(
            "edges",
            "pairs",
            Text(
                "The public list of edges, one per line, such as “A, B”. At most {most_vertices:,} vertices and "
                "{most_edges:,} edges, which must connect all vertices. Rows about other edges are left out.",
                most_vertices=MOST_VERTICES,
                most_edges=MOST_EDGES,
            ),
            of="ends",
        ),
    )
    limits: ClassVar[Limits] = Limits(several_rows=False)

    weight: str
    ends: Sequence[str]
    edges: Sequence[tuple[str, str]]
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        ends = tuple(sorted(names(self.ends, "ends")))
        if len(ends) != 2:
            raise QueryError(
                "`ends` must be two columns. Got {ends}.",
                'They name the ends of an edge, for example ends=["origin", "destination"].',
                ends=type(self.ends).__name__ if private(self.ends) else shown(list(ends)),
            )
        object.__setattr__(self, "ends", ends)
        object.__setattr__(self, "edges", Graph.of(self.edges).edges)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        number(schema, self.weight)
        first, last = (_public(schema, name) for name in self.ends)
        for one, other in self.edges:
            if not ((one in first and other in last) or (other in first and one in last)):
                raise QueryError(
                    "The edge {one}, {other} is not a pair of public values of the columns {first} and {last}.",
                    "Check its spelling, declare its values, or leave it out.",
                    one=shown(one),
                    other=shown(other),
                    first=shown(self.ends[0]),
                    last=shown(self.ends[1]),
                )
        return super().bind(schema)

    def admit(self, table: Table) -> None:
        """Raises QueryError for units of several rows."""
        if table.unit.max_rows > 1:
            raise QueryError(
                "The cost of a spanning tree is for units of one row.",
                "A unit of several rows could change as many edges. Use a table with one row per unit.",
            )

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of its one round. Raises QueryError."""
        loss = self.mechanism(table, price).loss
        return () if loss is None else ((loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the least weight of each edge, and the cost with noise."""
        graph, lattice, mechanism = self.graph, self.lattice(table), self.mechanism(table, price)
        key = Pairs(self.ends[0], self.ends[1], graph.names, graph.places)
        aggregate = Aggregate((Least(lattice),), (key,), tuple(self.where), (self.weight,))
        return single(Step(aggregate, SpanningTreeCost(graph.places, mechanism.ladder), mechanism))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The drawn cost in the column's unit, within its public bounds."""
        ((drawn,),) = rounds
        lattice = self.lattice(table)
        cost: Floats = (drawn.array[0] + self._tree * lattice.low) * lattice.step
        return unbounded(np.clip(cost, *self.quantity(table).bounds))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """None: the size of the noise is private."""
        return UNSTATED

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """Always raises QueryError."""
        raise QueryError(
            "The error of “{question}” is private, so no price can be found for it.",
            "Choose a weight or a price.",
            question=self.sentence,
        )

    def mechanism(self, table: Table, price: Price) -> SmoothNoise:
        """The noise for a price. Under replace a row can change the weights of two edges. Raises QueryError."""
        self.admit(table)
        steps = self.lattice(table).steps
        changes = 2 if table.neighbors == "replace" and len(self.edges) > 1 else 1
        try:
            return scaled(price, steps, (0, self._tree * steps), changes)
        except DpError as error:
            raise QueryError(error.message, error.hint) from None

    def quantity(self, table: Table) -> Quantity:
        """A tree has one edge less than vertices; its cost lies on the grid of weights."""
        column, step = number(table.schema, self.weight), float(self.lattice(table).step)
        return Quantity(self._tree * float(column.low), self._tree * float(column.high), step, self.weight)

    def lattice(self, table: Table) -> Grid:
        """The public grid of the weights, with at most 2**20 steps; whole numbers if they fit."""
        return grid(self.weight, number(table.schema, self.weight), BITS)

    @property
    def shape(self) -> type[Result]:
        """Always a number about a graph."""
        return GraphNumber

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The cost beside its public graph."""
        return GraphNumber(keys, figures, self.graph.names, self.graph.places)

    @property
    def graph(self) -> Graph:
        """The public graph."""
        return Graph(tuple(self.edges))

    @property
    def words(self) -> Words:
        """The question in words."""
        facts = {"vertices": len(self.graph.names), "edges": len(self.edges)}
        return Words(
            Text(
                "Cost of a minimum spanning tree by {weight} (vertices: {vertices}, edges: {edges})",
                weight=self.weight,
                **facts,
            ),
            measured=Text("Sum of {column}", column=self.weight),
        )

    @property
    def _tree(self) -> int:
        """The number of edges of a tree."""
        return len(self.graph.names) - 1


def _public(schema: Schema, name: str) -> set[str]:
    """The public values of a category, without surrounding blanks. Raises QueryError."""
    column = declared(schema, name)
    if not isinstance(column, Category):
        raise QueryError("Column {name} is not a category.", "Declare it as a Category.", name=shown(name))
    return {value.strip(BLANKS) for value in column.values}
