"""A guest's question from the form to its card, on the screens. Prints what was seen, as JSON.

Run in a process of its own: pages take the tuples as they are when they are first drawn.
"""

from __future__ import annotations

import json
from typing import Any

from tests.contracts.guest import Middle, moved_in


def shown() -> dict[str, Any]:
    """Choose it, price it, release it, look at it."""
    from tests.pages.conftest import ASK, RESULTS, Screen

    screen = Screen().press("Try it").go(ASK)
    (question,) = [box for box in screen.at.selectbox if box.label == "Question"]
    seen: dict[str, Any] = {"questions": list(question.proto.options), "errors": []}
    screen.fill("Question", Middle.name).fill("Column", "age")
    seen["helps"] = [box.help for box in screen.at.selectbox]
    screen.press("Add to the plan")
    seen["plan"] = screen.text
    seen["errors"] += screen.errors
    screen.release()
    answers = screen.desk.releases("sample")
    seen["answers"], seen["rounds"] = [str(answer) for answer in answers], [len(answer.rounds) for answer in answers]
    seen["price"] = max(answer.mu or 0.0 for answer in answers)
    screen.go(RESULTS)
    seen["results"] = screen.text
    seen["errors"] += screen.errors
    return seen


if __name__ == "__main__":
    with moved_in():
        print(json.dumps(shown()))
