"""Times to find the best move of a position: oxobook beside open-spiel and easyAI in one run.

All are asked about the same 200 positions of 3x3x3, with two stones or more and not over, each in its own form, made
beforehand. Every move is checked against the book. They do not answer the same:

- oxobook's ``probe`` fetches value, remoteness, every best and safe move and the pick from the file.
- open-spiel has no such file. Its users keep a dictionary from ``str(state)`` to the value and look up the value after
  each move, or, prepared once more, to a move; ``alpha_beta_search`` searches anew. They know nothing of remoteness.
- easyAI's ``Negamax`` searches, and gives one move, as a rule the soonest win. A table, empty at first, keeps for the
  next position what the last one found; for positions that it holds it is a player by itself.

A time is one position's share of the fastest of several rounds through all of them.
"""

import random
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.timing import Contender, machine, print_ratios, process, race
from oxobook.book import Book, Position, Rules
from oxobook.book.game.notation import coordinates
from oxobook.generator.generate import generate_book

OPEN_SPIEL = """import pyspiel; from open_spiel.python.algorithms.minimax import alpha_beta_search
game = pyspiel.load_game("tic_tac_toe"); print(alpha_beta_search(game, game.deserialize_state("0\\n4\\n")))"""
EASYAI = """from easyAI import Negamax; from easyAI.games.TicTacToe import TicTacToe
game = TicTacToe(None); game.board[0], game.board[4] = 1, 2; print(Negamax(9)(game))"""


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
    names, entries, contenders = coordinates(book.rules), [book.probe(position) for position in sample], []
    for way, call in ways.items():
        moves = [names[cell - origin] for cell in call()]
        safe = sum(move in entry.safe for move, entry in zip(moves, entries, strict=True))
        best = sum(move in entry.best for move, entry in zip(moves, entries, strict=True))
        gives = f"one move: {safe} of {len(moves)} keep the value, {best} are best"
        contenders.append(Contender(way, call, gives, len(moves)))
    return contenders


def open_spiel(book: Book, sample: list[Position]) -> list[Contender]:
    """Return open-spiel's tables of moves and of values, and its search."""
    import pyspiel
    from open_spiel.python.algorithms.get_all_states import get_all_states
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("tic_tac_toe")
    states = get_all_states(game, to_string=str)
    values: dict[str, float] = {}
    for key, state in sorted(states.items(), key=lambda item: item[0].count(".")):  # the fullest boards first
        after = [values[str(state.child(action))] for action in state.legal_actions()]
        values[key] = (max, min)[state.current_player()](after) if after else state.player_return(0)

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


def easyai(book: Book, sample: list[Position]) -> list[Contender]:
    """Return easyAI's Negamax without a table and with one, and the table that it filled."""
    from easyAI import Negamax, TranspositionTable
    from easyAI.games.TicTacToe import TicTacToe

    TicTacToe.ttentry = lambda self: tuple(self.board)  # a table asks for it, and easyAI's own game lacks it
    asked = [TicTacToe(None) for _ in sample]
    for game, position in zip(asked, sample, strict=True):
        game.board = [1 if position.x >> cell & 1 else 2 * (position.o >> cell & 1) for cell in range(9)]
        game.current_player = 1 + position.ply % 2
    filled = TranspositionTable()
    ways = {
        "easyAI Negamax(9)": each(Negamax(9), asked),
        "easyAI Negamax(9, tt=table)": lambda: each(Negamax(9, tt=TranspositionTable()), asked)(),
        "easyAI, table filled by it": each(filled, asked),
    }
    each(Negamax(9, tt=filled), asked)()
    return peers(book, sample, ways, 1)


def main() -> None:
    """Measure and print."""
    print(machine(), flush=True)
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
            (first,) = race([on_4x4x4._replace(name="oxobook probe, 4x4x4, not warm")], 1)
            ours = [
                Contender("oxobook probe(position)", each(book.probe, sample), "all answers, from the file", 200),
                Contender("oxobook probe(text)", each(book.probe, list(map(str, sample))), "the same", 200),
                Contender("oxobook lookup_many", lambda: book.lookup_many(keys), "the same, as arrays", len(keys)),
                on_4x4x4,
            ]
            rows = race(ours + open_spiel(book, sample) + easyai(book, sample), 5, in_a_row=3)
        lookup = process("-m", "oxobook", "lookup", "X...O....", OXOBOOK_LIBRARY=folder)
        shell = [
            Contender("oxobook lookup X...O....", lookup, "board, value, every move ranked"),
            Contender("open-spiel alpha_beta_search", process("-c", OPEN_SPIEL), "value, one move"),
            Contender("easyAI Negamax(9)", process("-c", EASYAI), "one move"),
            Contender("Python alone", process("-c", "pass"), "nothing"),
        ]
        processes = race(shell, 5, choose=median)
    stones = sum(p.ply for p in sample) / len(sample)
    title = f"Best move of a position of 3x3x3, {stones:.1f} stones on the mean; time, and as a multiple of probe's"
    print_ratios(title, [*rows[:4], first, *rows[4:]], {"x probe": rows[0].seconds})
    print(f"\nlookup_many: {1e-6 / rows[2].seconds:.1f} million positions a second, in any orientation")
    print_ratios("From the shell: a whole process, median of 5", processes, {"x lookup": processes[0].seconds})


if __name__ == "__main__":
    main()
