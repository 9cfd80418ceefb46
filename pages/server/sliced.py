"""Answers that many readers share: sent in slices, so that a reader who does not read holds one slice and no copy."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

SLICE = 65_536
"""Bytes."""


class Sliced(Response):
    """Status 200 with these bytes, in which a word may be replaced for this reader. The bytes are not copied."""

    def __init__(self, body: bytes, headers: Mapping[str, str], changed: Mapping[bytes, bytes] | None = None) -> None:
        """changed: the word that is replaced and what stands for it; at most one."""
        self._word, self._new = next(iter((changed or {}).items()), (b"", b""))
        times = body.count(self._word) if self._word else 0
        length = len(body) + times * (len(self._new) - len(self._word))
        super().__init__(body, headers={**headers, "content-length": str(length)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Each slice waits, in `send`, until the reader has taken those before it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        # what stands in between compresses and names what comes in parts: for HEAD, nothing in parts
        for piece in self.pieces() if scope["method"] != "HEAD" else (b"",):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0)  # a reader as fast as the server leaves others their turn
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def pieces(self) -> Iterator[bytes]:
        """What is sent, at most a slice at a time."""
        body, begin = bytes(self.body), 0
        while begin < len(body):
            end = begin + SLICE
            at = body.find(self._word, begin, end + len(self._word)) if self._word else -1
            if at == begin:
                yield self._new
                begin += len(self._word)
            else:
                end = at if 0 <= at < end else end
                yield body[begin:end]
                begin = end
