"""Description of a board for the prover's kernels: arrays of 64-bit integers."""

import numpy as np

from oxobook.book.errors import TooLarge
from oxobook.book.game.rules import Mask, Rules
from oxobook.generator.engine import require_searchable
from oxobook.generator.instructions import Words, signed
from oxobook.generator.prove import kernels

_EARLY = 12
"""Number of stones below which a position and its images share an entry of the table."""


def board_words(rules: Rules) -> Words:
    """Return the words that describe a board, in the order that the kernels' indices give; raises TooLarge.

    ``STEP`` is the number of cells from one row to the next where stones fall, else 0. ``ORDER`` lists the cells, those
    in most lines first. ``RUN`` numbers the straight runs: two lines that share two cells are in one.
    """
    require_searchable(rules)
    lines = rules.lines
    if len(lines) > kernels.MOST_LINES:
        raise TooLarge(f"the prover takes boards of at most {kernels.MOST_LINES} lines; {rules} has {len(lines)}")
    words = np.zeros(kernels.BOARD_WORDS, np.int64)
    words[kernels.LENGTH], words[kernels.FULL], words[kernels.LINES] = rules.k, signed(rules.full), len(lines)
    words[kernels.SYMMETRIES], words[kernels.SYMMETRIC_TO] = len(rules.board.symmetries), _EARLY
    words[kernels.BYTES], words[kernels.MISERE] = -(-rules.cells // 8), rules.misere
    words[kernels.STEP] = rules.columns if rules.stacked else 0
    through = [sum(line >> cell & 1 for line in lines) for cell in range(64)]
    words[kernels.ORDER : kernels.ORDER + 64] = sorted(range(64), key=lambda cell: -through[cell])
    words[kernels.LINE :][: len(lines)] = [signed(line) for line in lines]
    words[kernels.RUN :][: len(lines)] = [number % 64 for number in _runs(lines)]
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


def key_codes(rules: Rules) -> Words:
    """Return random codes of each byte of three masks under each symmetry, shape (symmetries, 3, 8, 256), in one row.

    The three are the attacker's stones, the defender's and the free cells; the exclusive or of all is a position's key.
    """
    cells = np.random.default_rng(1).integers(-(2**63), 2**63 - 1, (3, rules.cells), np.int64)
    symmetries = rules.board.symmetries
    codes = np.zeros((len(symmetries), 3, 8, 256), np.int64)
    for table, permutation in zip(codes, symmetries, strict=True):
        for cell, image in enumerate(permutation):
            has_cell = np.arange(256) >> cell % 8 & 1 == 1
            for kind in range(3):
                table[kind, cell // 8, has_cell] ^= cells[kind, image]
    return codes.ravel()
