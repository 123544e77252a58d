"""Words of a thread of the prover, one array: each search has a part of its own, and all parts lie one after another.

The weights of the cells; the pairs that were found, and the levels of their search; the failed positions of the search
for a sequence of threats, and its levels; and a frame for each ply of the search itself.
"""

MOST_LIVE_LINES, MOST_PAIRS = 128, 40
"""Live lines for which a pairing is sought, and its pairs."""
USED, TRIED, CHOSEN, PAIR_COUNT, OPEN = range(5)
PAIR_LEVEL = OPEN + MOST_LIVE_LINES
"""Words of a level: the cells of its pairs, the pairs tried of the chosen line, its free cells, and the lines."""

MOST_MOVES, MOST_FAILED = 20, 4096
"""Moves of a sequence, and positions that are remembered not to have one."""
LEVEL_OWN, LEVEL_THEIR, LEVEL_MOVES, LEVEL_MOVE, REPLIES = range(5)
SEQUENCE_LEVEL = REPLIES + 64
"""Words of a level: both sides' stones, the threats to try, the one tried, and the replies to a stone on each cell."""

FRAME = 5 * 64 + 16
"""Words of a frame: five of each child, and twelve of its own."""

WEIGHTS = 0
PAIRS = WEIGHTS + 64
PAIR_STACK = PAIRS + MOST_PAIRS
FAILED = PAIR_STACK + MOST_PAIRS * PAIR_LEVEL
SEQUENCE_STACK = FAILED + MOST_FAILED
MOVES, KEYS, PROOFS, DISPROOFS, WORKS = (SEQUENCE_STACK + (MOST_MOVES + 1) * SEQUENCE_LEVEL + 64 * n for n in range(5))
A, D, ATTACKING, KEY, OWN_LIMIT, THEIR_LIMIT, COUNT, BEGAN, OWN, THEIR, SECOND, BEST = range(WORKS + 64, WORKS + 76)
SCRATCH = MOVES + 66 * FRAME
"""Number of words: those of the first frame begin at MOVES, and there is one for each ply."""
