"""Whatever is done to a bundle, it is called genuine only where it is, to the last byte, what a trusted desk wrote."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcore as dp
from dpcore.desk.dossier import Dossier
from dpcore.present import bundle
from dpcore.present.bundle import container, verify
from dpcore.present.bundle.canonical import read
from dpcore.present.bundle.container import pack
from tests.present.bundle import forge

LOCAL = 30  # bytes of a local header before its name


@pytest.fixture(scope="module")
def key(world: dp.Desk) -> list[bytes]:
    """The trusted keys: the desk's own."""
    return [world.seal.public]


def altered(data: bytes, key: list[bytes], said: str = "") -> None:
    verdict = verify(data, key)
    assert verdict.state == "altered" and said in verdict.said, verdict.said
    assert verdict.dossier is None and not verdict.fingerprint and "Ask the sender" in verdict.hint


# What is genuine, and what is not known


def test_the_file_as_written_is_genuine(world: dp.Desk, dossier: Dossier, written: bytes, tmp_path: Path) -> None:
    verdict = verify(written, [world.seal.public])
    assert verdict.state == "genuine" and verdict.dossier == dossier
    assert verdict.said == (
        f"The desk with key {world.seal.fingerprint} signed this bundle, and no byte has changed since."
    )
    assert (verdict.hint, verdict.public, verdict.fingerprint) == ("", world.seal.public, world.seal.fingerprint)
    (tmp_path / "bundle.zip").write_bytes(written)
    assert verify(tmp_path / "bundle.zip", [world.seal.public]) == verdict
    assert verify(str(tmp_path / "bundle.zip"), [b"\1" * 32, world.seal.public]) == verdict


def test_a_signer_that_nobody_trusts_is_unknown_and_unread(world: dp.Desk, written: bytes, tmp_path: Path) -> None:
    for trusted in ([], [b"\0" * 32], [world.seal.public[:-1]], [world.seal.public + b"\0"]):
        verdict = verify(written, trusted)
        assert verdict.state == "unknown signer" and verdict.dossier is None
        assert verdict.said.endswith(f"its signer is unknown: key {world.seal.fingerprint}.")
        assert "for its fingerprint" in verdict.hint and verdict.public == world.seal.public
    other = forge.stranger(tmp_path)
    forged = forge.signed(forge.opened(written), other)
    verdict = verify(forged, [world.seal.public])
    assert (verdict.state, verdict.fingerprint) == ("unknown signer", other.fingerprint)
    assert verify(forged, [other.public]).state == "genuine"


# Bytes


def test_no_byte_can_be_changed(world: dp.Desk, key: list[bytes]) -> None:
    """Every byte around the contents, of the manifest and the signature, and every 37th of the rest."""
    written = bundle.write(world.dossier("visits", world.releases("visits")[:1]), world.seal)
    members = container.unpack(written)
    dense, at = set[int](), 0
    for name, data in members.items():
        start = at + LOCAL + len(name)
        dense.update(range(at, start))
        if name in ("manifest.json", "signature.json"):
            dense.update(range(start, start + len(data)))
        at = start + len(data)
    places = sorted(dense | set(range(at, len(written))) | set(range(0, len(written), 37)))
    assert len(places) > 4_000
    changed = bytearray(written)
    for place in places:
        changed[place] ^= 1 << place % 8
        verdict = verify(bytes(changed), key)
        assert verdict.state == "altered", (place, verdict.said)
        changed[place] = written[place]


def test_the_first_changed_file_is_named(written: bytes, key: list[bytes]) -> None:
    members = forge.opened(written)
    for name in members:
        spoilt = pack({**members, name: members[name] + b" "})
        altered(spoilt, key, f"The first problem is in {name}: ")


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.99, 0.99999])
def test_a_file_cut_short_is_altered(written: bytes, key: list[bytes], share: float) -> None:
    altered(written[: int(share * len(written))], key)


