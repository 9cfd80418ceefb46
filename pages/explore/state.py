"""The scenario being explored, kept in the session and in the address, so that a link opens the same one."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass, replace
from fractions import Fraction
from urllib.parse import urlencode

import streamlit as st

import dpcore as dp
from dpcore.mechanisms import kind_of
from dpcore.mechanisms import total as together
from dpcore.plan.outlook import Outlook
from dpcore.plan.plan import LEVEL, MAX_PRICE
from dpcore.plan.scenario import LEAST_TOTAL, MOST_ASKS, Scenario
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.explore import use
from pages.ui import navigation
from pages.ui.desk import desk
from pages.ui.errors import Sentence
from pages.ui.markdown import visible
from pages.ui.plan import draft, measured
from pages.ui.plan.draft import Draft
from pages.ui.plan.starter import starters
from pages.ui.session import session

PARAMETER = "scenario"
_KEY, _WRITTEN, _DESCRIBED = "explored", "written links", "explored-described"
# A page requested while the address is being written still carries the previous one.
_PATIENCE = 2.0
DEFAULT_DELTA = 1e-6


@dataclass(frozen=True)
class Explored:
    """The scenario as opened, which sets the range of the controls, and now; asked: whether it came from Ask."""

    base: Scenario
    now: Scenario
    asked: bool = False


def load(dataset: Dataset) -> Explored:
    """This session's scenario for a dataset; initially the draft of Ask."""
    explored: dict[str, Explored] = session.setdefault(_KEY, {})
    described: dict[str, int] = session.setdefault(_DESCRIBED, {})
    if dataset.id not in explored or (described.get(dataset.id) != dataset.described and not _fits(dataset)):
        begin(dataset)
    described[dataset.id] = dataset.described
    return explored[dataset.id]


def _fits(dataset: Dataset) -> bool:
    """Whether all questions can still be asked, after another description of the table."""
    explored: Explored = session[_KEY][dataset.id]
    try:
        for scenario in (explored.base, explored.now):
            scenario.bind(dataset.table.schema)
    except dp.DpError:
        return False
    return True


def begin(dataset: Dataset) -> None:
    """From a callback: explore the draft of Ask, or example questions."""
    put(dataset, of_draft(dataset), asked=True)


def visit(dataset: Dataset) -> None:
    """From a callback of Ask: open its draft on Explore."""
    begin(dataset)
    navigation.go(navigation.EXPLORE)


def put(dataset: Dataset, scenario: Scenario, asked: bool = False) -> None:
    """From a callback: explore this one."""
    session.setdefault(_KEY, {})[dataset.id] = Explored(scenario, scenario, asked)


def seen(dataset: Dataset, scenario: Scenario, *, again: bool = False) -> Outlook:
    """The outlook of a scenario under this dataset's budget. again: of what is answered already. Raises QueryError."""
    return desk().outlook(dataset.id, scenario, again=again)


def change(dataset: Dataset, **changes: object) -> None:
    """From a control: change part of the scenario."""
    explored = load(dataset)
    now = replace(explored.now, **changes)  # type: ignore[arg-type]
    session[_KEY][dataset.id] = replace(explored, now=now)


def follow(dataset: Dataset) -> Sentence | None:
    """At the top of the page: load the scenario of a link from elsewhere; return what is wrong with it, if anything."""
    link = st.query_params.get(PARAMETER)
    explored = load(dataset)
    if explored.asked and explored.now == explored.base and explored.base != of_draft(dataset):
        begin(dataset)  # nothing was changed here, but the plan in Ask was
    if not link or _own(link):
        return None
    try:
        put(dataset, Scenario.from_link(link).bind(dataset.table.schema))
    except dp.DpError as error:
        return joined([error.message, Text("The plan from Ask is shown instead.")]), error.hint
    return None


def write(dataset: Dataset) -> None:
    """Write the scenario into the address; one that is too long stays in the session only."""
    try:
        link = load(dataset).now.to_link()
    except dp.DpError:
        st.query_params.pop(PARAMETER, None)
        return
    written = session.setdefault(_WRITTEN, {})
    written.pop(link, None)
    written[link] = time.monotonic()
    while len(written) > 50:
        del written[next(iter(written))]
    if st.query_params.get(PARAMETER) != link:
        st.query_params[PARAMETER] = link


