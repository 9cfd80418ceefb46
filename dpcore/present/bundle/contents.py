"""The files of a bundle, from a dossier alone; and the dossier again, from the files of a bundle that is genuine."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
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
    """Name and content of every file but manifest and signature; and the names of the answers' files, in order."""
    answers = {
        answer_name(number, release): release for number, release in enumerate(all_of(dossier.releases), start=1)
    }
    nist = record.nist(dossier)
    made = {
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
    return {**made, README: readme(dossier, answers)}, list(answers)


def _plans(dossier: Dossier, plan: Plan | None) -> Iterator[tuple[str, Plan]]:
    """The plan file, or one for each kind of noise where both were used: a plan has one currency."""
    if plan is not None:
        yield "plan.json", plan
        return
    kinds = dict.fromkeys(release.kind for release in dossier.releases)
    for kind in kinds:
        mine = [release for release in dossier.releases if release.kind is kind]
        yield ("plan.json" if len(kinds) == 1 else f"plan-{kind.recorded}.json"), again.plan(mine)


def _parquet(release: Release) -> bytes:
    """The tidy table of one answer, its columns typed as they are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = io.BytesIO()
    table = pa.Table.from_pandas(release.table, preserve_index=False).replace_schema_metadata(None)
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def read(signed: Signed, members: Mapping[str, memoryview]) -> Dossier | None:
    """What a trusted desk passed on; None where a newer version wrote it.

    Raises Broken where its files disagree.
    """
    data = _parsed(members, DOSSIER)
    if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > dossiers.VERSION:
        return None
    try:
        found = Dossier.from_dict(data)
        words = {"title": found.title, "dataset": found.dataset, "by": found.by, "time": found.time}
        if any(signed.data.get(key) != value for key, value in {**words, **chained(found)}.items()):
            raise Broken(DOSSIER, _otherwise(MANIFEST))
        if _parsed(members, RELEASES) != {"releases": data["releases"]}:
            raise Broken(RELEASES, _otherwise(DOSSIER))
        if not found.unread:  # which files are theirs, only their version knows; all of them are signed
            _agree(all_of(found.releases), signed.data["answers"], members)
    except Broken:
        raise
    except (DpError, csv.Error, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise Broken(DOSSIER, Text("it is not what a desk writes")) from None
    return found


def _otherwise(file: str) -> Text:
    return Text("it does not say what {file} says", file=file)


def _parsed(members: Mapping[str, memoryview], name: str) -> Any:
    if name not in members:
        raise Broken(name, Text("it is missing"))
    try:
        return parsed(bytes(members[name]))
    except ValueError:
        raise Broken(name, Text("it is no JSON that a desk writes")) from None


def _agree(answers: list[Release], names: list[str], members: Mapping[str, memoryview]) -> None:
    """Raises Broken naming the first table whose numbers are not those of its answer."""
    for name, answer in zip(names, answers, strict=True):
        rows = list(csv.DictReader(io.StringIO(bytes(members[f"{name}.csv"]).decode(), newline="")))
        for column, values in answer.estimates.items():
            shown = [float(row[column] or math.nan) for row in rows]
            if len(shown) != len(values) or not all(map(_same, shown, values)):
                raise Broken(f"{name}.csv", _otherwise(DOSSIER))


def _same(one: float, other: float) -> bool:
    """Whether two figures are one, or neither is known."""
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
