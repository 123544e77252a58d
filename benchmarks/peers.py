"""Times to solve tic-tac-toe, and to find the best move of a position: oxobook beside open-spiel in one run.

Both are asked for the whole of 3x3x3, but they do not compute the same:

- oxobook gives value, remoteness, all best and safe moves and the pick of every position, and writes them to a file
  that any program can ask. It works up to symmetry: 765 positions stand for all 5,478.
- open-spiel gives the value of each of the 5,478 positions, in memory. Its ``value_iteration`` as documented walks
  every line of play; told that the game is cyclic (it is not), it enters each position once. The memoised minimax is
  what its users write themselves over its states; nothing else of open-spiel is as fast.

Then both are asked about the same 200 positions, with two stones or more and not over, each in its own form, made
beforehand. Every move is checked against the book. open-spiel's users keep a dictionary from ``str(state)`` to the
value or to a move; ``alpha_beta_search`` searches anew.

A time is one position's share of the fastest of several rounds through all of them.
"""

import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.timing import Contender, machine, print_ratios, process, race
from oxobook.book import Book, Position, Rules
from oxobook.generator.frontier.backward import solve_layers
from oxobook.generator.frontier.forward import enumerate_layers
from oxobook.generator.generate import generate_book

OPEN_SPIEL = """import pyspiel; from open_spiel.python.algorithms.minimax import alpha_beta_search
game = pyspiel.load_game("tic_tac_toe"); print(alpha_beta_search(game, game.deserialize_state("0\\n4\\n")))"""


def minimax(state: Any, values: dict[str, float]) -> float:
    """Return the value of an open-spiel state for the first player; fills ``values`` with those of all that follow."""
    key = str(state)
    if key not in values:
        after = [minimax(state.child(action), values) for action in state.legal_actions()]
        values[key] = (max, min)[state.current_player()](after) if after else state.player_return(0)
    return values[key]


def spiel_solvers(book: Book) -> list[Contender]:
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


def all_positions(rules: Rules) -> list[Position]:
    """Return every position that play reaches, in all orientations."""
    found = layer = {Position(rules)}
    while layer:
        layer = {position.play(cell) for position in layer for cell in position.legal_cells}
        found = found | layer
    return sorted(found, key=lambda position: position.key)


def each(ask: Callable[[Any], object], items: list[Any]) -> Callable[[], list[Any]]:
    """Return a call that asks about every item."""
    return lambda: [ask(item) for item in items]


def peers(book: Book, sample: list[Position], ways: dict[str, Callable[[], list[int]]], origin: int) -> list[Contender]:
    """Return a peer's ways to move in every position of the sample, each move checked.

    Its first cell is number ``origin``.
    """
    names, entries, contenders = book.rules.board.names, [book.probe(position) for position in sample], []
    for way, call in ways.items():
        moves = [names[cell - origin] for cell in call()]
        safe = sum(move in entry.safe for move, entry in zip(moves, entries, strict=True))
        best = sum(move in entry.best for move, entry in zip(moves, entries, strict=True))
        gives = f"one move: {safe} of {len(moves)} keep the value, {best} are best"
        contenders.append(Contender(way, call, gives, len(moves)))
    return contenders


def spiel_moves(book: Book, sample: list[Position]) -> list[Contender]:
    """Return open-spiel's tables of moves and of values, and its search."""
    import pyspiel
    from open_spiel.python.algorithms.get_all_states import get_all_states
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("tic_tac_toe")
    states = get_all_states(game, to_string=str)
    values: dict[str, float] = {}
    minimax(game.new_initial_state(), values)

    def by_values(state: Any) -> int:
        choose = (max, min)[state.current_player()]
        return int(choose(state.legal_actions(), key=lambda action: values[str(state.child(action))]))

    moves = {key: by_values(state) for key, state in states.items() if not state.is_terminal()}
    asked = [states[position.text.replace("/", "\n").lower()] for position in sample]
    ways = {
        "open-spiel, dictionary of moves": each(lambda state: moves[str(state)], asked),
        "open-spiel, dictionary of values": each(by_values, asked),
        "open-spiel alpha_beta_search": each(lambda state: alpha_beta_search(game, state)[1], asked),
    }
    return peers(book, sample, ways, 0)


def solving() -> None:
    """Print the times to solve 3x3x3."""
    rules = Rules()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "3x3x3.sqlite"
        generate_book(rules, path)
        with Book.open(path) as book:
            peers = spiel_solvers(book)
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


def looking_up() -> None:
    """Print the times to find the best move of a position."""
    chance, positions = random.Random(2024), all_positions(Rules())
    sample = chance.sample([p for p in positions if p.ply >= 2 and not p.over], 200)
    keys = np.random.default_rng(2024).choice(np.array([p.key for p in positions]), 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        small, large = (Path(folder) / f"{rules}.sqlite" for rules in ("3x3x3", "4x4x4"))
        generate_book(Rules(), small)
        held = generate_book(Rules(4, 4, 4), large).positions
        texts = sqlite3.connect(large).execute("SELECT board FROM position WHERE key % 601 = 0")
        turned = [Position.parse(text[::-1], Rules(4, 4, 4)) for (text,) in texts]  # by a half turn: not canonical
        chance.shuffle(turned)
        with Book.open(small) as book, Book.open(large) as larger:
            on_4x4x4 = Contender("oxobook probe, 4x4x4", each(larger.probe, turned), f"one of {held:,}", len(turned))
            ours = [
                Contender("oxobook probe(position)", each(book.probe, sample), "all answers, from the file", 200),
                Contender("oxobook probe(text)", each(book.probe, list(map(str, sample))), "the same", 200),
                Contender("oxobook lookup_many", lambda: book.lookup_many(keys), "the same, as arrays", len(keys)),
                on_4x4x4,
            ]
            rows = race(ours + spiel_moves(book, sample), 5, in_a_row=3)
        lookup = process("-m", "oxobook", "lookup", "X...O....", OXOBOOK_LIBRARY=folder)
        shell = [
            Contender("oxobook lookup X...O....", lookup, "board, value, every move ranked"),
            Contender("open-spiel alpha_beta_search", process("-c", OPEN_SPIEL), "value, one move"),
            Contender("Python alone", process("-c", "pass"), "nothing"),
        ]
        processes = race(shell, 5, choose=median)
    stones = sum(p.ply for p in sample) / len(sample)
    title = f"Best move of a position of 3x3x3, {stones:.1f} stones on the mean; time, and as a multiple of probe's"
    print_ratios(title, rows, {"x probe": rows[0].seconds})
    print(f"\nlookup_many: {1e-6 / rows[2].seconds:.1f} million positions a second, in any orientation")
    print_ratios("From the shell: a whole process, median of 5", processes, {"x lookup": processes[0].seconds})


if __name__ == "__main__":
    print(machine(), flush=True)
    solving()
    looking_up()