def address(dataset: Dataset) -> str:
    """The link to this scenario; MURMUR_URL says where colleagues reach this desk. Raises QueryError."""
    root = os.environ.get("MURMUR_URL") or st.context.url or ""
    root = root.rstrip("/").removesuffix("/explore")
    return f"{root}/explore?{urlencode({'dataset': dataset.id, PARAMETER: load(dataset).now.to_link()})}"


def of_draft(dataset: Dataset) -> Scenario:
    """The unpaid part of the draft of Ask as a scenario; a locked row's weight is its price."""
    plan, table = _unpaid(dataset), dataset.table
    asks = [(row.query, row.weight) for row in plan.rows] or [(query, 1.0) for query in starters(table.schema)]
    total = plan.total
    if any(row.held for row in plan.rows):
        try:
            priced = desk().quote(dataset.id, draft.plan_of(dataset.id, plan)).asks
            prices = [ask.price.total for ask in priced]
            least = min((price for price in prices if price), default=Fraction(1))
            asks = [(ask.query, _weight(float(ask.price.total / least))) for ask in priced]
            total = together(kind_of(plan.currency), [ask.price for ask in priced]).amount
        except dp.DpError:
            pass  # a draft without a price keeps its weights
    return Scenario(
        "",
        tuple((query.bind(table.schema), _weight(weight)) for query, weight in asks[:MOST_ASKS]),
        plan.currency,
        min(max(total, LEAST_TOTAL), MAX_PRICE),
        dataset.budget.delta or DEFAULT_DELTA,
        rows=table.expected_rows,
    )


def to_ask(dataset: Dataset) -> None:
    """From a callback: the scenario becomes the draft of Ask, with its locks; Ask shows what was left out."""
    explored, plan = load(dataset), _unpaid(dataset)
    taken, left_out = use.taken(explored.base, explored.now, plan, dataset.table.schema, lent=explored.asked)
    whole = use.beside(draft.load(dataset), plan, taken) if explored.asked else taken
    draft.save(dataset, lambda _: whole)
    use.note(dataset, left_out)


def answered(dataset: Dataset) -> Text:
    """A note if Ask would pay differently from the figures here, because of existing answers; else empty."""
    plan = draft.load(dataset).asked
    paid = measured.of(dataset, plan.rows)
    if plan.rows and all(measured.answered(row, paid.get(row.id)) for row in plan.rows):
        # vital
        return Text("This plan is already answered and costs nothing in Ask. The figures here are for asking it again.")
    if any(row.measurement and not measured.answered(row, paid.get(row.id)) for row in plan.rows):
        return Text(
            "The errors here are for the new measurements alone. Ask shows the errors after combining them "
            "with the existing answers."
        )
    return Text("")


def paid(dataset: Dataset, seen: Outlook) -> dict[str, Text]:
    """The margins of questions that are answered already and cost nothing, by name."""
    queries = () if seen.again else seen.known.answered
    known = zip(queries, desk().measured(dataset.id, queries), strict=True)
    said = {query: measured.said(query, there, LEVEL, dataset.table) for query, there in known if there is not None}
    # vital
    return {
        visible(query.sentence, 80): Text("{answered}, costs nothing", answered=error) for query, error in said.items()
    }


def _unpaid(dataset: Dataset) -> Draft:
    """The rows of Ask that would be paid; answered ones cost nothing."""
    plan = draft.load(dataset)
    return measured.new(plan, measured.of(dataset, plan.rows))


def _weight(weight: float) -> float:
    return min(max(float(f"{weight:.4g}"), 1e-3), 1e6)


def _own(link: str) -> bool:
    """Whether this session wrote the link last, or a moment ago: then the session's own scenario is newer."""
    written = session.get(_WRITTEN, {})
    last = next(reversed(written), None)
    return link == last or time.monotonic() - written.get(link, -math.inf) < _PATIENCE
