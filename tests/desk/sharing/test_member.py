"""Who may publish, revoke and comment: enforced below the screens, and in the chain."""

from __future__ import annotations

import pytest

import dpcore as dp
from dpcore.ledger import replay
from tests.desk.sharing.world import WRONG, desk, filled


@pytest.fixture
def team(tmp_path):
    """Ada owns, Ben analyses, Cy looks, Dee is a stranger."""
    ada, releases = filled(tmp_path, "ada")
    ada.team("visits").add("ben", "analyst")
    ada.team("visits").add("cy", "viewer")
    others = [desk(tmp_path, user) for user in ("ben", "cy", "dee")]
    yield ada, *others, releases
    for one in (*others, ada):
        one.close()


def test_analysts_publish_viewers_and_strangers_do_not(team):
    _, ben, cy, dee, releases = team
    share, token = ben.sharing("visits").publish(releases, "x")
    assert (share.by, dee.open_share(token).share.id) == ("ben", share.id)
    with pytest.raises(dp.AccessError):
        cy.sharing("visits").publish(releases, "x")
    with pytest.raises(dp.AccessError):
        dee.sharing("visits")
    assert [one.title for one in cy.sharing("visits").all] == ["x"]


def test_a_link_is_revoked_by_whoever_made_it_or_an_owner(team):
    ada, ben, cy, dee, releases = team
    mine, _ = ada.sharing("visits").publish(releases, "ada's")
    theirs, token = ben.sharing("visits").publish(releases, "ben's")
    for one in (ben, cy):
        with pytest.raises(dp.AccessError):
            one.sharing("visits").revoke(mine.id)
    ben.sharing("visits").revoke(theirs.id)
    _, second = ben.sharing("visits").publish(releases, "again")
    ada.sharing("visits").revoke(ben.sharing("visits").all[-1].id)
    for dead in (token, second):
        with pytest.raises(dp.AccessError, match=WRONG):
            dee.open_share(dead)


def test_a_removed_members_link_stays_until_an_owner_revokes_it(team):
    ada, ben, _, dee, releases = team
    held = ben.sharing("visits")
    share, token = held.publish(releases, "ben's")
    ada.team("visits").remove("ben")
    assert dee.open_share(token)
    for act in (
        lambda: held.revoke(share.id),
        lambda: held.publish(releases, "x"),
        lambda: held.all,
        lambda: held.comments(share.id),
        lambda: held.comment(share.id, "x"),
        lambda: held.delete_comment("x"),
    ):
        with pytest.raises(dp.AccessError):
            act()
    ada.sharing("visits").revoke(share.id)
    with pytest.raises(dp.AccessError, match=WRONG):
        dee.open_share(token)


def test_a_forged_entry_does_not_verify(team):
    ada, *_, releases = team
    share, _ = ada.sharing("visits").publish(releases, "x")
    with pytest.raises(dp.LedgerError):
        replay._take(ada._ledger._journal.chain, forged(ada, "unshare", "cy", {"share": share.id}))
    payload = {**ada.ledger("visits")[-1].payload, "share": "another", "token": "0" * 64}
    with pytest.raises(dp.LedgerError):
        replay._take(ada._ledger._journal.chain, forged(ada, "share", "cy", payload))


@pytest.mark.parametrize(
    "lie",
    [
        {"token": None},
        {"title": {}},
        {"note": 7},
        {"until": "zzz"},
        {"until": 7},
        {"releases": ["x"]},
        {"share": None},
        {"name": "trips"},
    ],
    ids=lambda lie: next(iter(lie)),
)
def test_a_link_that_could_not_have_been_written_does_not_verify(team, lie):
    ada, *_, releases = team
    share, _ = ada.sharing("visits").publish(releases, "x")
    known = ada.ledger("visits")[-1].payload
    true = {**known, "share": "another", "token": "0" * 64}
    told = {**true, **{name: known[name] if value is None else value for name, value in lie.items()}}
    with pytest.raises(dp.LedgerError):
        replay._take(ada._ledger._journal.chain, forged(ada, "share", "ada", told))
    early = (
        *forged(ada, "share", "ada", true)[:3],
        "2001-01-01T00:00:00+00:00",
        *forged(ada, "share", "ada", true)[4:],
    )
    with pytest.raises(dp.LedgerError):
        replay._take(ada._ledger._journal.chain, early)
    replay._take(ada._ledger._journal.chain, forged(ada, "share", "ada", true))
    assert share.id != "another"


def forged(made, kind, user, payload):
    """A row that the chain itself would link, by somebody who may not."""
    from dpcore.ledger.entry import canonical

    dataset = made.dataset("visits").id
    return (99, "", "", "2099-01-01T00:00:00+00:00", user, dataset, kind, canonical(payload))


def test_comments_are_deleted_by_their_author_or_an_owner(team):
    ada, ben, cy, dee, releases = team
    share, token = ben.sharing("visits").publish(releases, "x")
    said = {one.user: one.comment_on(token, f"from {one.user}") for one in (ada, ben, cy, dee)}
    assert [one.user for one in cy.sharing("visits").comments(share.id)] == ["ada", "ben", "cy", "dee"]
    with pytest.raises(dp.AccessError):
        ben.sharing("visits").delete_comment(said["cy"].id)
    with pytest.raises(dp.AccessError):
        dee.uncomment(token, said["cy"].id)
    dee.uncomment(token, said["dee"].id)
    cy.sharing("visits").delete_comment(said["cy"].id)
    ada.sharing("visits").delete_comment(said["ben"].id)
    assert [one.user for one in dee.comments_on(token)] == ["ada"]
