"""Figures that explain a board: its lines, the names of its cells, and the forks of a position."""

from collections.abc import Mapping, Sequence

from oxobook.book.game.board_svg import centre, strikes
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.game.shapes import Group, Text
from oxobook.book.game.tactics import stones, tactics, threats
from oxobook.viewer.drawing.drawing import Drawing, PlacedBoard, Shown
from oxobook.viewer.figures.style import IllegalFigure, Style
from oxobook.viewer.figures.tiles import tile, tiled_figure, tiles_for
from oxobook.viewer.terminal.wording import line_word, listed

_ROOM = 1.8  # of a cell with a name in it, in sizes of type


def lines_figure(rules: Rules, style: Style) -> Drawing:
    """Return a board for each line of the game, with the line struck through. Raises IllegalFigure."""
    empty, count, order = Position(rules), len(rules.lines), ("row", "column", "diagonal", "line")
    ordered = sorted(rules.lines, key=lambda line: order.index(line_word(line, rules)))
    caption = (
        f"{count} line{'s' * (count != 1)} of {rules.k}: whoever completes one {'loses' if rules.misere else 'wins'}."
    )
    tiles = tiles_for(rules, count, "diagonal", 1, style, caption)
    shapes: list[Shown] = []
    for number, (line, place) in enumerate(zip(ordered, tiles.places, strict=True), 1):
        board = PlacedBoard(empty, *place, tiles.cell, style.palette, line)
        shapes += map(Shown, tile(board, str(number), [line_word(line, rules)], tiles.type_size, style, ""))
        shapes.append(Shown(Group(tuple(strikes(rules, line, 0, tiles.cell, style.palette.ink)), *place)))
    return tiled_figure(f"The lines of {rules}: {count}", tiles, style, shapes, [caption])


def cells_figure(rules: Rules, labels: Mapping[str, Sequence[str]], style: Style) -> Drawing:
    """Return a board for each kind of labels, with the label of every cell in it. Raises IllegalFigure."""
    tiles = tiles_for(rules, len(labels), max(labels, key=len), 0, style, "", _ROOM)
    shapes: list[Shown] = []
    for (kind, names), place in zip(labels.items(), tiles.places, strict=True):
        board = PlacedBoard(Position(rules), *place, tiles.cell, style.palette)
        shapes += map(Shown, tile(board, kind, [], tiles.type_size, style, ""))
        for cell, name in enumerate(names):
            x, y = centre(cell, rules, tiles.cell)
            shapes.append(Shown(Text(name, place[0] + x, place[1] + y, tiles.type_size, style.palette.ink)))
    return tiled_figure(f"The cells of {rules}, by {listed(list(labels))}", tiles, style, shapes, [""])


def forks_figure(position: Position, style: Style) -> Drawing:
    """Return a board for each fork of the mover, with the cells it threatens; raises IllegalFigure, also for none."""
    rules, mover, names = position.rules, position.to_move, coordinates(position.rules)
    moves = cells_of(tactics(position).forks)
    if not moves:
        raise IllegalFigure(
            f"expected a position in which {mover} has a fork, a move with two threats at once; got {position.text!r}"
        )
    caption = "Grey: the fork. +: where it threatens to win; only one of these cells can be blocked."
    feet = []
    for cell in moves:
        their, own = stones(position.play(names[cell]))
        feet.append(cells_of(threats(rules, own, their)))
    said = [f"{mover} threatens {listed([names[cell] for cell in found])}" for found in feet]
    tiles = tiles_for(rules, len(moves), max(said, key=len), 1, style, caption)
    shapes: list[Shown] = []
    for cell, found, foot, place in zip(moves, feet, said, tiles.places, strict=True):
        board = PlacedBoard(position.play(names[cell]), *place, tiles.cell, style.palette, 1 << cell)
        shapes += map(Shown, tile(board, f"{mover} {names[cell]}", [foot], tiles.type_size, style, ""))
        for x, y in (centre(one, rules, tiles.cell) for one in found):
            shapes.append(Shown(Text("+", place[0] + x, place[1] + y, tiles.type_size, style.palette.ink, bold=True)))
    count = f"{len(moves)} fork{'s' * (len(moves) != 1)}"
    return tiled_figure(f"{count} of {mover} in {position.text} of {rules}", tiles, style, shapes, [caption])
