"""A question from the form to its export, on the screens. Prints what was seen, as JSON.

Run in a process of its own, in a copy of the repository: `python -m tests.contracts.added NAME LABEL=VALUE ...`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from dpcore.present import bundle
from dpcore.present.file import export
from dpcore.present.record import methods


def shown(name: str, fields: dict[str, str]) -> dict[str, Any]:
    """Choose it, plan it, release it, look at its card, and export it."""
    from tests.pages.conftest import ASK, RESULTS, Screen

    screen = Screen().press("Try it").go(ASK).fill("Question", name)
    for label, value in fields.items():
        screen.fill(label, value)
    screen.press("Add to the plan")
    seen: dict[str, Any] = {"plan": screen.text}
    screen.release()
    (answer,) = screen.desk.releases("sample")
    seen |= {"answer": str(answer), "estimate": list(answer.figures["estimate"]), "csv": export.to_csv(answer).decode()}
    screen.go(RESULTS)
    dossier = screen.desk.dossier("sample", [answer])
    seen |= {"card": screen.text, "methods": methods(dossier), "errors": screen.errors}
    seen["bundle"] = len(bundle.write(dossier, screen.desk.seal))
    return seen


if __name__ == "__main__":
    name, *pairs = sys.argv[1:]
    print(json.dumps(shown(name, dict(pair.split("=") for pair in pairs))))
