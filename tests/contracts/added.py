"""Questions from the form to their exports, on the screens. Prints what was seen of each, as JSON.

Run in a process of its own, in a copy of the repository: `python -m tests.contracts.added`.
"""

from __future__ import annotations

import json
from typing import Any

from dpcore.present import bundle
from dpcore.present.file import export
from dpcore.present.record import methods
from tests.pages.conftest import ASK, RESULTS, Screen

ADDED = {"shortfall": {"Column": "age"}, "halves": {"Label": "urgent", "Column": "age"}}
"""The questions by their names, and what is filled in for each."""


def shown(screen: Screen, name: str) -> dict[str, Any]:
    """Choose it, plan it, release it, look at its card, and export it."""
    screen.go(ASK).fill("Question", name)
    for label, value in ADDED[name].items():
        screen.fill(label, value)
    screen.press("Add to the plan")
    seen: dict[str, Any] = {"plan": " ".join(row["question"] for row in screen.plan)}
    screen.release()
    (answer,) = [answer for answer in screen.desk.releases("sample") if answer.query.name == name]
    seen |= {"answer": str(answer), "estimate": list(answer.figures["estimate"]), "csv": export.to_csv(answer).decode()}
    screen.press("Dismiss").go(RESULTS)
    dossier = screen.desk.dossier("sample", [answer])
    seen |= {"card": screen.text, "methods": methods(dossier), "errors": screen.errors}
    seen["bundle"] = len(bundle.write(dossier, screen.desk.seal))
    return seen


if __name__ == "__main__":
    opened = Screen().press("Try it")
    print(json.dumps({name: shown(opened, name) for name in ADDED}))
