"""diffprivlib's models of given rows, at epsilon 1: `python models_diffprivlib.py PART FILE`.

FILE is a NumPy archive of tables by name. All columns lie in [-1, 1], the bounds that the models are told; the last one
of a regression is explained. A name ends with the number of clusters or components, or of the rows by which a tree or
a forest is fitted; it labels the others. One line of JSON goes to stdout: the version, and for each table the centres,
the components, the intercept and the coefficients, or the labels. PART is one of the names at the end of this file.
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


def tree(rows: Any, count: int) -> Any:
    """The labels of the rows after the first ones."""
    return _labels(
        models.DecisionTreeClassifier(max_depth=4, epsilon=EPSILON, bounds=BOUNDS, classes=[0, 1]), rows, count
    )


def forest(rows: Any, count: int) -> Any:
    """The same by ten trees."""
    fitted = models.RandomForestClassifier(10, max_depth=4, epsilon=EPSILON, bounds=BOUNDS, classes=[0, 1])
    return _labels(fitted, rows, count)


def _labels(model: Any, rows: Any, count: int) -> Any:
    return model.fit(rows[:count, :-1], rows[:count, -1].astype(int)).predict(rows[count:, :-1])


if __name__ == "__main__":
    act = {"clusters": clusters, "components": components, "regression": regression, "tree": tree, "forest": forest}[
        sys.argv[1]
    ]
    with np.load(sys.argv[2]) as tables:
        answers = {name: act(tables[name], int(name.rsplit(" ", 1)[1])).tolist() for name in tables.files}
    print(json.dumps({"version": version("diffprivlib"), "answers": answers}))
