"""Programs as players: real sh and awk programs, honest and broken, and what is left of them: nothing."""

import os
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import psutil
import pytest

from oxobook.book import Position, Rules
from oxobook.viewer.players import program_player
from oxobook.viewer.players.player import Forfeit, Scope, UnknownPlayer
from oxobook.viewer.players.program_player import ProgramPlayer

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts processes and files in /proc")

OPEN = Position.parse("X../.O./...")
HANG = 0.3
"""Seconds given to a program that is to hang."""


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """The programs that the test started; when it is over, no process of theirs is left and no file is open."""
    found: list[subprocess.Popen[bytes]] = []

    def recorded(*arguments, **extra):
        found.append(subprocess.Popen(*arguments, **extra))
        return found[-1]

    monkeypatch.setattr(program_player, "Popen", recorded)
    before = psutil.Process().num_fds()
    yield found
    assert psutil.Process().num_fds() <= before
    for process in found:
        assert process.returncode is not None
        assert_gone(process.pid)


def assert_gone(group: int) -> None:
    """No process of the group lives; SIGKILL takes a moment to work on grandchildren."""
    deadline = time.monotonic() + 50
    while left := members(group):
        assert time.monotonic() < deadline, f"left of group {group}: {left}"
        time.sleep(0.01)


def members(group: int) -> list[psutil.Process]:
    """Return the group's processes, without the zombies that init has to reap."""
    found = []
    for one in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):
            if os.getpgid(one.pid) == group and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found


def wait_for(path: Path) -> str:
    """The text of a file that a program writes, once it is there."""
    deadline = time.monotonic() + 50
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < deadline, f"no {path}"
        time.sleep(0.01)
    return path.read_text()


@pytest.fixture
def sh(tmp_path):
    """A function from a script to the player that runs it with sh, in a folder of its own at ``$D``."""
    players = []

    def make(script: str, seconds: float = 50.0) -> ProgramPlayer:
        path = tmp_path / "player.sh"
        path.write_text(f"D={shlex.quote(str(tmp_path))}\n{dedent(script)}\n")
        players.append(ProgramPlayer(f"sh {shlex.quote(str(path))}", seconds))
        return players[-1]

    yield make
    for player in players:
        player.close()


def verdict(player: ProgramPlayer, position: Position = OPEN) -> str:
    """The message of the Forfeit, one line; its program is gone by then, without close."""
    with pytest.raises(Forfeit) as raised:
        player.policy(position)
    message = str(raised.value)
    assert message.startswith("exec:sh ") and message.isprintable() and len(message) < 400
    return message


