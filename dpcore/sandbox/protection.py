"""Restrictions of the process of a block by the operating system, as far as it supports them.

Network, folders and system calls are restricted on Linux; memory, files and processes on every POSIX system. Each
protection that was granted is one bit, so that the owner can be shown which are missing.

Source: unshare(2), mount(2), mount_setattr(2), landlock(7), setrlimit(2), prctl(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

NETWORK, HIDDEN, FOLDERS, CALLS, MEMORY = 1, 2, 4, 8, 16
"""Bits: no network; only installed folders visible, read-only; only these readable; call filter; memory limit."""
_NEW_USER, _NEW_NET, _NEW_IPC, _NEW_MOUNTS = 0x10000000, 0x40000000, 0x08000000, 0x00020000
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 1 << 18
_SET_MOUNT, _HERE, _ALL_BELOW, _READ_ONLY = 442, -100, 0x8000, 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""Version of Landlock -> the number of file rights from this version on."""
_SYSTEM = ("/usr", "/lib", "/lib64")
_KILL, _PARENT_DEATH, _DUMPABLE = 9, 1, 4
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS", "SIGABRT")


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Mount(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("added", "cleared", "propagation", "names"))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def offer() -> None:
    """Makes this process the first one that the kernel ends if memory runs out: the end of others would be noticed."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def isolate(folders: Iterable[str], hidden: Sequence[str]) -> int:
    """Removes the network, ends this process with its parent, and changes to a root with `folders` and system folders.

    Must be called before a second thread starts. The new root is mounted over the first of the hidden folders. Returns
    the bits granted.
    """
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PARENT_DEATH, _KILL, 0, 0, 0)
    apart, user, group = _NEW_NET | _NEW_IPC | _NEW_MOUNTS, os.getuid(), os.getgid()
    if libc.unshare(apart):
        if libc.unshare(apart | _NEW_USER):
            return 0
        for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with contextlib.suppress(OSError):
                Path("/proc/self", name).write_text(line)
    with contextlib.suppress(OSError):
        if hidden and _make_root(libc, hidden[0], [*folders, *_SYSTEM]):
            return NETWORK | HIDDEN
    return NETWORK


def _make_root(libc: Any, root: str, folders: Iterable[str]) -> bool:
    """Makes an empty root with these folders, and enters it."""
    if libc.mount(b"none", b"/", None, _RECURSIVE | _PRIVATE, None) or libc.mount(
        b"none", _path(root), b"tmpfs", 0, None
    ):
        return False
    bound: list[str] = []
    for folder in sorted({path for name in folders for path in (os.path.abspath(name), os.path.realpath(name))}):
        target = root + folder
        if any(Path(folder).is_relative_to(path) for path in bound) or not os.path.isdir(folder):
            continue
        if os.path.islink(folder):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.symlink(os.path.realpath(folder), target)
            bound.append(folder)
            continue
        os.makedirs(target, exist_ok=True)
        if libc.mount(_path(folder), _path(target), None, _BIND | _RECURSIVE, None) or _make_read_only(libc, target):
            return False
        bound.append(folder)
    os.chroot(root)
    os.chdir("/")
    return True


def _make_read_only(libc: Any, target: str) -> bool:
    """Makes a mount read-only, because the access time of a file could pass information to the next block.

    Returns whether the kernel refused.
    """
    mount = _Mount(added=_READ_ONLY)
    refused: int = libc.syscall(_SET_MOUNT, _HERE, _path(target), _ALL_BELOW, ctypes.byref(mount), ctypes.sizeof(mount))
    return refused != 0


def _path(path: str) -> bytes:
    return os.fsencode(path)


def restrict(folders: Iterable[str], listed: Iterable[str], hidden: Sequence[str], memory: int) -> int:
    """Limits memory, files, folders and system calls for ever. Returns the bits granted.

    folders: readable folders of modules. listed: folders that may only be listed, to find a package. memory: in MB.
    """
    granted = _limit(memory)
    if sys.platform != "linux":
        return granted
    libc = ctypes.CDLL(None, use_errno=True)
    _quiet(libc)
    granted |= FOLDERS if _landlock(libc, folders, listed, hidden) else 0
    return granted | (CALLS if _beside("filter").install(libc) else 0)


def _quiet(libc: Any) -> None:
    """Makes crashes end this process silently: otherwise the kernel may log an address or write rows to a core file."""
    libc.prctl(_DUMPABLE, 0, 0, 0, 0)
    libc.signal.argtypes, libc.signal.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_void_p
    for crash in _CRASHES:
        libc.signal(getattr(signal, crash), ctypes.cast(libc._exit, ctypes.c_void_p))


def _limit(memory: int) -> int:
    """Forbids core dumps, non-empty files and further processes, and limits memory to so many MB."""
    for name in ("RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NPROC"):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (0, 0))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory * 2**20,) * 2)
        return MEMORY if sys.platform == "linux" else 0
    return 0


def _landlock(libc: Any, folders: Iterable[str], listed: Iterable[str], hidden: Sequence[str]) -> bool:
    """Allows reading in these folders and the system folders only, and writing nowhere. Returns whether it worked."""
    libc.syscall.restype = ctypes.c_long
    version = libc.syscall(444, None, 0, 1)
    if version < 1:
        return False
    rights = (1 << max(count for first, count in _RIGHTS.items() if first <= version)) - 1
    rules = _Rules(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    made = libc.syscall(444, ctypes.byref(rules), ctypes.sizeof(rules) if version >= 6 else 8 * (1 + (version >= 4)), 0)
    if made < 0:
        return False
    for folder in {os.path.realpath(folder) for folder in (*folders, *_SYSTEM)}:
        if not any(Path(path).is_relative_to(folder) for path in hidden):
            _allow(libc, made, folder, _READ_FILE | _READ_FOLDER)
    for folder in listed:
        _allow(libc, made, folder, _READ_FOLDER)
    if libc.prctl(38, 1, 0, 0, 0):
        return False
    restricted: bool = libc.syscall(446, made, 0) == 0
    os.close(made)
    return restricted


def _allow(libc: Any, rules: int, path: str, rights: int) -> None:
    """Allows these rights below a folder, if it exists."""
    with contextlib.suppress(OSError):
        parent = os.open(path, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
        beneath = _Beneath(rights, parent)
        libc.syscall(445, rules, 1, ctypes.byref(beneath), 0)
        os.close(parent)


def _beside(name: str) -> Any:
    """The module of that name in this folder."""
    spec = importlib.util.spec_from_file_location(f"_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
