"""What members see at each address, whoever they are: pages check for themselves, and `dpcore` once more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser.server import Server
from tests.server.conftest import SECRET, Visitor
from tests.server.provider import Provider
from tests.server.test_door import PAGES
from tests.server.wire import Drawn, look
from tests.server.world import ADA, EVE, NOTE, OLGA, VERA, settle

WRONG = ("Something went wrong inside Murmur", r"\w+Error", "Traceback")  # "Error of a density" is a title of Explore


@pytest.fixture(scope="module")
def link() -> list[str]:
    return []


@pytest.fixture(scope="module")
def settled(
    provider: Provider, tmp_path_factory: pytest.TempPathFactory, link: list[str]
) -> Iterator[Callable[..., Drawn]]:
    """`settled(who, page)`: what a member of a team sees at an address of its dashboard."""
    folder = tmp_path_factory.mktemp("settled")
    link.append(settle(folder / "home"))
    known: dict[str, Visitor] = {}
    with Server(folder / "home", secrets=provider.secrets(folder / "secrets.toml", SECRET)) as server:

        def see(who: str, page: str = "", query: str = "") -> Drawn:
            if who not in known:
                known[who] = Visitor(server)
                known[who].sign_in(who)
            return look(server, known[who].cookies, page, query)

        see.server = server  # type: ignore[attr-defined]
        yield see


@pytest.mark.sample(15)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", [OLGA, ADA, VERA, EVE])
def test_every_page_opens_for_every_role(settled, who, page):
    seen = settled(who, page)
    assert f"Signed in as {who}" in seen.text
    assert not [word for word in WRONG if re.search(rf"\b{word}\b", seen.text)]


@pytest.mark.parametrize("page", ["ask", "explore"])
def test_a_viewer_is_told_in_one_sentence_that_a_page_is_for_others(settled, page):
    seen = settled(VERA, page)
    assert "is shared with you to read. This page is for its analysts and owners." in seen.text
    assert not [word for word in ("Add a question", "Check and release", "Budget of") if word in seen.text]


def test_a_viewers_menu_offers_neither_ask_nor_explore(settled):
    assert not {"Ask", "Explore"} & set(settled(VERA).pages)
    assert {"Ask", "Explore"} <= set(settled(ADA).pages)
    assert {"Ask", "Explore"} <= set(settled(OLGA).pages)


def test_a_viewer_reads_results_and_ledger_and_can_change_nothing(settled):
    assert "margin of error from privacy noise" in settled(VERA, "results").text
    for page in ("results", "ledger", "team", "publish"):
        seen = settled(VERA, page).text
        acts = ("Raise the budget", "Delete the rows", "Rename", "Measure again", "Set it aside", "Take it back")
        more = ("Approve", "Decline", "Add$", "Remove", "Publish this", "Revoke this link", "Release now")
        assert not [word for word in (*acts, *more) if re.search(rf"^{word}", seen, re.MULTILINE)]


def test_somebody_who_belongs_to_nothing_sees_nothing_of_it(settled):
    for page in PAGES:
        assert not [word for word in ("visits\n", OLGA, ADA, NOTE, "ward") if word in settled(EVE, page).text]


def test_another_ones_dataset_does_not_open_by_its_address(settled):
    number = re.search(r"\b[0-9a-f]{16}\b", settled(OLGA, "ledger").text)
    assert number
    seen = settled(EVE, "ledger", f"dataset={number[0]}").text
    assert "There is no dataset yet" in seen and "visits" not in seen


def test_the_meter_of_an_analyst_is_of_her_slice(settled):
    seen = settled(ADA, "ledger").text
    assert "your slice: one more plan of up to epsilon " in seen and "The whole budget is " in seen
    others = settled(OLGA, "ledger").text + settled(VERA, "ledger").text
    assert "your slice" not in others


def test_only_the_owner_decides_and_sees_what_waits(settled):
    assert "1 to review" in settled(OLGA).text
    assert NOTE in settled(OLGA, "team").text and "Approve" in settled(OLGA, "team").text
    assert "1 to review" not in settled(ADA).text + settled(VERA).text
    assert [who for who in (OLGA, ADA, VERA) if "Leave this dataset" in settled(who, "team").text] == [ADA, VERA]
    assert "Approve\n" not in settled(ADA, "team").text and "waiting" in settled(ADA, "team").text
    assert NOTE not in settled(VERA, "team").text


def test_cards_say_whose_a_dataset_is(settled):
    assert f"owned by {OLGA}" in settled(VERA).text
    assert "owned by" not in settled(OLGA).text


def test_nobody_opens_a_path_of_the_server(settled):
    for who in (OLGA, ADA, VERA, EVE):
        assert "Upload" in settled(who, "data").text
        assert "Or open a path" not in settled(who, "data").text


def test_a_link_needs_no_account_and_says_nothing_of_accounts(settled, link):
    answer = settled.server.get(f"/s/{link[0]}")
    assert answer.status == 200 and b"margin of error from privacy noise" in answer.body
    assert "set-cookie" not in answer.headers
    assert settled.server.get(f"/s/{link[0]}", {"Cookie": "_streamlit_user=forged"}).status == 200
    assert settled.server.get(f"/s/{link[0][:-1]}").status == 404


def test_the_app_sends_a_passer_by_to_the_page_that_is_drawn_once_for_all(settled, link):
    """A page of the app is drawn anew at each message, and anybody may send those."""
    settled(OLGA)

    def opened() -> str:
        found = re.search(r"opened (once|\d+ times)|not opened yet", settled(OLGA, "publish").text)
        assert found
        return found[0]

    before = opened()
    seen = look(settled.server, {}, "shared", f"share={link[0]}").text
    assert f"/s/{link[0]}" in seen and "Read the answers" in seen and f"published by {OLGA}" in seen
    assert "margin of error" not in seen and opened() == before
    assert settled.server.get(f"/s/{link[0]}").status == 200 and opened() != before
    assert "margin of error" in settled(EVE, "shared", f"share={link[0]}").text
    assert "This link is not valid" in look(settled.server, {}, "shared", f"share={link[0]}x").text
