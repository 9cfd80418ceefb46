"""Background jobs (releases, loading): a page can be left, reloaded or closed, and finds its job again."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import streamlit as st

from dpcore.errors import AccessError, DpError, KnownRowsError
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from dpcore.release.run import CHARGING, Cancelled, Progress
from dpcore.text import Text
from pages.ui import event
from pages.ui.desk import desk
from pages.ui.errors import Sentence, act, sentence, show
from pages.ui.language import say
from pages.ui.markdown import sentence as sentence_case
from pages.ui.session import session

Work = Callable[[Progress, threading.Event], Sequence[str]]
KEPT, UNDER_WAY = 100, 8
"""Maximum number of remembered jobs of a kind; maximum number of unfinished ones of a user."""
AT_ONCE, EACH = 4, 2
"""Maximum number of running jobs of a kind, and of one user, so that two workers remain for others."""
LOADING, _WAITING = Text("loading the rows"), Text("waiting")
_KEY = "job"


@dataclass
class Job:
    """One user's job, running or done. `ticket`: the same for a repeated click. `step`: public progress text.

    asked: the keys of the asks, whose answers may be stored before the job is done. stored: how many of how many
    answers are. keys: of the releases; for loading, the dataset's id. known: the dataset that already has the rows.
    """

    ticket: str
    dataset: str
    user: str
    step: str = _WAITING
    cancel: threading.Event = field(default_factory=threading.Event)
    asked: tuple[str, ...] = ()
    stored: tuple[int, int] = (0, 0)
    keys: tuple[str, ...] = ()
    trouble: Sentence | None = None
    known: str = ""
    done: threading.Event = field(default_factory=threading.Event)

    def tell(self, step: str) -> None:
        """Takes what a release says of its progress."""
        self.step = step
        facts = getattr(step, "facts", {})
        if "stored" in facts:
            self.stored = facts["stored"], facts["asked"]


class Jobs:
    """All jobs of a kind in this process, newest last; finished ones are kept so that a reload finds its answers."""

    def __init__(self, kind: str = "release", step: str = CHARGING) -> None:
        self._kind, self._step = kind, step
        self._lock = threading.RLock()
        self._done = threading.Condition(self._lock)
        self._jobs: dict[str, Job] = {}
        self._pool = ThreadPoolExecutor(AT_ONCE, kind)
        self._running: list[Job] = []
        self._waiting: list[tuple[Job, Work]] = []

    def start(self, ticket: str, dataset: str, user: str, work: Work, asked: Sequence[str] = ()) -> Job:
        """Start a job, unless its ticket is known. Raises DpError if the user has too many unfinished jobs."""
        with self._lock:
            if ticket not in self._jobs:
                if sum(job.user == user and not job.done.is_set() for job in self._jobs.values()) >= UNDER_WAY:
                    raise DpError(
                        "You already have {under_way} unfinished jobs.",
                        "Wait for one of them, or stop one.",
                        under_way=UNDER_WAY,
                    )
                self._jobs[ticket] = Job(ticket, dataset, user, asked=tuple(asked))
                self._waiting.append((self._jobs[ticket], work))
                self._begin()
                self._forget(user)
            return self._jobs[ticket]

    def _begin(self) -> None:
        """Start waiting jobs while workers are free: users with the fewest running jobs first, then the oldest job."""
        while len(self._running) < AT_ONCE:
            busy = Counter(job.user for job in self._running)
            able = [pair for pair in self._waiting if busy[pair[0].user] < EACH]
            if not able:
                return
            job, work = min(able, key=lambda pair: busy[pair[0].user])
            job.step = self._step
            self._waiting.remove((job, work))
            self._running.append(job)
            self._pool.submit(self._run, job, work)

    def _run(self, job: Job, work: Work) -> None:
        try:
            _run(job, work)
        finally:
            with self._lock:
                self._running.remove(job)
                self._begin()
                self._done.notify_all()

    def _forget(self, user: str) -> None:
        """Remove finished jobs beyond the limit: this user's first, then the oldest."""
        done = sorted((job for job in self._jobs.values() if job.done.is_set()), key=lambda job: job.user != user)
        for job in done[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job.ticket]

    def cancel(self, ticket: str, user: str) -> None:
        """Cancel a job, if it is running."""
        if (job := self.get(ticket, user)) is not None:
            job.cancel.set()

    def settle(self, job: Job) -> None:
        """Forget a finished job, so that its ticket can be used again."""
        with self._lock:
            self._jobs.pop(job.ticket, None)

    def busy(self, dataset: str) -> bool:
        """Whether a release of this dataset is unfinished in this process."""
        with self._lock:
            return any(job.dataset == dataset and not job.done.is_set() for job in self._jobs.values())

    def close(self) -> None:
        """Wait for running jobs, and accept no more."""
        with self._lock:
            self._done.wait_for(lambda: not self._running)
        self._pool.shutdown()

    def end(self, seconds: float) -> bool:
        """Begin no more; whether all running jobs ended within these seconds. Nothing of a waiting job was charged."""
        with self._lock:
            self._waiting.clear()
            return self._done.wait_for(lambda: not self._running, seconds)

    def cancel_all(self) -> None:
        """Cancel every job that runs."""
        with self._lock:
            for job in self._running:
                job.cancel.set()

    def get(self, ticket: str | None, user: str) -> Job | None:
        """The job of a ticket, if it exists and belongs to this user, since addresses can be copied."""
        with self._lock:
            job = self._jobs.get(ticket or "")
        return job if job is not None and job.user == user else None


