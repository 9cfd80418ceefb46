"""The points on which NIST SP 800-226 (March 2025) says a claim of differential privacy is to be evaluated.

They follow its pyramid from the top down: each layer only protects as well as those below it. What the program knows
is said; everything else is a question to the owner, and no point is ever called fulfilled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, final

from dpcore.desk.dossier import Dossier
from dpcore.present.record import fact
from dpcore.present.record.markdown import bullets, inert

PUBLICATION = "NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (March 2025)"


@final
@dataclass(frozen=True, slots=True)
class Point:
    """One point of a layer: what the program knows (or nothing), and what only people know (or nothing)."""

    layer: str
    name: str
    known: str = ""
    question: str = ""


def nist(dossier: Dossier) -> dict[str, Any]:
    """The points as plain data: layer, point, known, question (either may be empty, never both)."""
    points = [*_promise(dossier), *_algorithms(dossier), *_system(), *_deployment(dossier)]
    return {
        "record": "murmur nist sp 800-226",
        "version": 1,
        "publication": PUBLICATION,
        "doi": "10.6028/NIST.SP.800-226",
        "about": dossier.title or dossier.dataset,
        "software": fact.SOFTWARE,
        "points": [
            {"layer": point.layer, "point": point.name, "known": point.known, "question": point.question}
            for point in points
        ],
    }


def nist_text(record: dict[str, Any]) -> str:
    """The same for people, Markdown; nothing that people wrote is markup in it."""
    parts = [
        f"# Evaluation points of NIST SP 800-226: {inert(record['about'])}",
        f"{_inert(record['publication'])}, filled in by {_inert(record['software'])}. "
        "A point that the program cannot know is a question to the owner.",
    ]
    layer = ""
    for point in record["points"]:
        if point["layer"] != layer:
            layer = point["layer"]
            parts.append(f"## {_inert(layer)}")
        lines = [_inert(point["known"])] if point["known"] else []
        lines += [f"**Question to the owner:** {_inert(point['question'])}"] if point["question"] else []
        parts.append(f"### {_inert(point['point'])}\n\n{bullets(lines)}")
    return "\n\n".join(parts) + "\n"


def _inert(text: str) -> str:
    return inert(text, 20_000)


def _promise(dossier: Dossier) -> Iterator[Point]:
    top, unit = "Privacy parameters", "Unit of privacy"
    yield Point(
        top,
        "Parameters and variant",
        f"{fact.parameters(dossier)}, for everything ever released under this budget together; the answers here cost "
        + ", ".join(fact.price(release) for release in dossier.releases)
        + f". {fact.elsewhere(dossier)}",
        "Why was this budget chosen, and who agreed to it?",
    )
    yield Point(
        top,
        "Other releases of the same data",
        "Separate budgets add up. This desk refuses a second budget for rows that it recognises, unless the owner says "
        "that they are other people's.",
        "Were other statistics of these people published, with or without differential privacy?",
    )
    yield Point(
        unit,
        "Unit",
        f"The unit is {fact.unit(dossier)}.",
        "Is that everything one person has in the table, and is it the harm that people fear?",
    )
    yield Point(unit, "Neighbouring tables", f"Here {fact.neighbors(dossier)}.")
    if dossier.table.unit.identifier is None:
        yield Point(
            unit,
            "Rows of one person",
            "One row is protected; a person with several rows is protected less, by as many times epsilon or mu, and "
            "a delta beside epsilon grows by more than that.",
            "Can one person have several rows?",
        )
    else:
        yield Point(
            unit,
            "Bounded contributions",
            "Which rows of a unit are used is decided by a keyed hash over that unit's own rows. The bound is for the "
            "life of a version of the table and is not reset by time.",
        )


def _algorithms(dossier: Dossier) -> Iterator[Point]:
    layer = "Algorithms and correctness"
    laws = "; ".join(fact.laws(dossier)) or "no noise was needed: every answer is public under this relation"
    yield Point(layer, "Mechanisms and sensitivity", f"{laws}. Sensitivities follow from the declared bounds alone.")
    yield Point(
        layer,
        "Bounds and categories",
        "People declared them; the program took none from rows. " + "; ".join(fact.columns(dossier)) + ".",
        "How were they chosen? If somebody looked at the rows, that was an answer nobody paid for.",
    )
    yield Point(
        layer,
        "Utility",
        "Each answer carries its standard error and an interval, or how many ranks it is off where the rows alone "
        "could tell what that is in its own unit. Both are predicted before it was paid for; where they depend on the "
        "rows, as a range over stated assumptions.",
        "Is that good enough for what the answers are used for?",
    )
    yield Point(
        layer,
        "Bias",
        "Values outside the bounds are set to the nearest bound (clipping), rows beyond a unit's limit are not used, "
        "and ratios are biased where few rows are behind them; intervals cover privacy noise, not clipping and not "
        "sampling error. Groups with few rows have larger relative errors.",
        "Do the declared bounds, the categories or the way the data were collected miss or misstate some groups?",
    )
    exact = fact.public(dossier)
    if exact:
        yield Point(
            layer, "Exact numbers", f"Public under this relation and released without noise: {'; '.join(exact)}."
        )


def _system() -> Iterator[Point]:
    side, safe = "Side channels", "Security and access control"
    yield Point(side, "Arithmetic", fact.EXACT)
    yield Point(side, "Randomness", "The operating system's generator; nothing seeds or buffers it.")
    yield Point(
        side,
        "Timing and other channels",
        "Refusals are decided on public facts before a row is read. Time, memory, power and caches are not protected.",
        "Can somebody who should not measure them reach the machine?",
    )
    yield Point(
        safe,
        "Rows at rest",
        "Files and frames are frozen in a folder that only the desk's account can read; they are not encrypted by the "
        "program.",
        "Who can reach the desk's machine, its database and its backups, and are its disks encrypted?",
    )
    yield Point(
        safe,
        "Who may ask",
        "Members have roles for each table; every charge, share and approval is in a hash-chained ledger with who and "
        "when.",
        "Who are the members, and how do they sign in?",
    )


def _deployment(dossier: Dossier) -> Iterator[Point]:
    query, threat, collected = "Query model", "Threat and trust model", "Data collection exposure"
    yield Point(
        query,
        "Interactive questions",
        "Questions are chosen while earlier answers are seen, from a closed set with no code or SQL of the asker's. "
        + fact.accounting(dossier),
    )
    yield Point(
        query,
        "When the budget is spent",
        "Nothing more is answered. An owner can raise the budget, which is in the ledger, and then the larger one is "
        "the promise.",
        "Who decides that, and by what rule?",
    )
    yield Point(
        threat,
        "Central model",
        "The desk, its owner and its machine are trusted with the rows; whoever reads answers is not trusted, and all "
        "of them may work together.",
        "Do the people in the table have reason to trust them?",
    )
    yield Point(
        collected,
        "Collection and retention",
        "An owner can delete the rows of a table; the ledger and the answers stay.",
        "Who collected the data, for what, what was left out, and when will the rows be deleted?",
    )
