"""Two people in one process: jobs, drafts, uploads, desks and paths of the server stay each one's own."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from dpcore import AccessError, Desk
from pages.ui import desk as desks
from pages.ui import job
from pages.ui.person import signin
from pages.ui.rows import loaded
from tests.repo.house import ROOT
from tests.server.test_identity import SETTINGS

OLGA, EVE = "olga@example.org", "eve@example.org"
ASK = "pages/ask/ask.py"


@pytest.fixture(autouse=True)
def fresh(own_home) -> Iterator[None]:
    yield
    job.close()
    desks.close()


def arrive(who: str | None, at: AppTest | None = None) -> AppTest:
    """The dashboard of somebody whose cookie Streamlit has read, in a session of their own or in another's."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=180) if at is None else at
    auth = dict(line.split(" = ") for line in SETTINGS.splitlines()[1:])
    at.secrets["auth"] = {name: value.strip('"') for name, value in auth.items()}
    at.user = {} if who is None else claims(who)
    return at.run()


def claims(who: str) -> dict[str, object]:
    now = time.time()
    return {"is_logged_in": True, "email": who, "email_verified": True, "iat": now - 5, "exp": now + 600}


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label.startswith(label)).click().run()
    return at


def text(at: AppTest) -> str:
    return "\n".join(part.value for part in (*at.markdown, *at.caption, *at.error, *at.info, *at.title))


def drafting() -> AppTest:
    """Olga, with a dataset of hers and a question in her plan."""
    return press(press(arrive(OLGA), "Try it on a sample table"), "Count by ward")


def test_a_session_that_changes_hands_keeps_nothing():
    at = drafting()
    assert "drafts" in at.session_state
    arrive(EVE, at)
    assert "drafts" not in at.session_state
    assert "There is no dataset yet" in text(at)


def test_a_session_whose_sign_in_ended_keeps_nothing():
    at = drafting()
    at.user = claims(OLGA) | {"exp": time.time() - 1}
    at.run()
    assert "Your sign" in text(at) and "has ended" in text(at)
    assert "drafts" not in at.session_state
    assert not at.tabs and [button.label for button in at.button] == ["Sign in"]


@pytest.mark.parametrize("then", [claims(OLGA) | {"exp": 1.0}, claims(EVE)], ids=["nobody", "somebody else"])
def test_a_click_after_the_end_or_by_somebody_else_does_nothing(then):
    at = press(drafting(), "Check and release")
    button = next(button for button in at.button if button.label == "Release")
    at.user = then
    button.click().run()
    job.jobs().close()
    with Desk(user=OLGA) as own:
        name = own.datasets()[0].name
        assert own.releases(name) == [] and not [one for one in own.ledger(name) if one.kind == "charge"]


def test_a_ticket_in_the_address_is_nobody_elses():
    at = press(press(drafting(), "Check and release"), "Release")
    ticket = at.query_params["job"]
    ticket = ticket[0] if isinstance(ticket, list) else ticket
    assert job.jobs().get(ticket, OLGA)
    assert job.jobs().get(ticket, EVE) is None and job.jobs().get(ticket, "") is None
    with Desk(user=OLGA) as own:
        name, number = own.datasets()[0].name, own.datasets()[0].id
        own.team(name).add(EVE, "analyst")
    other = AppTest.from_file(ROOT / "app.py", default_timeout=180)
    other.query_params["job"], other.query_params["dataset"] = ticket, number
    arrive(EVE, other)
    other.switch_page(ASK).run()
    assert "job" not in other.query_params and "job" not in other.session_state
    assert not [button for button in other.button if button.label in ("Cancel", "Dismiss")]


def test_each_has_a_desk_of_their_own_over_one_ledger():
    assert (desks.desk_of(OLGA).user, desks.desk_of(EVE).user) == (OLGA, EVE)
    assert desks.desk_of(OLGA)._ledger is desks.desk_of(EVE)._ledger is desks.house()._ledger
    assert desks.desk_of(OLGA) is desks.desk_of(OLGA) is not desks.desk_of(EVE)


def test_the_one_persons_datasets_are_nobodys_who_signs_in():
    at = AppTest.from_file(ROOT / "app.py", default_timeout=180).run()
    press(at, "Try it on a sample table")
    assert desks.house().datasets()
    for who in (OLGA, "owner@example.org"):
        assert "owned by" not in text(arrive(who)) and not desks.desk_of(who).datasets()


def test_a_path_of_the_server_opens_nothing(own_home, monkeypatch):
    drafting()
    kept = next((own_home / "data").glob("*/*.parquet"))
    at = arrive(EVE)
    at.switch_page("pages/data/load.py").run()
    assert not [field for field in at.text_input if field.key == "load-path"]
    monkeypatch.setattr(signin, "required", lambda: True)
    with pytest.raises(AccessError, match="No folder of this server"):
        loaded.read_path.__wrapped__(str(kept))
