"""Share links: what opens them, what ends them, and where their secret is not."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import secrets
import sqlite3

import pytest

import dpcore as dp
from dpcore import clock
from dpcore.desk.dossier import Dossier
from dpcore.ledger.entry import sha256
from dpcore.ledger.journal import Draft
from dpcore.ledger.link import match
from dpcore.ledger.side import opening
from tests.desk.sharing.world import ROWS, SCHEMA, WRONG, desk, filled

LATER = "2099-01-01"


@pytest.fixture
def world(tmp_path):
    made, releases = filled(tmp_path)
    yield made, releases
    made.close()


@pytest.fixture
def anywhere(tmp_path, either):
    """The same on each kind of database; with a way to another process's desk."""
    made, releases = filled(tmp_path, url=either)
    yield made, releases, lambda: desk(tmp_path, url=either)
    made.close()


@pytest.fixture
def now(monkeypatch):
    """Sets the clock."""

    def set_(time):
        monkeypatch.setattr(clock, "now", lambda: time)

    return set_


def refusal(made, token):
    """What is said about a token that opens nothing."""
    with pytest.raises(dp.AccessError) as caught:
        made.open_share(token)
    return str(caught.value)


def test_a_link_opens_what_was_published(anywhere):
    made, releases, _ = anywhere
    share, token = made.sharing("visits").publish(releases, " Visits ", "Spring.\nMonday.", LATER)
    opened = made.open_share(token)
    assert (share.title, share.state, share.by, share.until) == ("Visits", "open", "owner", "2099-01-01T23:59:59+00:00")
    assert opened.share.id == share.id
    assert [one.to_dict() for one in opened.dossier.releases] == [one.to_dict() for one in releases]
    assert (opened.dossier.title, opened.dossier.note) == ("Visits", "Spring.\nMonday.")
    assert (opened.dossier.time, opened.dossier.by) == (share.time, "owner")


def test_a_token_holds_256_bits_and_no_two_are_alike(world):
    made, releases = world
    tokens = {made.sharing("visits").publish(releases, "x")[1] for _ in range(5)}
    assert len(tokens) == 5
    assert {len(token) for token in tokens} == {43}


def test_a_hundred_thousand_guesses_open_nothing(world):
    made, releases = world
    published = [made.sharing("visits").publish(releases, "x") for _ in range(3)]
    links = made._ledger.links.all(made.dataset("visits").id)
    near = [token[:at] + other + token[at + 1 :] for _, token in published for at in range(43) for other in "A_z"]
    guesses = {secrets.token_urlsafe(32) for _ in range(100_000)} | set(near)
    guesses -= {token for _, token in published}
    assert [guess for guess in guesses if match(links, sha256(guess))] == []
    assert [match(links, sha256(token)).id for _, token in published] == [share.id for share, _ in published]


def test_whatever_is_wrong_is_refused_in_the_same_words(anywhere, now):
    made, releases, _ = anywhere
    sharing = made.sharing("visits")
    share, revoked = sharing.publish(releases, "revoked")
    sharing.revoke(share.id)
    _, expired = sharing.publish(releases, "expired", until=dt.datetime(2099, 1, 1))
    _, good = sharing.publish(releases, "good")
    hashed = hashlib.sha256(good.encode()).hexdigest()
    now("2099-01-01T00:00:00+00:00")
    wrong = [revoked, expired, good[:-1], good + "A", good + "=", f" {good}", good.swapcase(), "", "\0", "é" * 43]
    said = {refusal(made, token) for token in (*wrong, hashed, "A" * 10**6, "\ud800", None, 7, good.encode())}
    assert len(said) == 1
    assert WRONG in said.pop()
    assert made.open_share(good).share.title == "good"


def test_a_link_ends_at_its_second_and_a_clock_set_back_does_not_revive_it(anywhere, now):
    made, releases, _ = anywhere
    sharing = made.sharing("visits")
    _, token = sharing.publish(releases, "x", until="2099-06-01T12:00")
    now("2099-06-01T11:59:59+00:00")
    assert made.open_share(token)
    now("2099-06-01T12:00:00+00:00")
    assert WRONG in refusal(made, token)
    sharing.publish(releases, "the ledger's next entry")
    now("2026-01-01T00:00:00+00:00")
    assert WRONG in refusal(made, token)
    assert [share.state for share in sharing.all] == ["expired", "open"]


