"""Files over the wire: each for the user for whose page it was made, as long as their sign-in lasts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from threading import RLock

import pytest

from pages.server import download
from pages.ui.person import signin
from tests.browser.server import Server
from tests.server.conftest import SECRET, Visitor
from tests.server.provider import Provider
from tests.server.test_upload import opened
from tests.server.world import ADA, EVE, VERA, settle


@pytest.fixture(scope="module")
def server(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard with a team and its answers."""
    folder = tmp_path_factory.mktemp("files")
    settle(folder / "home")
    with Server(folder / "home", secrets=provider.secrets(folder / "secrets.toml", SECRET)) as running:
        yield running


def visitor(server: Server, who: str) -> Visitor:
    made = Visitor(server)
    made.sign_in(who)
    return made


def got(server: Server, path: str, cookie: str = "") -> int:
    return server.get(path, {"Cookie": cookie} if cookie else {}).status


def test_a_file_is_for_its_user_until_the_sign_in_ends(server):
    ada, vera, eve = (visitor(server, who) for who in (ADA, VERA, EVE))
    with opened(ada, "results") as page, opened(vera, "results") as theirs, opened(eve, "") as other:
        number, same = page.files[0], theirs.files[0]
        assert other.ignores(number)
        assert other.make("0" * 32) == ""  # nobody's: Streamlit says so
        path = page.make(number)
        assert path and "/media/" in path
        for method in ("GET", "HEAD"):
            assert server.get(path, {"Cookie": ada.header}, method).status == 200
            for cookie in ({}, {"Cookie": eve.header}, {"Cookie": "_streamlit_user=forged"}):
                assert server.get(path, cookie, method).status == 404
        for spelt in (
            f"/{path}",
            path.replace("/media", "//media"),
            path.replace(".csv", ".x"),
            f"{path}?a=b",
            path + "/",
        ):
            assert got(server, spelt, eve.header) == 404
        assert got(server, path, vera.header) == 404  # the same answers, and not yet made for her
        assert theirs.make(same) == path and got(server, path, vera.header) == 200
        kept = ada.header
        ada.ask(f"{server.url}/auth/logout")
        assert got(server, path, kept) == 404 and got(server, path, vera.header) == 200


def test_fonts_are_for_everybody_and_nothing_beside_them(server):
    found = set(re.findall(r"static/media/[\w.-]+", server.get("/").body.decode()))
    assert found and all(got(server, f"/{path}") == 200 for path in found)
    assert got(server, "/static/media/../../media/x.csv") != 200
    assert got(server, "/media/static/media/x.csv") == 404


class Manager:
    """Streamlit's keeper of files, as far as names go."""

    def __init__(self) -> None:
        self._lock, self._deferred_callables, self._file_metadata = RLock(), dict[str, int](), dict[str, int]()

    def add(self, name: str) -> str:
        self._file_metadata[name] = 1
        return f"/base/media/{name}.csv"

    def add_deferred(self, number: str) -> str:
        self._deferred_callables[number] = 1
        return number

    def execute_deferred(self, number: str) -> str:
        return Manager.add(self, f"made-{number}")


def test_users_of_files_are_forgotten_with_the_files(monkeypatch):
    manager = Manager()
    owned = download.Owned(manager)  # type: ignore[arg-type]
    for who in ("ada", "eve"):
        monkeypatch.setattr(signin, "user", lambda who=who: who)
        manager.add("a")
        manager.add_deferred(who)
        manager.execute_deferred(who)
    assert owned.readers("a.csv") == owned.readers("a.png") == {"ada", "eve"}
    assert owned.readers("made-ada.csv") == {"ada"} == owned.readers("ada")
    assert not owned.readers("b.csv")
    owned.forget()
    assert set(owned._users) == {"a", "ada", "eve", "made-ada", "made-eve"}
    manager._file_metadata.clear()
    del manager._deferred_callables["ada"]
    owned.forget()
    assert set(owned._users) == {"eve"}
