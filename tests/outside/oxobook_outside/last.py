"""Player: it takes the last free cell."""

from oxobook.viewer.players.roster import BuiltIn


def last_cell(position):
    """Return the set of cells that the player chooses among, bit i for cell i."""
    return 1 << position.legal_cells[-1]


LAST = BuiltIn("last", "the last free cell", lambda book: last_cell)