def test_after_a_clock_far_ahead_no_link_and_no_slice_is_born_dead(anywhere, now):
    """Something was written under a clock of 2099; the ledger's times never run backwards from there."""
    made, releases, _ = anywhere
    sharing, team = made.sharing("visits"), made.team("visits")
    team.add("ben", "analyst")
    now("2099-06-01T12:00:00+00:00")
    share, token = sharing.publish(releases, "for 30 days", until="2099-07-01")
    assert not share.ahead
    now("2026-11-22T08:00:00+00:00")
    for until in ("2026-12-22", "2099-06-01T12:00", dt.date(2099, 5, 31)):
        with pytest.raises(
            dp.QueryError, match=r"last entry is dated 2099-06-01, ahead of the clock\. Hint: Choose a later"
        ):
            sharing.publish(releases, "x", until=until)
        with pytest.raises(dp.BudgetError, match="last entry is dated 2099-06-01, ahead of the clock"):
            team.grant("ben", mu=0.01, until=until)
    assert [one.title for one in sharing.all] == ["for 30 days"] and team.slices == []
    for until in ("2099-06-02", None):
        assert made.open_share(sharing.publish(releases, "y", until=until)[1])
    assert team.grant("ben", mu=0.01, until="2099-06-02").state == "open"
    assert [one.ahead for one in sharing.all if one.id == share.id] == [True]
    assert made.open_share(token)


@pytest.mark.parametrize("until", ["2001-01-01", "soon", "", "2099-13-01", 7, float("nan"), dt.date(1999, 1, 1)])
def test_an_end_must_be_a_moment_to_come(world, until):
    made, releases = world
    with pytest.raises(dp.QueryError, match="end date must be"):
        made.sharing("visits").publish(releases, "x", until=until)


def test_ends_are_read_in_utc():
    zone = dt.timezone(dt.timedelta(hours=2))
    assert clock.end(dt.datetime(2099, 1, 1, 1, tzinfo=zone), dp.QueryError) == "2098-12-31T23:00:00+00:00"
    assert clock.end(dt.date(2099, 1, 1), dp.QueryError) == "2099-01-01T23:59:59+00:00"


def test_revoking_counts_from_the_next_request_and_for_good(world):
    made, releases = world
    sharing = made.sharing("visits")
    share, token = sharing.publish(releases, "x")
    assert made.open_share(token)
    sharing.revoke(share.id)
    assert WRONG in refusal(made, token)
    entries = len(made.ledger("visits"))
    sharing.revoke(share.id)
    assert len(made.ledger("visits")) == entries
    assert sharing.all[0].state == "revoked"


def test_another_process_sees_a_revocation_at_once(anywhere):
    made, releases, another = anywhere
    share, token = made.sharing("visits").publish(releases, "x")
    with another() as other:
        assert other.open_share(token)
        made.sharing("visits").revoke(share.id)
        assert WRONG in refusal(other, token)


def test_publishing_and_revoking_are_in_the_chain(anywhere):
    made, releases, another = anywhere
    share, token = made.sharing("visits").publish(releases[:1], "Visits", "note", LATER)
    made.sharing("visits").revoke(share.id)
    made.verify()
    published, revoked = made.ledger("visits")[-2:]
    assert (published.kind, published.user, revoked.kind) == ("share", "owner", "unshare")
    assert published.payload == {
        "share": share.id,
        "name": "visits",
        "token": hashlib.sha256(token.encode()).hexdigest(),
        "releases": [releases[0].key],
        "title": "Visits",
        "note": "note",
        "until": "2099-01-01T23:59:59+00:00",
    }
    with another() as again:
        assert WRONG in refusal(again, token)


def test_the_token_is_nowhere_in_the_home_folder(world, tmp_path):
    made, releases = world
    _, token = made.sharing("visits").publish(releases, "x")
    made.open_share(token)
    made.comment_on(token, "read it")
    made.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(hashlib.sha256(token.encode()).hexdigest().encode() in path.read_bytes() for path in files)
    assert [path for path in files if token.encode() in path.read_bytes()] == []


