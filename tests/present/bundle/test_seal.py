"""The desk's key: one for ever, seen by nobody; and the keys of others, each user's own."""

from __future__ import annotations

import hashlib
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.desk import signature as seal
from dpcore.desk.home import Home
from dpcore.desk.signature import Seal

# RFC 8032, 7.1: tests 1 to 3, secret key, public key, message, signature.
RFC8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as opened:
        yield opened


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC8032)
def test_it_is_the_ed25519_of_the_standard(
    tmp_path: Path, secret: str, public: str, message: str, signature: str
) -> None:
    home = Home(tmp_path)
    home.keep("seal.key", lambda: bytes.fromhex(secret))
    mine, said = Seal(home), bytes.fromhex(message)
    assert mine.public.hex() == public and mine.sign(said).hex() == signature
    assert seal.check(mine.public, bytes.fromhex(signature), said)
    assert not seal.check(mine.public, bytes.fromhex(signature), said + b"\0")
    assert not seal.check(bytes(32), bytes.fromhex(signature), said)


def test_what_is_no_signature_does_not_hold_and_raises_nothing(desk: dp.Desk) -> None:
    made = desk.seal.sign(b"text")
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(made[32:], "little") + order  # the other scalar of a malleable scheme
    for other in (b"", made[:-1], made + b"\0", bytes(64), made[32:] + made[:32], made[:32] + s.to_bytes(32, "little")):
        assert not seal.check(desk.seal.public, other, b"text")
    for key in (b"", desk.seal.public[:-1], desk.seal.public + b"\0", b"\xff" * 32):
        assert not seal.check(key, made, b"text")


def test_the_key_is_made_once_and_stays(desk: dp.Desk, tmp_path: Path) -> None:
    assert not (desk.home.path / "keys" / "seal.key").exists()
    public = desk.seal.public
    path = desk.home.path / "keys" / "seal.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir() if one.name.startswith("seal")] == ["seal.key"]
    with dp.Desk(f"sqlite:///{tmp_path / 'other.db'}", user="ana", home=desk.home.path) as other:
        assert other.seal.public == public and other.seal.sign(b"x") == desk.seal.sign(b"x")


def test_the_private_half_is_in_no_text_about_it(desk: dp.Desk) -> None:
    secret = (desk.seal.public, desk.home.path / "keys" / "seal.key")[1].read_bytes()
    for text in (repr(desk.seal), str(desk.seal), repr(vars(desk.seal)), repr(desk.trusted)):
        assert secret.hex() not in text and repr(secret)[2:-1] not in text


def test_a_fingerprint_is_twenty_digits_of_the_key(desk: dp.Desk) -> None:
    digits = hashlib.sha256(desk.seal.public).hexdigest()
    assert desk.seal.fingerprint.replace(" ", "") == digits[:20] and len(desk.seal.fingerprint.split()) == 5
    assert seal.fingerprint(b"\0" * 32) == "6668 7aad f862 bd77 6c8f"


MAKER = """
import sys
from dpcore.desk.home import Home
from dpcore.desk.signature import Seal
sys.stdin.readline()
print(Seal(Home(sys.argv[1])).public.hex())
"""


def test_processes_at_once_end_with_one_key(tmp_path: Path) -> None:
    Home(tmp_path)
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", MAKER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write("\n")
        maker.stdin.flush()
    assert len({maker.communicate()[0] for maker in makers}) == 1
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["seal.key"]


def test_threads_at_once_end_with_one_key(tmp_path: Path) -> None:
    home, start, found = Home(tmp_path), threading.Barrier(8), []

    def make() -> None:
        start.wait()
        found.append(Seal(home).public)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_whoever_comes_second_takes_the_first_ones_key(tmp_path: Path) -> None:
    """The race in slow motion: the key appears while a second one is being made."""
    home = Home(tmp_path)

    def late() -> bytes:
        (tmp_path / "keys" / "seal.key").write_bytes(b"first" * 8)
        return b"second"

    assert home.keep("seal.key", late) == b"first" * 8
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["seal.key"]


def test_a_damaged_key_is_never_signed_with(desk: dp.Desk) -> None:
    (desk.home.path / "keys" / "seal.key").write_bytes(b"short")
    with pytest.raises(dp.AccessError, match=r"signing key keys/seal\.key is damaged"):
        desk.seal.sign(b"x")


