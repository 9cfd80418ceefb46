"""Every form in which answers leave a desk: link, page, bundle, records, plan, scripts, comparisons, command line."""

from __future__ import annotations

import asyncio
import contextlib
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dpcore as dp
from dpcore.cli.run import main
from dpcore.present import bundle, page, record
from dpcore.present.file import again, plan_file, script
from dpcore.present.over_time import compare, series
from pages.server.share_route import KINDS, Shared

TITLE, NOTE = "Answers for colleagues", "What was asked.\nAnd why."


def outlets(desk: dp.Desk, name: str, releases: Sequence[dp.Release]) -> dict[str, bytes]:
    """What is sent, by the name of its form; the link is revoked in the end. releases: of one lane."""
    dossier, dataset = desk.dossier(name, releases, TITLE, NOTE), desk.dataset(name)
    plan = again.plan(releases)
    found = {
        "page": page.html(dossier).encode(),
        "offline page": page.html(dossier, offline=True).encode(),
        "methods": record.methods(dossier).encode(),
        "registry": record.to_json(record.registry(dossier)),
        "points": record.to_json(record.nist(dossier)),
        "plan": plan_file.to_json(plan, dataset, made=dossier.time),
        "script": script.python(dataset, plan, opening=True).encode(),
        "notebook": script.notebook(dataset, plan, opening=True),
    }
    found |= {f"bundle/{file}": data for file, data in unpacked(bundle.write(dossier, desk.seal)).items()}
    return found | linked(desk, name, releases)


def compared(before: dp.Release, after: dp.Release) -> bytes:
    """Two answers of one question on two versions of the rows: beside each other, and as a series."""
    beside, points = compare.compare(before, after), series.series([before, after])
    return "\n".join([str(beside.words), beside.table.to_csv(), str(points.words), points.table.to_csv()]).encode()


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a bundle."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {file: archive.read(file) for file in archive.namelist()}


def linked(desk: dp.Desk, name: str, releases: Sequence[dp.Release]) -> dict[str, bytes]:
    """What a link gives in each of its forms, with its headers; then what it gives once it is revoked."""
    sharing = desk.sharing(name)
    share, token = sharing.publish(releases, TITLE, NOTE)
    sharing.comment(share.id, "Shall we ask for July too?")
    route, found = Shared(lambda: desk), {}
    for ending in KINDS:
        head, body = _sent(route, token, ending)
        assert head["status"] == 200, ending
        files = unpacked(body) if ending == "zip" else {"": body}
        found |= {f"link {ending}/{file}": data.replace(token.encode(), b"<token>") for file, data in files.items()}
        found[f"link {ending} headers"] = repr(sorted(head["headers"])).encode()
    found["links"] = repr([(one.title, one.note, one.state, one.opened) for one in sharing.all]).encode()
    found["comments"] = repr([(one.user, one.text) for one in sharing.comments(share.id)]).encode()
    sharing.revoke(share.id)
    return found | {"revoked": _sent(route, token, "")[1]}


def _sent(route: Shared, token: str, ending: str) -> tuple[Any, bytes]:
    """The head and the body of what the route sends."""
    path = f"/s/{token}" + (f".{ending}" if ending else "")
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(route(scope, receive, send))
    return sent[0], b"".join(message["body"] for message in sent[1:])


def commanded(home: Path, name: str, folder: Path) -> dict[str, bytes]:
    """What the command line prints and writes about a dataset, as text and as JSON."""
    folder.mkdir()
    lines = [["standing", name], ["ledger", name], ["share", name], ["share", name, "--last", "--title", TITLE]]
    lines = [[*line, *more] for line in lines for more in ([], ["--json"])]
    lines += [["share", name, "--title", TITLE, "--out", str(folder / file)] for file in ("page.html", "bundle.zip")]
    lines += [["verify", str(folder / "bundle.zip")], ["quote", name, str(folder / "none.json")]]
    found = {}
    for line in lines:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as noted:
            code = main(["--home", str(home), *line])
        assert (code == 0) is (line[0] != "quote"), (line, noted.getvalue())
        found[" ".join(line)] = f"{code}\n{out.getvalue()}\n{noted.getvalue()}".encode()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return found | files | unpacked(files["bundle.zip"])
