"""A first release: three questions about a table in a file, their prices and predicted errors, then the answers.

python examples/first_release.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd

import dpcore as dp


def made_up(path: Path) -> Path:
    """A made-up table of visits to a clinic."""
    rows = pd.DataFrame(
        {
            "patient": [number // 2 for number in range(4000)],
            "age": [(7 * number) % 96 for number in range(4000)],
            "ward": ["ABC"[number % 3] for number in range(4000)],
        }
    )
    rows.to_parquet(path)
    return path


def main() -> None:
    """Load, quote, release, read."""
    with tempfile.TemporaryDirectory() as folder, dp.Desk(home=Path(folder) / "desk") as desk:
        desk.add_dataset(
            "visits",
            dp.read(made_up(Path(folder) / "visits.parquet")),
            # from public knowledge, never from the rows
            schema=dp.Schema(
                patient=dp.Identifier(),
                age=dp.Number(0, 120, integer=True),
                ward=dp.Category(["A", "B", "C", "D"]),
            ),
            unit=dp.Unit("patient", max_rows=4),
            budget=dp.Budget(epsilon=2.0, delta=1e-6),
        )
        plan = dp.Plan(
            [
                dp.Ask(dp.Count(by=["ward"]), weight=1),
                dp.Ask(dp.Histogram("age", bins=11), weight=2),
                dp.Ask(dp.Median("age", where=[dp.Condition("ward", "in", ["A", "B"])]), weight=1),
            ],
            mu=0.2,
        )
        quote = desk.quote("visits", plan)  # reads no row
        print(quote.table.to_string(index=False))
        for release in desk.release("visits", plan):
            print(f"\n{release}\n{release.table.to_string(index=False)}")
        print(f"\nremaining mu: {desk.standing('visits').remaining.mu:.3f}")


if __name__ == "__main__":
    main()
