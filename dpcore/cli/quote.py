"""Show the price of a plan and the predicted errors of its answers. Reads no row and charges nothing.

exit codes: 0 the budget allows the plan, 1 it does not
"""

from __future__ import annotations

import argparse
import math
from typing import Any

from dpcore.cli import place, say
from dpcore.desk.desk import Desk
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request
from dpcore.present.file import plan_file
from dpcore.present.file.plan_file import PlanFile
from dpcore.present.text.size import brief, change, size
from dpcore.present.text.unit import warning
from dpcore.present.text.words import frequency, meter
from dpcore.queries.question.prediction import Margin
from dpcore.table.table import Table
from dpcore.text import Text

REFUSAL = Text("The budget does not allow this plan.")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("plan", metavar="PLAN.json", help="a plan file; - reads it from standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")


def run(options: argparse.Namespace) -> int:
    """Prints the quote; the exit code says whether the budget allows the plan."""
    asked = place.plan(options.plan)
    with place.desk(options) as desk:
        quote, table = quoted(desk, options.dataset, asked), desk.dataset(options.dataset).table
    if options.json:
        say.document({"dataset": options.dataset, **data(quote, table)})
    else:
        say.result(text(quote, table))
    return 0 if quote.fits else 1


def quoted(desk: Desk, name: str, asked: PlanFile) -> Quote:
    """The quote of a plan that fits the table. Differences from the plan's original dataset are noted on stderr."""
    table = desk.dataset(name).table
    plan_file.check(asked.plan, table)
    for line in asked.differences(table):
        say.note(f"Note: {say.inert(line, 300)}")
    return desk.quote(name, asked.plan)


def text(quote: Quote, table: Table) -> str:
    """The quote as text: one line per question, the total price and the remaining budget."""
    levels = {ask.ask.level for ask in quote.asks}
    title = "error" if len(levels) > 1 else f"error ({frequency(*levels)})"
    warned = any(ask.judged.useless for ask in quote.asks)
    rows = [
        (
            ask.query,
            "already answered" if stored else f"{quote.currency} {ask.amount:.3g}",
            _wrong(ask, stored, now, better),
            *([_useless(ask, stored, better, table)] if warned else []),
        )
        for ask, stored, now, better in zip(quote.asks, quote.stored, quote.now, quote.improved, strict=True)
    ]
    assumed = dict.fromkeys(ask.error.assumption for ask in quote.asks if ask.error.assumption)
    left = f"Afterwards: {meter(quote.after, table)}" if quote.after is not None and quote.fits else REFUSAL
    heads = ("question", "costs", title, *(["note"] if warned else []))
    lines = [say.table(heads, rows, 2), "", f"Total: {_cost(quote)}. {left}"]
    return "\n".join([*lines, *(say.inert(hint, 400) for hint in (*assumed, *quote.hints, *quote.limits))])


def _wrong(ask: Request, stored: bool, now: Margin | None, better: Margin | None) -> str:
    """The present error and the error after another measurement; for a new question the predicted error and its range.

    A measurement in the other unit of price cannot be combined with the existing answer.
    """
    if now is None:
        return _predicted(ask)
    if better is not None:
        return change(ask.query, now, better)
    return f"{brief(ask.query, now)} now" if stored else f"{_predicted(ask)} by itself; {brief(ask.query, now)} now"


def _useless(ask: Request, stored: bool, better: Margin | None, table: Table) -> str:
    """That no answer with this error is usable, and why; else empty."""
    half = ask.half_width if better is None else better.typical
    return "" if stored else warning(ask.query, table, half, ask.error.needed if better is None else ())


def _predicted(ask: Request) -> str:
    if not math.isfinite(ask.half_width):
        return "unknown"
    low, high = size(ask.query, ask.error.low), size(ask.query, ask.error.high)
    half = size(ask.query, ask.half_width)
    if half == high != low:
        return f"±{low} to {high}"
    return f"±{half}" + (f" (between {low} and {high})" if low != high else "")


def data(quote: Quote, table: Table) -> dict[str, Any]:
    """The quote as data for JSON."""
    return {
        "price": quote.price,
        "currency": quote.currency,
        "fits": quote.fits,
        "ends": list(quote.ends),
        "slot": quote.slot,
        "left": None if quote.after is None else meter(quote.after, table),
        "hints": [*quote.hints, *quote.limits],
        "questions": quote.table.to_dict("records"),
    }


def _cost(quote: Quote) -> str:
    return f"{quote.currency} {quote.price:.4g}" if quote.price else "nothing"
