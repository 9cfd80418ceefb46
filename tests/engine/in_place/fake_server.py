"""A server on loopback that asks for a password as PostgreSQL does, and keeps whatever it is sent."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

CLEAR, MD5, NOTHING = 3, 5, 0
"""What it asks for, by PostgreSQL's numbers."""
_TLS = 80877103


@dataclass
class FakeServer:
    """port: where it listens. heard: what it was sent in answer to its demand. visits: connections that were opened."""

    port: int
    heard: list[bytes] = field(default_factory=list)
    visits: int = 0

    def address(self, user: str = "murmur", options: str = "") -> str:
        """Its address as of a PostgreSQL database."""
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/desk{'?' + options if options else ''}"


@contextmanager
def fake_server(demand: int, folder: Path | None = None) -> Iterator[FakeServer]:
    """folder: where the key and the certificate of its TLS, signed by nobody, are made; without TLS if it is None."""
    context = None if folder is None else _context(folder)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        one = FakeServer(listening.getsockname()[1])
        threading.Thread(target=_serve, args=(listening, one, demand, context), daemon=True).start()
        yield one


def _serve(listening: socket.socket, one: FakeServer, demand: int, context: ssl.SSLContext | None) -> None:
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listening.accept()
            one.visits += 1
            with contextlib.suppress(OSError, ssl.SSLError), connection:
                _talk(connection, one, demand, context)


def _talk(connection: socket.socket, one: FakeServer, demand: int, context: ssl.SSLContext | None) -> None:
    connection.settimeout(20)
    size, code = struct.unpack("!ii", _read(connection, 8))
    while code == _TLS and context is None:
        connection.sendall(b"N")
        size, code = struct.unpack("!ii", _read(connection, 8))
    if code == _TLS and context is not None:
        connection.sendall(b"S")
        with context.wrap_socket(connection, server_side=True) as wrapped:
            _talk(wrapped, one, demand, None)
        return
    _read(connection, size - 8)
    salt = b"salt" if demand == MD5 else b""
    connection.sendall(b"R" + struct.pack("!ii", 8 + len(salt), demand) + salt)
    one.heard.append(connection.recv(4096))


def _read(connection: socket.socket, size: int) -> bytes:
    read = b""
    while len(read) < size:
        more = connection.recv(size - len(read))
        if not more:
            raise OSError
        read += more
    return read


def _context(folder: Path) -> ssl.SSLContext:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*made, *names, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
