"""The body of an upload, in pieces of every size: the file byte by byte, or one sentence and nothing kept."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse

from dpcore.desk.home import Home
from dpcore.desk.incoming import Incoming
from dpcore.errors import AccessError, SourceError
from pages.server import receiving, upload
from pages.server.receiving import Body
from pages.ui import desk as desks

TYPE = "multipart/form-data; boundary=----x"
HEAD = b'------x\r\nContent-Disposition: form-data; name="a.csv"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
FOOT = b"\r\n------x--\r\n"
DATA = b"a,b\r\n1,\r\n--\r\n------\r\n------y--\r\n\r\r\n-\r\n------x,\0\xff\r\n"


def body(data: bytes, size: int = 7, kind: str = TYPE, room: int = 10_000) -> Body:
    """What is known after a body that came in pieces of this size."""
    parsed = Body(kind, Incoming(Home(), "ada", room, 10**9))
    for start in range(0, len(data), size):
        parsed.feed(data[start : start + size])
    parsed.end()
    return parsed


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 10_000])
@pytest.mark.parametrize("data", [b"", b"a\n1\n", DATA], ids=["empty", "plain", "like a frame"])
def test_the_file_is_what_was_sent(size, data):
    parsed = body(HEAD + data + FOOT, size)
    assert (parsed.name, parsed.kind) == ("a.csv", ".csv")
    assert parsed._incoming.finish(parsed.kind).read_bytes() == data


@pytest.mark.parametrize(
    ("sent", "name", "kind"),
    [
        ('"../../etc/x.csv"', "../../etc/x.csv", ".csv"),
        ('"%22Ärzte%0D%0A.TSV"', "%22Ärzte%0D%0A.TSV", ".tsv"),
        ('"C:\\\\rows\\\\a.parquet"', "a.parquet", ".parquet"),
        ("plain.csv", "plain.csv", ".csv"),
        ('"환자 목록; 2.csv"', "환자 목록; 2.csv", ".csv"),
    ],
)
def test_names_are_kept_and_of_paths_nothing_reaches_the_disk(sent, name, kind):
    parsed = body(HEAD.replace(b'"a.csv"\r\nC', sent.encode() + b"\r\nC") + b"a\n" + FOOT)
    path = parsed._incoming.finish(parsed.kind)
    assert (parsed.name, parsed.kind, path.name) == (name, kind, f"upload{kind}")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a,b\n1,2\n",
        HEAD + DATA + FOOT[:-5],
        HEAD + b"a\n" + b"\r\n----" + HEAD[4:] + b"b\n" + FOOT,
        HEAD.replace(b'; filename="a.csv"', b"") + b"a\n" + FOOT,
        HEAD.replace(b'filename="a.csv"', b'filename=""') + b"a\n" + FOOT,
        HEAD.replace(b'name="a.csv"; ', b"", 1) + b"a\n" + FOOT,
        HEAD.replace(b"a.csv", b"a.docx") + b"a\n" + FOOT,
        HEAD.replace(b"a.csv", b"a") + b"a\n" + FOOT,
        HEAD.replace(b"text/csv", b"t" * 10_000) + b"a\n" + FOOT,
        HEAD + b"a\n" + FOOT + b"x" * 20_000,
        b"\r\n" * 20_000 + HEAD + b"a\n" + FOOT,
    ],
    ids=["none", "bare", "cut", "two", "field", "unnamed", "nameless", "docx", "bare name", "long", "after", "before"],
)
def test_anything_else_is_refused_in_one_sentence(data, caplog):
    with caplog.at_level(logging.DEBUG), pytest.raises(SourceError) as refused:
        body(data)
    assert refused.value.hint and not caplog.text


def test_a_body_that_ends_anywhere_before_its_end_is_refused():
    whole = HEAD + DATA + FOOT[:-2]  # browsers end the last line, too
    body(whole)
    for end in range(len(whole)):
        with pytest.raises(SourceError):
            body(whole[:end], 10_000)


@pytest.mark.parametrize(
    "kind", ["", "text/csv", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x"]
)
def test_another_type_of_body_is_refused(kind):
    with pytest.raises(SourceError):
        body(HEAD + FOOT, kind=kind)
    with pytest.raises(SourceError):
        body(HEAD + FOOT, kind=f"multipart/form-data; boundary={'x' * 300}")


def test_a_file_larger_than_its_room_is_refused_at_that_byte():
    body(HEAD + b"a" * 50 + FOOT, room=50)
    with pytest.raises(AccessError, match="larger than the limit"):
        body(HEAD + b"a" * 51 + FOOT, room=50)


def test_a_pause_ends_an_upload(monkeypatch):
    monkeypatch.setattr(upload, "PAUSE_SECONDS", 0.01)

    async def silent():
        await asyncio.Event().wait()

    async def read():
        scope = {"type": "http", "method": "PUT", "headers": []}
        return [part async for part in Request(scope, upload.Patience(silent)).stream()]

    with pytest.raises(ClientDisconnect):
        asyncio.run(read())


@pytest.mark.parametrize("taken", ["raises", "answers", "swallows"])
@pytest.mark.parametrize("pauses", [True, False])
def test_the_answer_to_a_paused_body_is_that_it_took_too_long(monkeypatch, taken, pauses):
    """408, whatever the code makes of it that reads the body; a client that has gone needs no answer."""
    monkeypatch.setattr(upload, "PAUSE_SECONDS", 0.01)
    found = []

    async def receive():
        if pauses:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message):
        found.append(message.get("status"))

    async def read(self, session, name, scope, receive, send):
        assert (await receive())["type"] == "http.disconnect"
        if taken == "raises":
            raise ClientDisconnect
        if taken == "answers":
            await PlainTextResponse("Internal Server Error", 500)(scope, receive, send)

    monkeypatch.setattr(upload.UploadGate, "_pass", read)
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/s/n", "headers": []}
    asyncio.run(upload.UploadGate(None)(scope, receive, send))
    assert found[:1] == ([408] if pauses else [500] if taken == "answers" else [])


def test_a_body_that_pauses_after_the_answer_has_begun_gets_no_second_one(monkeypatch):
    monkeypatch.setattr(upload, "PAUSE_SECONDS", 0.01)
    found = []

    async def silent():
        await asyncio.Event().wait()

    async def send(message):
        found.append(message.get("status"))

    async def read(self, session, name, scope, receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await receive()
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(upload.UploadGate, "_pass", read)
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/s/n", "headers": []}
    asyncio.run(upload.UploadGate(None)(scope, silent, send))
    assert found == [204, None]


@pytest.fixture
def sent(monkeypatch):
    """Has an upload answered; its pieces arrive as `parts` says, and it is wanted as long as `wanted` says."""
    desks.close()
    monkeypatch.setattr(receiving, "is_xsrf_enabled", lambda: False)
    monkeypatch.setattr(receiving, "BLOCK", 1)
    told = []
    monkeypatch.setattr(receiving.Upload, "_redraw", lambda self: told.append(self._session))

    def send(parts, wanted=lambda: True, length=None):
        left = list(parts)

        async def receive():
            part = left.pop(0)
            return part if isinstance(part, dict) else {"type": "http.request", "body": part, "more_body": bool(left)}

        headers = [(b"content-type", TYPE.encode()), (b"content-length", str(length or sum(map(len, parts))).encode())]
        request = Request({"type": "http", "method": "PUT", "headers": headers}, receive)
        keep = lambda body: receiving.arrivals.finish("n", body.kind)  # noqa: E731
        answer = asyncio.run(receiving.Upload("n", "s", "").answer(request, wanted, keep))
        return answer.status_code, answer.body.decode(), told

    yield send
    receiving.arrivals.end()
    receiving.arrivals.told("s")
    desks.close()


def spooled():
    return list((Home().path / "spool").glob("*"))


def test_a_whole_upload_is_there_to_be_taken_once(sent):
    assert sent([HEAD, b"a\n", FOOT]) == (204, "", [])
    path = receiving.arrivals.take("n")
    assert path is not None and path.read_bytes() == b"a\n"
    assert receiving.arrivals.take("n") is None
    receiving.arrivals.close("s")
    assert path.exists()


@pytest.mark.parametrize(
    ("name", "kept"), [("v.csv", "upload.csv"), ("v.tsv.GZ", "upload.tsv.gz"), ("a.b.xlsx", "upload.xlsx")]
)
def test_an_upload_keeps_the_suffixes_of_its_kind(sent, name, kept):
    assert sent([re.sub(rb'filename="[^"]*"', f'filename="{name}"'.encode(), HEAD), b"a\n", FOOT])[0] == 204
    path = receiving.arrivals.take("n")
    assert path is not None and path.name == kept


@pytest.mark.parametrize(
    ("parts", "length", "status", "said"),
    [
        ([HEAD, b"a\n"], None, 400, "not complete"),
        ([HEAD.replace(b".csv", b".exe"), FOOT], None, 400, "kind of file cannot be read"),
        ([HEAD, b"a" * 3_000_000, FOOT], None, 413, "larger than the limit of 0.00195 GB"),
        ([HEAD, b"a\n", FOOT], 3_000_000, 413, "larger than the limit"),
    ],
)
def test_a_refusal_leaves_nothing_and_is_told_to_the_page(sent, monkeypatch, parts, length, status, said):
    monkeypatch.setenv("MURMUR_UPLOAD_GB", "0.002")
    found, text, told = sent(parts, length=length)
    assert found == status and said in text and told == ["s"] and not spooled()
    sentence = receiving.arrivals.told("s")
    assert sentence is not None and said in sentence[0] and receiving.arrivals.told("s") is None


@pytest.mark.parametrize("calls", [1, 2, 3, 4])
def test_an_upload_that_is_not_wanted_any_more_is_not_kept_even_if_it_is_wanted_again(sent, calls):
    """Somebody leaves the page, or signs out, and comes back."""
    answers = [True] * (calls - 1) + [False]
    status, _, told = sent([HEAD, b"a\n", b"1\n", FOOT], lambda: answers.pop(0) if answers else True)
    assert status == 403 and not spooled() and not told


def test_a_client_that_goes_leaves_nothing(sent):
    with pytest.raises(ClientDisconnect):
        sent([HEAD, b"a\n", {"type": "http.disconnect"}], length=10_000)
    assert not spooled()


def test_an_upload_of_somebody_who_signs_out_meanwhile_is_dropped_quietly(sent):
    def wanted():
        receiving.arrivals.forget("")
        return True

    status, _, told = sent([HEAD, b"a\n", FOOT], wanted)
    assert status == 403 and not spooled() and not told


def test_a_full_disk_is_said_and_nothing_is_left(sent, monkeypatch):
    def full(*_):
        raise AccessError("The desk's folder cannot be written: the disk is full.", "Free some disk space.")

    monkeypatch.setattr(Home, "fill", full)
    status, text, _ = sent([HEAD, b"a\n", FOOT])
    assert status == 413 and "disk is full" in text and not spooled()
