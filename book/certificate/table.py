"""Table of a certificate: sorted rows of one width, each a key and its value, found by bisection."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Table(NamedTuple):
    """Sorted table, column by column: the bytes of a row stand as many bytes apart as there are rows.

    >>> table = Table.of({b"key": b"!", b"any": b"?"})
    >>> table.content, table.get(b"key"), table.get(b"kex")
    (b'akneyy?!', b'!', None)
    """

    rows: int
    content: bytes

    @classmethod
    def of(cls, values: Mapping[bytes, bytes]) -> "Table":
        """Return the table of some values by their keys, all keys of one length, and all values."""
        rows = sorted(key + value for key, value in values.items())
        return cls(len(rows), b"".join(map(bytes, zip(*rows, strict=True))))

    def items(self, key: int) -> Iterator[tuple[bytes, bytes]]:
        """Yield the rows, each as a key of ``key`` bytes and its value."""
        for row in range(self.rows):
            content = self.content[row :: self.rows]
            yield content[:key], content[key:]

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, or None if the table lacks it."""
        at = bisect_left(range(self.rows), key, key=lambda row: self.content[row :: self.rows][: len(key)])
        row = self.content[at :: self.rows] if at < self.rows else b""
        return row[len(key) :] if row.startswith(key) else None
