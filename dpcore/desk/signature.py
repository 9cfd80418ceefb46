"""The desk's signature: one Ed25519 key (RFC 8032), made on first use, and the keys of other desks that a user trusts.

A signature says which desk wrote a file and that nobody changed it since. It says nothing about who runs that desk:
a key becomes trusted when a person has compared its fingerprint with what the other side reads out.
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


def fingerprint(public: bytes) -> str:
    """Twenty hexadecimal digits of the key's SHA-256, in fives of four: short enough to be read out."""
    digits = hashlib.sha256(public).hexdigest()[:20]
    return " ".join(digits[start : start + 4] for start in range(0, 20, 4))


def check(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether whoever holds the private half of `public` signed exactly this message."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@final
class Seal:
    """This desk's own key. The private half lies in the home folder, readable by its owner alone, and never leaves."""

    def __init__(self, home: Home) -> None:
        self._home = home

    @cached_property
    def public(self) -> bytes:
        """The public half, 32 bytes: what others check this desk's files with."""
        return self._private.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """What two people compare to know that a key is this desk's."""
        return fingerprint(self.public)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes; the same message has the same signature."""
        return self._private.sign(message)

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        kept = self._home.keep(_KEY, lambda: secrets.token_bytes(32))
        if len(kept) != 32:
            raise AccessError(
                "The desk's signing key keys/{key_} is damaged.",
                "Restore it, or remove the file for a new key; other desks then have to trust the new one.",
                key_=_KEY,
            )
        return Ed25519PrivateKey.from_private_bytes(kept)


@final
@dataclass(frozen=True, slots=True)
class Trusted:
    """A public key (32 bytes) and the name under which somebody trusts it."""

    public: bytes
    name: str

    @property
    def fingerprint(self) -> str:
        """What two people compare."""
        return fingerprint(self.public)


@final
class Trust:
    """The keys that one user trusts, this desk's own first. What one user trusts, no other one has to."""

    def __init__(self, home: Home, user: str, own: Seal) -> None:
        whose = hashlib.sha256(user.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._folder: Path = home.path / "keys" / "trusted" / whose
        self._home, self._own = home, own

    def __iter__(self) -> Iterator[Trusted]:
        yield Trusted(self._own.public, OWN)
        found = [Trusted(bytes.fromhex(path.name), path.read_text("utf-8")) for path in self._files()]
        yield from sorted(found, key=lambda trusted: (trusted.name.casefold(), trusted.public))

    def add(self, public: bytes | str, name: str) -> Trusted:
        """Trust a key (32 bytes, or 64 hexadecimal digits) under a name; trusting it again renames it."""
        trusted = Trusted(key_of(public), name_of(name))
        if trusted.public == self._own.public:
            raise AccessError("This is the desk's own key, which is always known.", "Give the key of another desk.")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._home.write(self._folder / trusted.public.hex(), trusted.name.encode())
        return trusted

    def remove(self, public: bytes | str) -> None:
        """Trust a key no longer. Raises AccessError where it was not trusted, and for the desk's own."""
        try:
            (self._folder / key_of(public).hex()).unlink()
        except FileNotFoundError:
            raise AccessError("This key is not among those you trust.", "`desk.trusted` lists them.") from None

    def _files(self) -> list[Path]:
        return [path for path in self._folder.glob("*") if re.fullmatch(r"[0-9a-f]{64}", path.name)]


def key_of(public: bytes | str) -> bytes:
    """A public key as people pass it on. Raises AccessError."""
    try:
        key = bytes.fromhex(public) if isinstance(public, str) else public
    except ValueError:
        key = b""
    if not isinstance(key, bytes) or len(key) != PUBLIC:
        raise AccessError(
            "A public key is 32 bytes, or 64 hexadecimal digits. Got {public}.",
            "Copy it whole from the other desk: `desk.seal.public.hex()`.",
            public=shown(public),
        )
    return key


def name_of(name: object) -> str:
    """A name to trust a key under: one line of text that can be seen. Raises AccessError."""
    text = name.strip() if isinstance(name, str) else ""
    if not 1 <= len(text) <= MAX_NAME or any(unicodedata.category(letter)[0] == "C" for letter in text) or text == OWN:
        raise AccessError(
            "A trusted key needs a name of 1 to {max_name} visible letters. Got {name}.",
            "For example the name of the team that runs the other desk.",
            max_name=MAX_NAME,
            name=shown(name),
        )
    return text
