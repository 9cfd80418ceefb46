"""Runs one peer on quantiles in its own environment: `python quantiles_<peer>.py ROWS.json REPEATS`.

A peer gives ASKS, name -> (rows, whether they are whole numbers) -> a release, which returns its numbers. ROWS.json has
the rows of each kind of data, in [0, 100]. One line of JSON goes to stdout: version, and answers by question and kind.
Quick peers release more often, since a few hundred releases leave an error of a tenth in a root mean square.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

LOW, HIGH = 0.0, 100.0
MEDIAN, SEVERAL, MANY = "median, epsilon 1", "5 quantiles, epsilon 1", "19 quantiles, (1, 1e-6)"
FIVE = [0.1, 0.25, 0.5, 0.75, 0.9]
NINETEEN = [round(0.05 * place, 2) for place in range(1, 20)]
MOST, SECONDS = 5, 20.0  # so many times as many releases, unless they take so long

Release = Callable[[], list[float]]
Prepare = Callable[[list[float], bool], Release]


def main(package: str, asks: dict[str, Prepare]) -> None:
    """Does what the command line says."""
    with open(sys.argv[1], encoding="utf-8") as file:
        kinds: dict[str, list[float]] = json.load(file)
    repeats = int(sys.argv[2])
    answers = {
        name: {kind: _repeated(prepare(rows, kind.startswith("whole")), repeats) for kind, rows in kinds.items()}
        for name, prepare in asks.items()
    }
    print(json.dumps({"version": version(package), "answers": answers}))


def _repeated(release: Release, repeats: int) -> list[list[float]]:
    answers: list[list[float]] = []
    start = time.perf_counter()
    while len(answers) < repeats or (len(answers) < MOST * repeats and time.perf_counter() - start < SECONDS):
        answers.append([float(value) for value in release()])
    return answers
