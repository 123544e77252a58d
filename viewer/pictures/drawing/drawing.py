"""Drawing: shapes on a ground of a size, at rest or in steps, that every format can write.

A shape may belong to some steps of an animation or of a sequence of slides; a still drawing has one step.
"""

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from oxobook.viewer.pictures.drawing.shapes import Shape

CM = 72 / 2.54  # centimetre in points
_BOLD_WIDTH = 0.64  # of a letter on average, in its size; the widest of the fonts is Bitstream Vera Sans
_WIDTH = 0.54


class Shown(NamedTuple):
    """Shape, with the steps in which it is seen: from ``first`` up to ``last``, or to the end."""

    shape: Shape
    first: int = 0
    last: int | None = None

    def at(self, step: int) -> bool:
        """Return whether it is seen in a step."""
        return self.first <= step and (self.last is None or step <= self.last)


class Drawing(NamedTuple):
    """Drawing; the last of its steps is the whole."""

    width: float
    height: float
    title: str  # description in a sentence, for those who cannot see it
    shapes: tuple[Shown, ...]
    description: str = ""  # longer description, if the title does not say it all
    unit: float = 1  # length of a unit on paper, in points
    steps: int = 1
    links: tuple[tuple[str, str], ...] = ()  # pairs of groups, by their ``data-n``, that light up together
    type_size: int = 0  # size of all words of a figure, which is shown as large as it is printed; 0 for other drawings

    def step(self, number: int) -> "Drawing":
        """Return the drawing as it is in one step, from 0."""
        return self._replace(shapes=tuple(Shown(one.shape) for one in self.shapes if one.at(number)), steps=1)

    @property
    def whole(self) -> "Drawing":
        return self.step(self.steps - 1)

    @property
    def measure(self) -> str:
        """Size in words."""
        width, height = (length * self.unit / CM for length in self[:2])
        return f"{width:.1f} x {height:.1f} cm, type of {self.type_size} points"

    @property
    def said(self) -> str:
        """Title and size of a figure; empty for other drawings."""
        steps = f", {self.steps} steps" if self.steps > 1 else ""
        return f"{self.title}\n{self.measure}{steps}" if self.type_size else ""

    @property
    def drawn(self) -> Iterator[Shape]:
        return (one.shape for one in self.shapes if one.at(self.steps - 1))


def fitting_size(words: str, width: float, size: float, bold: bool = False) -> float:
    """Return the size, at most ``size``, at which words are no wider than ``width``."""
    return min(size, round(width / (len(words) * (_BOLD_WIDTH if bold else _WIDTH)), 1))


def fitting_lines(words: str, width: float, size: float, letter: float = _WIDTH) -> list[str]:
    """Return words as lines no wider than ``width``, but for single words; ``letter``: width of one, in its size."""
    return wrap(words, int(width / (size * letter)), break_long_words=False, break_on_hyphens=False)
