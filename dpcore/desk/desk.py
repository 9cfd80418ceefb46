"""The desk: the product without screens, called by pages, scripts and notebooks. Every rule is enforced here."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Self, final

from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.desk.answer import Answers
from dpcore.desk.catalog import Before, Cancel, Catalog
from dpcore.desk.dossier import Dossier
from dpcore.desk.home import Home
from dpcore.desk.outlook import look
from dpcore.desk.plan_shelf import PlanShelf
from dpcore.desk.sharing import LinkResolver, Opened, Sharing
from dpcore.desk.signature import Seal, Trust, Trusted
from dpcore.desk.team import Role, Team
from dpcore.ledger.payment import Payment
from dpcore.plan import planner
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote
from dpcore.plan.scenario import Scenario
from dpcore.queries import Query
from dpcore.release.alike import OtherPopulation
from dpcore.release.combine import Unread
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.release.record import Release
from dpcore.release.run import Progress, Run
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.cell_format import Format
from dpcore.table.description import Change, Origin
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

if TYPE_CHECKING:
    from dpcore.engine.rows import Source
    from dpcore.ledger.entry import Entry
    from dpcore.ledger.side.comment import Comment
    from dpcore.plan.outlook import Outlook

OWNER = "owner"


@final
class Desk:
    """A ledger (in the database `url`, by default in the home folder), a home folder and a user. Thread-safe.

    home: folder for rows, keys and uploads. user: None means the owner of a one-person desk. Anybody with direct access
    to database and folder is trusted. beside: another desk, whose ledger is shared and replayed only once.
    """

    def __init__(
        self,
        url: str | None = None,
        user: str | None = None,
        home: str | os.PathLike[str] | None = None,
        *,
        beside: Desk | None = None,
    ) -> None:
        from dpcore.ledger.ledger import Ledger
        from dpcore.ledger.side.named_plan import NamedPlans
        from dpcore.ledger.side.scenario import SavedScenarios
        from dpcore.ledger.store.database import Database

        self.home: Home = Home(home if beside is None else beside.home.path)
        self.user = user or OWNER
        self._url: str = url or (self.home.database if beside is None else beside._url)
        self._ledger: Ledger = Ledger(self._url, self.home.path) if beside is None else beside._ledger
        self._lends, self._editable = beside is None, Database(self._url)
        self._scenarios = SavedScenarios(self._editable, self.user)
        self._plans: NamedPlans = NamedPlans(self._editable, self.user)
        self._resolver: LinkResolver = LinkResolver(self._ledger, self._url) if beside is None else beside._resolver
        self._catalog = Catalog(self._ledger, self.home, self.user)
        self._answers = Answers(self._ledger, self._catalog, self.user, self.home, one_person=user is None)
        self.seal = Seal(self.home)
        self._trust = Trust(self.home, self.user, self.seal)
        if self._lends:
            self._catalog.sweep()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database and the engines."""
        for held in (self._catalog, self._editable, *((self._resolver, self._ledger) if self._lends else ())):
            held.close()

    def check(self) -> None:
        """Raises LedgerError if the ledger cannot be read and written, AccessError if the home folder cannot."""
        self._ledger.check()
        self.home.check()

    def add_dataset(
        self,
        name: str,
        source: Source,
        *,
        schema: Schema,
        unit: Unit | None = None,
        neighbors: Neighbors = "add_remove",
        budget: Budget,
        expected_rows: int | None = None,
        separate_budget: bool = False,
        synthetic: bool = False,
        apart: OtherPopulation | None = None,
        notes: Mapping[str, str] | None = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Loads the rows and opens a budget for the population they come from. Raises SchemaError or SourceError.

        KnownRowsError if a dataset of this owner has these rows: use `update` then. separate_budget: allows this, for
        other people's rows or if the losses of both datasets may add up. synthetic: the rows are of no real people.
        notes: texts by column name, for members; nothing is computed from them.
        apart: your word, for the ledger, that it is another population than datasets with such columns.
        cancel: stops loading; raises `Stopped` and keeps nothing.
        """
        table = Table(schema, unit or Unit(), neighbors, expected_rows, synthetic, notes=notes or {})
        return self._catalog.add(name, source, table, budget, separate_budget, apart, cancel)

    def update(
        self,
        name: str,
        source: Source | None = None,
        *,
        separate_budget: bool = False,
        formats: Mapping[str, Format] | None = None,
        before: Before = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Adds a version of the rows of the same population and budget. source None: the present rows in place.

        formats: how the cells of columns are written; None: as said of the source, else as in the version before. With
        source None, the rows of a copy are read again as they were written, so that a wrong format can be mended.
        before: called with the digest of the rows just before the ledger entry is written. Raises as `add_dataset`.
        """
        return self._catalog.update(name, source, separate_budget, formats, before, cancel)

    def describe(
        self,
        name: str,
        schema: Schema | None = None,
        *,
        unit: Unit | None = None,
        expected_rows: int | EllipsisType | None = ...,
        origin: Origin,
        described: int | None = None,
        notes: Mapping[str, str] | None = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Describes the same rows otherwise, under the same budget. For owners; recorded in the chain.

        schema, unit, expected_rows, notes: as in `add_dataset`; what is left out stays. The unit's identifier and the
        relation never change. origin: where the new facts come from. described: the number of the description on which
        this one builds (`Dataset.described`). A question whose own facts changed is another question afterwards; stored
        answers to all others stay. Raises SchemaError, also if another description came in between.
        """
        return self._catalog.describe(name, Change(schema, unit, expected_rows, notes), origin, described, cancel)

    def datasets(self) -> list[Dataset]:
        """This user's datasets, own and shared, oldest first."""
        return self._catalog.all()

    def dataset(self, name: str) -> Dataset:
        """One dataset by name or identifier. Raises AccessError if the user has no such dataset."""
        return self._catalog.find(name)

    def in_place(self, name: str) -> bool:
        """Whether the current rows are read in place. Their version is then a time declared by the owner."""
        return self._catalog.find(name).in_place

    def rename(self, name: str, new: str) -> Dataset:
        """Renames a dataset. Its budget does not change."""
        return self._catalog.rename(name, new)

    def delete_rows(self, name: str) -> None:
        """Deletes the rows. Ledger, budget and releases remain."""
        self._catalog.delete_rows(name)

    def raise_budget(self, name: str, budget: Budget) -> Standing:
        """Raises the budget. For owners; recorded in the chain. The new budget must not be below the old one."""
        self._ledger.raise_budget(self._catalog.find(name, "owner").id, self.user, budget)
        return self.standing(name)

    def allow_failures(self, name: str, *, divide: bool = False) -> Standing:
        """Sets a thousandth of delta aside for failures: on top (a raise), or with `divide` within an unused delta."""
        self._ledger.set_aside(self._catalog.find(name, "owner").id, self.user, divide)
        return self.standing(name)

    def quote(self, name: str, plan: Plan, *, keep: bool = False) -> Quote:
        """Price and predicted errors of a plan. Reads no row. keep: answered questions are not asked again."""
        return self._answers.quote(name, plan, keep)

    def measured(self, name: str, queries: Sequence[Query]) -> list[Measured | None]:
        """The paid measurements of each question on the current rows, combined; None for a question without any."""
        return self._answers.requests(name).measurements(queries)

    def plan(self, name: str, asks: Sequence[Ask | Query], share: float = 0.1, *, may_end: bool = False) -> Plan:
        """A plan of these asks that spends a share of the remaining budget, by weight; see `dpcore.plan.planner`."""
        weighted = [ask if isinstance(ask, Ask) else Ask(ask) for ask in asks]
        quote = self._answers.requests(name).quote
        return planner.best(weighted, self.standing(name), share, quote, may_end)

    def release(
        self,
        name: str,
        plan: Plan,
        *,
        confirm: bool = False,
        keep: bool = False,
        quote: Quote | None = None,
        progress: Progress = lambda step: None,
        cancel: Cancel = None,
    ) -> list[Release]:
        """Charges the plan, stores its answers and returns them in the plan's order. Stored answers cost nothing.

        confirm: required if a plan in epsilon would end the Gaussian accounting method. keep: as in `quote`. quote: the
        accepted quote; QueryError if the charge would exceed it. cancel: stops the release; after rows were read, the
        answers are stored first. Releasing the same plan again continues under the same charge.
        """
        requests, pay = self._answers.requests(name), Payment(self.user, confirm, plan.slot)
        return self._answers.answer(requests.dataset, requests.of(plan, keep, quote), pay, Run(progress, cancel))

    def release_approved(
        self, name: str, proposal_id: str, *, progress: Progress = lambda step: None, cancel: Cancel = None
    ) -> list[Release]:
        """Releases the user's approved plan, once, outside the slice. Answered questions are not paid again."""
        requests = self._answers.requests(name)
        asks, slot = Team(self._ledger, requests.dataset, self.user).approved(proposal_id)
        pay = Payment(self.user, slot=slot, proposal=proposal_id)
        return self._answers.answer(requests.dataset, requests.replace_paid(asks), pay, Run(progress, cancel))

    def unanswered(self, name: str) -> list[Query]:
        """The paid questions without an answer, oldest first. `resume` answers them."""
        return [request.query for _, request in self._answers.requests(name).unanswered_asks()]

    def resume(self, name: str, *, progress: Progress = lambda step: None, cancel: Cancel = None) -> list[Release]:
        """Answers the questions of `unanswered`, except functions of blocks, whose source text is not stored."""
        return self._answers.resume(name, Run(progress, cancel))

    def remeasure(
        self, release: Release, *, mu: float | None = None, epsilon: float | None = None, confirm: bool = False
    ) -> Release:
        """Pays for one more measurement of an answer, and combines all measurements by inverse variance.

        mu or epsilon: its price. A second call with the same release and price returns the stored result at no cost.
        """
        return self._answers.measure(release, mu, epsilon, confirm)

    def releases(self, name: str, keys: Collection[str] | None = None) -> list[Release]:
        """The stored answers, or those with these keys, oldest first; answers of one plan in its order."""
        return self._answers.releases(self.dataset(name), keys)

    def unread(self, name: str, but: Collection[str] = ()) -> list[Unread]:
        """The stored answers that only another version of the program can read, oldest first, except these keys."""
        return self._answers.unread(self.dataset(name), but)

    def outlook(self, name: str, scenario: Scenario, *, again: bool = False) -> Outlook:
        """Price, errors and guarantee of a scenario. Answered questions cost nothing, unless they are asked again."""
        return look(self._answers.requests(name), scenario, again)

    def save_scenario(self, name: str, scenario: Scenario) -> None:
        """Saves a scenario of a dataset for this user under its name. A scenario of the same name is replaced."""
        dataset = self._catalog.find(name, "analyst")
        self._scenarios.save(dataset.id, scenario.bind(dataset.table.schema))

    def scenarios(self, name: str) -> list[Scenario]:
        """This user's saved scenarios of a dataset, sorted by name."""
        return self._scenarios.all(self._catalog.find(name, "analyst").id)

    def delete_scenario(self, name: str, scenario: str) -> None:
        """Deletes a saved scenario. Raises QueryError if there is none of this name."""
        self._scenarios.delete(self._catalog.find(name, "analyst").id, scenario)

    def standing(self, name: str) -> Standing:
        """The budget state: guaranteed, spent and remaining budget, and the part that this user may use."""
        return self._ledger.standing(self.dataset(name).id, self.user)

    def ledger(self, name: str) -> list[Entry]:
        """All ledger entries of a dataset, oldest first."""
        return self._ledger.entries(self.dataset(name).id)

    def verify(self) -> None:
        """Checks the hash chain and its anchor. Raises LedgerError that names the first invalid entry."""
        self._ledger.verify()

    def role(self, name: str) -> Role:
        """This user's role in a dataset. Raises AccessError."""
        return self.dataset(name).role

    def plans(self, name: str) -> PlanShelf:
        """The named plans of a dataset: the user's, and those that are shared with all who may ask."""
        return PlanShelf(self._plans, self._catalog.find(name, "analyst"))

    def team(self, name: str) -> Team:
        """Members, slices of the budget, and proposed plans."""
        return Team(self._ledger, self.dataset(name), self.user)

    def dossier(self, name: str, releases: Sequence[Release | Unread], title: str = "", note: str = "") -> Dossier:
        """The dossier of stored answers: the answers, their public facts and charges. Reads no row."""
        return self._resolver.dossier(self.dataset(name).id, releases, self.user, title, note)

    def sharing(self, name: str) -> Sharing:
        """The share links of a dataset and their comments."""
        return Sharing(self._resolver, self.dataset(name).id, self.user)

    def open_share(self, token: str, *, count: bool = True) -> Opened:
        """The content of a share link. Raises AccessError, with the same message for any invalid token."""
        return self._resolver.open(token, count)

    def comments_on(self, token: str) -> list[Comment]:
        """The comments on the share link with this token."""
        return self._resolver.comments.of(self._resolver.link(token).id)

    def comment_on(self, token: str, text: str) -> Comment:
        """Adds a comment by this user on the share link with this token."""
        return self._resolver.comment(token, self.user, text)

    def uncomment(self, token: str, comment_id: str) -> None:
        """Deletes this user's own comment on the share link with this token. Raises AccessError."""
        self._resolver.delete_comment(token, self.user, comment_id)

    # Signatures: keys of other desks that this user trusts

    @property
    def trusted(self) -> list[Trusted]:
        """The keys that this user trusts, sorted by name, the desk's own key first."""
        return list(self._trust)

    def trust(self, public: bytes | str, name: str) -> Trusted:
        """Trusts the public key of another desk (32 bytes, or 64 hexadecimal digits) under a name."""
        return self._trust.add(public, name)

    def distrust(self, public: bytes | str) -> None:
        """Stops trusting a key. Raises AccessError if it was not trusted."""
        self._trust.remove(public)
