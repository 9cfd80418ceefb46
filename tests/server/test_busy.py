"""A server with many open pages: each slider is answered soon, since slow charts are drawn on request."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import dpcore as dp
from dpcore.table.sample import sample
from pages.explore import growth
from tests.browser.server import Server
from tests.server.wire import window


def test_a_slow_chart_waits_for_a_press_once_many_pages_are_open(tmp_path: Path) -> None:
    made = sample()
    with dp.Desk(home=tmp_path / "home") as desk:
        facts = {"schema": made.schema, "unit": made.unit, "expected_rows": made.expected_rows}
        dataset = desk.add_dataset("visits", dp.read(made.rows), budget=dp.Budget(mu=0.5, delta=1e-6), **facts)
    with Server(tmp_path / "home") as server, ExitStack() as stack:
        windows = [stack.enter_context(window(server, {})) for _ in range(growth.FEW + 1)]
        for each in windows:
            each.open("")
        last = windows[-1]
        last.open("explore", f"dataset={dataset.id}")
        charts = len(last.page.drawn("imgs"))
        last.move("The plan spends", 0.2)
        assert len(last.page.drawn("imgs")) == charts and not last.page.has("button", "Draw this chart")
        last.move("Share of", 50)
        assert len(last.page.drawn("imgs")) == charts - 1 and last.page.has("button", "Draw this chart")
        assert not last.page.trouble
