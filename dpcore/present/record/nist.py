"""The evaluation points of NIST SP 800-226 (March 2025) for a claim of differential privacy.

They follow its pyramid from the top down: each layer depends on those below it. The program states what it knows;
everything else is a question to the owner. No point is ever marked as fulfilled.
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
    """One point of a layer. known: what the program knows. question: what only the owner knows. One may be empty."""

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
    """The same as Markdown for reading; text written by people is escaped."""
    parts = [
        f"# Evaluation points of NIST SP 800-226: {inert(record['about'])}",
        f"{_inert(record['publication'])}, filled in by {_inert(record['software'])}. "
        "Where the program cannot know the answer, there is a question to the owner.",
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
        f"{fact.parameters(dossier)}, for all releases under this budget together; these answers cost "
        + ", ".join(fact.price(release) for release in dossier.releases)
        + f". {fact.elsewhere(dossier)}",
        "Why was this budget chosen, and who agreed to it?",
    )
    yield Point(
        top,
        "Other releases of the same data",
        "The losses of separate budgets add up. This desk refuses a second budget for rows that it recognises, unless "
        "the owner states that they are about other people.",
        "Were other statistics of these people published, with or without differential privacy?",
    )
    yield Point(
        unit,
        "Unit",
        f"The unit is {fact.unit(dossier)}.",
        "Does the unit cover all data of one person in the table, and does it cover the harm that people fear?",
    )
    yield Point(unit, "Neighbouring tables", f"In this dataset, {fact.neighbors(dossier)}.")
    if dossier.table.unit.identifier is None:
        yield Point(
            unit,
            "Rows of one person",
            "One row is protected. A person with several rows is protected less: epsilon or mu is multiplied by the "
            "number of rows, and a delta beside epsilon grows by more than that factor.",
            "Can one person have several rows?",
        )
    else:
        yield Point(
            unit,
            "Bounded contributions",
            "A keyed hash over a unit's own rows decides which of them are used. The bound holds for the lifetime of a "
            "version of the table and is not reset over time.",
        )


def _algorithms(dossier: Dossier) -> Iterator[Point]:
    layer = "Algorithms and correctness"
    laws = (
        "; ".join(fact.laws(dossier)) or "no noise was needed: every answer is public under this neighbouring relation"
    )
    yield Point(layer, "Mechanisms and sensitivity", f"{laws}. Sensitivities follow from the declared bounds alone.")
    yield Point(
        layer,
        "Bounds and categories",
        "People declared them; the program derived none of them from rows. " + "; ".join(fact.columns(dossier)) + ".",
        "How were they chosen? If somebody looked at the rows to choose them, that was a release without a charge.",
    )
    yield Point(
        layer,
        "Utility",
        "Each answer states its standard error and an interval, or its error in ranks where the error in the unit of "
        "the values depends on the rows. Errors were predicted before the charge; where they depend on the rows, as a "
        "range under stated assumptions.",
        "Is this accurate enough for the use of the answers?",
    )
    yield Point(
        layer,
        "Bias",
        "Values outside the bounds are set to the nearest bound (clipping), rows beyond a unit's limit are not used, "
        "and ratios based on few rows are biased. Intervals cover privacy noise only, not clipping or sampling error. "
        "Groups with few rows have larger relative errors.",
        "Do the declared bounds, the categories or the way the data were collected miss or misstate some groups?",
    )
    exact = fact.public(dossier)
    if exact:
        yield Point(
            layer,
            "Exact numbers",
            f"Public under this neighbouring relation and released without noise: {'; '.join(exact)}.",
        )


def _system() -> Iterator[Point]:
    side, safe = "Side channels", "Security and access control"
    yield Point(side, "Arithmetic", fact.EXACT)
    yield Point(side, "Randomness", "The operating system's generator, without seeding or buffering.")
    yield Point(
        side,
        "Timing and other channels",
        "Refusals are decided on public facts before a row is read. Running time, memory, power and caches are not "
        "protected.",
        "Can anyone who should not measure these reach the machine?",
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
        "Members have roles for each table. A hash-chained ledger records every charge, share and approval with user "
        "and time.",
        "Who are the members, and how do they sign in?",
    )


def _deployment(dossier: Dossier) -> Iterator[Point]:
    query, threat, collected = "Query model", "Threat and trust model", "Data collection exposure"
    yield Point(
        query,
        "Interactive questions",
        "Users may choose questions after seeing earlier answers, from a closed set without user-written code or SQL. "
        + fact.accounting(dossier),
    )
    yield Point(
        query,
        "When the budget is spent",
        "No further question is answered. An owner can raise the budget; the ledger records this, and the larger "
        "budget is then the guarantee.",
        "Who decides that, and by what rule?",
    )
    yield Point(
        threat,
        "Central model",
        "The desk, its owner and its machine are trusted with the rows. Readers of answers are not trusted, and all "
        "of them may collude.",
        "Do the people in the table have reason to trust them?",
    )
    yield Point(
        collected,
        "Collection and retention",
        "An owner can delete the rows of a table; the ledger and the answers stay.",
        "Who collected the data and for what purpose, what was left out, and when will the rows be deleted?",
    )
