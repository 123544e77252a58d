"""Programs as players: ``exec:COMMAND`` names any program, in any language, that keeps to a line protocol.

COMMAND is a program and its arguments, quoted as in a shell; no shell runs it. oxobook writes each question to its
standard input as one line of three words, the position, the side to move and the rules:

    X../.O./... X 3x3x3

The program answers on its standard output with one line, the coordinate of its move. Capitals and blanks around it
do not matter. The rules of the protocol:

- Questions come in any order, and only where the game goes on; an audit asks each position once. So each question is
  answered from its line alone, with no memory of those before, and the same question gets the same answer.
- One line a question, written out at once: the program *flushes* after each answer.
- The answer comes within the time limit, which for the first question includes the start of the program.
- The end of input means: leave.

What breaks them forfeits: no answer in time, an end or a crash, a line that was not asked for, a line that is no
legal move, more than 10 MB on standard error. The program is then killed, with all it has started, and started afresh
at the next question. What it writes to standard error is kept from the terminal, and read only while a question waits;
a crash is reported with its last line. Of the environment it gets ``PATH``, ``HOME``, ``LANG``, ``LANGUAGE``, ``LC_*``,
``TZ`` and ``TMPDIR``, and no passwords; what else it needs it is given by ``env``: ``exec:env DEPTH=9 ./player``.

A whole player, which plays the first free cell, as ``first.awk``:

    {
        split($3, board, "x"); width = board[2] + 1; cell = index($1, ".") - 1
        printf "%c%d\\n", 97 + cell % width, board[1] - int(cell / width); fflush()
    }

Its name is ``exec:awk -f first.awk``. Where awk is mawk, as on Debian and Ubuntu, it is
``exec:awk -W interactive -f first.awk``, for mawk else waits for more input before it reads a line.
"""

import os
from contextlib import suppress
from fractions import Fraction
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from signal import SIGKILL, SIGTERM, Signals
from subprocess import PIPE, Popen
from time import monotonic, sleep

from oxobook.book.errors import IllegalPosition
from oxobook.book.game.notation import cell_named, coordinates
from oxobook.book.game.position import Position
from oxobook.viewer.players.player import Forfeit, Player, Policy, UnknownPlayer
from oxobook.viewer.players.program_words import words_of
from oxobook.viewer.players.supervisor import Supervision, clean

GRACE = 0.5
"""Seconds a program has to leave after the end of input, and again after SIGTERM."""
MAX_ANSWER = 1000
"""Bytes an answer may have; what is longer is read no further."""
MAX_ERRORS = 10_000_000
"""Bytes that a program may write to standard error for a question."""
_PIECE, _PIECES = 1 << 16, 32  # bytes read of it at once; how often, from a program that has ended
_PAUSE = 0.01  # seconds between two looks at a program that is about to end


class ProgramPlayer(Player):
    """A program that answers each question within ``seconds``; it runs from the first question to ``close``."""

    def __init__(self, command: str, seconds: float = 5.0) -> None:
        super().__init__(f"exec:{command}")
        self._words = words_of(command)
        self._seconds = seconds
        self._running: _Running | None = None

    def policy(self, position: Position) -> Policy:
        """The program's move, with probability 1; raises Forfeit, and UnknownPlayer when it cannot be started."""
        try:
            if self._running is None:
                self._running = _Running(_shortened(self.name), self._words, self._seconds)
            return {self._running.ask(position): Fraction(1)}
        except BaseException:
            self._end(grace=0)
            raise

    def close(self) -> None:
        """Let the program leave; kill it, and all it has started, when it does not."""
        self._end(GRACE)

    def _end(self, grace: float) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end(grace)


