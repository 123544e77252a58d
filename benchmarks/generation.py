"""Times to solve a game: oxobook beside open-spiel and easyAI in one run.

Each is asked for the whole of 3x3x3 (tic-tac-toe), but they do not compute the same:

- oxobook gives value, remoteness, all best and safe moves and the pick of every position, and writes them to a file
  that any program can ask. It works up to symmetry: 765 positions stand for all 5,478.
- open-spiel gives the value of each of the 5,478 positions, in memory. Its ``value_iteration`` as documented walks
  every line of play; told that the game is cyclic (it is not), it enters each position once. The memoised minimax is
  what its users write themselves over its states; nothing else of open-spiel is as fast.
- easyAI gives the value of the empty board, and one first move; its table holds what the search came by.

Larger boards are timed for oxobook alone, each in a new process, with the file.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from benchmarks.timing import Contender, duration, machine, print_ratios, print_table, process, race
from oxobook.book import Book, Rules
from oxobook.generator.frontier.backward import solve_layers
from oxobook.generator.frontier.forward import enumerate_layers
from oxobook.generator.generate import generate_book


def minimax(state: Any, values: dict[str, float]) -> float:
    """Return the value of an open-spiel state for the first player; fills ``values`` with those of all that follow."""
    key = str(state)
    if key not in values:
        after = [minimax(state.child(action), values) for action in state.legal_actions()]
        values[key] = (max, min)[state.current_player()](after) if after else state.player_return(0)
    return values[key]


def open_spiel(book: Book) -> list[Contender]:
    """Return open-spiel's ways to solve, checked against the book."""
    # value_iteration imports the solver of simultaneous games, and with it cvxpy, which open-spiel does not install;
    # games in which players take turns never call it.
    sys.modules.setdefault("open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
    import pyspiel
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = pyspiel.load_game("tic_tac_toe")
    minimaxed: dict[str, float] = {}
    iterated, cyclic = value_iteration(game, -1, 0.01), value_iteration(game, -1, 0.01, True)
    minimax(game.new_initial_state(), minimaxed)
    agree = 0
    for key, value in iterated.items():
        entry = book.probe(key.replace("\n", "/"))
        ours = entry.value if entry.position.to_move == "X" else -entry.value
        agree += ours == value == cyclic[key] == minimaxed[key]
    gives = f"values of {len(iterated):,} positions; {agree:,} are the book's"
    return [
        Contender("open-spiel value_iteration", lambda: value_iteration(game, -1, 0.01), gives),
        Contender("open-spiel value_iteration, cyclic", lambda: value_iteration(game, -1, 0.01, True), gives),
        Contender("open-spiel states, memoised minimax", lambda: minimax(game.new_initial_state(), {}), gives),
    ]


def easyai(book: Book) -> list[Contender]:
    """Return easyAI's two solvers, with a new table each time, checked against the book."""
    from easyAI import TranspositionTable, solve_with_depth_first_search, solve_with_iterative_deepening
    from easyAI.games.TicTacToe import TicTacToe

    TicTacToe.ttentry = lambda self: tuple(self.board)  # a table asks for it, and easyAI's own game lacks it

    def deepening() -> int:
        game, table = TicTacToe(None), TranspositionTable()
        return int(solve_with_iterative_deepening(game, range(2, 10), 100, tt=table, verbose=False)[0])

    def depth_first() -> int:
        return int(solve_with_depth_first_search(TicTacToe(None), 100, tt=TranspositionTable()))

    right = deepening() == depth_first() == book.probe("." * 9).value
    gives = f"value of 1 position; it is {'' if right else 'NOT '}the book's"
    return [
        Contender("easyAI iterative deepening, table", deepening, gives),
        Contender("easyAI depth-first search, table", depth_first, gives),
    ]


def alone(text: str) -> None:
    """Generate one book and print its row of the table of larger boards, for the process that started this one."""
    with tempfile.TemporaryDirectory() as folder:
        path, started = Path(folder) / "book.sqlite", time.perf_counter()
        positions = generate_book(Rules.parse(text), path).positions
        seconds = time.perf_counter() - started
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        sizes = [f"{size / 1e6:.0f} MB" for size in (peak, path.stat().st_size)]
    print(text, f"{positions:,}", duration(seconds), f"{positions / seconds:,.0f}", *sizes, sep="\t")


def main() -> None:
    """Measure and print."""
    print(machine(), flush=True)
    larger = [["", "positions", "time", "positions/s", "peak memory", "file"]]
    for board in ("4x4x4", "4x5x4-gravity"):  # before the peers are loaded: a child's peak starts at its parent's size
        alone_too = [sys.executable, "-m", "benchmarks.generation", board]
        run = subprocess.run(alone_too, stdout=subprocess.PIPE, text=True, check=True)
        larger.append(run.stdout.strip().split("\t"))
    rules = Rules()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "3x3x3.sqlite"
        generate_book(rules, path)
        with Book.open(path) as book:
            peers = open_spiel(book) + easyai(book)
        gives = "all answers of 5,478 positions"
        ours = [
            Contender("oxobook", lambda: generate_book(rules, path, replace=True), f"{gives}, in a file"),
            Contender("oxobook, no file", lambda: solve_layers(rules, enumerate_layers(rules)), gives),
        ]
        rows = race(ours + peers, 5, in_a_row=3)
        command = process("-m", "oxobook", "generate", "3x3x3", "--out", str(path), "--force")
        bare = Contender("Python alone", process("-c", "pass"), "nothing")
        shell = race([Contender("oxobook generate 3x3x3", command, "the book"), bare], 5, choose=median)
    bases = {"x file": rows[0].seconds, "x no file": rows[1].seconds}
    print_ratios("Solving 3x3x3; time, and as a multiple of oxobook's with the file and without", rows, bases)
    print_ratios("From the shell: a whole process, median of 5", shell, {"x generate": shell[0].seconds})
    print_table("Larger boards, oxobook alone, with the file", larger)


if __name__ == "__main__":
    alone(sys.argv[1]) if len(sys.argv) > 1 else main()
