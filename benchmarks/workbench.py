"""Work with 20 questions and 20 answers on the flights: repaints after an edit, page switches, and a release of nine.

Elapsed times are of real Chromium, processor times of the server alone.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import dpcore as dp
from benchmarks.explore import ARGUMENTS, high
from benchmarks.flights import arrived
from benchmarks.size import sized
from benchmarks.table import Table, seconds
from dpcore.present.file import plan_file
from tests.browser.screen import settled, visit
from tests.browser.server import Server

EDITS, SWITCHES, RELEASES = sized(20, 2), sized(5, 1), sized(3, 1)
PAGES: Final = {"ask": "Ask", "ledger": "Ledger", "explore": "Explore", "results": "Results", "": "Home"}
BOUNDS: Final = {
    "hour": (5, 24),
    "dep_delay": (-30, 300),
    "arr_delay": (-60, 300),
    "air_time": (0, 700),
    "distance": (0, 5000),
}
SCHEMA: Final = dp.Schema({name: dp.Number(low, high) for name, (low, high) in BOUNDS.items()})
TARGETS: Final = {"edit": 0.35, "edit, 95th percentile": 0.6, "first": 1.0, "all": 3.0}
CPU_EDIT, CPU_SWITCH = 0.1, 0.35
# From a key to the last change of the page before it rests.
PROBE: Final = """
window.probe = {start: 0, last: 0};
document.addEventListener('keydown', () => { probe.start = performance.now(); probe.last = 0; }, true);
new MutationObserver(() => { probe.last = performance.now() - probe.start; })
  .observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
"""


def questions(least: float | None = None) -> list[dp.Query]:
    """Twenty questions, about the flights from an hour on."""
    where = [] if least is None else [dp.Condition("hour", ">=", least)]
    kinds = (dp.Mean, partial(dp.Histogram, bins=20), dp.Quantiles, dp.Variance)
    return [kind(name, where=where) for name in BOUNDS for kind in kinds]


def table() -> Table:
    """One row per act."""
    out = Table("Twenty questions and answers", ("what", "elapsed", "server, processor time", "target"))
    with _served() as (server, page):
        for what, (elapsed, used) in _edits(server, page).items():
            out.add(what, _missed(elapsed, TARGETS[what]), _missed(used, CPU_EDIT), _targets(TARGETS[what], CPU_EDIT))
        for name, (elapsed, used) in _switches(server, page).items():
            out.add(f"to {name}", seconds(elapsed), _missed(used, CPU_SWITCH), _targets(None, CPU_SWITCH))
        for what, elapsed in _released(page).items():
            out.add(f"nine answers: {what}", _missed(elapsed, TARGETS[what]), "", _targets(TARGETS[what], None))
    out.note("The medians, on 336,776 flights; the targets are of two idle cores.")
    return out


def _missed(found: float, target: float) -> str:
    return seconds(found) + (" (missed)" if found > target else "")


def _targets(elapsed: float | None, used: float | None) -> str:
    return ", ".join([*([seconds(elapsed)] if elapsed else []), *([f"{seconds(used)} of processor"] if used else [])])


@contextlib.contextmanager
def _served() -> Iterator[tuple[Server, Any]]:
    """The dashboard with the answered questions, and a page that has 20 others in its plan."""
    from playwright.sync_api import sync_playwright

    found = [path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path]
    if not found:
        raise RuntimeError("Chromium is needed on the PATH.")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with dp.Desk(home=home) as desk:
            rows = dp.read(arrived([name for name in BOUNDS if name != "hour"]))
            desk.add_dataset("flights", rows, schema=SCHEMA, budget=dp.Budget(mu=20, delta=1e-6))
            desk.release("flights", dp.Plan(questions(), mu=1))
        with Server(home) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found[0], args=list(ARGUMENTS))
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            visit(page, f"{server.url}/")
            visit(page, f"{server.url}/ask")
            _import(page, dp.Plan(questions(6), mu=0.9))
            yield server, page
            browser.close()


def _import(page: Any, plan: dp.Plan) -> None:
    page.get_by_role("button", name="Import plan").click()
    file = {"name": "plan.json", "mimeType": "application/json", "buffer": plan_file.to_json(plan)}
    page.locator('input[type="file"]').set_input_files(file)
    settled(page)
    first = page.get_by_role("button", name="Use this plan")
    first.or_(page.get_by_role("button", name="Replace this plan")).first.click()
    settled(page)
    page.keyboard.press("Escape")


def _used(server: Server) -> float:
    """Processor seconds of the server so far."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _timed(server: Server, act: Callable[[], float]) -> tuple[float, float]:
    before = _used(server)
    elapsed = act()
    return elapsed, _used(server) - before


def _edits(server: Server, page: Any) -> dict[str, tuple[float, float]]:
    """A weight is changed by a key in the form of one row."""
    option = page.get_by_role("option", name=re.compile("^1 ·"))
    for _ in range(5):  # a rerun that is late closes the list
        settled(page).locator("[class*=st-key-row-of-]").get_by_role("combobox").click()
        page.wait_for_timeout(500)
        if option.count():
            break
    option.click()
    settled(page)
    page.evaluate(PROBE)

    def edit() -> float:
        page.get_by_role("spinbutton", name="Weight").focus()
        page.keyboard.press("ArrowUp")
        page.wait_for_timeout(700)
        settled(page)
        page.wait_for_timeout(300)
        return float(page.evaluate("probe.last")) / 1000

    samples = [_timed(server, edit) for _ in range(EDITS + 1)][1:]
    elapsed, used = zip(*samples, strict=True)
    return {
        "edit": (median(elapsed), median(used)),
        "edit, 95th percentile": (high(list(elapsed)), high(list(used))),
    }


def _switches(server: Server, page: Any) -> dict[str, tuple[float, float]]:
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in PAGES.values()}
    for _ in range(SWITCHES + 1):
        for name in PAGES.values():

            def switch(name: str = name) -> float:
                began = time.perf_counter()
                page.get_by_role("link", name=name, exact=True).first.click()
                page.wait_for_timeout(100)
                settled(page)
                return time.perf_counter() - began

            samples[name].append(_timed(server, switch))
    return {name: (median(e for e, _ in found[1:]), median(u for _, u in found[1:])) for name, found in samples.items()}


def _released(page: Any) -> dict[str, float]:
    """From the click on Release to the first answer, and to the last."""
    samples: dict[str, list[float]] = {"first": [], "all": []}
    for turn in range(RELEASES):
        page.get_by_role("link", name="Ask", exact=True).first.click()
        settled(page)
        _import(page, dp.Plan(questions(7 + turn)[:9], mu=0.5))
        page.get_by_role("button", name="Check and release").first.click()
        settled(page)
        began = time.perf_counter()
        page.get_by_role("dialog").get_by_role("button", name="Release", exact=True).click()
        page.get_by_role("heading", name="Answers").wait_for()
        samples["first"].append(time.perf_counter() - began)
        page.get_by_role("button", name="Dismiss").first.wait_for()
        samples["all"].append(time.perf_counter() - began)
        settled(page)
        page.get_by_role("button", name="Dismiss").first.click()
        settled(page)
    return {what: median(found) for what, found in samples.items()}