def test_only_stored_answers_of_that_dataset_are_shared(world):
    made, releases = world
    made.add_dataset(
        "others",
        dp.read(ROWS.head(3)),
        schema=SCHEMA,
        separate_budget=True,
        budget=dp.Budget(epsilon=1.0),
    )
    sharing = made.sharing("others")
    for bad in (releases, [], ["key"], [*releases, None]):
        with pytest.raises(dp.QueryError):
            sharing.publish(bad, "x")
    assert sharing.all == []


def test_a_combined_answer_is_shared_as_its_measurements(world):
    made, releases = world
    both = made.remeasure(releases[0], mu=0.1)
    share, token = made.sharing("visits").publish([both], "x")
    assert share.keys == both.combined
    dossier = made.open_share(token).dossier
    assert [one.key for one in dossier.releases] == list(both.combined)
    assert len(dossier.charges) == 2


def test_a_charge_in_a_dossier_is_the_entry_that_paid(world):
    made, releases = world
    entry = next(one for one in made.ledger("visits") if one.kind == "charge")
    (charge,) = made.dossier("visits", releases[:1]).charges
    assert (charge.seq, charge.hash, charge.time, charge.user) == (entry.seq, entry.hash, entry.time, "owner")
    before = next(one for one in made._ledger.entries() if one.seq == entry.seq - 1)
    assert charge.prev == before.hash
    assert charge.keys == (releases[0].key,)


@pytest.mark.parametrize(
    "title",
    ["", "   ", "x" * 201, "a\nb", "a\tb", "a\0b", "a\x1bb", "a\u202eb", "a\u2066b", "a\u200bb", "\ud800", None, 7],
)
def test_titles_that_cannot_be_shown_are_refused(world, title):
    made, releases = world
    with pytest.raises(dp.QueryError):
        made.sharing("visits").publish(releases, title)


@pytest.mark.parametrize("note", ["x" * 5_001, "a\rb", "a\0b", "\u2067x", "a\u2028b", b"bytes"])
def test_notes_that_cannot_be_shown_are_refused(world, note):
    made, releases = world
    with pytest.raises(dp.QueryError):
        made.sharing("visits").publish(releases, "x", note)


def test_what_people_write_in_any_language_is_kept(world):
    made, releases = world
    title, note = "Éé 中文 עברית\u200f नमस्ते 👩\u200d⚕️", "one\r\ntwo\n\nصفحه\u200cها " + "x" * 4_000
    share, _ = made.sharing("visits").publish(releases, title, note)
    assert (share.title, share.note) == (title, note.replace("\r\n", "\n"))


def test_openings_are_counted_and_looks_are_not(anywhere):
    made, releases, _ = anywhere
    _, token = made.sharing("visits").publish(releases, "x")
    for _ in range(3):
        made.open_share(token)
    made.open_share(token, count=False)
    (share,) = made.sharing("visits").all
    assert share.opened == 3
    assert share.last_opened is not None


def test_many_openings_are_written_at_once(anywhere, monkeypatch):
    made, releases, _ = anywhere
    _, token = made.sharing("visits").publish(releases, "x")
    monkeypatch.setattr(opening, "SECONDS", 3600)
    written = []
    count = opening._count
    monkeypatch.setattr(opening, "_count", lambda *one: (written.append(one[1:3]), count(*one)))
    for _ in range(200):
        made.open_share(token)
    assert written == []
    (share,) = made.sharing("visits").all
    assert (share.opened, [one[1] for one in written]) == (200, [200])


def test_two_processes_add_to_one_count(anywhere):
    made, releases, another = anywhere
    _, token = made.sharing("visits").publish(releases, "x")
    with another() as other:
        other.open_share(token)
        made.open_share(token)
        other.open_share(token)
    assert made.sharing("visits").all[0].opened == 3


def test_a_count_that_cannot_be_written_stops_no_reader(world, tmp_path):
    made, releases = world
    _, token = made.sharing("visits").publish(releases, "x")
    with sqlite3.connect(tmp_path / "murmur.db") as database:
        database.execute("DROP TABLE openings")
    database.close()
    assert made.open_share(token).dossier


