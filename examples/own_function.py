"""A Python function of your own, by blocks: a Gini index and a share, each of four blocks in a process of its own.

python examples/own_function.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd

import dpcore as dp

# The text is the question: its digest is recorded, and another text is another question.
SOURCE = """
def inequality(rows):
    x = rows.income.sort_values().to_numpy()
    gini = 1 - 2 * ((x.cumsum() - x / 2) / x.sum()).mean()
    return gini, (rows.tenure == "rent").mean()
"""


SCHEMA = dp.Schema(income=dp.Number(0, 100_000), tenure=dp.Category(["own", "rent"]))


def made_up() -> pd.DataFrame:
    """A made-up survey of households."""
    numbers = range(2000)
    return pd.DataFrame(
        {
            "income": [500 + (n * 7919) % 9000 + (n % 50 == 0) * 60_000 for n in numbers],
            "tenure": [["own", "rent", "rent"][n % 3] for n in numbers],
        }
    )


def main() -> None:
    """Ask, and read the answer and what is stored of the question."""
    with tempfile.TemporaryDirectory() as folder, dp.Desk(home=Path(folder) / "desk") as desk:
        desk.add_dataset(
            "survey",
            dp.read(made_up()),
            schema=SCHEMA,
            budget=dp.Budget(epsilon=20.0, delta=1e-6),
        )
        question = dp.BlockFunction(
            "inequality",
            ["income", "tenure"],
            low=[0, 0],
            high=[1, 1],
            outputs=["gini", "renting"],
            source=SOURCE,
            blocks=4,
            seconds=5.0,
        )
        print(dp.try_function(question, SCHEMA, made_up()))  # exact numbers: for made-up rows alone
        plan = dp.Plan([dp.Ask(question, epsilon=16)])
        (release,) = desk.release("survey", plan, confirm=True, progress=print)  # names missing protections, if any
        print(f"\n{release}\n{release.table.to_string(index=False)}")
        print(f"\nrecorded: {release.query_data['function']}, SHA-256 {release.query_data['digest']}")


if __name__ == "__main__":
    main()
