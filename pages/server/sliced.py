"""Responses shared by many readers, sent in slices, so that a slow reader holds one slice and no copy."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

SLICE = 65_536
"""Bytes per slice."""


class Sliced(Response):
    """Status 200 with these bytes, in which one word may be replaced for this reader. The bytes are not copied."""

    def __init__(self, body: bytes, headers: Mapping[str, str], changed: Mapping[bytes, bytes] | None = None) -> None:
        """changed: the word to replace and its replacement; at most one."""
        self._word, self._new = next(iter((changed or {}).items()), (b"", b""))
        times = body.count(self._word) if self._word else 0
        length = len(body) + times * (len(self._new) - len(self._word))
        super().__init__(body, headers={**headers, "content-length": str(length)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """`send` waits until the reader has received the earlier slices."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        # a proxy or middleware may compress a response in parts and change its length: a HEAD response has no parts
        for piece in self.pieces() if scope["method"] != "HEAD" else (b"",):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0)  # let other tasks run, even if the reader never blocks
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def pieces(self) -> Iterator[bytes]:
        """The body in pieces of at most one slice."""
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
