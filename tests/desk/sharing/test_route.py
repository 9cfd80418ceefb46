"""What the route of share links keeps in memory: drawn pages, and counts of failures."""

from __future__ import annotations

import threading

import pytest

from pages.server import page_cache, rate_limit


def test_failures_are_counted_by_address_and_forgotten_after_the_window():
    time = [0.0]
    failed = rate_limit.Limit(lambda: time[0])
    assert [failed.add("a") for _ in range(rate_limit.MOST + 2)] == [False] * rate_limit.MOST + [True, True]
    assert not failed.add("b")
    time[0] = rate_limit.SECONDS - 0.1
    assert failed.add("a")
    time[0] = rate_limit.SECONDS
    assert not failed.add("a")


def test_addresses_without_end_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(rate_limit, "ADDRESSES", 10)
    failed = rate_limit.Limit(lambda: 0.0)
    for address in range(100):
        failed.add(str(address))
    assert len(failed._failed) == 10


def test_readers_at_once_wait_for_one_drawing():
    kept, drawn, gate = page_cache.Shelved(), [], threading.Barrier(8)
    found = []

    def read():
        gate.wait()
        found.append(kept.get("page", lambda: drawn.append(1) or "é"))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found, drawn) == (["é".encode()] * 8, [1])


def test_what_could_not_be_drawn_is_tried_again():
    kept = page_cache.Shelved()
    with pytest.raises(ZeroDivisionError):
        kept.get("page", lambda: str(1 / 0))
    assert kept.get("page", lambda: "now") == b"now"


def test_the_least_recently_read_page_goes_first(monkeypatch):
    monkeypatch.setattr(page_cache, "MOST", 2)
    kept = page_cache.Shelved()
    for name in ("a", "b", "a", "c"):
        kept.get(name, lambda: "first")
    assert [kept.get(name, lambda: "second") for name in ("a", "c", "b")] == [b"first", b"first", b"second"]


def test_pages_too_large_to_keep_are_given_all_the_same(monkeypatch):
    monkeypatch.setattr(page_cache, "LARGEST", 10)
    kept = page_cache.Shelved()
    kept.get("small", lambda: "first")
    assert kept.get("large", lambda: "x" * 100) == b"x" * 100
    assert [kept.get(name, lambda: "second") for name in ("small", "large")] == [b"first", b"second"]
