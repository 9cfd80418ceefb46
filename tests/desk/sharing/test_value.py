"""A function's values on a share page: by a form without script, for nothing, and not without end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup

import dpcore as dp
from dpcore.cli import main
from dpcore.present import bundle, page
from pages.server import function_cache, rate_limit
from pages.server.share_route import Shared
from tests.desk.sharing.world import desk as opened_desk
from tests.desk.sharing.world import filled

World = tuple[dp.Desk, str, dp.Release, Shared]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A desk, a link to a count and two curves, the second of them by ward, and the route."""
    desk, _ = filled(tmp_path)
    with desk:
        asks = [dp.Count(), dp.Cumulative("age", 40), dp.Cumulative("age", 4, by=["ward"])]
        releases = desk.release("visits", dp.Plan(asks, mu=0.4))
        _, token = desk.sharing("visits").publish(releases, "Visits", "")
        yield desk, token, releases[1], Shared(lambda: desk)


def sent(route: Shared, path: str, query: str = "", address: str = "10.0.0.1") -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of one request."""
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    scope |= {"headers": [], "client": (address, 1)}
    messages: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(route(scope, receive, send))
    head = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return messages[0]["status"], b"".join(message["body"] for message in messages[1:]).decode(), head


def asked(world: World, at: str, answer: int = 2, **more: Any) -> tuple[int, str, dict[str, str]]:
    return sent(world[3], f"/s/{world[1]}", urlencode({"answer": answer, "at": at}), **more)


def figures(body: str) -> list[list[str]]:
    found = BeautifulSoup(body, "html.parser").select("tbody tr")
    return [[cell.text for cell in row.select("th, td")] for row in found]


def test_the_form_leads_to_the_values_of_the_release(world: World) -> None:
    _, token, release, route = world
    status, body, _ = sent(route, f"/s/{token}")
    forms = BeautifulSoup(body, "html.parser").select("form")
    assert status == 200 and len(forms) == 2, "one for each curve, none for a count"
    form = forms[0]
    assert (form["method"], form["action"]) == ("get", token) and form.select_one("input[name=answer]")["value"] == "2"
    assert form.select_one("label")["for"] == form.select_one("input[name=at]")["id"]
    status, body, _ = asked(world, "18, 65;70 120")
    found = release.at([18, 65, 70, 120])
    assert status == 200
    for row, true in zip(figures(body), found.to_dict("records"), strict=True):
        assert row[0] == str(true["x"])
        for text, figure in zip(row[1:], ("estimate", "low", "high"), strict=True):
            places = len(text.partition(".")[2])
            assert float(text.replace(",", "")) == pytest.approx(true[figure], abs=0.51 * 10.0**-places)


def test_groups_are_named(world: World) -> None:
    assert [row[:2] for row in figures(asked(world, "50", 3)[1])] == [["A", "50"], ["B", "50"], ["C", "50"]]


@pytest.mark.parametrize(
    "typed", ["", "x", "<script>alert(1)</script>", "121", "-1", "nan", "1e999", "1," * 300, "9" * 99]
)
def test_what_is_no_point_is_said_beside_the_form(world: World, typed: str) -> None:
    status, body, _ = asked(world, typed)
    page_ = BeautifulSoup(body, "html.parser")
    assert status == 200 and page_.select_one("[role=alert]").text and not page_.select("table")
    assert page_.select_one("input[name=at]") is not None and not page_.select("script")


@pytest.mark.parametrize("answer", ["1", "0", "4", "-2", "2.0", "٢", "", "9" * 40])
def test_an_answer_that_is_no_curve_is_nothing(world: World, answer: str) -> None:
    _, token, _, route = world
    status, body, _ = sent(route, f"/s/{token}", f"answer={quote(answer)}&at=50")
    assert (status, body) == (404, page.missing())
    assert sent(route, "/s/none", "answer=2&at=50")[0] == 404, "nor is one of a link that opens nothing"


def test_the_policy_lets_the_form_go_back_and_nowhere_else(world: World) -> None:
    for _, body, head in (sent(world[3], f"/s/{world[1]}"), asked(world, "50")):
        policy = head["content-security-policy"]
        assert "form-action 'self'" in policy and "default-src 'none'" in policy and "script-src" not in policy
        assert head["cache-control"] == "no-store" and not re.search("https?://", body)


def test_one_address_is_refused_after_a_while_and_others_are_not(world: World) -> None:
    statuses = [asked(world, "50")[0] for _ in range(rate_limit.MOST + 3)]
    assert statuses == [200] * rate_limit.MOST + [429] * 3
    assert asked(world, "50", address="10.0.0.2")[0] == 200
    assert sent(world[3], f"/s/{world[1]}")[0] == 200, "the page itself is open to all"


def test_a_value_is_no_opening_and_a_revoked_link_gives_none(world: World) -> None:
    desk, token, _, route = world
    sent(route, f"/s/{token}")
    for _ in range(5):
        asked(world, "50")
    (share,) = desk.sharing("visits").all
    assert share.opened == 1
    desk.sharing("visits").revoke(share.id)
    assert asked(world, "50")[0] == 404


def test_few_editions_are_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, token, _, _ = world
    monkeypatch.setattr(function_cache, "MOST", 2)
    kept = function_cache.Functions()
    for _ in range(4):
        _, token = desk.sharing("visits").publish(desk.releases("visits"), "again")
        assert {*kept.get(desk.open_share(token, count=False))} <= {"1", "2", "3", "4", "5", "6"}
    assert len(kept._kept) <= 2


def test_a_file_holds_the_public_grid_and_says_so(world: World) -> None:
    desk, _, release, _ = world
    text = page.html(desk.dossier("visits", [release]), offline=True)
    found = BeautifulSoup(text, "html.parser")
    assert not found.select("form") and "form-action 'none'" in text
    assert f"This file contains the function at its {release.cells} public points" in found.text
    assert len(found.select(".answer tbody tr")) == release.cells


def test_a_bundle_answers_at_any_point(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk, _, release, _ = world
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle.write(desk.dossier("visits", [release]), desk.seal))
    verdict = bundle.verify(path, [desk.seal.public])
    assert verdict.dossier is not None
    assert verdict.dossier.releases[0].at([18, 65.5]).equals(release.at([18, 65.5]))
    assert (
        b"--at 18,65" in path.read_bytes()
        or "--at" in bundle.container.unpack(path.read_bytes())["README.txt"].decode()
    )
    assert main(["--home", str(tmp_path), "verify", str(path), "--at", "18,65"]) == 0
    said = capsys.readouterr().out
    for line in release.at([18, 65]).to_dict("records"):
        assert f"    {line['x']}: " in said
    assert main(["--home", str(tmp_path), "verify", str(path), "--at", "200"]) == 1
    assert "0 to 120" in capsys.readouterr().err


def test_another_process_reads_the_same_values(world: World, tmp_path: Path) -> None:
    _, _, release, _ = world
    with opened_desk(tmp_path) as again:
        kept = next(one for one in again.releases("visits") if one.key == release.key)
        assert kept.at([0, 33.3, 120]).equals(release.at([0, 33.3, 120]))


def test_a_page_of_values_is_short_whatever_the_curve_has(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever asks for long ones lets others wait."""
    status, body, _ = asked(world, "18,30", 3)
    assert status == 200 and len(figures(body)) == 6 and "The first" not in body
    monkeypatch.setattr(page, "_MOST_VALUES", 4)
    _, body, _ = asked(world, "18,30", 3)
    assert len(figures(body)) == 4 and "The first 2 of 3 groups" in body
    _, body, _ = asked(world, "18,30,40,50,60", 3)
    assert len(figures(body)) == 5 and "The first 1 of 3 groups" in body


