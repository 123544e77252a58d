"""Search engine: books of first plies, for boards under gravity that are too large to enumerate.

Each position of the last of these plies is searched, and those above follow by minimax. The scores of the last ply are
kept in chunks until the book is finished, so that a run that was stopped goes on where it was.
"""

from collections.abc import Sequence
from functools import partial
from math import inf

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Rules
from oxobook.book.info import LEAST_PLIES, BookInfo
from oxobook.book.layout.gravity_rank import is_ranked, stack_slots_at
from oxobook.book.progress import Tell
from oxobook.book.store.writer import Target
from oxobook.generator.engine import PLAIN_GAMES, Plan
from oxobook.generator.layers.workers import Workers
from oxobook.generator.search.positions import counts_of, plies_of, scores_above

_LEAST_TABLE = 1 << 26
"""Bytes of the table of a process for a board of up to 20 cells."""
_MOST_SLOTS = 1 << 22
"""Largest number of slots of the last ply: its positions are listed in memory, and more would take years to search."""


class SearchEngine:
    """Engine for the first ``plies`` plies; see the module and ``generator.engine.Engine``."""

    name = "search"
    summary = "the first plies of boards too large for a whole book"
    libraries: Sequence[str] = ("numba", "zstandard")
    extra = "large"
    solves = f"the first plies of games under gravity {PLAIN_GAMES}"
    chosen_from = inf  # never: the number of plies chooses it

    def __init__(self, plies: int) -> None:
        self.plies = plies

    def can_solve(self, rules: Rules) -> bool:
        """Return whether stones fall down the columns of a plain board."""
        return rules.plain and is_ranked(rules)

    def shortage(self, rules: Rules) -> str | None:
        """Return why it cannot keep ``--plies`` plies: too few or too many."""
        if self.plies < LEAST_PLIES:
            return f"needs at least {LEAST_PLIES} plies for an answer; got {self.plies}"
        if self.plies >= rules.cells:
            return f"has {rules.cells} cells; a book of first plies has fewer plies: leave --plies out"
        if (slots := stack_slots_at(rules, self.plies)) > _MOST_SLOTS:
            return f"has {slots:,} places for scores at ply {self.plies}, and at most {_MOST_SLOTS:,} can be searched"
        return None

    def plan(self, rules: Rules, layers: tuple[int, ...]) -> Plan:
        """Return the plan of the first plies; its positions are upper bounds."""
        slots = sum(stack_slots_at(rules, ply) for ply in range(self.plies + 1)) if not self.shortage(rules) else 0
        return Plan(
            rules=rules,
            engine=self,
            layers=layers[: self.plies + 1],
            memory=table_bytes(rules),
            disk=200_000 + slots,
            least_memory=_LEAST_TABLE,
            plies=self.plies,
        )

    def make(self, rules: Rules, target: Target, replace: bool, tell: Tell, workers: Workers) -> BookInfo:
        """Search the last ply, from where an earlier call stopped; then take the best moves up to the empty board."""
        from oxobook.generator.layers.blocks import pack
        from oxobook.generator.layers.book import BookLayer, LayerWriter, finish_book, layers_for
        from oxobook.generator.layers.memory import Limits
        from oxobook.generator.search.layers import searched_scores

        plies = plies_of(rules, self.plies)
        if not plies[-1].going_on:
            raise TooLarge(f"{rules} is over by ply {self.plies}: leave --plies out, for a whole book")
        with target.blocks(rules, replace) as file:
            file.begin_anew()  # only the chunks are worth keeping
            layers = layers_for(file, rules, workers, Limits(0, 0))
            scores = searched_scores(rules, plies[-1], layers, workers, table_bytes(rules), tell)
            finished, writer = (
                [],
                LayerWriter(file, workers, tell, sum(stack_slots_at(rules, ply.number) for ply in plies)),
            )
            for ply in reversed(plies):
                if ply.number < self.plies:
                    scores = scores_above(rules, ply, scores)
                count = partial(counts_of, rules, ply, scores)
                finished.append(writer.write(BookLayer(ply.number, [pack(scores, 0)], count)))
            return finish_book(file, layers, rules, finished)


def table_bytes(rules: Rules) -> int:
    """Return the bytes of a process's table, if as many are free: twice as many for every four cells.

    >>> table_bytes(Rules(6, 7, 4, gravity=True))
    2147483648
    """
    return _LEAST_TABLE << max(0, rules.cells - 20) // 4
