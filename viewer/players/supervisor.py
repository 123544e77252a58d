"""The supervisor of a program that plays: a process between oxobook and it, which ends all that it has started.

A process group does not hold what calls setsid, as daemons do. So on Linux the supervisor is made the *subreaper* of
the program: whatever loses its parent becomes the supervisor's own child, in whatever session. When the program has
ended, or oxobook has, even by SIGKILL, the supervisor kills its children until it has none left, and ends as the
program ended: with its exit code, or by its signal. That is no sandbox: the program has its user's rights, and could
kill its supervisor. Other systems have no subreapers; there the process group is ended.

This file is run by its path, on the standard library alone, so that it starts within some hundredths of a second.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress

_KEPT = ("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR")
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_LONGEST = 1000  # bytes that say why a program cannot be started
_PATIENCE = 5.0
"""Seconds to kill what is left; who may not be killed, such as another user's process, is then left alone."""
_HAS_SUBREAPERS = sys.platform == "linux" and bool(sys.executable)


class Supervision:
    """The caller's side: two pipes to the supervisor, or none where there is no supervisor."""

    def __init__(self) -> None:
        self._ours: list[int] = []
        self.inherited: tuple[int, ...] = ()
        """The descriptors that the process of ``command`` inherits: told to end by one, telling of its start by one."""
        if _HAS_SUBREAPERS:
            (told, tell), (heard, say) = os.pipe(), os.pipe()
            self._ours, self.inherited = [tell, heard], (told, say)

    def command(self, words: list[str]) -> list[str]:
        """The command that runs another under supervision."""
        if not self.inherited:
            return words
        return [sys.executable, "-I", "-S", __file__, *map(str, self.inherited), *words]

    def why_not_started(self) -> str:
        """Wait for the program's start, after the supervisor's; why it cannot be started, or nothing."""
        self._close_inherited()
        return os.read(self._ours[1], _LONGEST).decode(errors="replace").strip() if self._ours else ""

    def end(self) -> float:
        """Have everything ended; returns how many seconds that may take."""
        self._close_inherited()
        seconds = _PATIENCE + 1 if self._ours else 0.0
        while self._ours:
            os.close(self._ours.pop())
        return seconds

    def _close_inherited(self) -> None:
        for descriptor in self.inherited:
            os.close(descriptor)
        self.inherited = ()


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """What of an environment a program is given: nothing that could hold a password.

    >>> clean({"PATH": "/bin", "LC_ALL": "C", "PGPASSWORD": "secret"})
    {'PATH': '/bin', 'LC_ALL': 'C'}
    """
    return {name: value for name, value in environment.items() if name in _KEPT or name.startswith("LC_")}


def _supervise(told: int, say: int, words: list[str]) -> int:
    """Run a program until it ends or ``told`` is closed, then end everything; returns the program's status.

    ``say`` takes a line, which is empty when the program runs.
    """
    for descriptor in (told, say):
        os.set_inheritable(descriptor, False)
    _become_subreaper()
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    for number in (signal.SIGCHLD, signal.SIGTERM):  # SIGTERM is for the program, which is in our group
        signal.signal(number, lambda *_: None)
    try:
        program = os.posix_spawnp(words[0], words, os.environ, setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
    except (OSError, ValueError) as error:
        os.write(say, f"{error}\n".encode())
        return 1 << 8
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):  # the pipes are the program's alone
        os.dup2(silence, descriptor)
    os.write(say, b"\n")
    ended: dict[int, int] = {}
    while program not in ended and told not in select.select([told, wake], [], [])[0]:
        os.read(wake, 1000)
        _reap(ended)
    deadline = time.monotonic() + _PATIENCE
    while _reap(ended) and time.monotonic() < deadline:
        for child in _children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        select.select([wake], [], [], 0.01)
    return ended.get(program, signal.SIGKILL)


def _become_subreaper() -> None:
    """Take every descendant that loses its parent for a child."""
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _reap(ended: dict[int, int]) -> bool:
    """Note the status of the children that have ended; whether others are left."""
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = found[1]
    except ChildProcessError:
        return False
    return True


def _children() -> list[int]:
    """The numbers of this process's children."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.append(int(name))
    return found


def _end_as(status: int) -> None:
    """End as a program of this status did."""
    if os.WIFSIGNALED(status):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program may have left its own
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):  # nobody can have another handler for SIGKILL
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    _end_as(_supervise(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
