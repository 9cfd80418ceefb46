"""Receives the body of one upload as a stream, so that memory does not grow with the file.

The uploader sends multipart/form-data with one part, which has a file name. Anything else is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from streamlit.web.server.server_util import is_xsrf_enabled
from streamlit.web.server.starlette.starlette_app_utils import validate_xsrf_token
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

from dpcore.desk.incoming import Incoming
from dpcore.engine.source.file_list import ALL_KINDS
from dpcore.engine.source.unpack import ending
from dpcore.errors import AccessError, DpError, SourceError
from pages.server.open_session import redraw
from pages.ui import errors
from pages.ui.rows.arrivals import KINDS, arrivals, largest

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

BLOCK: Final = 1 << 20
"""Bytes that are written at once."""
FRAME: Final = 1 << 14
"""Maximum bytes of a body beside the file: the lines that begin and end a part."""
LARGE: Final = 20 * 2**20
"""Bytes of an upload whose progress the page shows."""
UNWANTED: Final = "No page of this session waits for this file any more."
_threads = ThreadPoolExecutor(4, "upload")
_receiving, _drawing = set[str](), set[asyncio.Task[None]]()
# its warnings quote bytes of the body
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


class Upload:
    """One upload of a user to a session, from its head to its answer."""

    def __init__(self, number: str, session: str, user: str) -> None:
        self._number, self._session, self._user = number, session, user
        self._begun = False

    async def answer(self, request: Request, wanted: Callable[[], bool], keep: Callable[[Body], bool]) -> Response:
        """Writes the file to disk and has it kept, as long as it is wanted. Raises ClientDisconnect.

        Whatever is not kept is deleted. A refusal is told to the page too, since the uploader shows only its number.
        """
        if is_xsrf_enabled() and not validate_xsrf_token(
            request.headers.get("X-Xsrftoken"), request.cookies.get(XSRF_COOKIE_NAME)
        ):
            return PlainTextResponse("Forbidden", 403)
        if self._number in _receiving:
            return PlainTextResponse("This file is being received.", 409)
        _receiving.add(self._number)
        kept = False
        try:
            body = await self._received(request, wanted)
            kept = body is not None and wanted() and keep(body)
        except DpError as error:
            if not self._begun or arrivals.has(self._number):
                return self._refused(error)
        finally:
            _receiving.discard(self._number)
            if not kept:
                arrivals.drop(self._number)
        return Response(status_code=204) if kept else PlainTextResponse(UNWANTED, 403)

    async def _received(self, request: Request, wanted: Callable[[], bool]) -> Body | None:
        """The whole body; None if it is not wanted any more. Raises DpError if it is not an upload, or does not fit."""
        run, block, most = asyncio.get_running_loop().run_in_executor, bytearray(), largest()
        if (declared(request) or 0) > most + FRAME:
            raise too_large(most)
        begin = partial(arrivals.begin, self._number, self._session, self._user, announced(request, most))
        incoming = await run(_threads, begin)
        self._begun = True
        if incoming.size >= LARGE:
            self._redraw()
        body = Body(request.headers.get("content-type", ""), incoming)
        async for part in request.stream():
            block += part
            if len(block) >= BLOCK:
                await run(_threads, body.feed, bytes(block))
                block.clear()
                if not wanted():
                    return None
        await run(_threads, body.feed, bytes(block))
        body.end()
        return body

    def _refused(self, error: DpError) -> Response:
        arrivals.tell(self._session, errors.sentence(error))
        self._redraw()
        return PlainTextResponse(str(error), 413 if isinstance(error, AccessError) else 400)

    def _redraw(self) -> None:
        task = asyncio.create_task(redraw(self._session))
        _drawing.add(task)
        task.add_done_callback(_drawing.discard)


class Body:
    """The parser of one body. `name` and `kind` are the file's, known once its part has begun."""

    def __init__(self, content_type: str, incoming: Incoming) -> None:
        """Raises SourceError if the body cannot be an upload."""
        kind, options = parse_options_header(content_type)
        if kind != b"multipart/form-data" or not options.get(b"boundary"):
            raise _malformed()
        self.name, self.kind = "", ""
        self._incoming, self._whole, self._frame = incoming, False, 0
        self._field, self._value = b"", b""
        self._headers: dict[bytes, bytes] = {}
        calls: MultipartCallbacks = {
            "on_header_field": self._on_field,
            "on_header_value": self._on_value,
            "on_header_end": self._on_header,
            "on_headers_finished": self._on_headers,
            "on_part_data": self._on_data,
            "on_end": self._on_end,
        }
        try:
            self._parser = MultipartParser(options[b"boundary"], calls)
        except FormParserError:
            raise _malformed() from None

    def feed(self, data: bytes) -> None:
        """The next bytes of the body. Raises SourceError if they are no upload, AccessError if they do not fit."""
        before = self._incoming.received
        try:
            self._parser.write(data)
        except FormParserError:
            raise _malformed() from None
        self._frame += len(data) - (self._incoming.received - before)
        if self._frame > FRAME + len(self._parser.boundary):
            raise _malformed()

    def end(self) -> None:
        """The body has ended. Raises SourceError if the upload has not."""
        if not self._whole:
            raise _malformed()

    def _on_field(self, data: bytes, start: int, end: int) -> None:
        self._field += data[start:end]

    def _on_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _on_header(self) -> None:
        self._headers[self._field.lower()] = self._value
        self._field, self._value = b"", b""

    def _on_headers(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition"))
        if self.name or b"name" not in options or not options.get(b"filename"):  # a second part, or no file
            raise _malformed()
        self.name = _decoded(options[b"filename"])
        self.kind = PurePosixPath(self.name).suffix.lower()
        if self.kind[1:] not in KINDS:
            raise SourceError(
                "This kind of file cannot be read.", "Supported kinds: {kinds}.", kinds=", ".join(ALL_KINDS)
            )
        self.kind = ending(self.name).lower()

    def _on_data(self, data: bytes, start: int, end: int) -> None:
        if self._incoming.received + end - start > self._incoming.size:
            raise too_large(self._incoming.size)
        self._incoming.write(memoryview(data)[start:end])

    def _on_end(self) -> None:
        self._whole = True


def declared(request: Request) -> int | None:
    """The declared size of a body; None if it declares none or is chunked."""
    text = "" if "transfer-encoding" in request.headers else request.headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def announced(request: Request, most: int) -> int:
    """The bytes that a body may need: its declared size; the most if that is more or unknown."""
    size = declared(request)
    return most if size is None else min(size, most)


def too_large(most: int) -> AccessError:
    """The refusal of a file of more than this many bytes."""
    return AccessError(
        "The file is larger than the limit of {gb:.3g} GB.",
        "Leave out columns that questions will not use.",
        gb=most / 2**30,
    )


def _decoded(name: bytes) -> str:
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("latin-1")


def _malformed() -> SourceError:
    return SourceError("The upload was not complete.", "Upload the file again.")
