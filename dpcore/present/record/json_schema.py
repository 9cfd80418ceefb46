"""The JSON Schema of a registry file: a draft entry, and the questions that only people can answer.

The entry has the fields of the Differential Privacy Deployments Registry (github.com/opendp/deployments-registry-data,
its schema of July 2026), by Dwork, Kohli & Mulligan's proposal (2019) and Ghazi, Nanayakkara & Vadhan's form (2025).
"""

from __future__ import annotations

from typing import Any


def _closed(required: list[str], **properties: Any) -> dict[str, Any]:
    """An object of these properties and no others."""
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


_TEXT = {"type": "string", "minLength": 1}
_TEXTS = {"type": "array", "items": _TEXT, "minItems": 1}


def _one_of(*values: str) -> dict[str, Any]:
    return {"enum": list(values)}


_BASIC = _closed(
    [
        "name",
        "data_curators",
        "description",
        "intended_use",
        "data_product_type",
        "data_product_region",
        "publication_date",
    ],
    name=_TEXT,
    data_curators=_TEXTS,
    description=_TEXT,
    intended_use=_TEXT,
    data_product_type=_one_of("Summary statistics"),
    data_product_region=_TEXT,
    publication_date={"type": "string", "format": "date"},
)
_VARIANT = _closed(
    ["variant_name", "data_domain", "unprotected_quantities"],
    variant_name=_one_of("Pure DP", "Approximate DP", "Custom"),
    data_domain=_TEXT,
    unprotected_quantities=_TEXT,
)
_LOSS = _closed(
    ["privacy_unit", "privacy_unit_details", "privacy_parameters", "privacy_parameters_details"],
    privacy_unit=_TEXT,
    privacy_unit_details=_TEXT,
    privacy_parameters=_closed(
        ["epsilon"],
        epsilon={"type": "number", "exclusiveMinimum": 0},
        delta={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    ),
    privacy_parameters_details=_TEXT,
)
_MODEL = _closed(
    ["model_name", "model_name_details", "actors", "release_type", "release_type_details", "access_type"],
    model_name=_one_of("Central"),
    model_name_details=_TEXT,
    actors=_TEXT,
    release_type=_one_of("Many releases"),
    release_type_details=_TEXT,
    data_source_type=_one_of("Static", "Dynamic"),
    data_source_type_details=_TEXT,
    access_type=_one_of("Interactive"),
    access_type_details=_TEXT,
)
_ENTRY = _closed(
    ["url_slug", "status", "tier", "deployment"],
    url_slug={"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
    status=_one_of("Draft"),
    tier={"enum": [1, 2, 3]},
    deployment=_closed(
        ["basic", "dp_variant", "privacy_loss", "deployment_model", "accounting", "implementation", "administrative"],
        basic=_BASIC,
        dp_variant=_VARIANT,
        privacy_loss=_LOSS,
        deployment_model=_MODEL,
        accounting=_closed(["post_processing", "composition"], post_processing=_TEXT, composition=_TEXT),
        implementation=_closed(
            ["preprocessing_and_hyperparameter_tuning", "mechanisms", "justification"],
            preprocessing_and_hyperparameter_tuning=_TEXT,
            mechanisms=_TEXT,
            justification=_TEXT,
        ),
        administrative=_closed(["notes", "registry_authors"], notes=_TEXT, registry_authors=_TEXTS),
    ),
)

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A draft for the Differential Privacy Deployments Registry",
    **_closed(
        ["record", "version", "entry", "questions"],
        record={"const": "murmur registry entry"},
        version={"const": 1},
        entry=_ENTRY,
        questions={
            "type": "array",
            "items": _closed(["field", "question"], field={"type": "string", "format": "json-pointer"}, question=_TEXT),
        },
    ),
}
