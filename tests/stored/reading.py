"""All that a desk says of what it keeps, as plain data: kept beside old files, and compared with what is said now."""

from __future__ import annotations

import math
import re
from dataclasses import asdict
from typing import Any

import dpcore as dp
from dpcore.errors import AccessError
from dpcore.present import bundle as bundles
from dpcore.present.file import plan_file
from dpcore.present.page import html
from dpcore.result import Function

SHARES = (0.0, 0.1, 1 / 3, 0.5, 0.77, 1.0)
"""Where a curve is read, between its ends."""
_ANEW = re.compile(r"/tables/0\.5/(low|high)/\d+$")
USERS = ("owner", "ana@example.org", "eve", "zoë")


def read(desk: dp.Desk) -> dict[str, Any]:
    """What a user is told of every dataset of theirs; what they may not read is left out."""
    return {dataset.name: _dataset(desk, dataset) for dataset in desk.datasets()}


def _dataset(desk: dp.Desk, dataset: dp.Dataset) -> dict[str, Any]:
    name = dataset.name
    found = {
        "id": dataset.id,
        "version": dataset.version,
        "role": dataset.role,
        "facts": dataset.table.to_dict(),
        "budget": dataset.budget.to_dict(),
        "standing": _standing(desk.standing(name)),
        "entries": [[entry.seq, entry.hash, entry.time, entry.user, entry.kind] for entry in desk.ledger(name)],
        "releases": [release(one) for one in desk.releases(name)],
        "team": _team(desk.team(name)),
        "links": [asdict(one) for one in desk.sharing(name).all],
    }
    if dataset.role != "viewer":
        found["unanswered"] = [str(query) for query in desk.unanswered(name)]
        found["scenarios"] = [one.to_dict() for one in desk.scenarios(name)]
    return found


def release(one: dp.Release) -> dict[str, Any]:
    """A stored answer, its table, and what it says at another level."""
    tables = {str(level): one.at_level(level).table for level in (one.level, 0.5)}
    return {
        "stored": one.to_dict(),
        "words": str(one.query),
        "tables": {level: table.astype(str).to_dict("list") for level, table in tables.items()},
        **_curve(one),
    }


def _curve(one: dp.Release) -> dict[str, Any]:
    """What a function says between its points."""
    if not isinstance(one.result, Function):
        return {}
    low, high = one.result.bounds
    found = one.at([low + share * (high - low) for share in SHARES])
    return {"curve": found.astype(str).to_dict("list")}


def _standing(standing: dp.Standing) -> dict[str, Any]:
    def figures(one: Any) -> list[float | None]:
        return [None if one is None else getattr(one, name) for name in ("epsilon", "delta", "mu")]

    return {
        "filter": standing.filter,
        "total": figures(standing.total),
        "spent": figures(standing.spent),
        "remaining": figures(standing.remaining),
        "comparison": [row.name for row in standing.comparison()],
    }


def _team(team: Any) -> dict[str, Any]:
    return {
        "members": [asdict(one) for one in team.members],
        "slices": [asdict(one) for one in team.slices],
        "proposals": [{**asdict(one), "plan": one.plan.to_dict()} for one in team.proposals],
    }


def opened(desk: dp.Desk, token: str) -> dict[str, Any] | None:
    """What a link shows, or None where it opens nothing."""
    try:
        found = desk.open_share(token, count=False)
    except AccessError:
        return None
    page = html(found.dossier)
    comments = [[one.user, one.text] for one in desk.comments_on(token)]
    return {"dossier": found.dossier.to_dict(), "comments": comments, "titled": found.share.title in page}


def bundle(data: bytes, public: bytes) -> dict[str, Any]:
    """The verdict on a bundle, and what was read from it."""
    verdict = bundles.verify(data, [public])
    answers = [] if verdict.dossier is None else [release(one) for one in verdict.dossier.releases]
    return {"state": verdict.state, "answers": answers}


def plan(text: str) -> dict[str, Any]:
    """The plan of a file."""
    found = plan_file.read(text)
    return {"plan": found.plan.to_dict(), "name": found.name, "unit": repr(found.unit), "columns": repr(found.columns)}


def differences(kept: Any, found: Any, path: str = "") -> list[str]:
    """Where what is said now is not what was said then; more than was said then may be said now.

    An interval that is computed anew, at another level than the stored one, may be up to a hundredth wider: intervals
    of shares ignored once that noise of few rows is in whole rows.
    """
    if isinstance(kept, dict) and isinstance(found, dict):
        lacking = [f"{path}/{key} is gone" for key in kept.keys() - found.keys()]
        return lacking + [
            one for key in kept.keys() & found.keys() for one in differences(kept[key], found[key], f"{path}/{key}")
        ]
    if isinstance(kept, list) and isinstance(found, list | tuple):
        if len(kept) != len(found):
            return [f"{path} has {len(found)} entries instead of {len(kept)}"]
        pairs = enumerate(zip(kept, found, strict=True))
        return [one for at, (old, new) in pairs for one in differences(old, new, f"{path}/{at}")]
    if isinstance(kept, float) and isinstance(found, float):
        same = math.isclose(kept, found, rel_tol=1e-9) or (math.isnan(kept) and math.isnan(found))
        return [] if same else [f"{path} is {found!r} instead of {kept!r}"]
    if kept != found and (end := _ANEW.search(path)) and isinstance(kept, str) and isinstance(found, str):
        wider = float(found) - float(kept) if end[1] == "high" else float(kept) - float(found)
        return [] if 0 <= wider < 0.01 and 0 <= float(found) <= 1 else [f"{path} is {found} instead of {kept}"]
    return [] if kept == found else [f"{path} is {found!r} instead of {kept!r}"]