def test_nothing_can_stand_before_or_behind_it(written: bytes, key: list[bytes]) -> None:
    for before, behind in ((b"\0", b""), (b"", b"\0"), (b"#!/bin/sh\n", b""), (b"", written), (written, b"")):
        altered(before + written + behind, key)
    with_comment = written[:-2] + struct.pack("<H", 4) + b"note"
    assert zipfile.ZipFile(io.BytesIO(with_comment)).comment == b"note"
    altered(with_comment, key, "the zip structure around its files")
    directory = written[written.index(b"PK\x01\x02", -5000) :]
    altered(written + directory, key, "the zip structure around its files")


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_no_edit_of_any_length_is_genuine(written: bytes, key: list[bytes], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(written)))
    end = data.draw(st.integers(start, min(len(written), start + 300)))
    edited = written[:start] + data.draw(st.binary(max_size=300)) + written[end:]
    assert (verify(edited, key).state == "genuine") == (edited == written)


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=2_000), head=st.sampled_from([b"", b"PK\x03\x04", b"PK\x05\x06", b"PK\x01\x02"]))
def test_what_is_no_zip_is_altered_and_raises_nothing(key: list[bytes], data: bytes, head: bytes) -> None:
    altered(head + data, key)


def test_what_is_no_zip_is_said_to_be_none(key: list[bytes]) -> None:
    for data in (b"", b"not a zip", b"PK\5\6" + bytes(18), b"<html>"):
        altered(data, key, "it is not a zip file written by a desk")


# Packed again by another program


