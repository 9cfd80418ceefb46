"""The tier of one run of pytest, and what it knows: files, keys of samples, stored seconds and failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

from tests.tier import parts, store
from tests.tier.graph import ROOT, Graph, Script

IMPORTS = "tier/imports-2"


@dataclass
class Tiers:
    """given: what the first process has found out, for a worker of pytest-xdist. found: what a worker tells it."""

    config: pytest.Config
    given: dict[str, Any] | None = None
    seconds: dict[str, store.Seconds] = field(default_factory=store.durations)
    failed: frozenset[str] = field(default_factory=store.failed)
    found: dict[str, int] = field(default_factory=dict)
    settings: dict[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str | None:
        """quick, test or audit; None for a plain run of pytest."""
        tier: str | None = self.config.option.tier
        return tier

    @property
    def everything(self) -> bool:
        """Whether every setting is made, as in an audit or where somebody asks for what is marked."""
        return self.name == "audit" or bool(self.config.option.markexpr)

    @property
    def whole(self) -> bool:
        """Whether all tests of the tier run, and not those that the command line names or chooses, or none."""
        option = self.config.option
        chosen = (option.keyword, option.markexpr, option.deselect, option.ignore, option.ignore_glob)
        fewer = any((*chosen, option.collectonly, getattr(option, "lf", False)))
        return not fewer and self.config.args_source is not pytest.Config.ArgsSource.ARGS

    @cached_property
    def named(self) -> frozenset[str]:
        """Tests that the command line names: they run, drawn or not."""
        found = set()
        for arg in self.config.args:
            path, _, rest = arg.partition("::")
            place = (self.config.invocation_params.dir / path).resolve()
            if rest and place.is_relative_to(ROOT):
                found.add(f"{place.relative_to(ROOT).as_posix()}::{rest}")
        return frozenset(found)

    @cached_property
    def graph(self) -> Graph:
        """Read once; what files say is remembered from run to run."""
        cache = getattr(self.config, "cache", None)
        stored = cache.get(IMPORTS, {}) if cache else {}
        graph = Graph(known={key: Script(*each) for key, each in stored.items()})
        for path in graph.contents:
            graph.imported(path)
        if cache and graph.known.keys() - stored.keys():
            here = set(graph.contents.values())
            said = {
                key: (s.imports, dict(s.passes), s.stars, s.strings) for key, s in graph.known.items() if key in here
            }
            cache.set(IMPORTS, said)
        return graph

    @cached_property
    def every(self) -> list[str]:
        """All files that have tests."""
        return parts.candidates(self.graph)

    @cached_property
    def quick(self) -> parts.Quick:
        """What is fast, and what is near to what has changed."""
        changed = parts.changed() or frozenset()
        gone = frozenset(path for path in changed if path.endswith(".py") and path not in self.graph.contents)
        graph = Graph(known=self.graph.known, gone=gone) if gone else self.graph
        return parts.quick(self.every, self.seconds, graph.importers(changed))

    @cached_property
    def files(self) -> frozenset[str] | None:
        """The files that this run is about; None for all that pytest finds."""
        if self.given is not None:
            return None if self.given["files"] is None else frozenset(self.given["files"])
        if self.name == "quick":
            return self.quick.files
        if self.name == "audit":
            place, count = map(int, self.config.option.part.split("/"))
            return frozenset(parts.parts(self.every, store.committed(), count)[place - 1])
        return None

    @cached_property
    def keys(self) -> dict[str, str]:
        """By what the sample of each file is drawn, as far as it is known."""
        asked, cache = self.config.option.sample, getattr(self.config, "cache", None)
        again = cache.get(f"tier/sample-{asked}", {}) if asked and cache else {}
        return dict(self.given["keys"]) if self.given is not None else dict(again)

    def key(self, path: str) -> str:
        """By what the sample of a file is drawn: by all that it imports, or as asked for."""
        if path not in self.keys:
            self.keys[path] = self.graph.digest([path]) if self._ours else self.config.option.sample
        return self.keys[path]

    @cached_property
    def _ours(self) -> bool:
        """Whether the sample is that of this tree: nothing was asked for, or what another machine printed for it."""
        asked = self.config.option.sample
        return not asked or asked == self.graph.digest(self.every)

    @cached_property
    def sample(self) -> str:
        """A name for the samples of all files, by which they are drawn again on another tree of this machine."""
        if asked := self.config.option.sample:
            return str(asked)
        name = self.graph.digest(self.every)
        keys = {path: self.key(path) for path in self.every}
        if cache := getattr(self.config, "cache", None):
            cache.set(f"tier/sample-{name}", keys)
        return name

    @cached_property
    def told(self) -> dict[str, Any]:
        """For a worker."""
        if self.name == "test":
            _ = self.sample
        return {"files": None if self.files is None else sorted(self.files), "keys": self.keys}

    def shared(self, item: pytest.Item) -> bool:
        """Whether the tests of a file of an audit are for all workers: one would take most of an hour for them."""
        path = item.path.relative_to(ROOT).as_posix() if item.path.is_relative_to(ROOT) else ""
        return self.name == "audit" and path in self.seconds and self.seconds[path].whole > parts.PART / 3

    def once(self, function: str, unknown: float) -> float:
        """The seconds of one setting of a function of `make audit`, by its node id."""
        path, _, name = function.partition("::")
        return self.seconds[path].once.get(name, unknown) if path in self.seconds else unknown

    def dear(self, function: str) -> float | None:
        """The seconds of one setting of a dear function, by its node id; None for others."""
        path, _, name = function.partition("::")
        return self.seconds[path].dear.get(name) if path in self.seconds else None
