"""Readings that are left of an input, by what each makes of its rows."""

from collections.abc import Callable, Iterator

from oxobook.book.game.reading.reading import USUAL, Reading

_DEFAULTS: tuple[Callable[[Reading], bool], ...] = (
    lambda one: one.cells == "columns",
    lambda one: one.code in USUAL,
    lambda one: one.rows != "bottom",
)
"""Documented defaults, where several readings are left that differ."""


class ReadingsLeft:
    """Readings of names or of signs that are left; unless they are ``fixed``, rows narrow them."""

    def __init__(self, readings: Iterator[Reading], fixed: bool) -> None:
        self.all = [*readings]
        self.left = dict.fromkeys(self.all, 0)
        """Readings left, with a hash of what they made of all rows: equal ones are one reading."""
        self.fixed, self.asked, self.usual = fixed, False, True

    @property
    def only(self) -> Reading | None:
        """First reading, if no other is left or the first that can reads a row; else None."""
        return next(iter(self.left)) if self.fixed or len(self.left) == 1 else None

    def narrow(self, found: dict[Reading, object]) -> None:
        """Keep those that can read a row, with what they make of it."""
        self.asked = self.asked or bool(found)
        if found and not self.fixed:
            self.left = {one: hash((self.left[one], found[one])) for one in self.left if one in found}

    def differing(self) -> list[Reading]:
        """Return the first reading of each way that is left, by the documented defaults where they are left."""
        if self.fixed or not self.asked:
            return [*self.left][:1]
        left = [*self.left]
        for default in _DEFAULTS if self.usual else _DEFAULTS[2:]:
            left = [*filter(default, left)] or left
        ways = {self.left[one]: one for one in reversed(left)}
        return [*reversed(ways.values())]