def test_trusted_keys_have_names_and_are_kept(desk: dp.Desk, tmp_path: Path) -> None:
    other = Seal(Home(tmp_path / "other"))
    assert [(one.public, one.name) for one in desk.trusted] == [(desk.seal.public, "this desk")]
    added = desk.trust(other.public, "  City of Ghent ")
    assert (added.name, added.fingerprint) == ("City of Ghent", other.fingerprint)
    desk.trust(b"\1" * 32, "aardvark")
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=desk.home.path) as again:
        assert [one.name for one in again.trusted] == ["this desk", "aardvark", "City of Ghent"]
    assert desk.trust(other.public.hex().upper(), "Ghent").name == "Ghent"
    assert [one.name for one in desk.trusted] == ["this desk", "aardvark", "Ghent"]
    files = [path for path in (desk.home.path / "keys" / "trusted").rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600} and len(files) == 2
    desk.distrust(other.public)
    desk.distrust("01" * 32)
    assert [one.public for one in desk.trusted] == [desk.seal.public]


def test_what_one_user_trusts_no_other_has_to(desk: dp.Desk, tmp_path: Path) -> None:
    desk.trust(b"\1" * 32, "a friend")
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", user="ana", home=desk.home.path) as ana:
        assert [one.name for one in ana.trusted] == ["this desk"]
        with pytest.raises(dp.AccessError, match="do not trust this key"):
            ana.distrust(b"\1" * 32)
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", user="../../x\0", home=desk.home.path) as odd:
        odd.trust(b"\2" * 32, "x")
        assert len(odd.trusted) == 2
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("public", [b"", b"\1" * 31, b"\1" * 33, "", "zz" * 32, "01" * 31, "../" * 20, None, 7, 32])
def test_what_is_no_key_is_refused(desk: dp.Desk, public: object) -> None:
    for act in (lambda: desk.trust(public, "name"), lambda: desk.distrust(public)):
        with pytest.raises(dp.AccessError, match="32 bytes, or 64 hexadecimal digits"):
            act()


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0", "\u202egnorw", "x" * 101, "this desk", None, 7, "\ud800"])
def test_a_key_needs_a_name_that_can_be_seen(desk: dp.Desk, name: object) -> None:
    with pytest.raises(dp.AccessError, match="visible letters"):
        desk.trust(b"\1" * 32, name)
    assert len(desk.trusted) == 1


def test_the_own_key_is_always_known(desk: dp.Desk) -> None:
    with pytest.raises(dp.AccessError, match="always trusted"):
        desk.trust(desk.seal.public, "me")
    with pytest.raises(dp.AccessError, match="do not trust this key"):
        desk.distrust(desk.seal.public)
    assert [one.name for one in desk.trusted] == ["this desk"]


P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def times_eight(y: int) -> tuple[int, int] | None:
    """Eight times the point of edwards25519 at this height, by its addition law; None if there is no such point."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P:
        return None
    for _ in range(3):
        bent = D * x * x * y * y % P
        x, y = 2 * x * y * pow(1 + bent, -1, P) % P, (y * y + x * x) * pow(1 - bent, -1, P) % P
    return x, y


def test_a_key_under_which_anybody_can_sign_is_not_trusted(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    low = [y for y in seal._LOW_ORDER if times_eight(y) == (0, 1)]
    assert len(low) == 5, "one point of order 1, one of 2, two of 4 (both at 0) and four of 8 (two each)"
    heights = [*low, *(y + P for y in range(19))]
    with dp.Desk(home=tmp_path) as desk:
        for height in heights:
            for sign in (0, 1):
                public = (height | sign << 255).to_bytes(32, "little")
                for given in (public, public.hex()):
                    with pytest.raises(dp.AccessError, match="Anybody can sign"):
                        desk.trust(given, "a friend")
                # R = A and s = 0 is a signature of every eighth message or more under a key of low order
                assert not any(seal.check(public, public + bytes(32), bytes([each])) for each in range(64))
        assert len(desk.trusted) == 1
        for _ in range(20):
            key = Ed25519PrivateKey.generate()
            public = key.public_key().public_bytes_raw()
            assert not seal.weak(public) and seal.check(public, key.sign(b"x"), b"x")
        desk.trust(public, "a friend")
