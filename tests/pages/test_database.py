"""From an address on the Data screen to an answer, and what is said where the database or the table is not there."""

from __future__ import annotations

from typing import Any

import pytest

import dpcore as dp
from dpcore.text import Text
from pages.data import database
from pages.ui.person import signin
from pages.ui.rows import loaded
from tests.engine.in_place.fake_server import CLEAR, fake_server
from tests.engine.in_place.world import address, owner
from tests.pages.conftest import ASK, DESCRIBE, LEDGER, LOAD, RESULTS
from tests.postgres import SECRET, Cluster

ADDRESS, BUTTON = "Address of the database, without a password", "Read from PostgreSQL"
CANARY = "271828"


@pytest.fixture
def visits(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    postgres.empty()
    monkeypatch.setenv("MURMUR_SOURCE_PASSWORD", SECRET)
    with owner(postgres) as server:
        server.execute('CREATE TABLE "Visits" (who int, ward text, cost numeric(10,2), day date)')
        cells = f"i % 40, 'A', {CANARY}, '2024-05-06'"
        server.execute(f'INSERT INTO "Visits" SELECT {cells} FROM generate_series(1, 200) i')


def opened(screen: Any, postgres: Cluster) -> Any:
    screen.go(LOAD).type(ADDRESS, address(postgres)).fill("Table", "Visits").press(BUTTON)
    assert not screen.errors
    return screen


def test_from_a_database_to_an_answer_and_a_new_version(screen: Any, visits: None, postgres: Cluster) -> None:
    opened(screen, postgres)
    assert list(screen.at.dataframe[0].value["column"]) == ["who", "ward", "cost", "day"]
    assert list(screen.at.dataframe[0].value["type"]) == ["number", "text", "number", "date"]
    assert CANARY not in screen.text and SECRET not in screen.text
    screen.go(DESCRIBE)
    number = {"kind": "number", "low": "0", "high": "100"}
    screen.cells({0: {"kind": "identifier"}, 1: {"kind": "category", "values": "A|B"}, 2: number})
    screen.type("Name of the dataset", "visits")
    screen.fill("Who is protected", "who").fill("Maximum rows per unit", 3).press("Open the dataset")
    assert screen.at.title[0].value == "Ask" and screen.desk.in_place("visits")
    screen.go(ASK).press("Count by ward").release()
    assert len(screen.desk.releases("visits")) == 1
    assert "read in place, declared 20" in screen.go(RESULTS).text.replace("\\", "")
    screen.go(LEDGER).press("Declare a new version")
    assert screen.desk.dataset("visits").version == 2 and not screen.errors
    assert "declared" not in screen.go(RESULTS).text


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("where", "table"),
    [
        ("", "Visits"),
        ("/etc/passwd", "Visits"),
        ("visits.csv", ""),
        ("mysql://u@127.0.0.1/db", "Visits"),
        (f"postgresql://u:{SECRET}@127.0.0.1/db", "Visits"),
        ("postgresql://u@127.0.0.1:1/db", "Visits"),
        (None, ""),
        (None, "nowhere"),
        (None, 'Vis"its'),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(
    where: str | None,
    table: str,
    screen: Any,
    visits: None,
    postgres: Cluster,
) -> None:
    screen.go(LOAD).type(ADDRESS, address(postgres) if where is None else where).fill("Table", table).press(BUTTON)
    assert len(screen.errors) == 1 and "  \n" in screen.errors[0]
    assert SECRET not in screen.errors[0] and "Something went wrong" not in screen.errors[0]


def test_where_people_sign_in_only_allowed_addresses_open(
    visits: None, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signin, "required", lambda: True)
    assert loaded.databases() == ()
    for address_, given in (("where", address(postgres)), ("where", "")):
        monkeypatch.setattr(loaded, "session", {address_: given, "what": "Visits"})
        with pytest.raises(dp.AccessError, match="not on the list"):
            loaded.read_database.__wrapped__("where", "what")
    monkeypatch.setenv("MURMUR_SOURCES", f"postgresql://u@else/db {address(postgres)}")
    assert loaded.databases() == ("postgresql://u@else/db", address(postgres))


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("open_to_all", ["", "yes"])
@pytest.mark.parametrize("listed", [None, "", "sc://h", "sc://h  postgresql://u@h/db"])
def test_a_list_of_addresses_holds_whenever_it_is_set(
    signed: bool, open_to_all: str, listed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one, any address is opened on a computer of one's own alone."""
    monkeypatch.setattr(signin, "required", lambda: signed)
    monkeypatch.setenv("MURMUR_OPEN_TO_ALL", open_to_all)
    if listed is not None:
        monkeypatch.setenv("MURMUR_SOURCES", listed)
    own = listed is None and not signed and not open_to_all
    assert loaded.databases() == (None if own else tuple((listed or "").split()))
    with fake_server(CLEAR) as server:
        monkeypatch.setattr(loaded, "session", {"where": server.address(), "what": "Visits"})
        with pytest.raises(dp.DpError) as caught:
            loaded.read_database.__wrapped__("where", "what")
        assert bool(server.visits) == own and ("not on the list" in caught.value.message) == (not own)


def test_a_further_kind_of_database_has_a_form_of_its_own(fresh: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says itself what is written there."""

    class Rows:
        kind = "guest"

    class Guest:
        database, schemes, example, rows, about = "Guest", ("guest",), "guest://file", Rows, Text("Nothing is needed.")

    monkeypatch.setattr(database, "IN_PLACE", (*database.IN_PLACE, Guest))
    screen = fresh().go(LOAD)
    assert {BUTTON, "Read from Guest"} <= {button.label for button in screen.at.button}
    shown = [field.placeholder for field in screen.at.text_input if field.label == ADDRESS]
    assert shown == [kind.example for kind in database.IN_PLACE]
    assert "Nothing is needed." in screen.text and not screen.errors
    monkeypatch.setattr(loaded, "databases", lambda: ("guest://one",))
    assert not screen.go(LOAD).errors and BUTTON not in {button.label for button in screen.at.button}
