"""The address of a Spark server, and the options that it may contain."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, final
from urllib.parse import quote, unquote, urlsplit

from dpcore.errors import SourceError
from dpcore.text import Text

SCHEMES: Final = ("sc",)
EXAMPLE: Final = "sc://host:15002"
TOKEN: Final = "MURMUR_SOURCE_TOKEN"
"""The environment variable with the token for Spark Connect servers that ask for one."""
_BROKEN: Final = (
    Text("This is not a valid address of a Spark Connect server."),
    Text("Use the form {example}, with ;use_ssl=true or ;user_id=name after a slash if needed.", example=EXAMPLE),
)
_PORT: Final = 15002
_OPTIONS: Final = ("use_ssl", "user_id")


@final
@dataclass(frozen=True, slots=True)
class Address:
    """A Spark Connect server. options: the options in the address, all in `_OPTIONS`."""

    host: str
    port: int
    options: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Address:
        """The server in an address. Raises SourceError, which never quotes it, because it may contain a token."""
        found = None
        with contextlib.suppress(ValueError):  # its message could quote a token
            parts = urlsplit(text)
            path, *words = parts.path.split(";")
            options = dict(word.split("=", 1) for word in words if word)
            found = parts, path, options, parts.port or _PORT, parts.hostname or ""
        if found is None:
            raise SourceError(*_BROKEN)
        parts, path, options, port, host = found
        if "token" in options or parts.password is not None:
            raise SourceError(
                "The address must not contain a token, because addresses are stored and displayed.",
                "Remove the token and set it in the environment variable {token}.",
                token=TOKEN,
            )
        plain = not (parts.query or parts.fragment or parts.username) and path in ("", "/")
        readable = host.isprintable() and all(value.isprintable() for value in options.values())
        if parts.scheme not in SCHEMES or not host or not plain or not readable or not set(options) <= set(_OPTIONS):
            raise SourceError(*_BROKEN)
        return cls(host, port, {name: unquote(value) for name, value in sorted(options.items())})

    @property
    def place(self) -> tuple[str | int, ...]:
        """Host, port and user."""
        return self.host, self.port, self.options.get("user_id", "")

    def as_listed(self, other: Address) -> Address:
        """This address, with TLS if one of the two addresses asks for it."""
        if other.options.get("use_ssl", "").lower() != "true":
            return self
        return replace(self, options=dict(sorted({**self.options, "use_ssl": "true"}.items())))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        options = "".join(f";{name}={quote(value, safe='')}" for name, value in self.options.items())
        return f"{SCHEMES[0]}://{host}:{self.port}{'/' if options else ''}{options}"