def _run(job: Job, work: Work) -> None:
    try:
        job.keys = tuple(work(job.tell, job.cancel))
    except Exception as error:
        job.trouble = sentence(error)
        job.known = error.dataset if isinstance(error, KnownRowsError) else ""
    finally:
        job.done.set()


_lock = threading.Lock()
_jobs: dict[str, Jobs] = {}


def jobs() -> Jobs:
    """The releases of this process; not in Streamlit's caches, which a browser can clear."""
    return _of("release", "charging")


def loads() -> Jobs:
    """The loading jobs of this process, in a pool separate from releases."""
    return _of("load", LOADING)


def _of(kind: str, step: str) -> Jobs:
    with _lock:
        if kind not in _jobs:
            _jobs[kind] = Jobs(kind, step)
        return _jobs[kind]


def close() -> None:
    """Wait for running jobs, and forget all."""
    with _lock:
        ended = [_jobs.pop(kind) for kind in list(_jobs)]
    for pool in ended:
        pool.close()


def end(seconds: float) -> None:
    """Before the process ends: cancel loading, and wait so long for running releases. Others begin no more."""
    loads().cancel_all()
    jobs().end(seconds)


def ticket() -> str:
    """A random name for one intended release."""
    return secrets.token_urlsafe(12)


def begin(
    name: str,
    dataset: str,
    release: Callable[[Progress, threading.Event], Sequence[Release]],
    asked: Sequence[str] = (),
) -> None:
    """From a callback: start a release, remembered by this session and its address. asked: the keys of its asks."""
    own = desk()

    def work(progress: Progress, cancel: threading.Event) -> list[str]:
        with recorded(own.user):
            return [answer.key for answer in release(progress, cancel)]

    jobs().start(name, dataset, own.user, work, asked)
    session[_KEY] = name


@contextlib.contextmanager
def recorded(user: str) -> Iterator[None]:
    """Records the begin and the end of a release in the structured log."""
    who, number, began = event.pseudonym(user), secrets.token_hex(4), time.monotonic()
    event.record("release", state="begun", job=number, user=who)
    state = "failed"
    try:
        yield
        state = "answered"
    except Cancelled:
        state = "cancelled"
        raise
    except DpError:
        state = "refused"
        raise
    finally:
        event.record("release", state=state, job=number, user=who, seconds=event.rounded(time.monotonic() - began))


def busy(dataset: str) -> bool:
    """Whether a release of this dataset is unfinished, in any process that uses the home folder."""
    return jobs().busy(dataset) or desk().home.released_now(dataset)


def current(dataset: str) -> Job | None:
    """The job of this session or, after a reload, of its address."""
    name = session.get(_KEY) or st.query_params.get("job")
    job = jobs().get(name, desk().user)
    if name is None or job is None or job.dataset != dataset:
        st.query_params.pop("job", None)
        return None
    session[_KEY] = name
    st.query_params["job"] = name
    return job


def forget() -> None:
    """Forget this session's job."""
    session.pop(_KEY, None)
    st.query_params.pop("job", None)


def shown(dataset: Dataset) -> None:
    """Draws this session's release on other pages: its progress, its error, or a link to the answers."""
    running = current(dataset.id)
    if running is not None and not running.done.is_set():
        watch(dataset.id)
    elif running is not None and running.trouble:
        show(running.trouble)
    elif running is not None:
        st.success(say("Answered: {count}. They are under Results.", count=len(running.keys)), icon=":material/check:")
        st.button(say("Dismiss"), on_click=act(forget))


@st.fragment(run_every=0.3)
def watch(dataset: str, drawn: int | None = None) -> None:
    """Draws the progress of a running job; the page is redrawn when it ends.

    drawn: the number of answers that the page shows already: it is redrawn when there are more; None: only at the end.
    """
    try:
        job = current(dataset)
    except AccessError:  # signed out meanwhile
        st.rerun()
    if job is None or job.done.is_set() or (drawn is not None and job.stored[0] > drawn):
        st.rerun()
    box(job, Text("Every charged question is answered once. Answers that are already stored are under Results."))


def box(job: Job, promise: Text) -> None:
    """Draws the progress of a running job, and a button to cancel it."""
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/hourglass_top: **{sentence_case(job.step)}** …", width="stretch")
            st.button(say("Cancel"), on_click=act(job.cancel.set), disabled=job.cancel.is_set())
        there, asked = job.stored
        if there:
            said = say("{stored} of {asked} answers stored", stored=there, asked=asked)
            st.progress(there / asked, "" if said == say(job.step) else said)
    st.caption(say("You may leave or reload this page. {promise}", promise=promise))
