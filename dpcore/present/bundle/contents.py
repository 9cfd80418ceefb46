"""The files of a bundle, made from a dossier; and the dossier, read from the files of a genuine bundle."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dpcore.desk import dossier as dossiers
from dpcore.desk.dossier import Dossier
from dpcore.errors import DpError
from dpcore.plan.plan import Plan
from dpcore.present import page, record
from dpcore.present.answers import all_of
from dpcore.present.bundle.canonical import read as parsed
from dpcore.present.bundle.container import Broken
from dpcore.present.bundle.manifest import DOSSIER, MANIFEST, RELEASES, Signed, answer_name, chained
from dpcore.present.bundle.readme import README, readme
from dpcore.present.file import again, export, plan_file
from dpcore.release.record import Release
from dpcore.text import Text


def files(dossier: Dossier, fingerprint: str, plan: Plan | None) -> tuple[dict[str, bytes], list[str]]:
    """Names and contents of all files except manifest and signature; and the names of the answers' files, in order."""
    answers = {
        answer_name(number, release): release for number, release in enumerate(all_of(dossier.releases), start=1)
    }
    nist = record.nist(dossier)
    contents = {
        DOSSIER: json.dumps(dossier.to_dict(), allow_nan=False).encode(),
        RELEASES: export.records(dossier.records),
        "page.html": page.html(dossier, fingerprint=fingerprint, offline=True).encode(),
        "methods.md": record.methods(dossier).encode(),
        "registry.json": record.to_json(record.registry(dossier)),
        "registry.schema.json": record.to_json(record.SCHEMA),
        "nist-800-226.json": record.to_json(nist),
        "nist-800-226.md": record.nist_text(nist).encode(),
        **{f"{name}.csv": export.to_csv(answer) for name, answer in answers.items()},
        **{f"{name}.parquet": _parquet(answer) for name, answer in answers.items()},
        **{name: plan_file.to_json(data, made=dossier.time) for name, data in _plans(dossier, plan)},
    }
    return {**contents, README: readme(dossier, answers)}, list(answers)


def _plans(dossier: Dossier, plan: Plan | None) -> Iterator[tuple[str, Plan]]:
    """The plan file, or one per kind of noise if both were used, because a plan has one currency."""
    if plan is not None:
        yield "plan.json", plan
        return
    kinds = dict.fromkeys(release.kind for release in dossier.releases)
    for kind in kinds:
        releases = [release for release in dossier.releases if release.kind is kind]
        yield ("plan.json" if len(kinds) == 1 else f"plan-{kind.recorded}.json"), again.plan(releases)


def _parquet(release: Release) -> bytes:
    """The tidy table of one answer, with typed columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = io.BytesIO()
    table = pa.Table.from_pandas(release.table, preserve_index=False).replace_schema_metadata(None)
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def read(signed: Signed, members: Mapping[str, memoryview]) -> Dossier | None:
    """The dossier in a bundle from a trusted desk; None if a newer version wrote it.

    Raises Broken if its files contradict each other.
    """
    data = _parsed(members, DOSSIER)
    if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > dossiers.VERSION:
        return None
    try:
        dossier = Dossier.from_dict(data)
        words = {"title": dossier.title, "dataset": dossier.dataset, "by": dossier.by, "time": dossier.time}
        if any(signed.data.get(key) != value for key, value in {**words, **chained(dossier)}.items()):
            raise Broken(DOSSIER, _otherwise(MANIFEST))
        if _parsed(members, RELEASES) != {"releases": data["releases"]}:
            raise Broken(RELEASES, _otherwise(DOSSIER))
        if not dossier.unread:  # only their version knows which files belong to them; all files are signed
            now, before = all_of(dossier.releases), all_of(dossier.releases, as_before=True)
            for name, *answers in zip(signed.data["answers"], now, before, strict=True):
                _agree(answers, name, members)
    except Broken:
        raise
    except (DpError, csv.Error, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise Broken(DOSSIER, Text("it does not have the form that desks write")) from None
    return dossier


def _otherwise(file: str) -> Text:
    return Text("it does not agree with {file}", file=file)


def _parsed(members: Mapping[str, memoryview], name: str) -> Any:
    if name not in members:
        raise Broken(name, Text("it is missing"))
    try:
        return parsed(bytes(members[name]))
    except ValueError:
        raise Broken(name, Text("it is not JSON as desks write it")) from None


def _agree(answers: Sequence[Release], name: str, members: Mapping[str, memoryview]) -> None:
    """Raises Broken if the numbers of a table differ from those of the answer by each of the rules for intervals."""
    rows = list(csv.DictReader(io.StringIO(bytes(members[f"{name}.csv"]).decode(), newline="")))
    shown = {column: [float(row[column] or math.nan) for row in rows] for column in answers[0].estimates}
    if not any(_equal(shown, answer.estimates) for answer in answers):
        raise Broken(f"{name}.csv", _otherwise(DOSSIER))


def _equal(shown: Mapping[str, list[float]], released: Mapping[str, Sequence[float]]) -> bool:
    return all(
        len(shown[column]) == len(values) and all(map(_same, shown[column], values))
        for column, values in released.items()
    )


def _same(shown: float, released: float) -> bool:
    """Whether two figures are equal up to rounding, or both unknown (NaN)."""
    if math.isnan(shown) or math.isnan(released):
        return math.isnan(shown) and math.isnan(released)
    return math.isclose(shown, released, rel_tol=1e-9, abs_tol=1e-12)
