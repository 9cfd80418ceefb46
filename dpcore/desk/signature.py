"""The desk's signature: one Ed25519 key (RFC 8032), created on first use, and the other desks' keys that a user trusts.

A signature proves which desk wrote a file and that it was not changed since. It does not prove who runs that desk:
users trust a key after they have compared its fingerprint with its owner.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, final

from dpcore.desk.home import Home
from dpcore.errors import AccessError
from dpcore.number import shown
from dpcore.text import Text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PUBLIC = 32
OWN = Text("this desk")
MAX_NAME = 100
_KEY = "seal.key"
_PRIME = 2**255 - 19
_EIGHTH = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_LOW_ORDER = frozenset({0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH})
"""The y coordinates of the eight points of edwards25519 whose order divides 8 (RFC 7748, 4.1; RFC 8032, 5.1.7)."""


def fingerprint(public: bytes) -> str:
    """The first twenty hexadecimal digits of the key's SHA-256, in groups of four: short enough to read aloud."""
    digits = hashlib.sha256(public).hexdigest()[:20]
    return " ".join(digits[start : start + 4] for start in range(0, 20, 4))


def check(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature of exactly this message was made with the private key of `public`; never for a weak key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if weak(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def weak(public: bytes) -> bool:
    """Whether no desk has this public key: a point of low order, for which anybody can sign, or not canonical.

    An encoding with y >= p is a second encoding of the same point, so the signer would have two fingerprints.
    """
    height = int.from_bytes(public, "little") & (2**255 - 1)
    return height >= _PRIME or height in _LOW_ORDER


@final
class Seal:
    """This desk's own key. The private key stays in the home folder, readable by its owner only."""

    def __init__(self, home: Home) -> None:
        self._home = home

    @cached_property
    def public(self) -> bytes:
        """The public key, 32 bytes, with which others verify files of this desk."""
        return self._private.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the public key, for comparison by two people."""
        return fingerprint(self.public)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes; deterministic."""
        return self._private.sign(message)

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        secret = self._home.keep(_KEY, lambda: secrets.token_bytes(32))
        if len(secret) != 32:
            raise AccessError(
                "The desk's signing key keys/{key_} is damaged.",
                "Restore the file, or remove it to get a new key. Other desks must then trust the new key.",
                key_=_KEY,
            )
        return Ed25519PrivateKey.from_private_bytes(secret)


@final
@dataclass(frozen=True, slots=True)
class Trusted:
    """A trusted public key (32 bytes) and the name that the user gave it."""

    public: bytes
    name: str

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key, for comparison by two people."""
        return fingerprint(self.public)


@final
class Trust:
    """The keys that one user trusts, this desk's own key first. Each user has a separate list."""

    def __init__(self, home: Home, user: str, own: Seal) -> None:
        whose = hashlib.sha256(user.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._folder: Path = home.path / "keys" / "trusted" / whose
        self._home, self._own = home, own

    def __iter__(self) -> Iterator[Trusted]:
        yield Trusted(self._own.public, OWN)
        trusted_keys = [Trusted(bytes.fromhex(path.name), path.read_text("utf-8")) for path in self._files()]
        yield from sorted(trusted_keys, key=lambda trusted: (trusted.name.casefold(), trusted.public))

    def add(self, public: bytes | str, name: str) -> Trusted:
        """Adds a key (32 bytes, or 64 hexadecimal digits) under a name. Adding it again renames it."""
        trusted = Trusted(key_of(public), name_of(name))
        if weak(trusted.public):
            raise AccessError(
                "Anybody can sign under this public key, so it is no desk's key.",
                "Copy the complete key from the other desk: `desk.seal.public.hex()`.",
            )
        if trusted.public == self._own.public:
            raise AccessError(
                "This is the desk's own key, which is always trusted.", "Enter the public key of another desk."
            )
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._home.write(self._folder / trusted.public.hex(), trusted.name.encode())
        return trusted

    def remove(self, public: bytes | str) -> None:
        """Removes a key. Raises AccessError if it was not trusted, and for the desk's own key."""
        try:
            (self._folder / key_of(public).hex()).unlink()
        except FileNotFoundError:
            raise AccessError("You do not trust this key.", "`desk.trusted` lists the trusted keys.") from None

    def _files(self) -> list[Path]:
        return [path for path in self._folder.glob("*") if re.fullmatch(r"[0-9a-f]{64}", path.name)]


def key_of(public: bytes | str) -> bytes:
    """A public key from bytes or hexadecimal digits. Raises AccessError."""
    try:
        key = bytes.fromhex(public) if isinstance(public, str) else public
    except ValueError:
        key = b""
    if not isinstance(key, bytes) or len(key) != PUBLIC:
        raise AccessError(
            "A public key is 32 bytes, or 64 hexadecimal digits. Got {public}.",
            "Copy the complete key from the other desk: `desk.seal.public.hex()`.",
            public=shown(public),
        )
    return key


def name_of(name: object) -> str:
    """Checks the name of a trusted key: one line of visible text. Raises AccessError."""
    text = name.strip() if isinstance(name, str) else ""
    if not 1 <= len(text) <= MAX_NAME or any(unicodedata.category(letter)[0] == "C" for letter in text) or text == OWN:
        raise AccessError(
            "A trusted key needs a name of 1 to {max_name} visible letters. Got {name}.",
            "For example the name of the team that runs the other desk.",
            max_name=MAX_NAME,
            name=shown(name),
        )
    return text
