"""Words above and below a map: its title, how to read it, its legend and its rules."""

from collections.abc import Collection

from oxobook.viewer.palette import COLOURS
from oxobook.viewer.pictures.drawing.drawing import fitting_lines, fitting_size
from oxobook.viewer.pictures.drawing.shapes import Box, Shape, Text
from oxobook.viewer.words.english import English

MARGIN, HEAD, FOOT = 60.0, 150.0, 90.0
_LARGEST_TYPE = 2.0  # of a poster, by that of a map
_TITLE, _READING, _LEGEND = 46, 26, 24  # sizes of type
_LINE = 1.35 * _READING


class Caption:
    """Words of a map, from the top down: its head, its legend and its rules are added in this order.

    On a page of a ``shape``, its height by its width, they fill the height that the board leaves: first by larger type,
    and more lines where it is largest, then by air above and below the board.
    """

    def __init__(self, across: float, board_height: float, shape: float | None) -> None:
        self._above: list[Text] = []
        self._below: list[Box | Text] = []
        width = across + 2 * MARGIN
        turned = board_height + HEAD + FOOT < width
        self._page = width * (1 / shape if turned else shape) if shape else 0.0
        self._scale = min(max((self._page - board_height) / (HEAD + FOOT), 1.0), _LARGEST_TYPE)
        self._head, self._foot = self._scale * HEAD, self._scale * FOOT
        self._across, self._board_height = across, board_height
        self._roomy = self._scale == _LARGEST_TYPE

    @property
    def height(self) -> float:
        return self._head + self._board_height + self._foot + self._air

    @property
    def board_top(self) -> float:
        return self._head + self._air / 2

    @property
    def shapes(self) -> tuple[Shape, ...]:
        bottom = self._head + self._board_height + self._air
        return *self._above, *(one._replace(y=bottom + one.y) for one in self._below)

    @property
    def _air(self) -> float:
        """Height that the words and the board leave."""
        return max(self._page - self._head - self._board_height - self._foot, 0.0)

    def add_head(self, heading: str, reading: str) -> None:
        """Add the title, and how to read the map."""
        scale, lines = self._scale, [reading]
        self._above.append(self._text(heading, 62 * scale, _TITLE, bold=True))
        if self._roomy:
            lines = fitting_lines(reading, self._across, scale * _READING)
        self._above += (self._text(words, (112 + row * _LINE) * scale, _READING) for row, words in enumerate(lines))
        self._head += (len(lines) - 1) * _LINE * scale

    def add_legend(self, ends: Collection[str | None], result: str, words: English) -> None:
        """Add the meaning of the grounds of finished games, if there are any, and the strategy's result."""
        x, half, scale = MARGIN, 16 * self._scale, self._scale
        y = scale * FOOT / 2
        for winner, said in words.results.items():
            if winner in ends:
                self._below.append(Box(x, y - half, 2 * half, 2 * half, COLOURS.pale(winner), COLOURS.rule))
                self._below.append(self._text(said, y, _LEGEND, x + 44 * scale))
                x += (74 + 13 * len(said)) * scale
        self._below.append(self._text(f"{words.map_struck} {result}" if ends else result, y, _LEGEND, x))

    def add_rules(self, rules: Collection[str]) -> None:
        """Add the rules that a strategy follows where it can, if there is room."""
        for number, rule in enumerate(rules if self._roomy else (), 1):
            self._foot += _LINE * self._scale
            self._below.append(self._text(f"{number}.  {rule}", self._foot - 0.6 * _LINE * self._scale, _READING))

    def _text(self, words: str, y: float, size: float, x: float = MARGIN, bold: bool = False) -> Text:
        """Return words that begin at ``x``, as large as they fit beside it."""
        fitting = fitting_size(words, MARGIN + self._across - x, size * self._scale, bold)
        return Text(words, x, y, fitting, COLOURS.ink, bold, at="left")
