"""Board to click on in a notebook (Jupyter, by anywidget), drawn here."""

from pathlib import Path
from random import Random
from typing import Any

from oxobook.book.arguments import checked
from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.book.game.notation import coordinates, move_names
from oxobook.book.game.position import Position, moves_between, positions_of_record
from oxobook.viewer.pictures.drawing.board_shapes import board_svg
from oxobook.viewer.pictures.drawing.notebook import values_svg
from oxobook.viewer.players.roster import AnyPlayer, player_named
from oxobook.viewer.terminal.wording import end_in_words, value_in

try:
    import anywidget
    import traitlets
except ImportError as missing:
    raise MissingExtra(
        "a board in a notebook needs the library anywidget: pip install 'oxobook[notebook]'"
    ) from missing

_HERE = Path(__file__)
_SIDE = 60.0  # of a cell, in pixels


class BoardWidget(anywidget.AnyWidget):
    """Board to click on in a notebook, with the value of every move.

    ``moves`` is the game so far as a record, such as ``a3 b2``. A click adds a move; assign to it to set the board, and
    observe it to learn of moves. ``values`` shows or hides the values of moves. ``against`` names a player that answers
    each move of the side that is to move at first; it may be any that ``player_named`` takes. Raises IllegalPosition if
    the moves are not a legal game, MissingPosition if the book lacks their position, and UnknownPlayer.
    """

    _esm = _HERE.with_suffix(".js")
    _css = _HERE.with_suffix(".css")
    moves = traitlets.Unicode("").tag(sync=True)
    values = traitlets.Bool(True).tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)  # picture, cells and texts, as the page shows them

    @checked
    def __init__(self, book: Book, moves: str = "", values: bool = True, against: AnyPlayer | None = None) -> None:
        self._book = book
        self._player = player_named(against, book) if against else None
        super().__init__(moves=moves, values=values)
        self._side = self.position.to_move
        self._show()
        self.observe(self._answer, "moves")

    @property
    def position(self) -> Position:
        """Position on the board."""
        return positions_of_record(self.moves, self._book.rules)[-1]

    @traitlets.validate("moves")
    def _checked(self, proposal: dict[str, Any]) -> str:
        """Return the game in coordinates, with one blank between moves; raises IllegalPosition."""
        positions, names = positions_of_record(str(proposal["value"]), self._book.rules), move_names(self._book.rules)
        self._book.probe(positions[-1])
        return " ".join(names[move] for move in moves_between(positions))

    @traitlets.observe("moves", "values")
    def _show(self, change: object = None) -> None:
        """Send the picture and the texts to the page."""
        position = self.position
        stones = [
            "X" if position.x >> cell & 1 else "O" * (position.o >> cell & 1) for cell in range(position.rules.cells)
        ]
        picture = board_svg(position.rules, position.x, position.o, position.text, side=_SIDE)
        if self.values and not position.over:
            picture = values_svg(self._book.probe(position), self._book.moves(position))
        worth = {move.move: value_in(move) if self.values else "" for move in self._book.moves(position)}
        self.shown = {
            "picture": picture,
            "columns": self._book.rules.columns,
            "cells": [[name, stones[cell]] for cell, name in enumerate(coordinates(position.rules))],
            "worth": worth,
            "said": self._said(position),
        }

    def _answer(self, change: dict[str, Any]) -> None:
        """Let the player answer a move; nothing is answered when moves were taken back."""
        game, position = tuple(self.moves.split()), self.position
        if (
            self._player
            and not position.over
            and position.to_move != self._side
            and len(self.moves) > len(change["old"])
        ):
            self.moves += f" {self._player.choose(game, position, Random())}"

    def _said(self, position: Position) -> str:
        if position.over:
            return end_in_words(position)
        value = f": {value_in(self._book.probe(position, pick=False))}" if self.values else ""
        return f"{position.to_move} to move{value}."
