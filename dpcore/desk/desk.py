"""The desk: the product without screens. What a page, a script or a notebook calls; every rule is enforced here."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Self, final

from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.desk.answer import Answers
from dpcore.desk.catalog import Before, Cancel, Catalog
from dpcore.desk.dossier import Dossier
from dpcore.desk.home import Home
from dpcore.desk.sharing import LinkResolver, Opened, Sharing
from dpcore.desk.signature import Seal, Trust, Trusted
from dpcore.desk.team import Role, Team
from dpcore.ledger.payment import Payment
from dpcore.plan import planner
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.quote import Quote
from dpcore.plan.scenario import Scenario
from dpcore.queries import Query
from dpcore.release.combine import Unread
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured
from dpcore.release.record import Release
from dpcore.release.run import Progress, Run
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

if TYPE_CHECKING:
    from dpcore.engine.rows import Source
    from dpcore.ledger.entry import Entry
    from dpcore.ledger.side.comment import Comment

OWNER = "owner"


@final
class Desk:
    """A ledger (its database by `url`, else in the home folder), a data folder and a user; for several threads.

    home: the folder where it keeps things; uploads are spooled there.
    user: none means the owner of a one-person desk. Whoever can open database and folder directly is trusted.
    beside: a desk whose ledger this one uses too, so that a server replays the chain once and not for each user.
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
        from dpcore.ledger.side.scenario import SavedScenarios

        self.home: Home = Home(home if beside is None else beside.home.path)
        self.user = user or OWNER
        self._url: str = url or (self.home.database if beside is None else beside._url)
        self._lends = beside is None
        self._ledger: Ledger = Ledger(self._url, self.home.path) if beside is None else beside._ledger
        self._scenarios = SavedScenarios(self._url, self.user)
        self._resolver: LinkResolver = LinkResolver(self._ledger, self._url) if beside is None else beside._resolver
        self._catalog = Catalog(self._ledger, self.home, self.user)
        self._answers = Answers(self._ledger, self._catalog, self.user)
        self.seal = Seal(self.home)
        self._trust = Trust(self.home, self.user, self.seal)
        if self._lends:
            self._catalog.sweep()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database and the rows."""
        for held in (self._catalog, self._scenarios, *((self._resolver, self._ledger) if self._lends else ())):
            held.close()

    # Datasets

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
        cancel: Cancel = None,
    ) -> Dataset:
        """Load the rows, and open a budget for the population they come from.

        Raises SchemaError, SourceError; KnownRowsError when the rows are those of a dataset that this owner has: its
        budget goes on, by `update`. separate_budget=True: they are other people's rows, or the losses of both add.
        synthetic: nobody is in it. cancel: obeyed with `dpcore.stop.Stopped` until the ledger has it; nothing is left.
        """
        table = Table(schema, unit or Unit(), neighbors, expected_rows, synthetic)
        return self._catalog.add(name, source, table, budget, separate_budget, cancel)

    def update(
        self,
        name: str,
        source: Source | None = None,
        *,
        separate_budget: bool = False,
        before: Before = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Add a version of the same population (a monthly extract) under the same budget.

        source: none for rows that are read in place, as they are from now on. before: called with the rows' digest in
        the ledger's entry, just before it is written. Raises KnownRowsError for another dataset's rows; see above.
        """
        return self._catalog.update(name, source, separate_budget, before, cancel)

    def datasets(self) -> list[Dataset]:
        """This user's datasets, own and shared, oldest first."""
        return self._catalog.all()

    def dataset(self, name: str) -> Dataset:
        """One dataset by name or id, as in every other call. Raises AccessError where there is none for this user."""
        return self._catalog.find(name)

    def in_place(self, name: str) -> bool:
        """Whether the present rows are read where they lie: then its version is a moment that the owner declared."""
        return self._catalog.in_place(name)

    def rename(self, name: str, new: str) -> Dataset:
        """Another name, the same budget."""
        return self._catalog.rename(name, new)

    def delete_rows(self, name: str) -> None:
        """The rows go; the ledger, the budget and the releases stay."""
        self._catalog.delete_rows(name)

    def raise_budget(self, name: str, budget: Budget) -> Standing:
        """An owner's act, chained like a charge. The new budget must allow at least what the old one did."""
        self._ledger.raise_budget(self._catalog.find(name, "owner").id, self.user, budget)
        return self.standing(name)

    def quote(self, name: str, plan: Plan, *, keep: bool = False) -> Quote:
        """What a plan would cost and how wrong its answers would be, from no row; keep: answered asks are kept."""
        return self._answers.requests(name).quote(plan, keep)

    def measured(self, name: str, queries: Sequence[Query]) -> list[Measured | None]:
        """What is paid and answered of each question on the present rows, all measurements together; None: nothing."""
        return self._answers.requests(name).measured(queries)

    def plan(self, name: str, asks: Sequence[Ask | Query], share: float = 0.1, *, may_end: bool = False) -> Plan:
        """A plan of these asks, by weight, that spends a share of what is left; noise by `dpcore.plan.planner`."""
        weighted = [ask if isinstance(ask, Ask) else Ask(ask) for ask in asks]
        requests = self._answers.requests(name)
        return planner.best(weighted, self.standing(name), share, requests.quote, may_end)

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
        """Charge the plan, answer it, store the answers, and return them in the plan's order; stored ones for nothing.

        confirm: needed where a pure plan would end the Gaussian
        filter. keep: as in `quote`. quote: what was agreed to; QueryError where it would pay for more. cancel: obeyed
        until the rows are read; later, answers are stored first. The same plan again is answered under its charge.
        """
        requests = self._answers.requests(name)
        asks, slot = requests.of(plan, keep, quote), plan.slot
        return self._answers.answer(requests.dataset, asks, Payment(self.user, confirm, slot), Run(progress, cancel))

    def release_approved(
        self, name: str, proposal_id: str, *, progress: Progress = lambda step: None, cancel: Cancel = None
    ) -> list[Release]:
        """Release one's own approved plan, once, outside of one's slice; what was answered since is not paid again."""
        requests = self._answers.requests(name)
        asks, slot = self.team(name).approved(proposal_id)
        payment = Payment(self.user, slot=slot, proposal=proposal_id)
        return self._answers.answer(requests.dataset, requests.kept(asks), payment, Run(progress, cancel))

    def unanswered(self, name: str) -> list[Query]:
        """The questions that are paid and have no answer, which `resume` answers; oldest first."""
        return [request.priced.query for request in self._answers.requests(name).unanswered()]

    def resume(self, name: str, *, progress: Progress = lambda step: None, cancel: Cancel = None) -> list[Release]:
        """Answer what a crash or a stop left unanswered, under its charges; other versions' asks are left."""
        requests = self._answers.requests(name)
        kept = requests.unanswered()
        return self._answers.answer(requests.dataset, kept, Payment(self.user), Run(progress, cancel)) if kept else []

    def remeasure(
        self, release: Release, *, mu: float | None = None, epsilon: float | None = None, confirm: bool = False
    ) -> Release:
        """Pay again for the same question, and combine the answers by inverse variance.

        The same release at the same price gives the stored measurement for nothing; give the combined one to go on.
        """
        return self._answers.measure(release, mu, epsilon, confirm)

    def releases(self, name: str, keys: Collection[str] | None = None) -> list[Release]:
        """Every stored answer of a dataset, or those of these keys, oldest first, those of one plan in its order."""
        return self._answers.releases(self.dataset(name), keys)

    def unread(self, name: str, but: Collection[str] = ()) -> list[Unread]:
        """The stored answers that only another version of the program can read, oldest first, but for these keys."""
        return self._answers.unread(self.dataset(name), but)

    # What-ifs: nothing is spent, no row is read

    def save_scenario(self, name: str, scenario: Scenario) -> None:
        """Keep a what-if of a dataset for this user, under the scenario's own name; one of that name is replaced."""
        dataset = self._catalog.find(name, "analyst")
        self._scenarios.save(dataset.id, scenario.bind(dataset.table.schema))

    def scenarios(self, name: str) -> list[Scenario]:
        """This user's saved what-ifs of a dataset, by name."""
        return self._scenarios.all(self._catalog.find(name, "analyst").id)

    def delete_scenario(self, name: str, scenario: str) -> None:
        """Forget a saved what-if by its name. Raises QueryError where there is none."""
        self._scenarios.delete(self._catalog.find(name, "analyst").id, scenario)

    def standing(self, name: str) -> Standing:
        """What was promised, what is spent, what is left, and what of it this user may use."""
        return self._ledger.standing(self.dataset(name).id, self.user)

    def ledger(self, name: str) -> list[Entry]:
        """Every entry of a dataset, oldest first."""
        return self._ledger.entries(self.dataset(name).id)

    def verify(self) -> None:
        """Check the chain and its anchor. Raises LedgerError naming the first bad entry."""
        self._ledger.verify()

    # The team

    def role(self, name: str) -> Role:
        """What this user is for a dataset. Raises AccessError."""
        return self.dataset(name).role

    def team(self, name: str) -> Team:
        """Members, slices of the budget, and plans that wait for approval."""
        return Team(self._ledger, self.dataset(name), self.user)

    # Sharing

    def dossier(self, name: str, releases: Sequence[Release | Unread], title: str = "", note: str = "") -> Dossier:
        """What travels of these stored answers: themselves, their public facts, what they cost. Reads no row."""
        return self._resolver.dossier(self.dataset(name).id, releases, self.user, title, note)

    def sharing(self, name: str) -> Sharing:
        """The share links of a dataset, and what is said about them."""
        return Sharing(self._resolver, self.dataset(name).id, self.user)

    def open_share(self, token: str, *, count: bool = True) -> Opened:
        """What a link shows, to whoever holds it. Raises AccessError, alike for whatever is wrong with the token."""
        return self._resolver.open(token, count)

    def comments_on(self, token: str) -> list[Comment]:
        """What was said about a link, to whoever holds it."""
        return self._resolver.comments.of(self._resolver.link(token).id)

    def comment_on(self, token: str, text: str) -> Comment:
        """Say something about a link one holds, as this desk's user."""
        return self._resolver.comment(token, self.user, text)

    def uncomment(self, token: str, comment_id: str) -> None:
        """Delete a comment of one's own on a link one holds. Raises AccessError."""
        self._resolver.delete_comment(token, self.user, comment_id)

    # Signatures: whose files this user takes for genuine

    @property
    def trusted(self) -> list[Trusted]:
        """The keys this user trusts, by name, the desk's own first."""
        return list(self._trust)

    def trust(self, public: bytes | str, name: str) -> Trusted:
        """Trust another desk's public key (32 bytes, or 64 hexadecimal digits) under a name."""
        return self._trust.add(public, name)

    def distrust(self, public: bytes | str) -> None:
        """Trust a key no longer. Raises AccessError where it was not trusted."""
        self._trust.remove(public)
