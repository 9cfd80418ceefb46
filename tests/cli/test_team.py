"""Each acts as who they are: a slice holds from a shell too, and a name of another's dataset is no way in."""

from __future__ import annotations

import dpcore as dp
from tests.cli.shell import PLAN, Shell


def test_an_analyst_stays_within_the_slice_and_a_viewer_only_reads(sampled: Shell):
    with sampled.desk() as desk:
        team = desk.team("sample")
        team.add("ana@example.org", "analyst")
        team.add("vic@example.org", "viewer")
        team.grant("ana@example.org", mu=0.02)
    small = sampled.plan(dp.Plan([dp.Ask(dp.Count())], mu=0.01), "small.json")
    large = sampled.plan(PLAN, "large.json")

    def as_(user: str, *args: str):
        return sampled("--user", user, *args)

    assert as_("ana@example.org", "quote", "sample", small).code == 0
    over = as_("ana@example.org", "quote", "sample", large)
    assert over.code == 1 and "does not allow" in over.out
    refused = as_("ana@example.org", "release", "sample", large, "--yes")
    assert refused.code == 1 and refused.out == "" and "Traceback" not in refused.err
    assert as_("ana@example.org", "release", "sample", small, "--yes").code == 0
    assert as_("vic@example.org", "release", "sample", small, "--yes").code == 1
    assert as_("vic@example.org", "standing").out.startswith("sample")
    assert as_("eve@example.org", "standing", "sample").code == 1
    ledger = sampled("ledger", "sample", "--json").json["entries"]
    assert [one["user"] for one in ledger if one["kind"] == "charge"] == ["ana@example.org"]
    update = as_("ana@example.org", "release", "sample", small, "--yes", "--update", small)
    assert update.code == 1 and "Traceback" not in update.err
