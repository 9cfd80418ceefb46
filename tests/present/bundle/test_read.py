"""Every file of a bundle, read back by another program."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import io
import json
import re
import subprocess
import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import jsonschema
import mistune
import pandas as pd
import pyarrow.parquet as pq
import pytest
from joserfc.jwk import OKPKey

import dpcore as dp
from dpcore.desk.dossier import Dossier
from dpcore.present.answers import all_of
from dpcore.present.bundle.canonical import canonical
from dpcore.present.file import plan_file
from tests.present.bundle.conftest import FORMULA, HOSTILE, NAME

NUMBERS = ["estimate", "std_error", "low", "high"]


@pytest.fixture(scope="module")
def folder(written: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle as Python's zipfile unpacks it."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(io.BytesIO(written)) as packed:
        assert packed.testzip() is None
        packed.extractall(folder)
    return folder


def answers(folder: Path, ending: str) -> list[Path]:
    return sorted((folder / "answers").glob(f"*.{ending}"))


def test_the_same_dossier_and_key_give_the_same_bytes(world: dp.Desk, dossier: Dossier, written: bytes) -> None:
    from dpcore.present import bundle

    assert bundle.write(dossier, world.seal) == written
    entries = zipfile.ZipFile(io.BytesIO(written)).infolist()
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}


def test_pandas_and_duckdb_read_each_csv_as_the_answer_says(folder: Path, dossier: Dossier) -> None:
    for path, answer in zip(answers(folder, "csv"), all_of(dossier.releases), strict=True):
        table = answer.table
        frame = pd.read_csv(path)
        theirs = duckdb.sql(f"select * from read_csv('{path}', header = true, all_varchar = false)").df()
        assert list(frame.columns)[-4:] == list(theirs.columns)[-4:] == NUMBERS
        for read in (frame, theirs):
            for name in NUMBERS:
                assert read[name].astype(float).tolist() == pytest.approx(table[name].tolist(), rel=1e-12)


def test_a_spreadsheet_runs_no_cell_of_a_csv(folder: Path) -> None:
    wards = pd.read_csv(next(path for path in answers(folder, "csv") if path.name.startswith("002")))["ward"].tolist()
    assert wards == ["A", "'" + FORMULA, HOSTILE, "'-2+3"]
    for path in answers(folder, "csv"):
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        texts = [cell for name in frame.columns[:-4] for cell in frame[name] if not re.fullmatch(r"-?[\d.]+", cell)]
        assert not [cell for cell in [*frame.columns, *texts] if cell.lstrip().startswith(("=", "+", "-", "@"))]


def test_parquet_keeps_the_types_for_pandas_pyarrow_and_duckdb(folder: Path, dossier: Dossier) -> None:
    for path, answer in zip(answers(folder, "parquet"), all_of(dossier.releases), strict=True):
        pd.testing.assert_frame_equal(pd.read_parquet(path), answer.table, check_dtype=False)
        assert pq.read_table(path).num_rows == len(answer.table)
        kinds = dict(duckdb.sql(f"select column_name, column_type from (describe select * from '{path}')").fetchall())
        assert [kinds[name] for name in NUMBERS] == ["DOUBLE"] * 4
        expected = {"ward": "VARCHAR", NAME: "BOOLEAN"}
        expected |= {"bin_low": "DATE", "bin_high": "DATE"} if "month" in path.name else {}
        assert {name: kinds[name] for name in expected if name in kinds} == {
            n: k for n, k in expected.items() if n in kinds
        }
    cross = duckdb.sql(f"select * from '{folder}/answers/003*.parquet'").df()
    assert set(cross["ward"]) == {"A", FORMULA, HOSTILE, "-2+3"} and set(cross[NAME]) == {False, True}
    months = duckdb.sql(f"select * from '{folder}/answers/005*.parquet'").fetchall()
    assert months[0][:2] == (dt.date(2026, 1, 1), dt.date(2026, 1, 31)) and len(months) == 12


def test_json_is_json_for_a_reader_that_knows_no_nan(folder: Path) -> None:
    found = sorted(folder.rglob("*.json"))
    assert len(found) == 9
    for path in found:
        json.loads(path.read_text("utf-8"), parse_constant=pytest.fail)
    assert duckdb.sql(f"select len(releases) from read_json('{folder}/releases.json')").fetchall() == [(7,)]


def test_the_releases_are_the_stored_records(folder: Path, world: dp.Desk) -> None:
    records = json.loads((folder / "releases.json").read_text())["releases"]
    assert [dp.Release.from_dict(one) for one in records] == world.releases("visits")


def test_the_plans_ask_the_same_at_the_same_price(folder: Path, world: dp.Desk, dossier: Dossier) -> None:
    for lane, price in (("gaussian", 0.2), ("pure", 0.05)):
        plan = plan_file.from_json((folder / f"plan-{lane}.json").read_bytes())
        quote = world.quote("visits", plan)
        mine = [one for one in dossier.releases if one.lane == lane]
        assert [ask.query.bind(dossier.table.schema) for ask in plan.asks] == [one.query for one in mine]
        total = sum(ask.price.total for ask in quote.asks)
        assert float(total) ** (0.5 if lane == "gaussian" else 1) == pytest.approx(price, rel=1e-9)


def test_the_registry_entry_has_the_form_that_is_shipped_beside_it(folder: Path) -> None:
    schema = json.loads((folder / "registry.schema.json").read_text())
    record = json.loads((folder / "registry.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    assert list(validator.iter_errors(record)) == []
    for spoil in (
        lambda entry: entry["deployment"]["privacy_loss"]["privacy_parameters"].update(epsilon=0),
        lambda entry: entry["deployment"]["basic"].pop("intended_use"),
        lambda entry: entry.update(status="Approved"),
        lambda entry: entry.update(surprise=1),
        lambda entry: entry["deployment"]["basic"].update(publication_date="soon"),
    ):
        bad = json.loads(json.dumps(record))
        spoil(bad["entry"])
        assert list(validator.iter_errors(bad))


class Tags(HTMLParser):
    """The tags, addresses and words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str | None] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("name", ["methods.md", "nist-800-226.md"])
