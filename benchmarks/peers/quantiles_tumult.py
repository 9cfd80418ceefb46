"""Tumult Core: the measurement behind `median` of Tumult Analytics, without Spark; add/remove, a row a unit.

The exponential mechanism over the intervals between rows. It takes a quarter of a second, so nothing else is asked.
"""

import warnings

import pandas as pd
from quantile import HIGH, LOW, MEDIAN, Release, main

warnings.simplefilter("ignore")

from tmlt.core.domains.numpy_domains import NumpyFloatDomain  # noqa: E402
from tmlt.core.domains.pandas_domains import PandasSeriesDomain  # noqa: E402
from tmlt.core.measurements.pandas_measurements.series import NoisyQuantile  # noqa: E402
from tmlt.core.measures import PureDP  # noqa: E402


def median(rows: list[float], whole: bool) -> Release:
    measurement = NoisyQuantile(PandasSeriesDomain(NumpyFloatDomain()), PureDP(), 0.5, LOW, HIGH, 1)
    column = pd.Series(rows)
    return lambda: [measurement(column)]


if __name__ == "__main__":
    main("tmlt.core", {MEDIAN: median})
