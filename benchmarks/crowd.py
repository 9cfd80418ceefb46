"""People at a dashboard: they speak Streamlit's protocol over WebSockets, without a browser, from one event loop.

An explorer moves a slider of Explore, waits for the answer, thinks for one to five seconds, and moves another one. A
spender adds a count that nobody asked before, checks, releases, and waits for the answer. Each has a process of their
own choice, as by a sticky proxy; when it is gone, they go to another one and begin anew, as after a reload.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from benchmarks.site import AGES, Site
from benchmarks.size import sized
from tests.server.page import Page, Widget

THINKS = sized((1.0, 5.0), (0.1, 0.2))
ARRIVE_SECONDS = sized(30.0, 0.1)
"""In which everybody comes; what they wait for meanwhile does not count."""
PATIENCE = 60.0
Act = Callable[["Window"], Coroutine[object, object, None]]
LOST = (WebSocketException, OSError, TimeoutError, asyncio.IncompleteReadError)
"""What happens to a connection whose process is killed."""
PRICE = 0.01
"""The mu of one count."""


@dataclass
class Diary:
    """What all people noted. answers: seconds of slider moves. asked: each filter of a count, and whether its answer
    was seen. lost: how connections ended. odd: what should not have happened.
    """

    began: float = field(default_factory=time.monotonic)
    opened: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    asked: dict[int, bool] = field(default_factory=dict)
    released: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    resumed: int = 0
    odd: list[str] = field(default_factory=list)


class Window:
    """An open page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.page, self._socket = Page(), socket

    async def go(self, data: bytes) -> float:
        """Send, and read until the page is drawn. The seconds until then."""
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await self._socket.send(data)
            while not self.page.take(bytes(await self._socket.recv())):  # type: ignore[arg-type]
                pass
        return time.perf_counter() - began

    async def press(self, label: str) -> None:
        """Press the first button whose label begins like this."""
        await self.go(self.page.pressed(self.page.widget("button", label)))

    async def settle(self) -> None:
        """Wait until no fragment runs again by itself."""
        while self.page.rerun:
            fragment, seconds = next(iter(self.page.rerun.items()))
            await asyncio.sleep(seconds)
            await self.go(self.page.again(fragment))


@asynccontextmanager
async def window(site: Site, user: str, port: int) -> AsyncIterator[Window]:
    """A page of a signed-in user."""
    cookies = site.cookies(user, port)
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    async with connect(
        f"ws://localhost:{port}/_stcore/stream",
        additional_headers={"Cookie": cookie, "Origin": f"http://localhost:{port}"},
        subprotocols=[Subprotocol("streamlit"), Subprotocol(cookies["_streamlit_xsrf"])],
        max_size=None,
        origin=None,
        open_timeout=PATIENCE,
    ) as socket:
        yield Window(socket)


async def explore(site: Site, user: str, dataset: str, diary: Diary, until: Callable[[], bool]) -> None:
    """One explorer."""
    chance = random.Random(user)
    await asyncio.sleep(chance.uniform(0, ARRIVE_SECONDS))
    await _visit(site, user, diary, until, chance, lambda window: _explore(window, dataset, chance, diary, until))


async def _explore(
    window: Window, dataset: str, chance: random.Random, diary: Diary, until: Callable[[], bool]
) -> None:
    diary.opened.append(await window.go(window.page.opened("explore", f"dataset={dataset}")))
    while not until():
        await asyncio.sleep(chance.uniform(*THINKS))
        levers = [slider for slider in window.page.widgets("slider") if "lever-" in slider.drawn.id]
        if not levers:
            diary.odd.append(f"Explore has no levers: {window.page.trouble}")
            return
        lever = chance.choice(levers)
        waited = await window.go(window.page.moved(lever, _place(lever, chance)))
        if time.monotonic() > diary.began + ARRIVE_SECONDS:
            diary.answers.append(waited)


def _place(lever: Widget, chance: random.Random) -> float:
    """Anywhere on a slider."""
    drawn = lever.drawn
    steps = round((drawn.max - drawn.min) / drawn.step)
    return float(drawn.min + drawn.step * chance.randint(0, steps))


async def spend(site: Site, user: str, dataset: str, diary: Diary, until: Callable[[], bool]) -> None:
    """One spender."""
    chance = random.Random(user)
    await _visit(site, user, diary, until, chance, lambda window: _spend(window, dataset, chance, diary, until))


async def _spend(window: Window, dataset: str, chance: random.Random, diary: Diary, until: Callable[[], bool]) -> None:
    page = window.page
    await window.go(page.opened("ask", f"dataset={dataset}"))
    if page.has("button", "Answer the paid questions"):
        diary.resumed += 1
        await window.press("Answer the paid questions")
        await window.settle()
    if not page.has("number_input", "Value"):
        await window.press("Add filter")
    while not until():
        number = chance.randrange(AGES)
        if page.has("button", "Remove", exactly=True):
            await window.press("Remove")
        await window.go(page.typed(page.widget("number_input", "Value"), number))
        await window.press("Add to the plan")
        await window.go(page.typed(page.widget("number_input", "This plan may spend"), PRICE))
        await window.press("Check and release")
        diary.asked[number] = False
        began = time.perf_counter()
        await window.press("Release")
        await window.settle()
        if any(heading.heading.body == "Answers" for heading in page.drawn("heading")):
            diary.asked[number] = True
            diary.released.append(time.perf_counter() - began)
        else:
            diary.odd.append(f"no answer: {page.trouble}")
        await asyncio.sleep(chance.uniform(*THINKS))


async def _visit(
    site: Site, user: str, diary: Diary, until: Callable[[], bool], chance: random.Random, act: Act
) -> None:
    """Stay at the dashboard; when a process is gone, go to another one."""
    port = site.ports[sum(user.encode()) % len(site.ports)]
    while not until():
        try:
            async with window(site, user, port) as open_:
                await act(open_)
        except LOST as error:
            diary.lost.append(type(error).__name__)
            port = next((other for other in site.ports if other != port), port)
            await asyncio.sleep(0.5)
        except AssertionError as missing:
            diary.odd.append(str(missing)[:300])
            await asyncio.sleep(0.5)
