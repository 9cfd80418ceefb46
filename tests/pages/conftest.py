"""The dashboard under AppTest, always from app.py, with a desk of the test's own and every message it sent."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

import dpcore as dp
from dpcore import Desk
from dpcore.table.sample import NAME, sample
from pages.ui import desk as desks
from pages.ui import job
from pages.ui.desk import desk
from tests.repo.house import ROOT

HOME, LOAD, DESCRIBE = "pages/home/home.py", "pages/data/load.py", "pages/data/describe.py"
ASK, RESULTS, LEDGER = "pages/ask/ask.py", "pages/read/results.py", "pages/read/ledger.py"

# every AppTest searches all installed packages for components, of which there are none
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


class Screen:
    """One session. `sent` is every protobuf the browser would have got, oldest first."""

    def __init__(self) -> None:
        self.at = AppTest.from_file(ROOT / "app.py", default_timeout=180).run()

    @property
    def desk(self) -> Desk:
        return desk()

    def go(self, page: str) -> Screen:
        self.at.switch_page(page).run()
        return self

    def press(self, label: str) -> Screen:
        found = [button for button in self.at.button if button.label.startswith(label)]
        assert found, f"{label!r} is not among {[button.label for button in self.at.button]}"
        found[0].click().run()
        return self.until(lambda: "**Loading the rows**" not in self.text)

    def fill(self, label: str, value: object, place: int = 0) -> Screen:
        return self.type(label, value, place).run()

    def run(self) -> Screen:
        self.at.run()
        return self

    def type(self, label: str, value: object, place: int = 0) -> Screen:
        """Fills a field without running the page."""
        kinds = ("text_input", "number_input", "selectbox", "multiselect", "text_area", "select_slider", "checkbox")
        widgets = [widget for kind in (*kinds, "date_input", "toggle") for widget in getattr(self.at, kind)]
        found = [widget for widget in widgets if widget.label == label]
        assert found, f"no field {label!r}"
        found[place].set_value(value)
        return self

    def row(self, place: int) -> Screen:
        """Opens the form of a row of the plan, counted from 1."""
        for field in self.at.selectbox:
            if field.label == "Row":
                field.select_index(place).run()
        return self

    def fields(self, name: str) -> list[Any]:
        """The values of a field, such as "price", in the forms of all rows of the plan."""
        found = []
        for place in range(1, len(self.plan) + 1):
            self.row(place)
            found += [
                one.value
                for one in self.at.number_input
                if str(one.key).startswith("row-") and str(one.key).endswith(f"-{name}")
            ]
        return found

    @property
    def plan(self) -> list[dict[str, Any]]:
        """The plan table, as it is drawn."""
        tables = [each.value for each in self.at.dataframe if "set_by" in each.value]
        return tables[0].to_dict("records") if tables else []

    @property
    def pictures(self) -> list[Any]:
        """The drawn pictures that say something, such as those of answers: with a text alternative."""
        return [picture for drawn in self.at.get("image") for picture in drawn.proto.imgs if picture.alt]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of a description, as the grid shows them."""
        return list(self.grid.value.to_dict("records"))

    @property
    def grid(self) -> Any:
        return next(each for each in self.at.dataframe if "status" in each.value)

    def cells(self, edits: Mapping[int, Mapping[str, str | bool | None]]) -> Screen:
        """What a browser sends of the grid of a description: all that was typed since it was drawn anew."""
        state, message = WidgetState(), self.at._tree.get_widget_states()
        state.id = self.grid.proto.id
        rows = {str(row): dict(changed) for row, changed in edits.items()}
        state.string_value = json.dumps({"edited_rows": rows, "added_rows": [], "deleted_rows": []})
        message.widgets.extend([state])
        self.at._run(message)
        return self

    def apart(self, because: str = "other people") -> Screen:
        """Says on Describe that the rows are of another population than those of earlier datasets."""
        self.at.radio(key="describe-population").set_value("other")
        return self.run().fill("Why is it another population? (kept in the ledger)", because)

    def upload(self, data: bytes, name: str = "table.csv") -> Screen:
        self.at.file_uploader[0].upload(name, data)
        self.at.run()
        return self

    def until(self, done: Callable[[], bool]) -> Screen:
        """Runs on, as the polling fragment would, until something is there."""
        deadline = time.monotonic() + 180
        while not done():
            assert time.monotonic() < deadline, "it never came"
            time.sleep(0.02)
            self.at.run()
        return self

    def release(self) -> Screen:
        self.press("Check and release").press("Release")
        return self.until(lambda: any(button.label == "Dismiss" for button in self.at.button))

    @property
    def text(self) -> str:
        """What stands on the page in words."""
        parts = [*self.at.markdown, *self.at.caption, *self.at.title, *self.at.header, *self.at.subheader, *self.errors]
        words = [part if isinstance(part, str) else part.value for part in parts]
        return "\n".join([*words, *(link.proto.label for link in self.at.get("page_link"))])

    @property
    def meter(self) -> str:
        return self.at.get("page_link")[0].proto.label

    @property
    def errors(self) -> list[str]:
        return [error.value for error in self.at.error]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every message of every run, as it would have gone to the browser."""
    messages: list[object] = []
    forward = LocalScriptRunner.forward_msgs

    def kept(runner: LocalScriptRunner) -> list[object]:
        found = forward(runner)
        messages.extend(found)
        return found

    monkeypatch.setattr(LocalScriptRunner, "forward_msgs", kept)
    return messages


@pytest.fixture
def fresh() -> Iterator[Callable[[], Screen]]:
    """Makes a session on a fresh desk in MURMUR_HOME."""
    close()
    yield Screen
    close()


@pytest.fixture
def screen(fresh: Callable[[], Screen]) -> Screen:
    return fresh()


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the homes of two desks, closed, to be copied: with the sample table, and with an answer too."""
    folder, made = tmp_path_factory.mktemp("stocked"), sample()
    with Desk(home=folder / "sampled") as desk:
        desk.add_dataset(
            NAME,
            dp.read(made.rows),
            schema=made.schema,
            unit=made.unit,
            budget=dp.Budget(mu=0.5, delta=1e-6),
            expected_rows=made.expected_rows,
            synthetic=True,
        )
    shutil.copytree(folder / "sampled", folder / "answered")
    with Desk(home=folder / "answered") as desk:
        desk.release(NAME, dp.Plan([dp.Histogram("age", bins=24)], mu=0.05))
    return folder


@pytest.fixture
def sampled(stocked: Path, own_home: Path, fresh: Callable[[], Screen]) -> Screen:
    """A session on a desk that has the sample table, at its questions."""
    shutil.copytree(stocked / "sampled", own_home)
    return fresh().go(ASK)


@pytest.fixture
def answered(stocked: Path, own_home: Path, fresh: Callable[[], Screen]) -> Screen:
    """The same with one answer: a histogram of age."""
    shutil.copytree(stocked / "answered", own_home)
    return fresh()


def close() -> None:
    """Let go of the desk and the jobs."""
    job.close()
    desks.close()
