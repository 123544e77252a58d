"""Description of a board for the prover's kernels: one array of 64-bit integers."""

import numpy as np

from oxobook.book.errors import IllegalRules, TooLarge
from oxobook.book.game.rules import Mask, Rules
from oxobook.generator.engine import PLAIN_GAMES, require_even_lines
from oxobook.generator.instructions import Words, signed
from oxobook.generator.kernels.images import image_tables
from oxobook.generator.prove import threat_kernels

_EARLY = 12
"""Number of stones below which a position and its images share an entry of the table."""


def board_words(rules: Rules) -> Words:
    """Return the words that describe a board, in the order that the kernels' indices give.

    Raises TooLarge, or IllegalRules for a game that the kernels do not know.

    ``STEP`` is the number of cells from one row to the next where stones fall, else 0. ``ORDER`` lists the cells, those
    in most lines first. ``RUN`` numbers the straight runs: two lines that share two cells are in one.
    """
    if not (rules.plain or rules.maker):
        raise IllegalRules(f"a proof takes games {PLAIN_GAMES}, or maker-breaker without misère; got {rules}")
    require_even_lines(rules)
    lines = rules.lines
    if len(lines) > threat_kernels.MOST_LINES:
        raise TooLarge(
            f"the prover takes boards of at most {threat_kernels.MOST_LINES} lines; {rules} has {len(lines)}"
        )
    words = np.concatenate([np.zeros(threat_kernels.IMAGES, np.int64), image_tables(rules.board.symmetries)])
    words[threat_kernels.LENGTH], words[threat_kernels.FULL], words[threat_kernels.LINES] = (
        rules.k,
        signed(rules.full),
        len(lines),
    )
    words[threat_kernels.SYMMETRIES], words[threat_kernels.SYMMETRIC_TO] = len(rules.board.symmetries), _EARLY
    words[threat_kernels.MISERE] = rules.misere
    words[threat_kernels.MAKER] = rules.maker
    words[threat_kernels.STEP] = rules.columns if rules.stacked else 0
    through = [sum(line >> cell & 1 for line in lines) for cell in range(64)]
    words[threat_kernels.ORDER : threat_kernels.ORDER + 64] = sorted(range(64), key=lambda cell: -through[cell])
    words[threat_kernels.LINE :][: len(lines)] = [signed(line) for line in lines]
    words[threat_kernels.RUN :][: len(lines)] = [number % 64 for number in _runs(lines)]
    return words


def _runs(lines: tuple[Mask, ...]) -> list[int]:
    """Return the number of the run of each line."""
    runs = list(range(len(lines)))
    for number, line in enumerate(lines):
        for other in range(number):
            if (line & lines[other]).bit_count() > 1:
                joined = runs[number]
                runs = [runs[other] if run == joined else run for run in runs]
    return [sorted(set(runs)).index(run) for run in runs]