def test_comments_are_kept_in_order_and_deleted_by_their_author(anywhere):
    made, releases, _ = anywhere
    share, token = made.sharing("visits").publish(releases, "x")
    first = made.sharing("visits").comment(share.id, "first\nline")
    made.comment_on(token, "<b>second</b>")
    assert [one.text for one in made.comments_on(token)] == ["first\nline", "<b>second</b>"]
    made.uncomment(token, first.id)
    assert [one.text for one in made.sharing("visits").comments(share.id)] == ["<b>second</b>"]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2_001, "a\0", "\u202e", None])
def test_comments_that_cannot_be_shown_are_refused(world, text):
    made, releases = world
    share, _ = made.sharing("visits").publish(releases, "x")
    with pytest.raises(dp.QueryError):
        made.sharing("visits").comment(share.id, text)
    assert made.sharing("visits").comments(share.id) == []


def test_a_dead_link_takes_no_comment(world):
    made, releases = world
    share, token = made.sharing("visits").publish(releases, "x")
    made.sharing("visits").revoke(share.id)
    for act in (made.comments_on, lambda dead: made.comment_on(dead, "x"), lambda dead: made.uncomment(dead, "x")):
        with pytest.raises(dp.AccessError, match=WRONG):
            act(token)


def test_a_link_keeps_the_name_of_its_day_and_tells_the_budget_as_it_is_now(anywhere):
    made, releases, another = anywhere
    _, token = made.sharing("visits").publish(releases, "x")
    before = made.open_share(token)
    made.rename("visits", "stays")
    made.raise_budget("stays", dp.Budget(epsilon=4.0, delta=1e-6))
    after = made.open_share(token)
    assert before.edition != after.edition
    assert (after.share.dataset, after.dossier.dataset, after.dossier.budget.epsilon) == ("visits", "visits", 4.0)
    assert made.open_share(token).edition == after.edition
    _, later = made.sharing("stays").publish(releases, "y")
    assert made.open_share(later).dossier.dataset == "stays"
    assert {one.dataset for one in made.sharing("stays").all} == {"stays"}
    with another() as again:
        assert again.open_share(token).dossier.dataset == "visits"
    made.verify()


def test_a_link_of_an_earlier_version_tells_the_present_name(anywhere, monkeypatch):
    """Its entry does not say what the dataset was called."""
    made, releases, _ = anywhere
    append = Draft.append

    def earlier(draft, kind, user, dataset, payload):
        append(draft, kind, user, dataset, {name: one for name, one in payload.items() if name != "name"})

    monkeypatch.setattr(Draft, "append", earlier)
    _, token = made.sharing("visits").publish(releases, "x")
    monkeypatch.undo()
    made.rename("visits", "stays")
    assert made.open_share(token).dossier.dataset == "stays"
    made.verify()


def test_of_a_charge_the_keys_of_what_is_passed_on_are_passed_on(world):
    """A key is a digest of its question: whoever can guess a question could see that it was asked."""
    made, releases = world
    _, token = made.sharing("visits").publish(releases[1:2], "x")
    for dossier in (made.open_share(token).dossier, made.dossier("visits", releases[1:2])):
        text = json.dumps(dossier.to_dict())
        assert [one.key in text for one in releases] == [False, True, False]
        assert [one.keys for one in dossier.charges] == [(releases[1].key,)]


def test_what_is_passed_on_of_the_declarations_is_what_the_answers_are_about(world):
    made, (total, ages, wards) = world
    columns = [list(made.dossier("visits", [one]).table.schema) for one in (ages, wards)]
    assert columns == [["age"], ["ward"]]
    declared = made.dataset("visits").table
    both = made.dossier("visits", [total, ages, wards]).table
    assert both.schema.columns == dict(declared.schema.columns)
    (placeholder,) = made.dossier("visits", [total]).table.schema.to_dict().values()
    assert placeholder == {"kind": "text"}  # a count of rows is about no column
    assert (both.unit, both.neighbors) == (declared.unit, declared.neighbors)


@pytest.mark.parametrize("change", [{"time": 7}, {"time": "\x1b[2Jevil"}, {"until": "![](//x.yz)"}, {"title": ["x"]}])
def test_a_dossier_of_other_types_is_none(world, change):
    made, releases = world
    data = made.dossier("visits", releases).to_dict()
    assert Dossier.from_dict(data).to_dict() == data
    with pytest.raises(dp.QueryError, match="not a dossier"):
        Dossier.from_dict({**data, **change})
