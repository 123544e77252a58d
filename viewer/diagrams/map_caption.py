"""Words above and below a map: its title, how to read it, its legend and its rules."""

from collections.abc import Collection

from oxobook.book.game.palette import Palette
from oxobook.book.game.score import Value
from oxobook.book.game.shapes import Box, Shape, Text
from oxobook.viewer.diagrams.phrases import Phrases
from oxobook.viewer.drawing.drawing import fitting_lines, fitting_size

MARGIN, HEAD, FOOT = 60.0, 150.0, 90.0
_LARGEST_TYPE = 2.0  # of a poster, by that of a map
_TITLE, _READING, _LEGEND = 46, 26, 24  # sizes of type
_LINE = 1.35 * _READING


def type_scale(width: float, board_height: float, shape: float) -> float:
    """Return the factor by which the type may be larger, for the height that is left on the page."""
    turned = board_height + HEAD + FOOT < width
    room = width * (1 / shape if turned else shape) - board_height
    return min(max(room / (HEAD + FOOT), 1.0), _LARGEST_TYPE)


class Caption:
    """Words of a map; its head is added first. Where the type is largest, there is room for more lines."""

    def __init__(self, across: float, scale: float, board_height: float, palette: Palette) -> None:
        self.shapes: list[Shape] = []
        self.head = scale * HEAD
        """Height of the words above the board."""
        self._below = scale * FOOT
        self._across, self._scale, self._board_height, self._palette = across, scale, board_height, palette
        self._roomy = scale == _LARGEST_TYPE

    @property
    def height(self) -> float:
        """Height of the whole map."""
        return self.head + self._board_height + self._below

    def add_head(self, heading: str, reading: str) -> None:
        """Add the title, and how to read the map."""
        scale, lines = self._scale, [reading]
        self._add(heading, 62 * scale, _TITLE, bold=True)
        if self._roomy:
            lines = fitting_lines(reading, lambda words: self._size(words, _READING) == scale * _READING)
        for number, words in enumerate(lines):
            self._add(words, (112 + number * _LINE) * scale, _READING)
        self.head += (len(lines) - 1) * _LINE * scale

    def add_legend(self, ends: Collection[Value], result: str, phrases: Phrases) -> None:
        """Add the meaning of the grounds of finished games, if there are any, and the strategy's result."""
        x, half, scale = MARGIN, 16 * self._scale, self._scale
        y = self.height - self._below + scale * FOOT / 2
        for value, word in ((Value.WIN, "won"), (Value.DRAW, "drawn"), (Value.LOSS, "lost")):
            if value in ends:
                said = phrases.say(word)
                self.shapes.append(Box(x, y - half, 2 * half, 2 * half, self._palette.pale(value), self._palette.rule))
                self._add(said, y, _LEGEND, x + 44 * scale)
                x += (74 + 13 * len(said)) * scale
        self._add(f"{phrases.say('map, struck')} {result}" if ends else result, y, _LEGEND, x)

    def add_rules(self, rules: Collection[str]) -> None:
        """Add the rules that a strategy follows where it can, if there is room."""
        for number, rule in enumerate(rules if self._roomy else (), 1):
            self._below += _LINE * self._scale
            self._add(f"{number}.  {rule}", self.height - 0.6 * _LINE * self._scale, _READING)

    def _size(self, words: str, size: float, x: float = MARGIN, bold: bool = False) -> float:
        """Return the size at which words fit beside each other from ``x`` on."""
        return fitting_size(words, MARGIN + self._across - x, size * self._scale, bold)

    def _add(self, words: str, y: float, size: float, x: float = MARGIN, bold: bool = False) -> None:
        self.shapes.append(Text(words, x, y, self._size(words, size, x, bold), self._palette.ink, bold, at="left"))
