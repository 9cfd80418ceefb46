"""Releases in the background: a page can be left, reloaded or closed, and finds its release again."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import streamlit as st

from dpcore.desk import Dataset
from dpcore.errors import AccessError, DpError
from dpcore.record import Release
from dpcore.release import Progress
from pages.ui.desk import desk
from pages.ui.trouble import Sentence, act, sentence, show

Work = Callable[[Progress, threading.Event], Sequence[Release]]
KEPT, UNDER_WAY = 100, 8
"""Jobs that are remembered, and those of one user that are not done."""
AT_ONCE, EACH = 4, 2
"""Jobs that run at once, and those of one user: what runs makes way for nobody, so two workers are left to others."""
_KEY = "job"


@dataclass
class Job:
    """One user's release, under way or done. `ticket` makes a second click the same job; `step` is a public word."""

    ticket: str
    dataset: str
    user: str
    step: str = "waiting"
    cancel: threading.Event = field(default_factory=threading.Event)
    keys: tuple[str, ...] = ()
    trouble: Sentence | None = None
    done: threading.Event = field(default_factory=threading.Event)


class Jobs:
    """Every job of this process, newest last; a few are kept so that a reload finds its answers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = threading.Condition(self._lock)
        self._jobs: dict[str, Job] = {}
        self._pool = ThreadPoolExecutor(AT_ONCE, "release")
        self._running: list[Job] = []
        self._waiting: list[tuple[Job, Work]] = []

    def start(self, ticket: str, dataset: str, user: str, work: Work) -> Job:
        """Begin, unless this ticket has begun already. Raises DpError where too many of this user's are under way."""
        with self._lock:
            if ticket not in self._jobs:
                if sum(job.user == user and not job.done.is_set() for job in self._jobs.values()) >= UNDER_WAY:
                    raise DpError(f"{UNDER_WAY} of your releases are under way.", "Wait for one of them, or stop one.")
                self._jobs[ticket] = Job(ticket, dataset, user)
                self._waiting.append((self._jobs[ticket], work))
                self._begin()
                self._forget(user)
            return self._jobs[ticket]

    def _begin(self) -> None:
        """Start waiting jobs while workers are free: of users with the fewest running ones first, then the oldest."""
        while len(self._running) < AT_ONCE:
            busy = Counter(job.user for job in self._running)
            able = [pair for pair in self._waiting if busy[pair[0].user] < EACH]
            if not able:
                return
            job, work = min(able, key=lambda pair: busy[pair[0].user])
            self._pool.submit(self._run, job, work)
            self._waiting.remove((job, work))
            self._running.append(job)

    def _run(self, job: Job, work: Work) -> None:
        try:
            _run(job, work)
        finally:
            with self._lock:
                self._running.remove(job)
                self._begin()
                self._done.notify_all()

    def _forget(self, user: str) -> None:
        """Jobs that are done and beyond the number that is kept: this user's first, then the oldest."""
        done = sorted((job for job in self._jobs.values() if job.done.is_set()), key=lambda job: job.user != user)
        for job in done[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job.ticket]

    def busy(self, dataset: str) -> bool:
        """Whether a release of this dataset is under way in this process."""
        with self._lock:
            return any(job.dataset == dataset and not job.done.is_set() for job in self._jobs.values())

    def close(self) -> None:
        """Wait for what is under way, and take nothing more."""
        with self._lock:
            self._done.wait_for(lambda: not self._running)
        self._pool.shutdown()

    def get(self, ticket: str | None, user: str) -> Job | None:
        """The job of a ticket, if it is still known and this user's: an address can be copied."""
        with self._lock:
            job = self._jobs.get(ticket or "")
        return job if job is not None and job.user == user else None


def _run(job: Job, work: Work) -> None:
    try:
        job.keys = tuple(release.key for release in work(lambda step: setattr(job, "step", step), job.cancel))
    except Exception as error:
        job.trouble = sentence(error)
    finally:
        job.done.set()


_lock = threading.Lock()
_jobs: list[Jobs] = []


def jobs() -> Jobs:
    """The jobs of this process; not in Streamlit's caches, which are cleared at a browser's word."""
    with _lock:
        if not _jobs:
            _jobs.append(Jobs())
        return _jobs[0]


def close() -> None:
    """Wait for what runs, and forget every job; the next one that begins finds none."""
    with _lock:
        ended = [_jobs.pop() for _ in list(_jobs)]
    for each in ended:
        each.close()


def ticket() -> str:
    """A name that nobody guesses, for one intended release."""
    return secrets.token_urlsafe(12)


def begin(name: str, dataset: str, work: Work) -> None:
    """From a callback: start, and make this session and its address remember it."""
    jobs().start(name, dataset, desk().user, work)
    st.session_state[_KEY] = name


def current(dataset: str) -> Job | None:
    """The job that this session, or its address after a reload, belongs to."""
    name = st.session_state.get(_KEY) or st.query_params.get("job")
    job = jobs().get(name, desk().user)
    if job is None or job.dataset != dataset:
        st.query_params.pop("job", None)
        return None
    st.session_state[_KEY] = name
    st.query_params["job"] = name
    return job


def forget() -> None:
    """The job is over and read."""
    st.session_state.pop(_KEY, None)
    st.query_params.pop("job", None)


def shown(dataset: Dataset) -> None:
    """Draws this session's release where its answers are not: its steps, its trouble, or where the answers are."""
    running = current(dataset.id)
    if running is not None and not running.done.is_set():
        watch(dataset.id)
    elif running is not None and running.trouble:
        show(running.trouble)
    elif running is not None:
        st.success(f"Answered: {len(running.keys)}. They are under Results.", icon=":material/check:")
        st.button("Dismiss", on_click=act(forget))


@st.fragment(run_every=0.3)
def watch(dataset: str) -> None:
    """The steps of a running job, and a way to stop it; the page is drawn anew when it ends."""
    try:
        job = current(dataset)
    except AccessError:  # signed out meanwhile
        st.rerun()
    if job is None or job.done.is_set():
        st.rerun()
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f":material/hourglass_top: **{job.step.capitalize()}** …", width="stretch")
        st.button("Cancel", on_click=act(job.cancel.set), disabled=job.cancel.is_set())
    st.caption("You may leave or reload this page. What is charged is answered, and answered once.")
