"""The system calls that a process of a block may use: a seccomp filter for Linux on x86-64.

All other calls fail with EPERM: starting a process or a thread, sending a signal, writing or creating a file, changing
a limit, and every kind of communication except the pipe that is already open. New pipes are refused because the kernel
numbers them across all processes. Signal handlers, which `protection` has set, cannot be changed any more. A call that
the kernel would log, with the caller's registers, is refused too.

Source: the kernel's seccomp_filter.rst and bpf(2); numbers from arch/x86/entry/syscalls/syscall_64.tbl.
"""

from __future__ import annotations

import ctypes
import platform
import sys

_ALLOW, _DENY, _ABSENT = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM, ENOSYS
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_X86_64 = 0xC000003E
_ALLOWED = {
    "read": 0, "write": 1, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8, "mmap": 9,
    "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigprocmask": 14, "pread64": 17, "readv": 19, "writev": 20,
    "access": 21, "select": 23, "sched_yield": 24, "mremap": 25, "madvise": 28, "dup": 32, "dup2": 33,
    "nanosleep": 35, "getpid": 39, "exit": 60, "uname": 63, "getcwd": 79, "readlink": 89, "gettimeofday": 96,
    "getrlimit": 97, "getrusage": 98, "times": 100, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108,
    "getppid": 110, "gettid": 186, "time": 201, "futex": 202, "sched_getaffinity": 204, "getdents64": 217,
    "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231,
    "newfstatat": 262, "readlinkat": 267, "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273,
    "dup3": 292, "getrandom": 318, "membarrier": 324, "statx": 332, "rseq": 334, "faccessat2": 439,
}  # fmt: skip
_FCNTL, _OPEN, _OPENAT, _PRLIMIT = 72, 2, 257, 302
_MISSING = (435, 437)  # clone3 and openat2: callers use the older calls if these are missing
_WRITING = 0o3 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
_DESCRIPTORS = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC

Instruction = tuple[int, int, int, int]


class _Line(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("lines", ctypes.POINTER(_Line)))


def install(libc: ctypes.CDLL) -> bool:
    """Restricts this process for ever. Returns False if the system is another one or the kernel refuses."""
    if not (sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 2**32):
        return False
    lines = program()
    written = (_Line * len(lines))(*(_Line(*line) for line in lines))
    filter_ = _Program(len(lines), written)
    return bool(libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(filter_), 0, 0) == 0)


def program() -> list[Instruction]:
    """The filter: code, jump if true, jump if false, operand."""
    lines = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, _X86_64), (_RETURN, 0, 0, _DENY), (_LOAD, 0, 0, _NUMBER)]
    for number in _ALLOWED.values():
        lines += _if(number, [(_RETURN, 0, 0, _ALLOW)])
    for number in _MISSING:
        lines += _if(number, [(_RETURN, 0, 0, _ABSENT)])
    for number, argument in ((_OPEN, 1), (_OPENAT, 2)):
        reading = [(_ANY_BIT, 1, 0, _WRITING), (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _DENY)]
        lines += _if(number, [_argument(argument), *reading])
    commands = [line for command in _DESCRIPTORS for line in _if(command, [(_RETURN, 0, 0, _ALLOW)])]
    lines += _if(_FCNTL, [_argument(1), *commands, (_RETURN, 0, 0, _DENY)])
    # limits may be read, of this process only: its number is given as 0, and the address of new limits is 0
    own = [check for place in (0, 16, 20) for check in _unless_zero(place)]
    lines += _if(_PRLIMIT, [*own, (_RETURN, 0, 0, _ALLOW)])
    return [*lines, (_RETURN, 0, 0, _DENY)]


def _if(number: int, then: list[Instruction]) -> list[Instruction]:
    return [(_EQUAL, 0, len(then), number), *then]


def _argument(place: int) -> Instruction:
    """Loads the lower half of an argument."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * place)


def _unless_zero(place: int) -> list[Instruction]:
    """Denies the call if these four bytes of its arguments are not 0."""
    return [(_LOAD, 0, 0, _ARGUMENTS + place), (_EQUAL, 1, 0, 0), (_RETURN, 0, 0, _DENY)]
