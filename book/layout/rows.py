"""Layout of most books: one row for each canonical position, found by its key."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oxobook.book.game.rules import Cell, Key
    from oxobook.book.game.symmetry_arrays import Masks
    from oxobook.book.layout.answer_arrays import Answers, AnswerTable
    from oxobook.book.store.reader import Searched, Store
    from oxobook.book.store.row_checks import Row


class RowLayout:
    """Answers that are stored as they are; see ``book.layout.layout.Layout``."""

    name = "rows"

    def __init__(self, store: "Store") -> None:
        self.rows = store.rows
        self.answer = self.outcome = store.fetch  # nothing stands between a lookup and the store's fetch
        self._rules = store.info.rules
        self._table: AnswerTable | None = None

    def value(self, key: "Key") -> "tuple[int, int] | None":
        answer = self.answer(key)
        return answer and answer[:2]

    def pick(self, key: "Key", answer: "Row") -> "Cell | None":
        return answer[4]

    def effort(self, key: "Key") -> None:
        """Return None: nothing is searched."""

    def proved(self) -> "Searched":
        return {}

    def many(self, x: "Masks", o: "Masks") -> "Answers":
        """Return the answers for positions; the first call reads the whole book, 20 bytes a position."""
        if self._table is None:
            from oxobook.book.layout.answer_arrays import AnswerTable
            from oxobook.book.layout.records import record_of, records_of

            self._table = AnswerTable(self._rules, records_of(self.rows(), record_of(self._rules)))
        return self._table.lookup(x, o)

    def good_moves(self, x: "Masks", o: "Masks") -> "tuple[Masks, Masks]":
        """Return the best and the safe moves from the rows that ``many`` reads."""
        answers = self.many(x, o)
        return answers.best, answers.safe

    def score_rows(self, stones: int) -> None:
        """Return None: this layout has no rows of scores."""
