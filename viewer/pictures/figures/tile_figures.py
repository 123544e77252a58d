"""Figures of boards side by side: a game as a strip, an orbit, the cells and lines of a board, and forks.

The boards of a strip are numbered, with the stone just played on a grey ground; in steps it is one board on which the
game is played. An orbit is a position's image under each symmetry of its board, with the canonical one framed.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, counted
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position, moves_between, positions_read
from oxobook.book.game.rules import Cell, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.book.game.tactics import stones, tactics, threats
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style
from oxobook.viewer.pictures.figures.tiles import Tile, tiled
from oxobook.viewer.words.winner import kind_of
from oxobook.viewer.words.wording import end_in_words, line_word, listed, symmetry_names

_NAMED = 1.8  # side of a cell with a name in it, in sizes of type


def strip_figure(book: Book, game: str, steps: bool, style: Style, reading: str = "") -> Drawing:
    """Return the figure of a game record. Raises IllegalPosition, IllegalFigure.

    With captions, under each board stands what its move is called: ``kind_of`` says.
    """
    rules = book.rules
    positions = positions_read(game, rules, reading, games=True)
    moves = moves_between(positions)
    if not moves:
        raise IllegalPosition("expected a game of one move or more; got none")
    names = [style.labels_for(rules).names[move] for move in moves]
    tiles = [
        Tile(
            after,
            f"{number} {name}",
            (_verdict(book, before, move),) if style.captions else (),
            marked=1 << move % rules.cells,
            bold=("mistake",),
        )
        for number, (move, name, (before, after)) in enumerate(
            zip(moves, names, pairwise(positions), strict=True), start=1
        )
    ]
    end = positions[-1]
    caption = end_in_words(end) if end.over else f"{end.to_move} is to move."
    return tiled(f"The game {' '.join(names)} of {rules}", tiles, caption, style, in_steps=steps)


def _verdict(book: Book, position: Position, move: Cell) -> str:
    entry = book.probe(position, pick=False)
    return kind_of(entry.best_mask >> move & 1, entry.safe_mask >> move & 1, entry.value)


def orbit_figure(position: Position, style: Style) -> Drawing:
    """Return the figure of an orbit; images that coincide say which they are the same as. Raises IllegalFigure."""
    rules = position.rules
    keys = symmetry_group(rules).images(position.x, position.o)
    least, different = min(keys), len(set(keys))
    tiles = []
    for number, (key, name) in enumerate(zip(keys, symmetry_names(rules), strict=True)):
        first = keys.index(key)
        canonical = key == least and first == number
        more = f"same as {first + 1}" if first < number else "canonical" * canonical
        feet, head = (name, *filter(None, [more])), str(number + 1)
        tiles.append(Tile(Position.from_key(key, rules), head, feet, bold=(head, "canonical"), framed=canonical))
    boards = counted(different, "different board")
    caption = f"{boards}; framed: the canonical one, which the book keeps."
    title = f"The orbit of {position.text} of {rules}: {boards} under {counted(len(keys), 'symmetry', 'symmetries')}"
    return tiled(title, tiles, caption, style)


def cells_figure(rules: Rules, labels: Mapping[str, Sequence[str]], style: Style) -> Drawing:
    """Return a board for each kind of labels, with the label of every cell in it. Raises IllegalFigure."""
    tiles = [Tile(Position(rules), kind, signs=dict(enumerate(names))) for kind, names in labels.items()]
    return tiled(f"The cells of {rules}, by {listed(list(labels))}", tiles, "", style, _NAMED)


def lines_figure(rules: Rules, style: Style) -> Drawing:
    """Return a board for each line of the game, with the line struck through. Raises IllegalFigure.

    First come rows, then columns, diagonals and others.
    """
    if not rules.lines:
        raise IllegalFigure(f"expected a game with lines; the board of {rules} has none")
    order, count, empty = ("row", "column", "diagonal", "line"), len(rules.lines), Position(rules)
    tiles = [
        Tile(empty, str(number), (line_word(line, rules),), marked=line, struck=line)
        for number, line in enumerate(sorted(rules.lines, key=lambda line: order.index(line_word(line, rules))), 1)
    ]
    ends = {"mover": "whoever completes one wins", "other": "whoever completes one loses"}
    aim = ends.get(rules.terms.line, f"if one is completed, {rules.terms.line} wins")
    caption = f"{counted(count, 'line')} of {rules.k}: {aim}."
    return tiled(f"The lines of {rules}: {count}", tiles, caption, style)


def forks_figure(position: Position, style: Style) -> Drawing:
    """Return a board for each fork of the mover, then of the other side, with the cells that it threatens.

    Raises IllegalFigure, also for none.
    """
    rules, names, known = position.rules, style.labels_for(position.rules).names, tactics(position)
    (mover, own), (other, their) = zip("XO" if position.to_move == "X" else "OX", stones(position), strict=True)
    sides, tiles = ((mover, own, their, known.forks), (other, their, own, known.their_forks)), []
    for side, mine, others, moves in sides:
        for cell in cells_of(moves):
            after = mine | 1 << cell
            aims = cells_of(threats(rules, after, others))
            said = f"{side} threatens {listed([names[aim] for aim in aims])}"
            board = Position(rules, *((after, others) if side == "X" else (others, after)))
            tiles.append(
                Tile(board, f"{side} {names[cell]}", (said,), 1 << cell, dict.fromkeys(aims, "+"), bold=("+",))
            )
    if not tiles:
        raise IllegalFigure(
            f"expected a position in which a side has a fork, a move with two threats at once; got {position.text!r}"
        )
    caption = "Grey: the fork. +: where it threatens to win; only one of these cells can be blocked."
    if known.their_forks:
        caption += f" It is {mover}'s turn: {other} can fork only if {mover} lets it."
    counts = [f"{moves.bit_count()} of {side}" for side, _, _, moves in sides if moves]
    return tiled(f"Forks in {position.text} of {rules}: {listed(counts)}", tiles, caption, style)
