"""diffprivlib's logistic regression of given rows: `python logistic_diffprivlib.py FILE RUNS SETTINGS`.

FILE is a NumPy archive of `rows` and `late`; SETTINGS is a JSON list of pairs (epsilon, C). The norm of the data is the
largest that the bounds allow: numbers within [-1, 1] and one value of each of the two categories. One line of JSON goes
to stdout: the version, and for each setting and run the intercept and the coefficients.
"""

import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
from diffprivlib.models import LogisticRegression

SPANS, CATEGORIES = 8, 2

warnings.simplefilter("ignore")

if __name__ == "__main__":
    with np.load(sys.argv[1]) as tables:
        rows, late = tables["rows"], tables["late"]
    answers = []
    for epsilon, c in json.loads(sys.argv[3]):
        fits = []
        for run in range(int(sys.argv[2])):
            norm = float(np.sqrt(SPANS + CATEGORIES))
            model = LogisticRegression(epsilon=epsilon, C=c, data_norm=norm, random_state=run, max_iter=200)
            fitted = model.fit(rows, late)
            fits.append([float(fitted.intercept_[0]), *fitted.coef_[0].tolist()])
        answers.append(fits)
    print(json.dumps({"version": version("diffprivlib"), "answers": answers}))
