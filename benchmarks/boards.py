"""Every board up to 5x5 and every k from 3, and the larger ones under gravity, solved: the table in the documentation.

    python -m benchmarks.boards [RULES ...]

Each board is solved by the engine that ``generate`` picks, in a process of its own, with its file. It takes some ten
minutes on two cores, 6 GB of memory, and at most 2 GB of disk at a time.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.large import compile_now
from benchmarks.timing import machine
from oxobook.book import Book, Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.plan import plan_book

BOARDS = [
    Rules(rows, columns, k) for columns in range(3, 6) for rows in range(1, columns + 1) for k in range(3, columns + 1)
]
BOARDS += [Rules(rows, columns, 4, gravity=True) for rows, columns in ((4, 5), (5, 5), (6, 5), (5, 6))]
HEAD = ("board", "engine", "positions", "result", "in", "made in", "memory", "file")


def solve(rules: Rules) -> list[str]:
    """Return the row of a board."""
    engine = plan_book(rules).engine.name
    compile_now(engine)
    with tempfile.TemporaryDirectory() as folder:
        path, started = Path(folder) / "book.sqlite", time.perf_counter()
        generate_book(rules, path, engine=engine)
        took = time.perf_counter() - started
        size = path.stat().st_size
        with Book.open(path) as book:
            start = book.probe(".".rjust(rules.cells, "."))
            positions = len(book)
    result = {"win": "X wins", "draw": "draw", "loss": "O wins"}[start.value.word]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return [
        str(rules),
        engine,
        f"{positions:,}",
        result,
        str(start.remoteness),
        f"{took:.2f} s",
        f"{memory / 1e6:,.0f} MB",
        f"{size / 1e6:,.2f} MB",
    ]


def main() -> None:
    """Solve the boards, or those named, and print them as a Markdown table."""
    if sys.argv[1:2] == ["--alone"]:
        print(*solve(Rules.parse(sys.argv[2])), sep="\t")
        return
    print(machine())
    print(f"\n| {' | '.join(HEAD)} |\n|---|---|---:|---|---:|---:|---:|---:|", flush=True)
    for rules in map(Rules.parse, sys.argv[1:]) if sys.argv[1:] else BOARDS:
        command = [sys.executable, "-m", "benchmarks.boards", "--alone", str(rules)]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        print(f"| {' | '.join(run.stdout.strip().split(chr(9)))} |", flush=True)


if __name__ == "__main__":
    main()
