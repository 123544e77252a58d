"""Card of a data set, as Hugging Face reads it."""

from collections.abc import Collection
from string import Template
from typing import Any

from oxobook.viewer.position_row import COLUMNS

MEANINGS = {
    **{name: COLUMNS[name].meaning for name in ("key", "position", "ply")},
    "value": "1 win, 0 draw, -1 loss under perfect play, for the side to move",
    **{name: COLUMNS[name].meaning for name in ("remoteness", "orbit")},
    "move_values": "by cell in reading order, the value of the move there for its mover; null if illegal",
    "move_remoteness": "likewise the plies until the game ends, this move included",
    "mistakes": "share of the legal moves that give value away; null if the game is over",
    "depth": "least depth from which on a plain search prefers only moves that keep the value",
    "moves": "coordinates of the moves",
    "length": "number of moves",
    "result": "X or O for the winner, or draw",
    "first_slip": "number of the first move that gave value away; null if there is none",
}
"""Meanings of the columns of positions, and of games, by their names."""
_CARD = Template("""---
license: mit
pretty_name: $rules, solved
tags: [tic-tac-toe, board-games, solved-games, exact]
size_categories: ["$size"]
configs:
- config_name: $name
  data_files:
$splits
---

# $rules, solved

$rows rows. $method Every label is exact: it is looked up in the solved game, or searched, by
oxobook $version, from the book with the digest `$digest`.

| column | content |
|---|---|
$columns

Splits are by a hash of the position up to symmetry, so no image of a position in one split is in another.$more
`manifest.json` has the rows of each ply and of each file, and `sha256sum -c SHA256SUMS` checks the files.
""")
_MORE = {
    "first_slip": "A game is in the split of its final position.",
    "depth": "A plain search to depth d sees wins and losses that can be forced within d plies, and takes the rest for "
    "draws.",
}
"""Sentences about columns."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))


def card(manifest: dict[str, Any], columns: Collection[str]) -> str:
    """Return the card of a data set with these columns: Markdown after a head in YAML."""
    splits = dict.fromkeys(file["split"] for file in manifest["files"])
    name = "games" if manifest["kind"] == "games" else "positions"
    return _CARD.substitute(
        manifest,
        rows=f"{manifest['rows']:,}",
        version=manifest["oxobook"],
        digest=manifest["book_digest"],
        name=name,
        size=next((text for most, text in _SIZES if manifest["rows"] < most), "10M<n<100M"),
        splits="\n".join(f"  - split: {split}\n    path: {name}-{split}-*.parquet" for split in splits),
        columns="\n".join(f"| `{name}` | {MEANINGS[name]} |" for name in columns),
        more="".join(f"\n{_MORE[name]}" for name in columns if name in _MORE),
    )
