"""An answer that only another version can read hides no other: on pages, in files, bundles and in the terminal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.cli import main
from dpcore.desk.dossier import UNREAD, Dossier
from dpcore.ledger.ledger import Ledger
from dpcore.present import bundle, page, record
from dpcore.present.file import export
from pages.server.share_route import Shared
from tests.contracts.guest import Middle, moved_in
from tests.desk.sharing.test_value import figures, sent
from tests.desk.sharing.world import desk as opened
from tests.desk.sharing.world import filled

CHANGES: dict[str, Callable[[dict[str, Any]], None] | None] = {
    "question": None,
    "version": lambda data: data.update(version=99),
    "loss": lambda data: data["rounds"][0][0]["loss"].update(loss="of_tomorrow"),
    "column": lambda data: data["facts"]["schema"].update(age={"kind": "of_tomorrow"}),
    "relation": lambda data: data["facts"].update(neighbors="of_tomorrow"),
    "price": lambda data: data.update(lane="of_tomorrow"),
}


@pytest.fixture(params=CHANGES)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[dp.Desk, str, dp.Release, Path]]:
    """A link to a count, a curve and an answer of another version; and where the home is."""
    desk, _ = filled(tmp_path)
    change, honest = CHANGES[request.param], Ledger.store
    question = Middle("age") if change is None else dp.Median("age")
    inside: AbstractContextManager[None] = moved_in() if change is None else nullcontext()

    def store(self: Ledger, releases: dict[str, str]) -> dict[str, str]:
        texts = {key: json.loads(text) for key, text in releases.items()}
        for data in texts.values():
            if change is not None and data["query_data"]["query"] == "median":
                change(data)
        honest(self, {key: json.dumps(data) for key, data in texts.items()})
        return releases

    with desk, inside:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Ledger, "store", store)
            made = desk.release("visits", dp.Plan([dp.Count(), dp.Cumulative("age", 20), question], mu=0.4))
        _, token = desk.sharing("visits").publish(made, "Visits", "")
    with opened(tmp_path) as later:
        yield later, token, made[2], tmp_path


def test_the_others_are_on_its_page_and_in_every_file(world: tuple[dp.Desk, str, dp.Release, Path]) -> None:
    desk, token, other, _ = world
    route = Shared(lambda: desk)
    for ending in ("", ".html"):
        status, body, _ = sent(route, f"/s/{token}{ending}")
        assert status == 200 and "Cumulative distribution of age" in body
        assert other.query_data["query"].capitalize() in body and UNREAD in body
        assert "The ledger records what all of" in body
    status, body, _ = sent(route, f"/s/{token}", "answer=2&at=50")
    assert status == 200 and len(figures(body)) == 1
    status, body, _ = sent(route, f"/s/{token}.json")
    assert status == 200 and other.key in {one["key"] for one in json.loads(body)["releases"]}
    assert sent(route, f"/s/{token}.csv")[0] == 200


def test_a_bundle_of_it_is_genuine_and_nothing_of_it_is_lost(
    world: tuple[dp.Desk, str, dp.Release, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    desk, token, other, home = world
    dossier = desk.open_share(token, count=False).dossier
    assert [str(one) for one in dossier.releases] == ["Count", "Cumulative distribution of age, 21 points"]
    assert [one.data["key"] for one in dossier.unread] == [other.key]
    data = bundle.write(dossier, desk.seal)
    verdict = bundle.verify(data, [desk.seal.public])
    assert verdict.state == "genuine" and verdict.dossier is not None
    assert json.dumps(verdict.dossier.records) == json.dumps(dossier.records)
    assert UNREAD in page.html(verdict.dossier) and UNREAD in page.html(Dossier.from_dict(dossier.to_dict()))
    (home / "bundle.zip").write_bytes(data)
    code = main(["verify", str(home / "bundle.zip"), "--trust", desk.seal.public.hex(), "--at", "50", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert code == 0 and len(said["inside"]["questions"]) == 3 and len(said["values"]) == 1


def test_it_is_in_files_of_everything_and_can_be_passed_on(
    world: tuple[dp.Desk, str, dp.Release, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    desk, _, other, home = world
    known, [unread] = desk.releases("visits"), desk.unread("visits")
    assert (unread.key, unread.id, unread.seq) == (other.key, other.id, other.seq) and unread.words
    assert desk.unread("visits", {unread.key}) == []
    lines = list(csv.DictReader(io.StringIO(export.long_csv(known, [unread]).decode())))
    assert lines[-1]["release"] == other.id and "another version" in lines[-1]["cell"] and not lines[-1]["estimate"]
    kept = json.loads(export.to_json(known, [unread]))["releases"]
    assert json.dumps(kept[-1]) == json.dumps(unread.data) and len(kept) == len(known) + 1
    note = record.methods(desk.dossier("visits", [*known, unread]))
    assert note.count("another version of the program") == 1
    code = main(["share", "visits", "--title", "One", "--releases", other.id, "--home", str(home), "--json"])
    assert code == 0 and json.loads(capsys.readouterr().out)["answers"] == 1


def test_where_no_other_is_there_no_cost_is_made_up(world: tuple[dp.Desk, str, dp.Release, Path]) -> None:
    desk, _, other, _ = world
    _, token = desk.sharing("visits").publish([other], "Alone", "")
    body = page.html(desk.open_share(token, count=False).dossier)
    assert UNREAD in body and "The ledger records what all of" in body and "cost nothing" not in body
