"""Ledger entries in words: the act, the questions, and the price."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.budget import Budget
from dpcore.errors import DpError, SchemaError
from dpcore.number import scientific, shown
from dpcore.present.text.price import of_charge
from dpcore.queries import query_from_dict
from dpcore.table.cell_format import Format
from dpcore.table.description import Known, Origin
from dpcore.table.dictionary.line_format import words_of
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Entry
    from dpcore.present.text.amount import Gauge

_KINDS = {
    "open": Text("dataset opened"),
    "charge": Text("released"),
    "raise": Text("budget raised"),
    "divide": Text("delta divided anew"),
    "rename": Text("renamed"),
    "version": Text("new version of the rows"),
    "describe": Text("described again"),
    "delete_rows": Text("rows deleted"),
    "answer": Text("answers stored"),
    "round": Text("rounds stored"),
    "slice": Text("set aside"),
    "take_back": Text("slice taken back"),
    "propose": Text("plan proposed"),
    "approve": Text("plan approved"),
    "decline": Text("plan declined"),
    "withdraw": Text("plan withdrawn"),
    "share": Text("link made"),
    "unshare": Text("link revoked"),
}
_ORIGINS: dict[Known, Text] = {
    "public": Text("public knowledge"),
    "answer": Text("released answers"),
    "correction": Text("a correction"),
}
_MOST = 10
_ROLES = {"viewer": Text("viewer"), "analyst": Text("analyst"), "owner": Text("owner")}


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One entry, formatted for reading. `price` is empty if nothing was paid."""

    seq: int
    time: str
    user: str
    what: Text
    questions: tuple[str, ...]
    price: Text
    hash: str


def line(entry: Entry, scale: Gauge | None = None) -> Line:
    """An entry in words. scale: of the dataset's account and the reader's unit; without it, as it was paid."""
    payload = entry.payload
    questions = tuple(_question(ask.get("ask", {})) for ask in payload.get("asks", ()))
    cost = of_charge(payload["charge"], scale) if "charge" in payload else Text("")
    cost = Text("slot {name}", name=payload["slot"]) if payload.get("slot") else cost
    time = entry.time[:19].replace("T", " ")
    return Line(entry.seq, time, entry.user, _act(entry.kind, payload, scale), questions, cost, entry.hash[:12])


def _question(ask: dict[str, Any]) -> str:
    """A question in words; as recorded at that time if this version does not know it."""
    try:
        return query_from_dict(ask["query"]).sentence
    except (DpError, KeyError, TypeError):
        return str(ask.get("words", ""))


def _act(kind: str, payload: dict[str, Any], scale: Gauge | None) -> Text:
    """The act, with the person and the amount concerned."""
    what = _KINDS.get(kind, Text("{kind}", kind=kind))
    match kind:
        case "open":
            name = str(payload.get("name", ""))
            said = Text("{act}: {name}, {budget}", act=what, name=name, budget=_budget(payload))
            return joined([said, *_apart(payload.get("apart")), *_formats(payload)], "; ")
        case "version":
            return joined([what, *_formats(payload)], "; ")
        case "rename":
            return Text("{act}: {name}", act=what, name=str(payload.get("name", "")))
        case "raise" | "divide":
            return Text("{act}, {budget}", act=what, budget=_budget(payload))
        case "describe":
            return Text("{act}, from {origin}", act=what, origin=origin(Origin.from_dict(payload["origin"])))
        case "grant":
            role = _ROLES.get(payload["role"], payload["role"])
            return Text("member as {role}: {member}", role=role, member=payload["member"])
        case "ungrant":
            return Text("no longer a member: {member}", member=payload["member"])
        case "slice":
            return _slice(payload, scale)
        case "decline" if payload["reason"]:
            return Text("{act}: {note}", act=what, note=payload["reason"])
        case "propose" if payload["note"]:
            return Text("{act}: {note}", act=what, note=payload["note"])
        case "charge" if payload.get("slice"):
            return Text("released from a slice")
        case "charge" if payload.get("proposal"):
            return Text("released by approval")
    return what


def _formats(payload: dict[str, Any]) -> list[Text]:
    """How cells of the version are written, if the owner said so."""
    if not payload.get("formats"):
        return []
    known = [f"{name}: {_words(said)}" for name, said in payload["formats"].items()]
    more = [Text("{more:,} more columns", more=len(known) - _MOST)] if len(known) > _MOST else []
    return [Text("formats of cells: {formats}", formats=joined([*known[:_MOST], *more], ", "))]


def _words(said: dict[str, Any]) -> str:
    """A format; as it is stored if a newer version of the program wrote it."""
    with contextlib.suppress(SchemaError):
        return format_words(Format.from_dict(said))
    return shown(said)


def format_words(said: Format) -> str:
    """A format as in a data dictionary: DD.MM.YYYY; codes for missing cells in brackets."""
    marks, codes = words_of(said)
    return " ".join([*([marks] if marks else []), *([f"[{codes}]"] if codes else [])])


def _apart(word: dict[str, Any] | None) -> list[Text]:
    """The owner's word that it is another population than other datasets, whose names not all members may know."""
    if word is None:
        return []
    return [
        Text.counted(
            "another population than {n} dataset with such columns: {because}",
            "another population than {n} datasets with such columns: {because}",
            n=len(word["datasets"]),
            because=word["because"],
        )
    ]


def origin(known: Origin) -> Text:
    """Where the facts of a description come from, with the owner's note."""
    said = _ORIGINS[known.kind]
    if known.releases:
        said = Text("{origin} ({answers})", origin=said, answers=", ".join(key[:12] for key in known.releases))
    return Text("{origin}: {note}", origin=said, note=known.note) if known.note else said


def _slice(payload: dict[str, Any], scale: Gauge | None) -> Text:
    facts = {
        "member": payload["member"] or Text("later users"),
        "size": of_charge({"mu_squared" if payload["currency"] == "mu" else "epsilon": payload["amount"]}, scale),
    }
    if payload["until"]:
        until = payload["until"][:19].replace("T", " ")
        return Text("set aside for {member}: {size} until {until}", until=until, **facts)
    return Text("set aside for {member}: {size}", **facts)


def _budget(payload: dict[str, Any]) -> Text:
    return budget(Budget.from_dict(payload["budget"]))


def budget(budget: Budget) -> Text:
    """The parameters of a budget."""
    if budget.mu is not None:
        delta = scientific(budget.delta or 0.0)
        whole = Text("mu {mu:g}, shown at delta {delta}", mu=budget.mu, delta=delta)
    elif budget.delta:
        whole = Text("epsilon {epsilon:g} at delta {delta}", epsilon=budget.epsilon, delta=scientific(budget.delta))
    else:
        whole = Text("epsilon {epsilon:g}, no delta", epsilon=budget.epsilon)
    return joined([whole, *_extras(budget)], ", ")


def _extras(budget: Budget) -> list[Text]:
    """The portfolio and the slots of a budget, if it has any."""
    slots = [
        Text("{times} × {name} ({price})", times=slot.times, name=slot.name, price=slot.words) for slot in budget.slots
    ]
    shares = [] if budget.portfolio is None else budget.portfolio.shares
    return [*shares, Text("slots {slots}", slots=joined(slots, ", "))] if slots else shares
