"""A dashboard where people sign in, with its provider; and what a browser does to sign in, without a browser."""

from __future__ import annotations

import http.client
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from tests.browser.server import Server
from tests.server.provider import Provider

HERE = Path(__file__).parent
SMALL = {"MURMUR_UPLOAD_GB": "0.004"}
"""Uploads of 4 MB, and 8 MB a user, so that tests can reach the limits."""
SECRET = "a secret of the tests that is long enough to sign with"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(autouse=True)
def honest(provider: Provider) -> Iterator[None]:
    """Whatever it was told to lie about, the next test begins with the truth."""
    yield
    provider.lie = ""


@pytest.fixture(scope="module")
def team_server(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard that asks this provider who people are."""
    folder: Path = tmp_path_factory.mktemp("team")
    secrets = provider.secrets(folder / "secrets.toml", SECRET)
    with Server(folder / "home", secrets=secrets, environment=SMALL) as running:
        yield running


@dataclass
class Visitor:
    """Somebody's cookies. A browser's, too, go to every port of a host."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)

    def open(self, url: str, form: dict[str, str] | None = None) -> str:
        """The address at the end of all redirects."""
        for _ in range(10):
            moved = self.ask(url, form).get("location")
            if moved is None:
                return url
            url, form = urllib.parse.urljoin(url, moved), None
        raise AssertionError("redirects without end")

    def ask(self, url: str, form: dict[str, str] | None = None) -> dict[str, str]:
        """One request as a browser would make it; the headers of its answer."""
        parts = urllib.parse.urlsplit(url)
        body = None if form is None else urllib.parse.urlencode(form)
        told = {"Accept": "text/html", "Cookie": self.header}
        if form is not None:
            told["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("localhost", parts.port or 0, timeout=120)
        try:
            rest = url.split(parts.netloc, 1)[1] or "/"
            connection.request("GET" if form is None else "POST", rest, body, told)
            answer = connection.getresponse()
            answer.read()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    self._keep(value)
            return {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def _keep(self, line: str) -> None:
        for name, morsel in SimpleCookie(line).items():
            self.attributes[name] = line
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value

    def arrive(self, page: str = "/") -> None:
        """Open a page, and get the cookie against forged requests."""
        self.ask(self.server.url + page)
        self.ask(self.server.url + "/_stcore/health")

    def sign_in(self, email: str, page: str = "/") -> str:
        """As a browser would: the page, the provider's form, and back. The address where it ends."""
        self.arrive(page)
        form = self.open(f"{self.server.url}/auth/login?provider={ticket()}")
        return self.open(form, {"email": email})

    @property
    def header(self) -> str:
        """The cookies as a request has them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def ticket() -> str:
    """What the button of the sign-in screen puts into its address: which provider, signed, for two minutes."""
    claims = {"provider": "default", "exp": int(time.time()) + 120}
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))


def pytest_itemcollected(item: pytest.Item) -> None:
    """One worker for all of them: each module starts a dashboard once."""
    if HERE in item.path.parents:
        item.add_marker(pytest.mark.xdist_group("signin"))
