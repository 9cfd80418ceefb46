"""diffprivlib's models of given rows, at epsilon 1: `python models_diffprivlib.py clusters|components|regression FILE`.

FILE is a NumPy archive of tables by name. All columns lie in [-1, 1], the bounds that the models are told; the last one
of a regression is explained. A name ends with the number of clusters or components. One line of JSON goes to stdout:
the version, and for each table the centres, the components, or the intercept and the coefficients.
"""

import json
import sys
import warnings
from importlib.metadata import version
from typing import Any

import numpy as np
from diffprivlib import models

EPSILON, BOUNDS = 1.0, (-1.0, 1.0)

warnings.simplefilter("ignore")


def clusters(rows: Any, count: int) -> Any:
    """The centres."""
    return models.KMeans(count, epsilon=EPSILON, bounds=BOUNDS).fit(rows).cluster_centers_


def components(rows: Any, count: int) -> Any:
    """The components, one a row. The norm of the data is the largest that these bounds allow around their middle."""
    norm = float(np.sqrt(rows.shape[1]))
    return models.PCA(count, epsilon=EPSILON, bounds=BOUNDS, data_norm=norm).fit(rows).components_


def regression(rows: Any, count: int) -> Any:
    """The intercept and the coefficients."""
    model = models.LinearRegression(epsilon=EPSILON, bounds_X=BOUNDS, bounds_y=BOUNDS)
    fitted = model.fit(rows[:, :-1], rows[:, -1])
    return np.concatenate([np.ravel(fitted.intercept_), np.ravel(fitted.coef_)])


if __name__ == "__main__":
    act = {"clusters": clusters, "components": components, "regression": regression}[sys.argv[1]]
    with np.load(sys.argv[2]) as tables:
        answers = {name: act(tables[name], int(name.rsplit(" ", 1)[1])).tolist() for name in tables.files}
    print(json.dumps({"version": version("diffprivlib"), "answers": answers}))
