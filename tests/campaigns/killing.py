"""The command, ended at each step and at many random moments of its work, without waiting for it to start each time.

One process imports everything and then forks for each moment, so that a child costs what it does until its end, and no
more. A *step* is what Python tells its audit hooks of the folder concerned: that a file is about to be opened, locked,
linked, renamed or removed in it, or a database connected. Random moments are told by a timer of the processor's time,
which does not depend on what else the machine does.
"""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_STEPS = ("open", "os.", "sqlite3.connect", "fcntl.")


def ends(arguments: list[str], folder: Path, by: signal.Signals, times: int) -> Iterator[int]:
    """Yield how each run of ``oxobook`` with these arguments ended: its exit code, or minus the signal that ended it.

    First come two whole runs, then one ended before each step that they made in the folder, and then as many as
    ``times``, ended at random moments, some of which may be done before.
    """
    command = [sys.executable, "-m", "tests.campaigns.killing", json.dumps([arguments, str(folder), by, times])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        while True:
            process.stdin.write("next\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if answer == "done\n":
                return
            yield int(answer)


def _all(arguments: list[str], folder: str, by: int, times: int) -> Iterator[int]:
    """The ends, one after the other, in the process that forks."""
    from oxobook.commands.root import main

    try:
        main(arguments)  # imports everything
    except SystemExit as end:
        yield int(end.code or 0)

    def forked(step: int | None, seconds: float | None, told: int | None = None) -> int:
        child = os.fork()
        if not child:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            made = _count_steps(folder, step, by)
            if seconds:
                signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), by))
                signal.setitimer(signal.ITIMER_PROF, seconds)
            code = 1
            try:
                main(arguments, prog_name="oxobook")
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            finally:
                if told:
                    os.write(told, b"%d %f" % (len(made), sum(os.times()[:2])))
                os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    reader, writer = os.pipe()
    yield forked(None, None, writer)
    steps, seconds = os.read(reader, 100).split()
    for step in range(int(steps)):
        yield forked(step, None)
    chance = random.Random(by)
    for _ in range(times):
        yield forked(None, float(seconds) * chance.uniform(0.02, 1))


def _count_steps(folder: str, last: int | None, by: int) -> list[str]:
    """The steps from now on, a list that grows; before that of number ``last`` the signal comes."""
    made: list[str] = []

    def hear(event: str, details: tuple[object, ...]) -> None:
        if event.startswith(_STEPS) and any(folder in str(one) for one in details):
            made.append(event)
            if len(made) - 1 == last:
                os.kill(os.getpid(), by)

    sys.addaudithook(hear)
    return made


if __name__ == "__main__":
    results, sys.stdout = sys.stdout, sys.stderr  # what the command prints is no answer
    for answer, _ in zip(_all(*json.loads(sys.argv[1])), sys.stdin, strict=False):
        print(answer, file=results, flush=True)
    print("done", file=results, flush=True)
