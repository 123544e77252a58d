"""Programs as players: ``exec:COMMAND`` names any program, in any language, that keeps to a line protocol.

``docs/how-to/audit.md`` says what the program reads and writes, and when it forfeits. COMMAND is quoted as in a shell;
no shell runs it. A program that breaks the rules is killed with its process group, and started afresh at the next
question. What it writes to standard error is shown as it comes.
"""

import os
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from selectors import EVENT_READ, DefaultSelector
from signal import SIGKILL, SIGTERM, Signals
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic

from oxobook.book.errors import quoted
from oxobook.book.game.position import Position
from oxobook.book.game.reading.reading import Reading
from oxobook.viewer.players.player import Forfeit, Player, Policy, Unanswered, UnknownPlayer, move_given

GRACE = 0.5  # seconds that a program has to leave after the end of input, and again after SIGTERM
MAX_ANSWER = 1000  # largest number of bytes of an answer; longer ones are read no further
MAX_COMMAND = 10_000  # largest number of characters of a command: splitting it takes time that grows with their square
_KEPT = ("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR")


class ProgramPlayer(Player):
    """Program that answers each question within ``seconds``; it runs from the first question to ``close``."""

    varied = "in other orders and other processes"

    def __init__(self, command: str, seconds: float = 5.0, reading: Reading | str | None = None) -> None:
        super().__init__(f"exec:{command}")
        self._words = _words_of(command)
        self._seconds, self._reading = seconds, reading
        self._running: _Running | None = None

    def policy(self, position: Position) -> Policy:
        """Return the program's move, with probability 1; raises Forfeit, or UnknownPlayer if it cannot be started."""
        try:
            if self._running is None:
                self._running = _Running(_shortened(self.name), self._words)
            answer = self._running.ask(position, self._seconds)
            return {move_answered(_shortened(self.name), answer, position, self._reading): Fraction(1)}
        except BaseException:
            self._end(grace=0)
            raise

    @contextmanager
    def afresh(self, seed: int) -> Iterator[None]:
        """Ask another process."""
        self.close()
        yield

    def close(self) -> None:
        """Let the program leave; if it does not, kill it and its process group."""
        self._end(GRACE)

    def _end(self, grace: float) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end(grace)


class _Running:
    """Program running in a process group of its own, with its pipes."""

    def __init__(self, name: str, words: list[str]) -> None:
        self._name = name
        kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
        try:
            self._process = Popen(words, bufsize=0, stdin=PIPE, stdout=PIPE, start_new_session=True, env=kept)
        except (OSError, ValueError) as error:
            raise UnknownPlayer(
                f"{name} cannot be started: {_shortened(str(error))}; a script needs a #! line, or its interpreter"
            ) from None
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout

    def ask(self, position: Position, seconds: float) -> bytes:
        """Return what the program answers, up to the end of a line or more than an answer; raises Forfeit."""
        deadline = monotonic() + seconds
        with DefaultSelector() as selector:
            selector.register(self._output, EVENT_READ)
            if selector.select(0):
                waiting = self._output.read(MAX_ANSWER)
                raise _unasked(self._name, waiting, position) if waiting else self._gone(position)
            with suppress(BrokenPipeError):  # its output says whether it has ended
                self._input.write(f"{position.text} {position.to_move} {position.rules}\n".encode())
            answer = b""
            while b"\n" not in answer and len(answer) <= MAX_ANSWER:
                if not selector.select(max(0, deadline - monotonic())):
                    raise self._late(position, seconds)
                read = self._output.read(MAX_ANSWER + 1)
                if not read:
                    raise self._gone(position)
                answer += read
        return answer

    def _forfeit(self, why: str) -> Unanswered:
        return Unanswered(f"{self._name} {why}")

    def _late(self, position: Position, seconds: float) -> Forfeit:
        """Return the verdict on a late answer; the program may have ended, while its child keeps its output open."""
        if self._process.poll() is not None:
            return self._gone(position)
        return self._forfeit(
            f"gave no answer to {position} within {seconds:g} s; it must write one line for each line it reads, "
            "and flush"
        )

    def _gone(self, position: Position) -> Forfeit:
        """Return the verdict on a program whose output is closed, mostly because it has ended."""
        if not self._ends_within(GRACE):
            return self._forfeit(f"is still running, but closed its output before it answered {position}")
        code = self._process.returncode
        how = f"exit code {code}" if code >= 0 else f"killed by signal {-code}"
        return self._forfeit(f"ended before it answered {position}: {how}")

    def end(self, grace: float) -> None:
        """End the input, then send SIGTERM, each with the grace; kill what is left, even if interrupted."""
        try:
            self._input.close()
            if grace and not self._ends_within(grace):
                self._signal(SIGTERM)
                self._ends_within(grace)
        finally:
            self._signal(SIGKILL)
            self._process.wait()
            self._output.close()

    def _ends_within(self, seconds: float) -> bool:
        with suppress(TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode is not None

    def _signal(self, number: Signals) -> None:
        """Send a signal to the whole process group, if any of it is left; macOS refuses where only zombies are."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _words_of(command: str) -> list[str]:
    """Return the program and its arguments; raises UnknownPlayer if there is no such program."""
    if len(command) > MAX_COMMAND:
        raise UnknownPlayer(
            f"expected exec:COMMAND of at most {MAX_COMMAND:,} characters; got {len(command):,}: put it into a script"
        )
    try:
        words = shlex.split(command)
    except ValueError as error:
        reason = f"{error}".lower()
        raise UnknownPlayer(f"expected exec:COMMAND, quoted as in a shell; got {quoted(command)}: {reason}") from None
    if not words:
        raise UnknownPlayer(f"expected exec:COMMAND; got {quoted(command)}: name a program, such as exec:./player")
    if shutil.which(words[0]) is None:
        raise UnknownPlayer(
            f"expected exec:COMMAND with a program to run; got {quoted(words[0])}, which is not found or not "
            "executable: give its path, or run chmod +x"
        )
    return words


def move_answered(name: str, output: bytes, position: Position, reading: Reading | str | None = None) -> str:
    """Return the legal move, as a coordinate, that a program has written as its answer; raises Forfeit."""
    line, _, rest = output.partition(b"\n")
    if len(line) > MAX_ANSWER:
        raise Unanswered(f"{name} answered {position} with more than {MAX_ANSWER} bytes and no end of line")
    if rest:
        raise _unasked(name, rest, position)
    try:
        answer = _shortened(line.decode())
    except UnicodeDecodeError:
        raise Unanswered(f"{name} answered {position} with {line[:20]!r}, which is not UTF-8") from None
    return move_given(name, answer, position, reading)


def _unasked(name: str, waiting: bytes, position: Position) -> Forfeit:
    text = _shortened(waiting.decode(errors="replace"))
    return Unanswered(f"{name} wrote {text!r} unasked at {position}; expected one line for each question")


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:77]}..."
