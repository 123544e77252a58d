"""Figures of lines: those of a game, and forks."""

from oxobook.book.errors import counted
from oxobook.book.game.notation import cells_of
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.tactics import stones, tactics, threats
from oxobook.viewer.pictures.drawing.drawing import Drawing
from oxobook.viewer.pictures.figures.style import IllegalFigure, Style
from oxobook.viewer.pictures.figures.tiles import Tile, tiled
from oxobook.viewer.words.wording import line_word, listed


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
