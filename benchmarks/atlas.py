"""Atlas of who wins: plain boards of up to 49 cells, small ones where stones fall, tori, polyominoes and maker-breaker.

    python -m benchmarks.atlas [--seconds SECONDS] [RULES ...]

Each board without a certificate in data/atlas is searched for some seconds, by default 60; if boards are named, only
these. Every certificate, old or new, is checked. Then the program writes data/atlas/atlas.json and the tables of
docs/results/who-wins.md anew.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import OutOfTime
from oxobook.book.game.board import ANIMALS
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.checkpoint import forget_unfinished
from oxobook.generator.prove.proof import prove

FOLDER = Path("data/atlas")
FILE, PAGE = FOLDER / "atlas.json", Path("docs/results/who-wins.md")
_FALLING = {str(rows): [f"{rows}x{columns}x4-gravity" for columns in range(4, 7)] for rows in range(4, 7)}
MOST_COLUMNS, MOST_CELLS = 16, 49
LARGEST = 1_000_000
"""Bytes of the largest certificate that is kept; the others are made again by prove."""


class Table(NamedTuple):
    """Table of the page: a row of rules texts for each label, empty where there is no such board."""

    corner: str
    columns: list[str]
    rows: Mapping[str, list[str]]


def _plain(k: int) -> Table:
    """Return the table of one line length; boards of more rows than columns are others turned."""
    columns = range(1, MOST_COLUMNS + 1)
    rows = {
        str(one): [f"{min(one, two)}x{max(one, two)}x{k}" if one * two <= MOST_CELLS else "" for two in columns]
        for one in range(1, 8)
    }
    return Table("rows", [str(column) for column in columns], rows)


def _squares(corner: str, words: Mapping[str, str]) -> Table:
    """Return the table of squares for words such as ``4-elly``, by their labels."""
    sizes = [f"{size}x{size}" for size in range(2, 8)]
    return Table(corner, sizes, {label: [f"{size}x{word}" for size in sizes] for label, word in words.items()})


_CELLS = {f"`{name}`": f"{''.join(shape).count('#')}-{name}" for name, shape in ANIMALS.items()}
_SIZES = [f"{rows}x{columns}" for rows in range(3, 7) for columns in range(rows, 7)]
TABLES = {
    **{str(k): _plain(k) for k in (3, 4, 5)},
    "polyominoes": _squares("polyomino", _CELLS),
    "makers of polyominoes": _squares("polyomino", {label: f"{word}-maker" for label, word in _CELLS.items()}),
    "makers": _squares("in a row", {str(k): f"{k}-maker" for k in range(3, 7)}),
    "falling stones": Table("rows", ["4", "5", "6"], _FALLING),
    "tori": Table("in a row", _SIZES, {str(k): [f"{size}x{k}-torus" for size in _SIZES] for k in range(3, 7)}),
}
"""Tables of the page by the names in its comments."""


def boards() -> list[Rules]:
    """Return the boards of the tables, the smallest first."""
    texts = {text for table in TABLES.values() for row in table.rows.values() for text in row if text}
    return sorted(map(Rules.parse, texts), key=lambda rules: (rules.cells, rules.k, str(rules)))


def files(rules: Rules) -> list[Path]:
    """Return the files of a board's certificates; a draw where stones fall has two, one named after its owner."""
    return sorted(FOLDER.glob(f"{rules}{ENDING}")) + sorted(FOLDER.glob(f"{rules}.*{ENDING}"))


def settled(rules: Rules, seconds: float, known: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a board; search if there is none yet."""
    entry: dict[str, Any] = known.get(str(rules), {})
    if paths := files(rules):
        return checked(entry, [Certificate.open(path) for path in paths])
    if entry.get("by") == "certificate" or not seconds:
        return entry
    path = FOLDER / f"{rules}{ENDING}"
    try:
        proof = prove(Position(rules), seconds, unfinished=path)
    except OutOfTime:
        return entry
    entry = {"rules": str(rules), "result": None, "nodes": proof.nodes, "seconds": round(proof.seconds, 1)}
    if proof.result not in ("X wins", "O wins", "draw"):  # one side's certificate is not enough where stones fall
        return entry
    if all(len(certificate.content) <= LARGEST for certificate in proof.certificates):
        for file, certificate in proof.files(path).items():
            file.write_bytes(certificate.content)
    forget_unfinished(path)
    return checked(entry, proof.certificates)


def checked(entry: dict[str, Any], certificates: Sequence[Certificate]) -> dict[str, Any]:
    """Return an entry with what the checker says of the certificates."""
    first, size, started = certificates[0], sum(len(one.content) for one in certificates), time.process_time()
    for certificate in certificates:
        check(certificate.content)
    took = round(time.process_time() - started, 2)
    result = first.claim if first.wins else "draw"
    proved = {"result": result, "by": "certificate", "bytes": size, "check_seconds": took}
    search: dict[str, Any] = {name: entry[name] for name in ("nodes", "seconds") if name in entry}
    return {"rules": str(first.position.rules), **search, **proved}


def written(table: Table, found: Mapping[str, dict[str, Any]]) -> str:
    """Return a table as the page has it."""
    words = {"X wins": "**X**", "O wins": "**O**", "draw": "draw", None: "?"}
    lines = [f"| {table.corner} | {' | '.join(table.columns)} |", "|---" * (len(table.columns) + 1) + "|"]
    for label, texts in table.rows.items():
        cells = [words[found[text]["result"]] if text else "" for text in texts]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Settle the boards, and write the file and the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("rules", nargs="*", type=Rules.parse)
    chosen = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    known = {entry["rules"]: entry for entry in json.loads(FILE.read_text())["boards"]} if FILE.exists() else {}
    found: dict[str, dict[str, Any]] = {}
    for rules in boards():
        seconds = chosen.seconds if not chosen.rules or rules in chosen.rules else 0
        found[str(rules)] = settled(rules, seconds, known) or {"rules": str(rules), "result": None}
        print(found[str(rules)], flush=True)
    about = "Who wins each board, and by what this is known. Remade by: make campaign NAME=atlas"
    FILE.write_text(json.dumps({"about": about, "boards": list(found.values())}, indent=1) + "\n")
    page = PAGE.read_text()
    for name, table in TABLES.items():
        begin, end = f"<!-- table {name} -->", f"<!-- end {name} -->"
        before, rest = page.split(begin)
        page = f"{before}{begin}\n{written(table, found)}\n{end}{rest.split(end)[1]}"
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
