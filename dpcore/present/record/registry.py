"""A draft entry for the Differential Privacy Deployments Registry: what the desk knows, and questions for the rest.

An open field contains its question after the word OPEN. The draft therefore already has the registry's form, and
nobody can mistake a gap for an answer.
"""

from __future__ import annotations

import re
from typing import Any

from dpcore.desk.dossier import Dossier
from dpcore.present.record import fact
from dpcore.present.record.markdown import inert

OPEN = "OPEN: "


def registry(dossier: Dossier) -> dict[str, Any]:
    """The entry and its open questions, as plain data in the form of `schema.SCHEMA`.

    Texts are Markdown, as the registry renders them; names from the table are escaped.
    """
    entry = {
        "url_slug": re.sub(r"[^a-z0-9]+", "-", dossier.dataset.lower())[:60].strip("-") or "deployment",
        "status": "Draft",
        "tier": 3,
        "deployment": {
            "basic": _basic(dossier),
            "dp_variant": _variant(dossier),
            "privacy_loss": _loss(dossier),
            "deployment_model": _model(dossier),
            "accounting": _accounting(dossier),
            "implementation": _implementation(dossier),
            "administrative": {
                "notes": _words(
                    f"Written by {fact.SOFTWARE} from its ledger {dossier.ledger}, entries "
                    f"{', '.join(str(charge.seq) for charge in dossier.charges)}."
                ),
                "registry_authors": [f"{OPEN}Who is responsible for this record?"],
            },
        },
    }
    return {"record": "murmur registry entry", "version": 1, "entry": entry, "questions": list(_questions(entry))}


def _words(text: str) -> str:
    """Escaped text in which no name can look like an open question."""
    return inert(text, 10_000).replace(OPEN, OPEN.replace(":", "&#58;"))


def _basic(dossier: Dossier) -> dict[str, Any]:
    some = "; ".join(str(release) for release in dossier.releases[: fact.LISTED])
    more = f"; and {len(dossier.releases) - fact.LISTED} more" if len(dossier.releases) > fact.LISTED else ""
    made_up = "Made-up data: this table describes no real people. " if dossier.table.synthetic else ""
    return {
        "name": _words(dossier.title or dossier.dataset),
        "data_curators": [f"{OPEN}Which organisation publishes these answers?"],
        "description": _words(f"{made_up}Noisy answers to {len(dossier.releases)} questions: {some}{more}."),
        "intended_use": f"{OPEN}What are the answers for, and for whom?",
        "data_product_type": "Summary statistics",
        "data_product_region": f"{OPEN}Which region do the data describe, and whose laws apply?",
        "publication_date": dossier.time[:10],
    }


def _variant(dossier: Dossier) -> dict[str, str]:
    budget = dossier.budget
    units = "The number of units; it is public under this neighbouring relation."
    exact = [units] if dossier.table.neighbors == "replace" else []
    exact += [f"{name}: no neighbouring table can change it." for name in fact.public(dossier)]
    return {
        "variant_name": "Custom" if budget.mu is not None else "Approximate DP" if budget.delta else "Pure DP",
        "data_domain": _words(
            "Tables with any number of rows. Columns used, as people declared them: "
            + "; ".join(fact.columns(dossier))
            + "."
        ),
        "unprotected_quantities": _words(" ".join(exact) or "None in these answers, as far as the program knows."),
    }


def _loss(dossier: Dossier) -> dict[str, Any]:
    parameters = {"epsilon": fact.epsilon(dossier)}
    if dossier.budget.delta is not None:
        parameters["delta"] = dossier.budget.delta
    who = dossier.table.unit.identifier
    return {
        "privacy_unit": _words("Row" if who is None else f"One value of {who}, with a bounded number of rows"),
        "privacy_unit_details": _words(f"The unit is {fact.unit(dossier)}; {fact.neighbors(dossier)}."),
        "privacy_parameters": parameters,
        "privacy_parameters_details": _words(
            f"{fact.parameters(dossier)}, for all releases under this budget together. {fact.RAISED}"
        ),
    }


def _model(dossier: Dossier) -> dict[str, str]:
    versions = fact.versions(dossier)
    source = {"data_source_type_details": f"{OPEN}Will new rows be added over time?"}
    if versions != [1]:
        details = "A newer extract replaced the rows at least once; all versions are charged to the same budget."
        source = {"data_source_type": "Dynamic", "data_source_type_details": details}
    return {
        "model_name": "Central",
        "model_name_details": "The desk holds the rows and adds the noise; only noisy or public numbers leave it.",
        "actors": _words(
            "The owner of the table, the analysts and the operators of the desk's machine are trusted with the data "
            "that they hold; analysts see noisy answers only. Readers of the answers need not be trusted "
            "and may collude."
        )
        + f" {OPEN}Who are they, and who else can reach the rows?",
        "release_type": "Many releases",
        "release_type_details": (
            "One budget for the lifetime of the data set: it is never reset over time, and no question is answered "
            "beyond it. " + fact.RAISED
        ),
        **source,
        "access_type": "Interactive",
        "access_type_details": (
            "Members ask questions through the desk and see the price beforehand. One budget covers all of them "
            "together, so no assumption about collusion is needed. Readers of these answers see them as released."
        ),
    }


def _accounting(dossier: Dossier) -> dict[str, str]:
    return {
        "post_processing": (
            "Ratios, intervals and averages of repeated measurements are computed from noisy numbers and public facts."
        ),
        "composition": _words(fact.accounting(dossier)),
    }


def _implementation(dossier: Dossier) -> dict[str, str]:
    laws = "; ".join(fact.laws(dossier)) or "none was needed: every answer is public under this neighbouring relation"
    return {
        "preprocessing_and_hyperparameter_tuning": (
            "The program derived no bound, category, bin or limit from rows; people declared them. "
            f"{OPEN}How did they choose them, and did anybody look at the rows outside the program?"
        ),
        "mechanisms": _words(
            f"{fact.SOFTWARE}. {laws}. {fact.EXACT} Errors and refusals are decided on public facts before a row is "
            "read. The guarantee does not cover timing differences below network jitter, or attackers on the same "
            "machine."
        )
        + f" {OPEN}Which access controls protect the rows and the machine?",
        "justification": f"{OPEN}Why this unit, this epsilon and these questions?",
    }


def _questions(node: Any, path: str = "") -> Any:
    """Every open question with the JSON Pointer (RFC 6901) of its field in the entry."""
    if isinstance(node, str) and OPEN in node:
        yield {"field": path, "question": node.partition(OPEN)[2]}
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from _questions(child, f"{path}/{key}")
