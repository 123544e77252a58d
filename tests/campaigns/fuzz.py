"""Inputs by the million to every parser and the command, led by coverage (atheris, which is libFuzzer for Python).

Run from the root: python -m tests.campaigns.fuzz [INPUTS]. What must hold of each input stands in
tests/system/test_parsers.py and tests/campaigns/command_lines.py. Each parser starts from a few inputs of its own and
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
from functools import partial
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["oxobook", "shlex"]):
    # modules that are imported later are not instrumented, so that these are imported here
    from oxobook.book.game import animals, cube, hexagons, own, wrapped  # noqa: F401
    from oxobook.book.game.board import KINDS
    from oxobook.book.game.conventions import CONVENTIONS
    from oxobook.book.game.labels import LABELS
    from oxobook.book.game.reading import answers, arrays, reader  # noqa: F401
    from tests.campaigns import command_lines
    from tests.system import test_parsers

SHARES = {"positions": 550, "rules": 100, "coordinates_and_labels": 100, "answers_of_programs": 150}
SHARES |= {"commands_of_programs": 90, "command line": 10}
"""Share of each parser, of a thousand inputs."""
SLOWEST = 5
"""Seconds after which an input counts as hanging, or a command line is stopped."""
MOST_BYTES = 4096
SEEDS = {
    "positions": b"\1.../.O./X..|\1XO../.XO./..XO/...X|\1a1 a2|\4d3 d1|\x09aa1 z1".split(b"|")
    + b"\0X../.O./...|\0X..\n.O.\n...|\0x_-.O....|\0XXX/OO./...|\0a3,b3,a2|\0 A3\tB2 ".split(b"|")
    + [b"\x09X" + b"." * 30],
    "rules": [b"3x3x3", b" 3X3x3-GRAVITY-misere ", b"1x31x999", b"3x3x3-misere-misere", b"9x9x5", b"connect-four"]
    + [f"4x4x3-{word}".encode() for word in (*KINDS, *CONVENTIONS)]
    + [b'ring-misere {"name": "ring", "board": ["...", ".#."], "k": 3}'],
    "coordinates_and_labels": [b"\0\0a3", b"\0\1ae1", b"\2\0 D3 ", b"\0\0015", b"\0\2 9 "],
    "answers_of_programs": [b"\0a3\n", b"\0 B2 \r\n", b"\0a3\nb2\n", b"\1a1\n", b"\0\xff\n", b"\0" + b"z" * 1001],
    "commands_of_programs": [b"sh -c 'exit 1'", b'"./a b" \\\n --x=1', b"'unfinished", b"awk -f first.awk"],
    "command line": [bytes([number]) * 40 for number in range(0, 256, 5)],
}


def text(data: bytes) -> str:
    """Return bytes as text, as the command line gives it to Python: what is not UTF-8 becomes lone surrogates."""
    return data.decode(errors="surrogateescape")


def given(name: str, data: bytes) -> tuple[object, ...]:
    """Return what a parser's property takes, made of bytes, of which the first one or two choose game and labels."""
    first, second = (*data[:2], 0, 0)[:2]
    game = test_parsers.GAMES[first % len(test_parsers.GAMES)]
    match name:
        case "positions":
            return text(data[1:]), game
        case "coordinates_and_labels":
            return text(data[2:]), game, [*LABELS][second % len(LABELS)]
        case "answers_of_programs":
            return data[1:], game
    return (text(data),)


def parser(name: str, data: bytes) -> None:
    """Hold a parser to its property."""
    vars(test_parsers)[f"test_{name}"].hypothesis.inner_test(*given(name, data))


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


def fuzz(name: str, inputs: int, folder: str) -> None:
    """Give one parser a number of inputs in this process, which libFuzzer ends."""
    corpus = Path(folder, "corpus")
    corpus.mkdir()
    for number, seed in enumerate(SEEDS[name]):
        (corpus / str(number)).write_bytes(seed)
    slowest = SLOWEST * (10 if name == "command line" else 1)
    options = [f"-runs={inputs}", "-seed=1", f"-timeout={slowest}", f"-max_len={MOST_BYTES}", "-rss_limit_mb=4096"]
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    call = command_line if name == "command line" else partial(parser, name)
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(corpus)], call)
    atheris.Fuzz()


def row(name: str, inputs: int) -> tuple[int, float, bool]:
    """Give a parser ``inputs`` inputs in a process of its own and print its row: inputs, seconds, whether all held."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        command = [sys.executable, "-m", "tests.campaigns.fuzz", name, str(inputs), folder]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        seconds = time.perf_counter() - started
        edges = re.findall(r"cov: (\d+)", done.stderr)
        given = re.findall(r"^#(\d+)", done.stderr, re.MULTILINE)
        print(f"{name:22} {int(given[-1]):>9,} {int(edges[-1]):>6} {seconds:>8.1f} {int(bool(done.returncode)):>9}")
        if done.returncode:
            found = [path.read_bytes() for path in Path(folder).iterdir() if path.is_file()]
            print(done.stdout, done.stderr[-3000:], *(f"input: {data!r}" for data in found), sep="\n")
        return int(given[-1]), seconds, not done.returncode


def main(inputs: int) -> None:
    """Fuzz and print the table; the exit code is 1 if something was found."""
    print(f"{'parser':22} {'inputs':>9} {'edges':>6} {'seconds':>8} {'findings':>9}", flush=True)
    rows = [row(name, inputs * share // 1000) for name, share in SHARES.items()]
    print(f"{'total':22} {sum(one[0] for one in rows):>9,} {'':6} {sum(one[1] for one in rows):>8.1f}")
    sys.exit(not all(one[2] for one in rows))


if __name__ == "__main__":
    if len(sys.argv) == 4:
        fuzz(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
