"""Supervisor of a program that plays: a process above it that ends everything the program has started.

A process group does not hold what calls ``setsid``, as daemons do. So on Linux the supervisor is the *subreaper* of the
program: whatever loses its parent becomes the supervisor's own child, in whatever session. When the program has ended,
or oxobook has, even by SIGKILL, the supervisor kills its children until none is left, and ends as the program ended:
with its exit code, or by its signal. That is no sandbox: the program has its user's rights, and could kill its
supervisor. Other systems have no subreapers; there oxobook ends the process group.

Run by path, on the standard library alone, so that it starts in a few hundredths of a second:
``supervisor.py LIFELINE COMMAND ...``. LIFELINE is the descriptor of one end of a connection with oxobook. The
supervisor writes one line to it, empty if the program runs, else why not; when the other end is closed, it ends the
program.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_PATIENCE = 5.0  # seconds to kill what is left; processes that it may not kill, such as another user's, are left alone
_PAUSE = 0.01  # seconds between two looks


def supervise(lifeline: int, words: list[str]) -> int:
    """Run a program until it or the lifeline ends, then kill what is left; return the program's wait status."""
    os.set_inheritable(lifeline, False)
    _become_subreaper()
    wake, woken = os.pipe()  # readable when a child has ended
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(
        signal.SIGTERM, signal.SIG_IGN
    )  # the signal is meant for the program, which is in this process group too
    restored = [signal.SIGPIPE, signal.SIGTERM, signal.SIGXFSZ]  # Python ignores the first and the last
    try:
        program = os.posix_spawnp(words[0], words, os.environ, setsigdef=restored)
    except (OSError, ValueError) as error:
        os.write(lifeline, f"{error}\n".encode())
        return 1 << 8
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):  # the pipes are the program's alone
        os.dup2(silence, descriptor)
    os.write(lifeline, b"\n")
    ended: dict[int, int] = {}
    while _reap(ended) and program not in ended and lifeline not in select.select([lifeline, wake], [], [])[0]:
        os.read(wake, 1000)
    deadline = time.monotonic() + _PATIENCE
    while _reap(ended) and time.monotonic() < deadline:
        for child in _children(program):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        time.sleep(_PAUSE)
    return ended.get(program, signal.SIGKILL)


def _become_subreaper() -> None:
    """Become the parent of every descendant that loses its own, if the system can do that."""
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _reap(ended: dict[int, int]) -> bool:
    """Note the wait status of the children that have ended; return whether others are left."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = found[1]
        return True
    return False


def _children(program: int) -> list[int]:
    """Return the numbers of this process's children; elsewhere than on Linux, the program's alone."""
    try:
        with open("/proc/thread-self/children", encoding="ascii") as file:
            return [int(number) for number in file.read().split()]
    except OSError:
        return [program]


def _end_as(status: int) -> None:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program may have left its own
        with suppress(OSError, ValueError):  # SIGKILL has no handler to reset
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    _end_as(supervise(int(sys.argv[1]), sys.argv[2:]))
