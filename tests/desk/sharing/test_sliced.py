"""Share files: readers hold slices, never a copy; a valid link does not wait behind links that do not exist."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.errors import AccessError
from pages.server import share_route, sliced, thread_pool
from pages.server.share_route import Shared
from pages.server.sliced import SLICE, Sliced
from tests.desk.sharing.world import filled

World = tuple[dp.Desk, str]
SCOPE: dict[str, Any] = {"type": "http", "headers": [], "query_string": b""}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A desk with a link that is open."""
    desk, releases = filled(tmp_path)
    yield desk, desk.sharing("visits").publish(releases, "Visits")[1]
    desk.close()


async def received() -> dict[str, Any]:
    return {"type": "http.request"}


async def sent(app: Any, path: str = "/", method: str = "GET") -> list[Any]:
    """What an application sends to a reader who takes everything."""
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await app(SCOPE | {"path": path, "method": method}, received, send)
    return messages


@pytest.mark.parametrize("seed", range(40))
def test_every_byte_arrives_in_slices_and_the_word_is_replaced_wherever_it_stands(seed, monkeypatch):
    draw = random.Random(seed)
    monkeypatch.setattr(sliced, "SLICE", draw.choice([1, 5, 6, 7, 64, SLICE]))
    word, new = b"TOKEN!", draw.choice([b"x", b"another", b"a much longer token", b""])
    parts = [draw.choice([b"", b"T", b"TOK", b"TOKEN", b"a" * draw.randrange(200)]) for _ in range(draw.randrange(20))]
    body = word.join(parts)
    for changed, expected in (({}, body), ({word: new}, body.replace(word, new))):
        head, *pieces = asyncio.run(sent(Sliced(body, {}, changed)))
        assert b"".join(piece["body"] for piece in pieces) == expected
        assert dict(head["headers"])[b"content-length"] == str(len(expected)).encode()
        assert all(len(piece["body"]) <= max(sliced.SLICE, len(new)) for piece in pieces)
        assert [piece["more_body"] for piece in pieces] == [True] * (len(pieces) - 1) + [False]
        again, *nothing = asyncio.run(sent(Sliced(body, {}, changed), method="HEAD"))
        assert (again, b"".join(piece["body"] for piece in nothing)) == (head, b"")


def test_a_reader_who_does_not_read_is_sent_one_slice():
    body, pieces = bytes(20 * SLICE), []

    async def read_once() -> None:
        stuck = asyncio.Event()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                pieces.append(message["body"])
                await stuck.wait()

        response = Sliced(body, {})
        assert response.body is body
        sending = asyncio.ensure_future(response(SCOPE | {"method": "GET"}, received, send))
        for _ in range(50):
            await asyncio.sleep(0)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    asyncio.run(read_once())
    assert [len(piece) for piece in pieces] == [SLICE]


class Stuck:
    """A desk whose look-ups of links that do not exist wait at a gate."""

    def __init__(self, desk: dp.Desk) -> None:
        self.seal, self._desk, self.gate = desk.seal, desk, threading.Event()

    def open_share(self, token: str, *, count: bool) -> Any:
        if token == "none":
            self.gate.wait(60)
            raise AccessError("There is nothing here.")
        return self._desk.open_share(token, count=count)


@pytest.mark.sample(2)
@pytest.mark.parametrize("ending", ["", ".csv", ".json"])
def test_links_that_do_not_exist_keep_no_valid_one_waiting_for_ever(world: World, ending: str):
    desk, token = world
    stuck = Stuck(desk)

    async def all_of() -> list[int]:
        shared = Shared(lambda: stuck)  # type: ignore[arg-type, return-value]
        crowd = [asyncio.ensure_future(sent(shared, f"/s/none{ending}")) for _ in range(10 * thread_pool.WAITING)]
        await asyncio.sleep(0)
        reading = asyncio.ensure_future(sent(shared, f"/s/{token}{ending}"))
        await asyncio.sleep(0)
        stuck.gate.set()
        statuses = [messages[0]["status"] for messages in await asyncio.gather(*crowd)]
        assert set(statuses) == {404, 429}
        return [(await reading)[0]["status"]]

    assert asyncio.run(all_of()) == [200]


def test_the_queue_of_look_ups_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch):
    desk, _ = world
    stuck = Stuck(desk)
    monkeypatch.setattr(share_route, "LOOKUPS", 3)

    async def all_of() -> list[int]:
        shared = Shared(lambda: stuck)  # type: ignore[arg-type, return-value]
        crowd = [asyncio.ensure_future(sent(shared, "/s/none")) for _ in range(4 + 3)]
        await asyncio.sleep(0)
        late = (await sent(shared, "/s/none"))[0]["status"]
        stuck.gate.set()
        return [late, *{messages[0]["status"] for messages in await asyncio.gather(*crowd)}]

    assert asyncio.run(all_of()) == [503, 404]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("most", "statuses"), [(10**6, [200] * 5), (1, [200] + [413] * 4)])
def test_answers_of_too_many_cells_are_shown_and_are_no_files(world: World, monkeypatch, most: int, statuses):
    """They would take the threads of all others' files for minutes."""
    desk, token = world
    monkeypatch.setattr(share_route, "MOST_CELLS", most)
    shared = Shared(lambda: desk)

    async def all_of() -> list[int]:
        return [
            (await sent(shared, f"/s/{token}{ending}"))[0]["status"]
            for ending in ("", ".csv", ".json", ".html", ".zip")
        ]

    assert asyncio.run(all_of()) == statuses
