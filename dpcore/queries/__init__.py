"""THE QUESTIONS that can be asked: one file per question, listed here in the order of the menu.

They are in packages by kind:

question  what every question is made of: base classes, parameters, keys, rounds, refusals, predicted error
counts    counts of rows and units: by cell, along a column, of conditions, and workloads of them
blocks    statistics by blocks of units, and functions of the owner
sums      sums and moments of columns: totals, means, variances, covariances, ratios
order     ranks, quantiles and medians, trimmed means, spanning trees
curves    smooth functions of one or two columns: densities, trends, kernel machines
models    fitted models: regressions, perceptrons, thresholds, components; in packages of their own clusters (k-means),
          logistic, ratings (the recommender) and trees (with conjunctions)

To add a question: subclass `dpcore.queries.question.base.Query` in a new file, and add the class to `QUERIES` and, by
name, to `__all__`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.blocks.block_function import BlockFunction
from dpcore.queries.blocks.sample_and_aggregate import SampleAndAggregate
from dpcore.queries.counts.count import Count
from dpcore.queries.counts.cross import CrossTable
from dpcore.queries.counts.cumulative import Cumulative
from dpcore.queries.counts.distinct import DistinctUnits
from dpcore.queries.counts.fraction import Fraction
from dpcore.queries.counts.histogram import Histogram
from dpcore.queries.counts.statistical import StatisticalQueries
from dpcore.queries.counts.workload import Workload
from dpcore.queries.curves.density import Density
from dpcore.queries.curves.joint_density import JointDensity
from dpcore.queries.curves.kernel_machine import KernelMachine
from dpcore.queries.curves.rule_density import RuleDensity
from dpcore.queries.curves.trend import Trend
from dpcore.queries.models.clusters.k_means import KMeans
from dpcore.queries.models.linear_regression import LinearRegression
from dpcore.queries.models.logistic.logistic_regression import LogisticRegression
from dpcore.queries.models.noisy_sgd import NoisySGD
from dpcore.queries.models.perceptron import Perceptron
from dpcore.queries.models.principal_components import PrincipalComponents
from dpcore.queries.models.ratings.recommender import Recommender
from dpcore.queries.models.threshold import Threshold
from dpcore.queries.models.trees.conjunction import Conjunction
from dpcore.queries.models.trees.decision_tree import DecisionTree
from dpcore.queries.order.interquartile import InterquartileRange
from dpcore.queries.order.median import Median
from dpcore.queries.order.quantile import Quantile
from dpcore.queries.order.quantiles import Quantiles
from dpcore.queries.order.spanning_tree import SpanningTree
from dpcore.queries.order.trimmed import TrimmedMean
from dpcore.queries.question.base import Estimates as Estimates
from dpcore.queries.question.base import Query as Query
from dpcore.queries.question.parameter import Parameter as Parameter
from dpcore.queries.sums.correlation import Correlation
from dpcore.queries.sums.covariance import Covariance
from dpcore.queries.sums.mean import Mean
from dpcore.queries.sums.ratio import Ratio
from dpcore.queries.sums.total import Sum
from dpcore.queries.sums.variance import StandardDeviation, Variance
from dpcore.queries.sums.vector_mean import VectorMean

QUERIES: tuple[type[Query], ...] = (
    Count,
    Histogram,
    CrossTable,
    Cumulative,
    Density,
    JointDensity,
    RuleDensity,
    Workload,
    Mean,
    Trend,
    KernelMachine,
    TrimmedMean,
    VectorMean,
    Median,
    Quantile,
    Quantiles,
    InterquartileRange,
    SampleAndAggregate,
    Sum,
    Ratio,
    Fraction,
    StatisticalQueries,
    DistinctUnits,
    Variance,
    StandardDeviation,
    Covariance,
    Correlation,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    PrincipalComponents,
    KMeans,
    NoisySGD,
    Recommender,
    DecisionTree,
    Conjunction,
    Threshold,
    SpanningTree,
)

IN_SCRIPTS: tuple[type[Query], ...] = (BlockFunction,)
"""Questions that only a script can ask, because a record does not hold all of them. All can read their answers."""


def query_from_dict(data: Mapping[str, Any]) -> Query:
    """The question that `Query.to_dict` wrote. Raises QueryError for an unknown one."""
    kinds = {query.name: query for query in (*QUERIES, *IN_SCRIPTS)}
    name = data.get("query") if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in kinds:
        raise QueryError(
            "{name} is not a supported question.",
            "Questions: {kinds}.",
            name=shown(name),
            kinds=", ".join(kinds),
        )
    return kinds[name].from_dict(data)


__all__ = [
    "BlockFunction",
    "Conjunction",
    "Correlation",
    "Count",
    "Covariance",
    "CrossTable",
    "Cumulative",
    "DecisionTree",
    "Density",
    "DistinctUnits",
    "Fraction",
    "Histogram",
    "InterquartileRange",
    "JointDensity",
    "KMeans",
    "KernelMachine",
    "LinearRegression",
    "LogisticRegression",
    "Mean",
    "Median",
    "NoisySGD",
    "Perceptron",
    "PrincipalComponents",
    "Quantile",
    "Quantiles",
    "Ratio",
    "Recommender",
    "RuleDensity",
    "SampleAndAggregate",
    "SpanningTree",
    "StandardDeviation",
    "StatisticalQueries",
    "Sum",
    "Threshold",
    "Trend",
    "TrimmedMean",
    "Variance",
    "VectorMean",
    "Workload",
]
"""The questions, which `dpcore` exports under the same names."""
