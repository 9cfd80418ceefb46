"""The same questions every month, as reserved releases; then two months are compared.

python examples/every_month.py
"""

from __future__ import annotations

import tempfile

import pandas as pd

import dpcore as dp
from dpcore.present.over_time.compare import compare

SCHEMA = dp.Schema(cost=dp.Number(0, 500), paid=dp.Flag())


def extract(month: int) -> dp.Source:
    """Made-up rows of a month."""
    rows = 2000 + 150 * month
    cost = [(37 * number) % 500 for number in range(rows)]
    return dp.read(pd.DataFrame({"cost": cost, "paid": [number % 4 != 0 for number in range(rows)]}))


def main() -> None:
    """Reserve twelve releases, make the first two, compare them."""
    budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.05, times=12)])
    plan = dp.Plan([dp.Count(), dp.Fraction(dp.Condition("paid", "==", True))], mu=0.05, slot="monthly")
    with tempfile.TemporaryDirectory() as folder, dp.Desk(home=folder) as desk:
        desk.add_dataset("bills", extract(1), schema=SCHEMA, budget=budget)
        first = desk.release("bills", plan)
        desk.update("bills", extract(2))  # a new version of the rows under the same budget
        second = desk.release("bills", plan)
        for before, after in zip(first, second, strict=True):
            print(f"{after}: {compare(before, after).words}")


if __name__ == "__main__":
    main()