def packed(members: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None) -> bytes:
    """The members as Python's zipfile writes them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o100644 << 16
            change(info)
            file.writestr(info, data)
    return buffer.getvalue()


def test_the_same_contents_packed_again_are_another_file(written: bytes, key: list[bytes]) -> None:
    members = forge.opened(written)

    def deflate(info: zipfile.ZipInfo) -> None:
        info.compress_type = zipfile.ZIP_DEFLATED

    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = 0o120777 << 16

    def extra(info: zipfile.ZipInfo) -> None:
        info.extra = struct.pack("<HHI", 0xCAFE, 4, 0)

    def dated(info: zipfile.ZipInfo) -> None:
        info.date_time = (2026, 1, 1, 0, 0, 0)

    altered(packed(members, deflate), key, "it was repacked by another program")
    altered(packed(members, extra), key, "it was repacked by another program")
    altered(packed(members, link), key, "the zip structure around its files")
    altered(packed(members, dated), key, "the zip structure around its files")
    assert packed(members)[:4] == written[:4]


def test_zip64_is_none_of_ours(written: bytes, key: list[bytes]) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in forge.opened(written).items():
            with file.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                member.write(data)
    altered(buffer.getvalue(), key, "it was repacked by another program")


def test_an_encrypted_entry_is_altered(written: bytes, key: list[bytes]) -> None:
    secret = bytearray(written)
    secret[6] |= 1
    altered(bytes(secret), key, "the zip structure around its files")


# Members


def test_a_file_more_or_less_is_named(written: bytes, key: list[bytes], tmp_path: Path) -> None:
    members = forge.opened(written)
    altered(pack({**members, "zz.html": b"<script>"}), key, "zz.html: it was added after the bundle was signed")
    for gone in members:
        less = pack({name: data for name, data in members.items() if name != gone})
        altered(less, key, f"The first problem is in {gone}: it is missing")
    bigger = io.BytesIO(written)
    with zipfile.ZipFile(bigger, "a") as file:
        file.writestr("extra.txt", b"more")
    altered(bigger.getvalue(), key, "extra.txt: it was added")


def twice(written: bytes, name: str, data: bytes, other: str | None = None) -> bytes:
    """The bundle with one more member of this name in front of its index."""
    members = forge.opened(written)
    pieces = [bytes(piece) for piece in container.pieces(members)]
    again = [bytes(piece) for piece in container.pieces({other or name: data})][:3]
    locals_ = pieces[: 3 * len(members)]
    return b"".join([*locals_, *again, *pieces[3 * len(members) :]])


def test_a_name_is_there_once(written: bytes, key: list[bytes]) -> None:
    page = forge.opened(written)["page.html"]
    altered(twice(written, "page.html", page), key, "page.html: it appears twice")
    altered(twice(written, "page.html", b"other"), key, "page.html: it appears twice")
    altered(twice(written, "page.html", page, "Page.HTML"), key, "Page.HTML: it appears twice")


BAD_NAMES = [
    *(
        "../evil",
        "..",
        "/etc/passwd",
        "a/../../b",
        "answers\\001.csv",
        "C:evil",
        "C:\\evil",
        "a\0b",
        "",
        "a/",
        "/a",
        ".",
    ),
    *(
        "answers/001.csv ",
        "a b",
        ".hidden",
        "x.",
        "-rf",
        "a/b/c",
        "nul\n",
        "a" * 101,
        "%2e%2e/a",
        "~/a",
        "a//b",
        "con:",
    ),
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_leads_elsewhere_is_refused_even_when_it_is_signed(
    written: bytes, world: dp.Desk, key: list[bytes], name: str
) -> None:
    forged = forge.signed({**forge.opened(written), name: b"x"}, world.seal)
    assert verify(forged, key).state == "altered"
    with pytest.raises(container.Broken, match="desks do not use this file name"):
        container.unpack(forged)


@pytest.mark.parametrize("name", ["p\u0430ge.html", "\uff0e\uff0e/x", "page\u202e.html", "page.html\u200b"])
def test_a_name_that_only_looks_like_ours_is_refused(written: bytes, key: list[bytes], name: str) -> None:
    altered(packed({**forge.opened(written), name: b"x"}), key, "desks do not use this file name")


# Bombs


def peak(data: bytes, key: list[bytes]) -> tuple[str, int]:
    """The state, and the bytes that finding it took beside the file."""
    tracemalloc.start()
    try:
        state = verify(data, key).state
        return state, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_bomb_is_never_inflated(written: bytes, key: list[bytes]) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(20):
            file.writestr(f"answers/{number}.csv", b"\0" * 10_000_000)
    nested = io.BytesIO()
    with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("answers.zip", bomb.getvalue())
    for data in (bomb.getvalue(), nested.getvalue()):
        state, memory = peak(data, key)
        assert state == "altered" and memory < 1_000_000


def test_a_size_that_lies_is_not_believed(written: bytes, key: list[bytes]) -> None:
    for size in (0xFFFFFFFF, 0x7FFFFFFF, len(written)):
        lying = written[:18] + struct.pack("<II", size, size) + written[26:]
        state, memory = peak(lying, key)
        assert state == "altered" and memory < 1_000_000


def test_a_hundred_thousand_entries_are_too_many(key: list[bytes]) -> None:
    data = pack({f"a{number}": b"" for number in range(60_000)})
    data = data[: data.index(b"PK\x01\x02")] * 2
    state, memory = peak(data, key)
    assert state == "altered" and memory < 3_000_000
    altered(data, key, "it contains too many files")


def test_a_file_of_many_gigabytes_is_not_read(tmp_path: Path, key: list[bytes]) -> None:
    path = tmp_path / "bundle.zip"
    path.touch()
    os.truncate(path, 5_000_000_000)
    tracemalloc.start()
    verdict = verify(path, key)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert verdict.state == "altered" and "larger than the 200 MB" in verdict.said and memory < 1_000_000


# Manifest and signature


def test_the_signature_of_another_manifest_does_not_hold(written: bytes, world: dp.Desk, key: list[bytes]) -> None:
    members = forge.opened(written)
    other = forge.opened(forge.signed(members, world.seal, title="other"))
    altered(pack({**members, "signature.json": other["signature.json"]}), key, "manifest.json: its signature is not")
    altered(pack({**members, "manifest.json": other["manifest.json"]}), key, "manifest.json: its signature is not")


def test_another_key_cannot_be_put_in_its_place(
    written: bytes, world: dp.Desk, key: list[bytes], tmp_path: Path
) -> None:
    other = forge.stranger(tmp_path)
    members = forge.opened(written)
    text = members["manifest.json"]
    altered(pack({**members, "signature.json": forge.signature(text, other)}), key, "it was made with a different key")
    claimed = json.loads(forge.signature(text, other))
    for public, made in ((world.seal.public.hex(), claimed["signature"]), (claimed["public_key"], "")):
        mixed = forge.canonical({**claimed, "public_key": public, "signature": made})
        altered(pack({**members, "signature.json": mixed}), key)
    named = forge.canonical({**json.loads(text), "public_key": other.public.hex()})
    altered(forge.over({**members, "manifest.json": named}, world.seal), key, "it was made with a different key")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: {**one, "fingerprint": "0000 0000 0000 0000 0000"},
        lambda one: {**one, "signature": one["signature"].upper()},
        lambda one: {**one, "signature": one["signature"][:-2]},
        lambda one: {**one, "signature": " ".join([one["signature"]] * 2)[:130]},
        lambda one: {**one, "public_key": 7},
        lambda one: {**one, "signature": None},
        lambda one: [one],
        lambda one: "signature",
        lambda one: {},
    ],
)
def test_a_signature_file_has_one_form(written: bytes, key: list[bytes], spoil: Callable[[dict], object]) -> None:
    members = forge.opened(written)
    other = forge.canonical(spoil(json.loads(members["signature.json"])))
    altered(pack({**members, "signature.json": other}), key, "signature.json")


FORGED = (
    None,
    True,
    0,
    "",
    "ed25519",
    "Ed448",
    "dossier.json",
    "0" * 64,
    "0" * 128,
    "0000 0000 0000 0000 0000",
    [],
    {},
)


def test_every_other_signature_file_is_altered(written: bytes, key: list[bytes]) -> None:
    """Each field left out or changed, and fields that no desk writes: the file is one text or another file."""
    members = forge.opened(written)
    honest = json.loads(members["signature.json"])
    forged = [{name: value for name, value in honest.items() if name != left} for left in honest]
    forged += [{**honest, name: value} for name in honest for value in FORGED if value != honest[name]]
    forged += [{**honest, name: value} for name in ("note", "", "Signed", "version", "a" * 999) for value in FORGED]
    for other in forged:
        altered(pack({**members, "signature.json": forge.canonical(other)}), key)
    for text in (json.dumps(honest), json.dumps(honest, indent=1), json.dumps(dict(reversed(honest.items())))):
        altered(pack({**members, "signature.json": text.encode()}), key, "signature.json")


HOSTILE_JSON = [
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    b'{"format":NaN}',
    b'{"format":Infinity}',
    b'{"version":1e999}',
    b'{"version":1,"version":2}',
    b'{"version":' + b"9" * 5_000 + b"}",
    b'{"format":"\\ud800"}',
    b'\xef\xbb\xbf{"format":"murmur bundle"}',
    b'{"format":"\xff"}',
    b"[]",
    b"null",
    b"",
    b"{",
    b'{"format": "murmur bundle"}',
]


@pytest.mark.parametrize("text", HOSTILE_JSON, ids=range(len(HOSTILE_JSON)))
@pytest.mark.parametrize("name", ["manifest.json", "signature.json", "dossier.json", "releases.json"])
def test_hostile_json_is_altered_even_when_it_is_signed(
    written: bytes, world: dp.Desk, key: list[bytes], name: str, text: bytes
) -> None:
    members = {**forge.opened(written), name: text}
    if name == "manifest.json":
        altered(forge.over(members, world.seal), key)
        return
    altered(pack(members) if name == "signature.json" else forge.signed(members, world.seal), key, name)


@pytest.mark.parametrize("text", [b"[NaN]", b"[-Infinity]", b"[1e999]", b'{"a":1,"a":1}', b"[" * 9_999, b'"\xff"'])
def test_json_is_read_strictly(text: bytes) -> None:
    with pytest.raises(ValueError):
        read(text)
    assert read(b'{"a":[1,2.5,"\xc3\xa9",null,true]}') == {"a": [1, 2.5, "é", None, True]}


def test_json_with_too_much_in_it_is_not_built(key: list[bytes]) -> None:
    for text in (b"[" * 600_000, b"[" + b"0," * 11_000_000 + b"0]", b'"' + b"a" * 100_000_001 + b'"'):
        tracemalloc.start()
        with pytest.raises(ValueError, match="too large"):
            read(text)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "not the manifest of a bundle"},
        {"version": "1"},
        {"version": None},
        {"files": []},
        {"files": {}},
        {"files": None},
        {"files": {"page.html": None}},
        {"public_key": ""},
    ],
    ids=str,
)
def test_a_manifest_of_another_shape_is_altered(
    written: bytes, world: dp.Desk, key: list[bytes], changes: dict[str, object]
) -> None:
    altered(forge.signed(forge.opened(written), world.seal, **changes), key)


def test_a_manifest_of_megabytes_is_not_parsed(written: bytes, key: list[bytes]) -> None:
    members = forge.opened(written)
    for name in ("manifest.json", "signature.json"):
        altered(pack({**members, name: b" " * 4_000_001}), key, f"{name}: it is too large")


def test_another_form_of_the_same_manifest_is_altered(written: bytes, world: dp.Desk, key: list[bytes]) -> None:
    members = forge.opened(written)
    data = json.loads(members["manifest.json"])
    for text in (json.dumps(data), json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=False) + "\n"):
        altered(forge.over({**members, "manifest.json": text.encode()}, world.seal), key, "not canonical JSON")


# Files that disagree, under a signature that holds


def spoilt(written: bytes, name: str, change: Callable[[dict], object]) -> dict[str, bytes]:
    members = forge.opened(written)
    data = json.loads(members[name])
    change(data)
    return {**members, name: json.dumps(data).encode()}


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("releases.json", lambda data: data["releases"].pop(), "releases.json: it does not agree with dossier.json"),
        ("releases.json", lambda data: data["releases"][0].update(level=0.9), "releases.json: it does not agree"),
        ("releases.json", lambda data: data.update(more=1), "releases.json: it does not agree"),
        ("dossier.json", lambda data: data["charges"].pop(), "dossier.json: it does not agree with manifest.json"),
        ("dossier.json", lambda data: data["charges"][0].update(hash="0" * 64), "dossier.json: it does not agree"),
        ("dossier.json", lambda data: data.update(ledger="other"), "dossier.json: it does not agree"),
        ("dossier.json", lambda data: data.update(title="other"), "dossier.json: it does not agree"),
        ("dossier.json", lambda data: data.update(time="2001-01-01"), "dossier.json: it does not agree"),
        ("dossier.json", lambda data: data.pop("budget"), "dossier.json: it does not have the form that desks write"),
        (
            "dossier.json",
            lambda data: data["budget"].update(epsilon=-1),
            "dossier.json: it does not have the form that desks write",
        ),
        (
            "dossier.json",
            lambda data: data.update(version="1"),
            "dossier.json: it does not have the form that desks write",
        ),
        (
            "dossier.json",
            lambda data: data.update(releases=7),
            "dossier.json: it does not have the form that desks write",
        ),
        (
            "dossier.json",
            lambda data: data["table"].update(schema=3),
            "dossier.json: it does not have the form that desks write",
        ),
        (
            "manifest.json",
            lambda data: data["answers"].pop(),
            "dossier.json: it does not have the form that desks write",
        ),
        (
            "manifest.json",
            lambda data: data.update(answers=[1] * 7),
            "dossier.json: it does not have the form that desks write",
        ),
        ("manifest.json", lambda data: data.update(charges=None), "dossier.json: it does not agree"),
    ],
)
def test_files_that_disagree_are_not_genuine(
    written: bytes, world: dp.Desk, key: list[bytes], name: str, change: Callable[[dict], object], said: str
) -> None:
    altered(forge.signed(spoilt(written, name, change), world.seal), key, said)


def test_a_table_that_says_other_numbers_is_not_genuine(written: bytes, world: dp.Desk, key: list[bytes]) -> None:
    members = forge.opened(written)
    for name in [name for name in members if name.endswith(".csv")]:
        lines = members[name].decode().splitlines(keepends=True)
        digits = lines[-1].rstrip().split(",")
        digits[-4] = str(float(digits[-4]) + 1)
        for text in ("".join(lines[:-1]), "".join([*lines, lines[-1]]), "".join([*lines[:-1], ",".join(digits)])):
            altered(forge.signed({**members, name: text.encode()}, world.seal), key, name)
    binary = {**members, name: b"\xff\xfe"}
    altered(forge.signed(binary, world.seal), key)


def test_what_a_newer_version_wrote_is_not_called_altered(written: bytes, world: dp.Desk, key: list[bytes]) -> None:
    members = forge.opened(written)
    verdict = verify(forge.signed(members, world.seal, version=2, files={"anything": 1}), key)
    assert verdict.state == "unknown signer" and "newer version" in verdict.said and verdict.dossier is None
    newer = spoilt(written, "dossier.json", lambda data: data.update(version=99, table=None))
    verdict = verify(forge.signed(newer, world.seal), key)
    assert verdict.state == "genuine" and verdict.dossier is None


def test_a_loss_that_only_a_newer_version_knows_is_not_called_altered(
    written: bytes, world: dp.Desk, key: list[bytes]
) -> None:
    def newer(data: dict[str, Any]) -> None:
        data["releases"][0]["rounds"][0][0]["loss"] = {"loss": "of_tomorrow", "amount": "1"}

    def without(data: dict[str, Any]) -> None:
        data["releases"][0]["rounds"][0][0]["loss"] = "nothing"

    both = spoilt(written, "dossier.json", newer)
    both["releases.json"] = spoilt(written, "releases.json", newer)["releases.json"]
    verdict = verify(forge.signed(both, world.seal), key)
    assert verdict.state == "genuine" and verdict.dossier is not None
    assert len(verdict.dossier.unread) == 1 and verdict.dossier.releases
    altered(
        forge.signed(spoilt(written, "dossier.json", without), world.seal), key, "not have the form that desks write"
    )


# The machine around it


@pytest.mark.parametrize("path", ["missing.zip", ".", "a\0b", "pipe", "x" * 5_000])
def test_a_path_that_is_no_file_is_refused_in_one_sentence(tmp_path: Path, path: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(dp.SourceError, match="that can be read"):
        verify(tmp_path / path, [])


WATCHED = """
import sys
from pathlib import Path
from dpcore.present import bundle
trusted, paths = [bytes.fromhex(sys.argv[1])], sys.argv[2:]
bundle.verify(Path(paths[0]), trusted)  # whatever is imported late, is imported now
def watch(event, args):
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        raise SystemExit(f"writes {args[0]}")
    if event.startswith(("subprocess", "os.", "shutil", "socket", "import", "exec", "compile", "pickle", "tempfile")):
        if event not in ("os.listdir",):
            raise SystemExit(f"does {event} {args!r:.200}")
