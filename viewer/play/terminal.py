"""Games played and watched at a terminal, or through a pipe."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import sleep

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, MissingPosition, OutOfTime, OxobookError, quoted
from oxobook.book.game.cell_labels import CellLabels
from oxobook.book.game.reading.reading import Reading
from oxobook.book.library import options_naming
from oxobook.viewer.play.assessment import assessment_text, game_board, hint_text
from oxobook.viewer.play.game import GameRecord, Match, Participant, Person, participants
from oxobook.viewer.players.judge import Judge
from oxobook.viewer.players.player import Player
from oxobook.viewer.players.roster import ROSTER, fitting, usual_opponent
from oxobook.viewer.terminal.console import ask, print_lines
from oxobook.viewer.terminal.table import paragraph, table
from oxobook.viewer.words.wording import how_won

_QUIT = ("q", "quit", "exit")
_UNDO = ("u", "undo")
_HINT = ("?", "h", "hint")


class Leave(Exception):
    """The person leaves, by typing q, by Ctrl-C, or because the input ends."""


@dataclass
class Terminal:
    """Terminal on which a match is shown and played."""

    book: Book
    match: Match
    labels: CellLabels  # labels of the cells and the sides
    delay: float = 0.0  # seconds to wait after each move of a game that is only watched
    _game: GameRecord = field(init=False)
    _seats: dict[str, Participant] = field(init=False)

    @property
    def _person_plays(self) -> bool:
        return any(isinstance(one, Person) for one in self._seats.values())

    def run(self, games: int | None = None) -> None:
        """Play this many games; without a number, ask after each game whether to play another."""
        try:
            while True:
                self._one_game()
                played = self.match.score.total()
                if played == games or (games is None and not self._again()):
                    return
        except Leave:
            self._say("Goodbye.")

    def _one_game(self) -> None:
        """Play a game from the empty board to its end or until the person leaves, and say how it went."""
        self._game, self._seats = game, _ = GameRecord(self.book.rules), self.match.seats()
        self._say(f"{self._called('X')} against {self._called('O')}, {game.rules}. X starts.", "bold")
        if self.labels.columns and self._person_plays:
            self._say("A column's letter or number drops a stone into it.")
        try:
            self._show_board()
            while not game.over:
                self._turn()
        except (Leave, KeyboardInterrupt):
            self._review()
            raise Leave from None
        if game.forfeit is not None:
            self._say(f"{self._called(game.position.to_move)} forfeits: {game.forfeit}", "red")
        how = how_won(game.position)
        self._say(f"{self._called(game.winner)} wins{how}." if game.winner else "The game is drawn.", "bold")
        self.match.count(self._seats, game.winner)
        self._review()
        score, match = self.match.score, self.match
        first, second = f"{match.first.name} {score['first']}", f"{match.second.name} {score['second']}"
        self._say(f"\nScore: {first}, {second}, drawn {score['drawn']}")

    def _turn(self) -> None:
        side = self._game.position.to_move
        mover = self._seats[side]
        if isinstance(mover, Person):
            words = ", ".join(self._shortest(words) for words in (_HINT, _UNDO, _QUIT))
            self._answer(self._ask(f"{self._called(side)} to move ({words}): "))
            return
        self.match.turn(self._game, mover)
        if self._game.forfeit is None:
            search = self._game.unfinished
            proved = f" (the search ran out of time; proved: {search.proved})" if search else ""
            self._say(f"{self._called(side)}: {self.labels.move(self._game.moves[-1])}{proved}")
            self._show_board()
            if not self._game.over and not self._person_plays:  # leave time to look at the board
                sleep(self.delay)

    def _answer(self, text: str) -> None:
        """Do what a person typed: leave, show a hint, take a move back or play; refuse what is not a move."""
        if self._is(text, _QUIT):
            raise Leave
        if self._is(text, _HINT):
            position = self._game.position
            try:
                with self.match.limited():
                    self._say(hint_text(self.book.probe(position), self.book.moves(position), self.labels))
            except (MissingPosition, OutOfTime) as error:
                self._say(f"No hint: {error}.", "red")
        elif self._is(text, _UNDO):
            self._undo()
        else:
            try:
                self._game.play(self.labels.typed(text, self._game.position))
            except IllegalPosition as error:
                self._say(f"Not a move: {error}", "red")
            else:
                self._show_board()

    def _undo(self) -> None:
        """Take moves back to the last position in which a person was to move."""
        moves = self._game.moves
        earlier = [ply for ply in range(len(moves)) if isinstance(self._seats["XO"[ply % 2]], Person)]
        if not earlier:
            self._say("There is nothing to take back.", "red")
            return
        while len(moves) > earlier[-1]:
            self._game.undo()
        self._show_board()

    def _review(self) -> None:
        """Show the record, as a command that looks it up, and the assessment of each move."""
        moves = self._game.moves
        if not moves:
            return
        record = "Record" + ("" if self.labels.are_coordinates else " in coordinates")
        if not len(self.book):
            self._say(f"\n{record}: {' '.join(moves)}", whole=True)
            return
        self._say(f"\n{record}: oxobook lookup {' '.join(moves)}{options_naming(self.book)}", whole=True)
        called = {side: one.name for side, one in self._seats.items()}
        judge = Judge(self.book)
        judged = [judge.moves(before)[move] for before, move in zip(self._game.positions, moves, strict=False)]
        print_lines(assessment_text(judged, called, self.labels))

    def _again(self) -> bool:
        """Ask whether to play another game, and return the answer; swap the sides if the person asks for that."""
        while True:
            answer = self._ask("Play again? (y yes, s swap sides, n no): ")
            if answer in {"s", "swap"}:
                self.match.swap()
            if answer in {"y", "yes", "s", "swap"}:
                return True
            if answer in {"n", "no", *_QUIT}:
                return False
            self._say(f"Not an answer: expected y, s or n; got {quoted(answer)}", "red")

    def _ask(self, prompt: str) -> str:
        """Return a line from the keyboard or the pipe, in lower case; raises Leave at the input's end and at Ctrl-C."""
        try:
            text = ask(prompt)
        except (EOFError, KeyboardInterrupt):
            self._say("")
            raise Leave from None
        if not sys.stdin.isatty():
            self._say(text)  # a script's transcript reads like the screen
        return text.strip().lower()

    def _show_board(self) -> None:
        last = self._game.moves[-1] if self._game.moves else None
        print_lines(game_board(self._game.position, self.labels, last))

    def _say(self, text: str, style: str = "", whole: bool = False) -> None:
        """Print a text; ``whole`` keeps it on one line, to be copied."""
        print_lines([[(line, style)] for line in text.split("\n")] if whole else paragraph(text, style, margin=""))

    def _called(self, side: str) -> str:
        return f"{self._seats[side].name} ({side})"

    def _is(self, text: str, words: Sequence[str]) -> bool:
        """Return whether a text is one of the words for a command; a letter that names a column is none."""
        return text in words and text not in self.labels.columns

    def _shortest(self, words: Sequence[str]) -> str:
        """Return a command as the prompt shows it: ``u undo``, or ``undo`` on boards with a column u."""
        first = words[0]
        return words[1] if first in self.labels.columns else f"{first} {words[-1] if first == '?' else words[1]}"


def invited(book: Book, seconds: float, reading: Reading | None = None) -> tuple[Participant, Participant]:
    """Ask for two participants, again if a name is refused; raises Leave for q, and what interrupts the input."""
    menu = {str(number): name for number, name in enumerate(("human", *fitting(book.rules)), 1)}
    does = {"human": "you, at the keyboard"} | {name: player.does for name, player in ROSTER.items()}
    print_lines(table([(number, name, does[name]) for number, name in menu.items()], "rl"))
    words = "Type a number or a name; any other name is a person's. Enter takes the one in brackets, q quits."
    print_lines(paragraph(words, margin=""))

    def asked(number: str, usual: str) -> str:
        while True:
            text = ask(f"{number} player [{'you' if usual == 'human' else usual}]: ").strip()
            if text.lower() in _QUIT:
                raise Leave
            text = "human" if text.lower() == "you" else menu.get(text, text) or usual
            try:
                for one in participants((text, "human"), book, seconds, reading):
                    if isinstance(one, Player):
                        one.close()
            except OxobookError as error:
                print_lines(paragraph(str(error), margin=""))
            else:
                return text

    return participants([asked("First", "human"), asked("Second", usual_opponent(book))], book, seconds, reading)