def awk_words() -> str:
    """The command that runs awk without waiting for more input, as the module's docstring tells it."""
    version = subprocess.run(["awk", "-W", "version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return "awk -W interactive" if "mawk" in version.stdout + version.stderr else "awk"


@pytest.mark.parametrize(
    ("rules", "board", "move"),
    [
        *(("3x3x3", "X../.O./...", "b3"), ("3x3x3", ".../.../...", "a3"), ("3x3x3", "XOX/OXO/.X.", "a1")),
        *(("3x4x3", "XOXO/XO../....", "c2"), ("1x5x3-misere", "XO...", "c1")),
    ],
)
def test_the_documented_awk_player_plays_the_first_free_cell(tmp_path, rules, board, move):
    """The awk program in the documentation is a complete player, on any board without gravity."""
    page = Path(__file__).parents[3] / "docs" / "how-to" / "audit.md"
    (tmp_path / "first.awk").write_text(
        page.read_text().partition("as `first.awk`:\n\n```text\n")[2].partition("```")[0]
    )
    with ProgramPlayer(f"{awk_words()} -f {shlex.quote(str(tmp_path / 'first.awk'))}") as player:
        for _ in range(3):
            assert player.policy(Position.parse(board, Rules.parse(rules))) == {move: Fraction(1)}


def test_one_program_answers_every_question(sh, started, tmp_path):
    """It starts at the first question and reads a line of position, side and rules for each; it may use capitals."""
    player = sh(r"""while read -r line; do echo "$line" >> "$D/log"; printf ' \tC3 \r\n'; done""")
    assert started == [] and player.scope is Scope.POSITION and player.name.startswith("exec:sh ")
    questions = ["X../.O./... X 3x3x3", "XO./X../... O 3x3x3", "..../..../..O./..XX O 4x4x3-gravity"]
    for question in questions:
        board, _, rules = question.split()
        assert player.policy(Position.parse(board, Rules.parse(rules))) == {"c3": Fraction(1)}
    assert (tmp_path / "log").read_text().splitlines() == questions
    assert len(started) == 1


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("exit 3", "ended before it answered X../.O./...: exit code 3"),
        ("exit 0", "ended before it answered X../.O./...: exit code 0"),
        ("kill -KILL $$", "ended before it answered X../.O./...: killed by signal 9"),
        ("exec >&-; exec sleep 100", "is still running, but closed its output before it answered X../.O./..."),
        (
            "echo hello; cat",
            "answered X../.O./... with what is no move: expected a coordinate from a1 to c3; got 'hello'",
        ),
        ("echo; cat", "expected a coordinate from a1 to c3; got ''"),
        ("echo a1 b1; cat", "got 'a1 b1'"),
        ("echo d4; cat", "expected a coordinate from a1 to c3; got 'd4'"),
        (
            "echo b2; cat",
            "answered X../.O./... with an illegal move: b2 is taken in X../.O./...; play one of b3, c3, a2",
        ),
        (r"printf '\033[31mred\n'; cat", r"got '\x1b[31mred'"),
        (r"printf '\377\376\n'; cat", r"answered X../.O./... with b'\xff\xfe', which is not UTF-8"),
        (r"printf 'c3\nc1\n'; cat", "wrote 'c1' unasked at X../.O./...; expected one line for each question"),
        ("while :; do printf 0123456789; done", "with more than 1000 bytes and no end of line"),
        ("yes nonsense | tr -d '\\n'", "with more than 1000 bytes and no end of line"),
        ("yes c3", "unasked at X../.O./..."),
        ("head -c 900 /dev/zero | tr '\\0' z; echo; cat", f"got '{77 * 'z'}...'"),
    ],
)
def test_what_breaks_the_protocol_forfeits(sh, script, words):
    """A crash, nonsense, an illegal move or a flood is a verdict that says what came, and the program is killed."""
    assert words in verdict(sh(f"read -r question\n{script}"))


@pytest.mark.parametrize(
    ("script", "seconds", "words"),
    [
        (
            "exec sleep 100",
            HANG,
            "gave no answer to X../.O./... within 0.3 s; it must write one line for each line it r",
        ),
        ("sleep 100 & exit 3", 1.0, "exit code 3"),
        ("exec <&-; exec sleep 100", HANG, "gave no answer"),
    ],
)
def test_a_program_that_hangs_leaves_or_does_not_listen_forfeits(sh, script, seconds, words):
    """Time is limited; a child that holds the output, or a question that cannot be written, hides no verdict."""
    begin = time.monotonic()
    assert words in verdict(sh(script, seconds))
    assert time.monotonic() - begin < 50


def test_a_line_that_waits_before_the_question_forfeits(sh, tmp_path):
    """A second line that comes late is held against the program at the next question."""
    player = sh("read -r a; echo c3; until test -e $D/go; do sleep 0.01; done; echo c1; echo done > $D/done; cat")
    assert player.policy(OPEN) == {"c3": 1}
    (tmp_path / "go").touch()
    wait_for(tmp_path / "done")
    assert "wrote 'c1' unasked at X../.O./..." in verdict(player)


def test_after_a_forfeit_the_program_starts_afresh(sh, started):
    """The next question after a Forfeit goes to a new run of the program."""
    player = sh("read -r a; test -e $D/before || { echo > $D/before; exit 1; }; echo c3; cat")
    assert "exit code 1" in verdict(player)
    assert player.policy(OPEN) == {"c3": 1}
    assert len(started) == 2


def test_standard_error_is_shown(sh, capfd):
    """The text that a program writes to standard error is shown there, so that a crash says its reason."""
    assert sh("while read -r a; do echo noise >&2; echo c3; done").policy(OPEN) == {"c3": 1}
    assert capfd.readouterr() == ("", "noise\n")


