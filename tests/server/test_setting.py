"""A secrets file in whatever state: where there is one, everybody signs in, or nobody gets in at all."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit import config
from streamlit.runtime.secrets import Secrets, secrets_singleton

from dpcore import AccessError
from pages.ui.person import signin, signin_settings
from tests.browser.server import Server
from tests.server.test_identity import SETTINGS

Use = Callable[..., None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Makes files this process's secrets."""

    def point(*paths: Path, named: bool = False) -> None:
        real, told = config.get_option, {"secrets.files": [str(path) for path in paths]}
        monkeypatch.setattr(st, "secrets", Secrets())
        monkeypatch.setattr(config, "get_option", lambda name: told.get(name) or real(name))
        monkeypatch.setattr(st, "get_option", config.get_option)
        monkeypatch.setattr(config, "is_manually_set", lambda name: named and name == "secrets.files")

    yield point
    signin_settings._serving.clear()
    signin_settings._seen.clear()
    secrets_singleton._reset()


def locked() -> str:
    """The sentence that everybody gets who asks for a page."""
    assert signin.required()
    with pytest.raises(AccessError) as refused:
        signin.user()
    assert refused.value.hint
    return str(refused.value)


BODY = SETTINGS.removeprefix("[auth]\n")
TEXTS = {
    "empty": b"",
    "blank": b" \n\t\n",
    "a comment": b"# [auth]\n",
    "no header": BODY.encode(),
    "Auth": SETTINGS.replace("[auth]", "[Auth]").encode(),
    "AUTH": SETTINGS.replace("[auth]", "[AUTH]").encode(),
    "authentication": SETTINGS.replace("[auth]", "[authentication]").encode(),
    "quoted blank": SETTINGS.replace("[auth]", '["auth "]').encode(),
    "inside another": SETTINGS.replace("[auth]", "[app.auth]").encode(),
    "a list": SETTINGS.replace("[auth]", "[[auth]]").encode(),
    "a word": b'auth = "yes"\n',
    "a number": b"auth = 1\n",
    "false": b"auth = false\n",
    "empty section": b"[auth]\n",
    "another section": b"[database]\nx = 1\n",
    "broken": SETTINGS.encode() + b"\n[[[",
    "twice": (SETTINGS + SETTINGS).encode(),
    "cut": SETTINGS.encode()[:-40],
    "byte order mark": b"\xef\xbb\xbf" + SETTINGS.encode(),
    "utf-16": SETTINGS.encode("utf-16"),
    "latin-1": SETTINGS.replace("murmur", "müsli").encode("latin-1"),
    "nul": SETTINGS.encode() + b"\0",
    "binary": bytes(range(256)),
    "deep": b"a = " + b"[" * 20_000 + b"]" * 20_000,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_file_without_usable_settings_locks_the_door(tmp_path, use, text):
    path = tmp_path / "secrets.toml"
    path.write_bytes(text)
    use(path)
    assert "sign-in settings" in locked() and not signin.providers()


KEYS = [line.split(" = ")[0] for line in BODY.splitlines()]


@pytest.mark.parametrize("value", [None, '""', '"  "', "1", "true", "[]", '["a"]', "{}", "{ a = 1 }", "1979-05-27"])
@pytest.mark.parametrize("key", KEYS)
def test_each_setting_is_needed_and_is_text(tmp_path, use, key, value):
    lines = [line for line in BODY.splitlines() if not line.startswith(f"{key} ")]
    path = tmp_path / "secrets.toml"
    path.write_text("\n".join(["[auth]", *lines, *([f"{key} = {value}"] if value else [])]))
    use(path)
    assert key in locked()


@pytest.mark.parametrize(
    "address",
    [
        "oauth2callback",
        "/oauth2callback",
        "ftp://h/oauth2callback",
        "http:///oauth2callback",
        "http://[x/oauth2callback",
    ],
)
def test_the_way_back_is_an_address_of_the_web(tmp_path, use, address):
    path = tmp_path / "secrets.toml"
    path.write_text(SETTINGS.replace("http://localhost:8501/oauth2callback", address))
    use(path)
    assert "redirect_uri" in locked() and signin.home() == ""


def test_a_port_that_is_filled_in_is_allowed(tmp_path, use):
    path = tmp_path / "secrets.toml"
    path.write_text(SETTINGS.replace("8501", "{port}"))
    use(path)
    assert signin.fault() is None and signin.home().startswith("http://localhost:")


@pytest.mark.parametrize("section", ["", "[auth.two]\n", '[auth.two]\nclient_id = "x"\n', "[auth.two.three]\nx = 1\n"])
def test_of_several_providers_each_is_complete(tmp_path, use, section):
    head, rest = SETTINGS.split("client_id", 1)
    path = tmp_path / "secrets.toml"
    path.write_text(f"{head}[auth.one]\nclient_id{rest}{section}")
    use(path)
    if section:
        assert "client_" in locked()
    else:
        assert signin.fault() is None and signin.providers() == ["one"]


def test_a_providers_own_options_are_no_provider(tmp_path, use):
    path = tmp_path / "secrets.toml"
    path.write_text(SETTINGS + '[auth.client_kwargs]\nprompt = "login"\n')
    use(path)
    assert signin.fault() is None and signin.providers() == [""]


def a_folder(path: Path) -> None:
    path.mkdir()


def a_loop(path: Path) -> None:
    path.symlink_to(path.name)


def nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nothing.toml"))


def a_loop_above(path: Path) -> None:
    path.parent.rmdir()
    path.parent.symlink_to(path.parent.name)


@pytest.mark.parametrize("make", [a_folder, a_loop, nowhere, a_loop_above])
@pytest.mark.parametrize("name", ["secrets.toml", "secrets"])
def test_what_is_there_and_no_file_locks_the_door(tmp_path, use, make, name):
    (tmp_path / "folder").mkdir()
    make(tmp_path / "folder" / name)
    use(tmp_path / "folder" / name)
    assert "cannot be read" in locked()


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


@pytest.mark.parametrize("make", [os.mkfifo, a_device, a_socket])
@pytest.mark.parametrize("name", ["secrets.toml", "auth/client_id"])
def test_what_could_be_read_for_ever_is_not_read(tmp_path, monkeypatch, use, make, name):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    path = tmp_path / "secrets" / name
    path.parent.mkdir(parents=True)
    make(path.relative_to(tmp_path))
    use(path if path.suffix else path.parent.parent)
    assert "pipe or a device" in signin_settings.refusal()
    assert "cannot be read" in locked()


def test_a_server_does_not_begin_with_a_pipe_of_secrets(tmp_path):
    pipe = tmp_path / "secrets.toml"
    os.mkfifo(pipe)
    with pytest.raises(RuntimeError, match=r"The secrets in .* are a pipe or a device") as refused:
        Server(tmp_path / "home", secrets=pipe).start()
    assert "Traceback" not in str(refused.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
@pytest.mark.parametrize("shut", ["file", "folder"])
def test_what_may_not_be_read_locks_the_door(tmp_path, use, shut):
    path = tmp_path / "folder" / "secrets.toml"
    path.parent.mkdir()
    path.write_text(SETTINGS)
    target = path if shut == "file" else path.parent
    target.chmod(0)
    use(path)
    try:
        assert "cannot be read" in locked()
    finally:
        target.chmod(0o700)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("text", [b"[[[", b"\xff", b"auth = 1\n"])
def test_of_several_files_every_one_is_read(tmp_path, use, place, text):
    paths = [tmp_path / "a.toml", tmp_path / "b.toml"]
    paths[place].write_bytes(text)
    paths[1 - place].write_text(SETTINGS)
    use(*paths)
    if text.startswith(b"auth") and place == 0:  # the later file wins, as Streamlit says
        assert signin.fault() is None
    else:
        assert "cannot be read" in locked()


def test_a_file_that_is_named_and_missing_locks_the_door(tmp_path, use):
    use(tmp_path / "secrets.toml", named=True)
    assert "cannot be read" in locked()
    use(tmp_path / "secrets.toml")
    assert not signin.required() and signin.user() is None


def test_a_running_server_never_opens_because_a_file_went_away(tmp_path, use):
    path = tmp_path / "secrets.toml"
    use(path)
    signin.fix()
    assert not signin.required()
    path.write_text(SETTINGS)
    use(path)
    assert signin.required()
    path.unlink()
    use(path)
    assert "cannot be read" in locked()
