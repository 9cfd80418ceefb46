"""Applies entries that publish or revoke share links. A revoked link stays revoked."""

from __future__ import annotations

import re
from dataclasses import replace

from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import MOMENT, Entry
from dpcore.ledger.link import Link


def check_may_revoke(chain: Chain, link: Link, user: str) -> None:
    """Raises AccessError unless the user is an owner, or published the link and is still a member of the dataset."""
    chain.datasets[link.dataset].membership.need(user, "viewer" if link.by == user else "owner")


def take_link(chain: Chain, entry: Entry) -> None:
    """Applies a `share` entry. Raises KeyError, ValueError or AccessError if it is not valid at this point."""
    data = entry.payload
    keys, token, until = tuple(data["releases"]), data["token"], data["until"]
    stored = all(key in chain.answered and chain.charged[key][1] == entry.dataset for key in keys)
    fresh = data["share"] not in chain.links and all(link.token != token for link in chain.links.values())
    timed = entry.time >= chain.latest and (until is None or MOMENT.fullmatch(until) is not None)
    written = all(isinstance(data[name], str) for name in ("share", "title", "note"))
    dataset, name = chain.datasets[entry.dataset], data.get("name")
    dataset.membership.need(entry.user, "analyst")
    named = data.get("name", dataset.name) == dataset.name
    if not (stored and keys and re.fullmatch(r"[0-9a-f]{64}", token) and fresh and timed and written and named):
        raise ValueError
    texts = (data["title"], data["note"], until, name)
    chain.links[data["share"]] = Link(data["share"], dataset.id, entry.user, entry.time, token, keys, *texts)


def take_revocation(chain: Chain, entry: Entry) -> None:
    """Applies an `unshare` entry. Raises KeyError, ValueError or AccessError if it is not valid at this point."""
    link = chain.links[entry.payload["share"]]
    check_may_revoke(chain, link, entry.user)
    if link.dataset != entry.dataset or link.revoked:
        raise ValueError
    chain.links[link.id] = replace(link, revoked=True)
