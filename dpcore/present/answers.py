"""Every measurement of one question as one answer."""

from __future__ import annotations

import json
from collections.abc import Iterable

from dpcore.record import Release, combine


def all_of(releases: Iterable[Release]) -> list[Release]:
    """Releases, oldest first, with measurements of one question on the same rows and of one kind of noise combined."""
    groups: dict[tuple[str, str, int], list[Release]] = {}
    for release in releases:
        question = json.dumps(dict(release.query_data), sort_keys=True)
        groups.setdefault((question, release.lane, release.dataset_version), []).append(release)
    return [combine(group) if len(group) > 1 else group[0] for group in groups.values()]