def test_markdown_holds_headings_tables_and_nothing_of_anybody_else(folder: Path, name: str) -> None:
    html = mistune.create_markdown(
        escape=False, plugins=["table", "url", "strikethrough", "footnotes", "math", "superscript", "subscript", "mark"]
    )((folder / name).read_text("utf-8"))
    page = Tags()
    page.feed(str(html))
    allowed = {"h1", "h2", "h3", "p", "ul", "li", "strong", "blockquote", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.tags <= allowed and {"h1", "h2", "li"} <= page.tags
    assert page.links == []
    assert FORMULA + HOSTILE in "".join(page.words)


def test_the_page_is_one_file_without_a_script_or_an_address_outside(folder: Path) -> None:
    page = Tags()
    page.feed((folder / "page.html").read_text("utf-8"))
    assert "script" not in page.tags and "svg" in page.tags
    assert not [link for link in page.links if link and not link.startswith(("#", "data:"))]


def test_openssl_takes_the_signature(folder: Path, tmp_path: Path) -> None:
    signature = json.loads((folder / "signature.json").read_text())
    prefix = bytes.fromhex("302a300506032b6570032100")  # SubjectPublicKeyInfo of Ed25519, RFC 8410
    der = base64.b64encode(prefix + bytes.fromhex(signature["public_key"])).decode()
    (tmp_path / "key.pem").write_text(f"-----BEGIN PUBLIC KEY-----\n{der}\n-----END PUBLIC KEY-----\n")
    (tmp_path / "signature").write_bytes(bytes.fromhex(signature["signature"]))
    manifest = folder / "manifest.json"
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", tmp_path / "key.pem", "-rawin", "-in"]
    sound = subprocess.run([*command, manifest, "-sigfile", tmp_path / "signature"], capture_output=True, check=False)
    assert sound.returncode == 0, sound.stderr
    (tmp_path / "other.json").write_bytes(manifest.read_bytes().replace(b'"version":1', b'"version":2'))
    bad = subprocess.run(
        [*command, tmp_path / "other.json", "-sigfile", tmp_path / "signature"], capture_output=True, check=False
    )
    assert bad.returncode != 0


def test_another_library_signs_the_manifest_to_the_same_signature(folder: Path, world: dp.Desk) -> None:
    """Ed25519 is deterministic: the key as joserfc reads it gives the same 64 bytes."""
    seed = (world.home.path / "keys" / "seal.key").read_bytes()
    jwk = {
        "kty": "OKP",
        "crv": "Ed25519",
        "d": base64.urlsafe_b64encode(seed).rstrip(b"=").decode(),
        "x": base64.urlsafe_b64encode(world.seal.public).rstrip(b"=").decode(),
    }
    key = OKPKey.import_key(jwk).private_key
    made = key.sign((folder / "manifest.json").read_bytes()).hex()
    assert json.loads((folder / "signature.json").read_text())["signature"] == made


def test_sha256sum_finds_every_file_as_the_manifest_lists_it(folder: Path, dossier: Dossier) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    lines = "".join(f"{entry['sha256']}  {name}\n" for name, entry in manifest["files"].items())
    done = subprocess.run(["sha256sum", "-c"], cwd=folder, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {*manifest["files"], "manifest.json", "signature.json"}
    for name, entry in manifest["files"].items():
        assert entry["bytes"] == (folder / name).stat().st_size
        assert entry["sha256"] == hashlib.sha256((folder / name).read_bytes()).hexdigest()
    assert manifest["charges"] == [[one.seq, one.hash, one.prev] for one in dossier.charges]
    assert manifest["ledger"] == dossier.ledger and len(manifest["charges"]) == 2


def test_the_charges_are_where_the_ledger_has_them(folder: Path, world: dp.Desk) -> None:
    entries = {entry.seq: entry for entry in world.ledger("visits")}
    for seq, hashed, _ in json.loads((folder / "manifest.json").read_text())["charges"]:
        assert entries[seq].hash == hashed and entries[seq].kind == "charge"


def test_canonical_json_is_what_another_writer_makes_of_it(folder: Path) -> None:
    """Written again by hand: keys by code point, no blanks, ASCII."""

    def text(data: object) -> str:
        match data:
            case dict():
                return "{" + ",".join(f"{text(key)}:{text(data[key])}" for key in sorted(data)) + "}"
            case list():
                return "[" + ",".join(map(text, data)) + "]"
            case str():
                return '"' + "".join(letter(one) for one in data) + '"'
            case bool():
                return "true" if data else "false"
            case int():
                return str(data)
        raise AssertionError(data)

    def letter(one: str) -> str:
        if one in '"\\':
            return "\\" + one
        if " " <= one <= "~":
            return one
        units = one.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))

    for name in ("manifest.json", "signature.json"):
        written = (folder / name).read_bytes()
        assert text(json.loads(written)).encode() == written
    odd = {"é": "😀\x7f\u2028", "a": [1, -5, True, {}], "Z": '"\\/', "": []}
    assert canonical(odd) == text(odd).replace("\\u000a", "\\n").encode()


def test_a_dossier_is_as_new_as_what_it_holds(dossier: Dossier) -> None:
    """A program that does not know these records says that they are newer, and accuses nobody."""
    first = replace(dossier, releases=tuple(replace(one, version=1) for one in dossier.releases))
    assert [one.to_dict()["version"] for one in (dossier, first)] == [2, 1]
    assert Dossier.from_dict(json.loads(json.dumps(first.to_dict()))) == first