@pytest.mark.parametrize(
    "command", ["", "  ", "oxobook-no-such-program --fast", "./none", "sh 'unfinished", "''", "/tmp"]
)
def test_what_is_no_command_is_an_unknown_player(command):
    """A command that is empty, badly quoted or not a program is told in one line, before anything starts."""
    with pytest.raises(UnknownPlayer, match="expected exec:COMMAND") as raised:
        ProgramPlayer(command)
    assert str(raised.value).isprintable()


def test_a_script_without_an_interpreter_cannot_be_started(tmp_path):
    """An executable that the system cannot run is an unknown player at the first question."""
    script = tmp_path / "player"
    script.write_text("echo c3\n")
    script.chmod(0o755)
    with ProgramPlayer(shlex.quote(str(script))) as player, pytest.raises(UnknownPlayer, match=r"needs a #! line"):
        player.policy(OPEN)


def test_no_shell_reads_the_command(sh):
    """Shell syntax in a command is an argument like any other."""
    script = sh('read -r question; echo "$#" "$@"; cat')
    with ProgramPlayer(f"{script.name.removeprefix('exec:')} a > b; c | d '$HOME *' &") as player:
        assert "got '8 a > b; c | d $HOME * &'" in verdict(player)


def test_close_without_a_question_and_close_twice(sh, started):
    """Closing is safe before the start and after the end, and a closed player can be asked again."""
    player = sh("while read -r a; do echo c3; done")
    player.close()
    assert started == []
    for _ in range(2):
        assert player.policy(OPEN) == {"c3": 1}
        player.close()
        player.close()
    assert len(started) == 2


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("while read -r a; do echo c3; done; sleep 0.1; echo left > $D/left; exit 5", 5),
        ("trap 'echo left > $D/left; exit 6' TERM; read -r a; echo c3; sleep 100 & wait", 6),
        ("sleep 100 & while read -r a; do echo c3; done; echo left > $D/left", 0),
    ],
)
def test_close_lets_a_program_leave(sh, tmp_path, started, monkeypatch, script, code):
    """At the end of input, and at SIGTERM, a program has time to put its things in order; its children are killed."""
    monkeypatch.setattr(program_player, "GRACE", 1.0)
    with sh(script) as player:
        player.policy(OPEN)
    assert (tmp_path / "left").read_text() == "left\n" and started[0].returncode == code


def test_close_kills_in_the_end(sh, started):
    """A program that minds neither is killed, about a second after, with its children."""
    player = sh("trap '' TERM; read -r a; sleep 100 & echo c3; while :; do sleep 1; done")
    player.policy(OPEN)
    begin = time.monotonic()
    player.close()
    assert 2 * program_player.GRACE <= time.monotonic() - begin < 50
    assert started[0].returncode == -signal.SIGKILL


@pytest.fixture
def interrupt():
    """A function that raises KeyboardInterrupt, as Ctrl-C does, after some seconds."""

    def interrupted(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupted)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("interrupted", [lambda player: player.policy(OPEN), ProgramPlayer.close])
def test_an_interrupt_leaves_no_process(sh, interrupt, started, interrupted):
    """Ctrl-C while a program thinks, or is given time to leave, ends it at once."""
    player = sh("trap '' TERM; read -r a; echo c3; while :; do sleep 1; done")
    player.policy(OPEN)
    interrupt(0.2)
    with pytest.raises(KeyboardInterrupt):
        interrupted(player)
    assert started[0].returncode == -signal.SIGKILL


def test_a_program_gets_no_secrets(sh, monkeypatch, tmp_path):
    """A program's environment has the path, the home, the language and the time zone, and nothing else."""
    for name in ("PGPASSWORD", "PGUSER", "GITHUB_TOKEN", "OXOBOOK_LIBRARY", "DATABASE_URL", "LD_PRELOAD_NOT"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("LC_TIME", "C")
    monkeypatch.setenv("TZ", "UTC")
    assert sh("env > $D/env; read -r a; echo c3; cat").policy(OPEN) == {"c3": 1}
    given = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    ours = {"PATH", "HOME", "LANG", "LANGUAGE", "LC_TIME", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"}
    assert {"PATH", "LC_TIME", "TZ"} <= given <= ours | {"PWD", "OLDPWD", "SHLVL", "_"}  # which sh sets itself