def test_rows_whose_prediction_has_no_margin_are_told_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = pd.DataFrame({"age": np.arange(100.0), "cost": np.arange(100.0)})
    schema = dp.Schema(age=dp.Number(0, 100), cost=dp.Number(0, 2_000))
    path = tmp_path / "bundle.zip"
    with opened_desk(tmp_path) as desk:
        desk.add_dataset("models", dp.read(rows), schema=schema, budget=dp.Budget(mu=5, delta=1e-6), expected_rows=100)
        answers = desk.release("models", dp.Plan([dp.KMeans(["age", "cost"], 1)], mu=1))
        path.write_bytes(bundle.write(desk.dossier("models", answers), desk.seal))
        _, token = desk.sharing("models").publish(answers, "Models")
        route = Shared(lambda: desk)
        for typed in (
            "1\r2",
            "1\n2",
            '"1',
            '"1;2",5',
            "1\0,2",
            "\r",
            "\ud800".encode("utf-8", "surrogatepass"),
            "nan,1",
        ):
            status, body, _ = sent(route, f"/s/{token}", urlencode({"answer": 1, "at": typed}))
            assert status == 200 and BeautifulSoup(body, "html.parser").select_one("[role=alert]").text
    assert main(["--home", str(tmp_path), "verify", str(path), "--at", "18, 1500"]) == 0
    assert "    18, 1500: 1\n" in capsys.readouterr().out
    assert main(["--home", str(tmp_path), "verify", str(path), "--at", "1\r2"]) == 1
    assert "A row needs 2 values" in capsys.readouterr().err
