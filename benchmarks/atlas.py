"""Atlas of who wins: every plain board of up to 49 cells for three to five in a row, as far as it is settled.

    python -m benchmarks.atlas [--seconds SECONDS] [RULES ...]

Each board without a certificate in data/atlas is searched for some seconds, by default 60; if boards are named, only
these. Every certificate, old or new, is checked. What stays open is taken from what was published, or follows from it:
if O holds where its own lines do not count, it holds on any smaller board, and for longer lines, too. Then the program
writes data/atlas/atlas.json and the tables of docs/results/who-wins.md anew.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from oxobook.book import Position, Rules
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.verify.check_certificate import check
from oxobook.generator.prove.checkpoint import forget_unfinished
from oxobook.generator.prove.proof import prove

FOLDER = Path("data/atlas")
FILE, PAGE = FOLDER / "atlas.json", Path("docs/results/who-wins.md")
HSU = "Hsu, Ko, Hsueh and Wu 2020, doi 10.1016/j.tcs.2020.02.023"
PUBLISHED = {"8x8x5": ("draw", HSU)}
"""Results of boards that no certificate settles here, with their sources."""
MOST_COLUMNS, MOST_CELLS = 16, 49
LARGEST = 1_000_000
"""Bytes of the largest certificate that is kept; the others are made again by prove."""


def boards() -> list[Rules]:
    """Return the boards of the atlas: those of more rows than columns are these turned."""
    sizes = [
        (rows, columns) for rows in range(1, 8) for columns in range(rows, min(MOST_CELLS // rows, MOST_COLUMNS) + 1)
    ]
    return sorted((Rules(*size, k) for k in (3, 4, 5) for size in sizes), key=lambda rules: (rules.cells, rules.k))


def settled(rules: Rules, seconds: float, known: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a board; search if there is none yet."""
    path = FOLDER / f"{rules}{ENDING}"
    entry: dict[str, Any] = known.get(str(rules), {})
    if path.exists() or (entry.get("by") == "certificate" and not seconds):
        return checked(entry, Certificate.open(path)) if path.exists() else entry
    if not seconds:
        return entry
    proof = prove(Position(rules), seconds, unfinished=path)
    if not proof.certificates:
        return entry or {"rules": str(rules), "result": None, "nodes": proof.nodes, "seconds": round(proof.seconds, 1)}
    (certificate,) = proof.certificates
    if len(certificate.content) <= LARGEST:
        path.write_bytes(certificate.content)
    forget_unfinished(path)
    entry = {"rules": str(rules), "nodes": proof.nodes, "seconds": round(proof.seconds, 1)}
    return checked(entry, certificate)


def checked(entry: dict[str, Any], certificate: Certificate) -> dict[str, Any]:
    """Return an entry with what the checker says of the certificate."""
    started = time.process_time()
    check(certificate.content)
    took = round(time.process_time() - started, 2)
    result = certificate.claim if certificate.wins else "draw"
    proved = {"result": result, "by": "certificate", "bytes": len(certificate.content), "check_seconds": took}
    return {"rules": str(certificate.position.rules), **entry, **proved}


def followed(rules: Rules, found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the entry of a board that is open here, by publication or by monotonicity."""
    entry = found[str(rules)]
    if entry.get("result"):
        return entry
    if str(rules) in PUBLISHED:
        result, source = PUBLISHED[str(rules)]
        return {**entry, "result": result, "by": "publication", "source": source}
    for text, (result, source) in PUBLISHED.items():
        larger = Rules.parse(text)
        if result == "draw" and larger.k <= rules.k and rules.rows <= larger.rows and rules.columns <= larger.columns:
            return {**entry, "result": result, "by": "monotonicity", "from": text, "source": source}
    return entry


def table(k: int, found: dict[str, dict[str, Any]]) -> str:
    """Return the table of one line length: rows down, columns across."""
    signs = {"certificate": "{}", "monotonicity": "{} (m)", "publication": "{} (p)", None: "?"}
    lines = [f"| rows | {' | '.join(map(str, range(1, MOST_COLUMNS + 1)))} |", "|---" * (MOST_COLUMNS + 1) + "|"]
    for rows in range(1, 8):
        cells = []
        for columns in range(1, MOST_COLUMNS + 1):
            entry = found.get(f"{min(rows, columns)}x{max(rows, columns)}x{k}")
            word = {"X wins": "**X**", "draw": "draw"}.get(entry.get("result") or "", "?") if entry else ""
            cells.append(signs[entry.get("by")].format(word) if entry else "")
        lines.append(f"| {rows} | {' | '.join(cells)} |")
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
    found = {text: followed(Rules.parse(text), found) for text in found}
    about = "Who wins each board, and by what this is known. Remade by: make atlas"
    FILE.write_text(json.dumps({"about": about, "boards": list(found.values())}, indent=1) + "\n")
    page = PAGE.read_text()
    for k in (3, 4, 5):
        begin, end = f"<!-- table {k} -->", f"<!-- end {k} -->"
        before, rest = page.split(begin)
        page = f"{before}{begin}\n{table(k, found)}\n{end}{rest.split(end)[1]}"
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