sys.addaudithook(watch)
print(*[bundle.verify(Path(path), trusted).state for path in paths], sep=",")
"""


def test_checking_writes_nothing_and_runs_nothing(written: bytes, world: dp.Desk, tmp_path: Path) -> None:
    members = forge.opened(written)
    evil = {**members, "dpcore.py": b"raise SystemExit('ran')", "page.html": b"<script>"}
    for name, data in {"a": written, "b": pack(evil), "c": written[:-9], "d": forge.signed(evil, world.seal)}.items():
        (tmp_path / name).write_bytes(data)
    before = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, world.seal.public.hex(), *(str(tmp_path / name) for name in "abcd")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(dp.__file__).parent.parent)},
    )
    assert done.stdout.strip() == "genuine,altered,altered,genuine", done.stdout + done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_another_desk_knows_it_once_the_key_is_trusted(written: bytes, world: dp.Desk, tmp_path: Path) -> None:
    with dp.Desk(f"sqlite:///{tmp_path / 'other.db'}", home=tmp_path / "other") as other:

        def state() -> str:
            return verify(written, [one.public for one in other.trusted]).state

        assert state() == "unknown signer"
        assert other.trust(verify(written, []).public, "them").fingerprint == world.seal.fingerprint
        assert state() == "genuine"
        other.distrust(world.seal.public)
        assert state() == "unknown signer"
