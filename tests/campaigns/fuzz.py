"""Inputs by the million to every parser and the command, led by coverage (atheris, which is libFuzzer for Python).

Run from the root: python -m tests.campaigns.fuzz [INPUTS]. What must hold of each input stands in
tests/campaigns/parsing.py and tests/campaigns/command_lines.py. Each parser starts from a few inputs of its own and
mutates whatever reaches new code; the table says how many edges of the code were reached. The first finding of a parser
ends its run and is printed with its input. The random numbers are the same in each run.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["oxobook", "shlex"]):
    from oxobook.book.game.labels import LABELS
    from oxobook.book.game.notation import coordinates
    from oxobook.book.game.position import Position
    from oxobook.book.game.reading import reader as reader  # else it is imported later, and not instrumented
    from oxobook.book.game.rules import Rules
    from tests.campaigns import command_lines, parsing

SHARES = {"position": 400, "record": 150, "rules": 100, "coordinate": 50, "typed move": 50, "answer": 150}
SHARES |= {"command": 90, "command line": 10}
"""Share of each parser, of a thousand inputs."""
SLOWEST = 5
"""Seconds after which an input counts as hanging, or a command line is stopped."""
MOST_BYTES = 4096
SEEDS = {
    "position": [
        b"\0X../.O./...",
        b"\0X..\n.O.\n...",
        b"\0x_-.O....",
        b"\1.../.O./X..",
        b"\0XXX/OO./...",
        b"\3XO../.XO./..XO/...X",
        b"\6" + b"/".join([b"XOXOXO", b"OXOXOX"] * 2 + [b"XOXOXO"]),
        b"\4" + b"X" + b"." * 30,
    ],
    "record": [b"\0a3 b2 c1", b"\0a3,b3,a2,b2,a1", b"\0 A3\tB2 ", b"\1a1 a2", b"\4aa1 ab1 z1", b"\2d3 d1"],
    "rules": [b"3x3x3", b" 3X3x3-GRAVITY-misere ", b"1x31x999", b"3x3x3-misere-misere", b"9x9x5"],
    "coordinate": [b"\0a3", b"\4ae1", b"\2 D3 "],
    "typed move": [b"\0\0a3", b"\0\x015", b"\0\2 9 ", b"\2\x0212"],
    "answer": [b"\0a3\n", b"\0 B2 \r\n", b"\0a3\nb2\n", b"\1a1\n", b"\0\xff\n", b"\0" + b"z" * 1001],
    "command line": [bytes([number]) * 40 for number in range(0, 256, 5)],
    "public name": [bytes([number]) * 20 for number in range(0, 256, 5)],
    "command": [b"sh -c 'exit 1'", b'"./a b" \\\n --x=1', b"'unfinished", b"awk -f first.awk"],
}


def text(data: bytes) -> str:
    """Return bytes as text, as the command line gives it to Python: what is not UTF-8 becomes lone surrogates."""
    return data.decode(errors="surrogateescape")


def game(data: bytes) -> tuple[Rules, bytes]:
    """Return the rules that the first byte chooses, and the rest."""
    return parsing.GAMES[data[0] % len(parsing.GAMES) if data else 0], data[1:]


def position(data: bytes) -> None:
    """Hold the parser of boards and positions to its laws."""
    rules, rest = game(data)
    parsing.holds_of_a_position(text(rest), rules)


def coordinate(data: bytes) -> None:
    """Hold the parser of coordinates to its laws."""
    rules, rest = game(data)
    parsing.holds_of_a_coordinate(text(rest), rules)


def typed_move(data: bytes) -> None:
    """Hold the reader of typed moves to its laws."""
    rules, rest = game(data)
    kinds = list(LABELS)
    kind = kinds[rest[0] % len(kinds) if rest else 0]
    parsing.holds_of_a_typed_move(text(rest[1:]), middle(rules), kind)


def answer(data: bytes) -> None:
    """Hold the reader of a program's answer to its laws."""
    rules, rest = game(data)
    parsing.holds_of_an_answer(rest, middle(rules))


def command_line(data: bytes) -> None:
    """Hold a whole command line, in a folder of its own, to its laws; one that takes long is stopped as by Ctrl-C."""
    rest = iter(data)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        signal.setitimer(signal.ITIMER_VIRTUAL, SLOWEST)
        try:
            command_lines.prepare()
            command_lines.holds_of_a_line(command_lines.strange_line(lambda count: next(rest, 0) % count))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def middle(rules: Rules) -> Position:
    """Return a position with a stone or two in which the game goes on."""
    start = Position(rules)
    moved = start.play(coordinates(rules)[start.legal_cells[-1]])
    return start if moved.over else moved


TARGETS: dict[str, Callable[[bytes], None]] = {
    "position": position,
    "record": position,
    "rules": lambda data: parsing.holds_of_rules(text(data)),
    "coordinate": coordinate,
    "typed move": typed_move,
    "answer": answer,
    "command line": command_line,
    "command": lambda data: parsing.holds_of_a_command(text(data)),
}


def fuzz(target: str, inputs: int, folder: str) -> None:
    """Give one parser a number of inputs in this process, which libFuzzer ends."""
    corpus = Path(folder, "corpus")
    corpus.mkdir()
    for number, seed in enumerate(SEEDS[target]):
        (corpus / str(number)).write_bytes(seed)
    slowest = SLOWEST * (10 if target == "command line" else 1)
    options = [f"-runs={inputs}", "-seed=1", f"-timeout={slowest}", f"-max_len={MOST_BYTES}", "-rss_limit_mb=4096"]
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(corpus)], TARGETS[target])
    atheris.Fuzz()


def row(target: str, inputs: int) -> tuple[int, float, bool]:
    """Give a parser ``inputs`` inputs in a process of its own and print its row: inputs, seconds, whether all held."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        command = [sys.executable, "-m", "tests.campaigns.fuzz", target, str(inputs), folder]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        seconds = time.perf_counter() - started
        edges = re.findall(r"cov: (\d+)", done.stderr)
        given = re.findall(r"^#(\d+)", done.stderr, re.MULTILINE)
        print(f"{target:12} {int(given[-1]):>9,} {int(edges[-1]):>6} {seconds:>8.1f} {int(bool(done.returncode)):>9}")
        if done.returncode:
            found = [path.read_bytes() for path in Path(folder).iterdir() if path.is_file()]
            print(done.stdout, done.stderr[-3000:], *(f"input: {data!r}" for data in found), sep="\n")
        return int(given[-1]), seconds, not done.returncode


def main(inputs: int) -> None:
    """Fuzz and print the table; the exit code is 1 if something was found."""
    print(f"{'parser':12} {'inputs':>9} {'edges':>6} {'seconds':>8} {'findings':>9}", flush=True)
    rows = [row(target, inputs * share // 1000) for target, share in SHARES.items()]
    print(f"{'total':12} {sum(one[0] for one in rows):>9,} {'':6} {sum(one[1] for one in rows):>8.1f}")
    sys.exit(not all(one[2] for one in rows))


if __name__ == "__main__":
    if len(sys.argv) == 4:
        fuzz(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