class _Running:
    """A program that runs under supervision, in a process group of its own, with its pipes."""

    def __init__(self, name: str, words: list[str], seconds: float) -> None:
        self._name, self._seconds = name, seconds
        self._said, self._flood = b"", 0
        self._supervision = Supervision()
        try:
            self._process = Popen(
                self._supervision.command(words),
                bufsize=0,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                start_new_session=True,
                pass_fds=self._supervision.inherited,
                env=clean(os.environ),
            )
        except (OSError, ValueError) as error:
            self._supervision.end()
            raise self._not_started(str(error)) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output, self._errors = self._process.stdin, self._process.stdout, self._process.stderr
        try:
            for pipe in (self._input, self._output, self._errors):
                os.set_blocking(pipe.fileno(), False)
            if why := self._supervision.why_not_started():
                raise self._not_started(why)
        except BaseException:
            self.end(grace=0)
            raise

    def _not_started(self, why: str) -> UnknownPlayer:
        return UnknownPlayer(
            f"{self._name} cannot be started: {_shortened(why)}; a script needs a #! line, or its interpreter"
        )

    def ask(self, position: Position) -> str:
        """The program's move, a legal coordinate; raises Forfeit."""
        self._require_silence(position)
        question = f"{position.text} {position.to_move} {position.rules}\n"
        return move_answered(self._name, self._exchange(question.encode(), position), position)

    def _require_silence(self, position: Position) -> None:
        """Raise Forfeit when something waits to be read before the question is put."""
        try:
            waiting = os.read(self._output.fileno(), MAX_ANSWER)
        except BlockingIOError:
            return
        raise _unasked(self._name, waiting, position) if waiting else self._gone("output", position)

    def _exchange(self, question: bytes, position: Position) -> bytes:
        """Write the question, and read until a line has come or more than an answer may have; raises Forfeit."""
        deadline = monotonic() + self._seconds
        answer, self._flood = b"", 0
        with DefaultSelector() as selector:
            selector.register(self._input, EVENT_WRITE)
            selector.register(self._output, EVENT_READ)
            selector.register(self._errors, EVENT_READ)
            while (question or b"\n" not in answer) and len(answer) <= MAX_ANSWER:
                left = deadline - monotonic()
                if left <= 0:
                    raise self._late(position)
                for key, _ in selector.select(left):
                    if key.fileobj is self._output:
                        answer += self._read(position)
                    elif key.fileobj is self._errors:
                        if self._listen() == b"":
                            selector.unregister(self._errors)
                        self._require_no_flood(position)
                    else:
                        question = question[self._write(question, position) :]
                        if not question:
                            selector.unregister(self._input)
        return answer

    def _read(self, position: Position) -> bytes:
        """What the program has written; raises Forfeit at the end of its output."""
        if read := os.read(self._output.fileno(), MAX_ANSWER + 1):
            return read
        raise self._gone("output", position)

    def _write(self, question: bytes, position: Position) -> int:
        """How many bytes the program's input took; raises Forfeit when it is closed."""
        try:
            return os.write(self._input.fileno(), question)
        except BrokenPipeError:
            raise self._gone("input", position) from None

    def _late(self, position: Position) -> Forfeit:
        """The verdict on a program that did not answer in time; it may have ended while a child held its output."""
        if self._process.poll() is not None:
            return self._gone("output", position)
        return Forfeit(
            f"{self._name} gave no answer to {position} within {self._seconds:g} s; "
            "it must write one line for each line it reads, and flush"
        )

    def _gone(self, end: str, position: Position) -> Forfeit:
        """The verdict on a program whose input or output is closed, mostly because it has ended."""
        if not self._ends_within(GRACE):
            return Forfeit(f"{self._name} is still running, but closed its {end} before it answered {position}")
        code = self._process.returncode
        how = f"exit code {code}" if code >= 0 else f"killed by {_signal_name(-code)}"
        said = self._last_words()
        return Forfeit(f"{self._name} ended before it answered {position}: {how}" + (f", {said!r}" if said else ""))

    def _listen(self) -> bytes | None:
        """Some of what waits on standard error, the end of which is kept: nothing at its end, None where none waits."""
        try:
            read = os.read(self._errors.fileno(), _PIECE)
        except BlockingIOError:
            return None
        self._said = (self._said + read)[-MAX_ANSWER:]
        self._flood += len(read)
        return read

    def _require_no_flood(self, position: Position) -> None:
        """Raise Forfeit where there was too much of it."""
        if self._flood > MAX_ERRORS:
            raise Forfeit(f"{self._name} wrote more than {MAX_ERRORS:,} bytes to standard error at {position}")

    def _last_words(self) -> str:
        """The last line on standard error that is not blank, or nothing."""
        lines = self._said.decode(errors="replace").strip().splitlines()
        return _shortened(lines[-1]) if lines else ""

    def end(self, grace: float) -> None:
        """End the input, then SIGTERM, then SIGKILL, each after the grace; with none, kill at once.

        Whatever is left of what the program has started is killed in any case, also when this is interrupted.
        """
        try:
            self._input.close()
            self._output.close()
            if grace and not self._ends_within(grace):
                self._signal(SIGTERM)
                self._ends_within(grace)
        finally:
            self._ends_within(self._supervision.end())
            self._signal(SIGKILL)
            self._process.wait()
            self._errors.close()

    def _ends_within(self, seconds: float) -> bool:
        """Whether the program ends in time; nobody waits for what it says meanwhile."""
        deadline = monotonic() + seconds
        while self._process.poll() is None:
            if monotonic() > deadline:
                return False
            self._listen()
            sleep(_PAUSE)
        for _ in range(_PIECES):
            if not self._listen():
                break
        return True

    def _signal(self, number: Signals) -> None:
        """Send a signal to the whole process group, if any of it is left; macOS refuses where only zombies are."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def move_answered(name: str, output: bytes, position: Position) -> str:
    """The legal move, as a coordinate, that a program has written as its answer; raises Forfeit."""
    line, _, rest = output.partition(b"\n")
    if len(line) > MAX_ANSWER:
        raise Forfeit(f"{name} answered {position} with more than {MAX_ANSWER} bytes and no end of line")
    if rest:
        raise _unasked(name, rest, position)
    try:
        answer = _shortened(line.decode())
        position.play(answer)
    except UnicodeDecodeError:
        raise Forfeit(f"{name} answered {position} with {line[:20]!r}, which is not UTF-8") from None
    except IllegalPosition as illegal:
        raise Forfeit(f"{name} answered {position} with what is not a legal move: {illegal}") from None
    return coordinates(position.rules)[cell_named(answer, position.rules)]


def _unasked(name: str, waiting: bytes, position: Position) -> Forfeit:
    """The verdict on output that no question called for."""
    text = _shortened(waiting.decode(errors="replace"))
    return Forfeit(f"{name} wrote {text!r} unasked at {position}; expected one line for each question")


def _signal_name(number: int) -> str:
    """``SIGKILL`` for 9; most real-time signals have no name."""
    return Signals(number).name if number in list(Signals) else f"signal {number}"


def _shortened(text: str) -> str:
    """A text on one line, cut so that an error stays readable."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:77]}..."
