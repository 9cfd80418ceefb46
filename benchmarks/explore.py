"""How fast Explore repaints when a control moves: real Chromium, from an arrow key to the last chart drawn."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.screens import await_health
from benchmarks.size import sized
from benchmarks.table import Table, seconds

TARGET = 0.1
QUIET_MS = 700
PRESSES = sized(20, 3)
PLANNER = "Plan noisy gradient descent (DP-SGD)"
LEVERS = {
    "The plan spends": "ArrowRight",
    "delta (at which epsilon is stated)": "ArrowRight",
    "Protected together": "ArrowRight",
    "Rows expected": "ArrowRight",
    "Weight of": "ArrowRight",
    "Share of": "ArrowLeft",
    "Rows in a batch": "ArrowRight",
    "Noise multiplier": "ArrowRight",
    "Epochs": "ArrowLeft",
}
# Back where it was, so that one lever's what-if is not in the next one's figures.
AFTERWARDS = {"Protected together": "Home", "Share of": "End"}
# From the keypress to the paint after the last chart of it was decoded; a chart is an <img> whose src changes.
PROBE = """
window.probe = {start: 0, first: 0, last: 0};
document.addEventListener('keydown', () => { probe.start = performance.now(); probe.first = probe.last = 0; }, true);
const drawn = image => image.decode().catch(() => 0).then(() => requestAnimationFrame(() => setTimeout(() => {
  probe.last = performance.now() - probe.start; probe.first ||= probe.last; })));
new MutationObserver(seen => { for (const one of seen) {
  if (one.target.tagName === 'IMG') drawn(one.target);
  for (const node of one.addedNodes) if (node.querySelectorAll)
    for (const image of [node, ...node.querySelectorAll('img')]) if (image.tagName === 'IMG') drawn(image);
}}).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['src']});
"""
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu")


def table() -> Table:
    """One row per control; the reported figure is the median over all."""
    out = Table("Explore: keypress to repainted charts", ("lever", "first chart", "all charts", "p95", "presses"))
    every: list[float] = []
    for lever, samples in measured().items():
        last = [last for _, last in samples]
        every += last
        out.add(
            lever, seconds(median(f for f, _ in samples)), seconds(median(last)), seconds(high(last)), f"{len(last)}"
        )
    missed = " (missed)" if median(every) > TARGET else ""
    out.add("all of them", "", f"{seconds(median(every))}{missed}", seconds(high(every)), f"{len(every)}")
    out.note(
        f"Target: {seconds(TARGET)} at the median on two idle cores. The sample table, its four starter questions."
    )
    out.note("A lever at its end goes back, so some of its readings are known by then.")
    return out


def measured() -> dict[str, list[tuple[float, float]]]:
    """Per control: seconds to (first chart, all charts) for each key press."""
    from playwright.sync_api import sync_playwright

    found = [path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path]
    if not found:
        raise RuntimeError("Chromium is needed on the PATH.")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found[0], args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page.goto(url)
        page.get_by_role("button", name="Try it on a sample table").click()
        page.get_by_role("heading", name="Ask", exact=True).wait_for()
        page.wait_for_timeout(1_000)
        page.get_by_role("link", name="Explore").click()
        page.get_by_role("heading", name="Explore").wait_for()
        page.get_by_text(PLANNER).click()
        page.wait_for_timeout(3_000)
        page.evaluate(PROBE)
        chosen = list(LEVERS.items())[: sized(len(LEVERS), 1)]
        samples = {lever: pressed(page, lever, key) for lever, key in chosen}
        browser.close()
    return samples


def pressed(page: Any, lever: str, key: str) -> list[tuple[float, float]]:
    """The key presses of one control that changed a chart; at the end of its range it reverses."""
    handle = page.get_by_test_id("stSlider").filter(has_text=lever).get_by_role("slider").first
    back = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}[key]
    samples = []
    for _ in range(PRESSES):
        before = handle.input_value()
        handle.focus()
        page.keyboard.press(key)
        page.wait_for_timeout(QUIET_MS)
        while page.locator('[data-test-script-state="running"]').count():
            page.wait_for_timeout(100)
        page.wait_for_timeout(100)
        first, last = page.evaluate("[probe.first, probe.last]")
        if last:
            samples.append((first / 1000, last / 1000))
        if handle.input_value() == before:
            key = back
    if lever in AFTERWARDS:
        page.keyboard.press(AFTERWARDS[lever])
        page.wait_for_timeout(2_000)
    return samples[1:]


def high(values: list[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[min(len(values) - 1, round(0.95 * len(values)))]


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """The dashboard as `make run` starts it, from an empty home."""
    with tempfile.TemporaryDirectory() as home, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "streamlit", "run", "asgi.py", "--server.headless=true"]
        server = subprocess.Popen(
            [*command, f"--server.port={port}"],
            env={**os.environ, "MURMUR_HOME": home},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            await_health(f"http://127.0.0.1:{port}/_stcore/health", server)
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait()
