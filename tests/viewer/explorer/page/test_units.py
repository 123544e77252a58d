"""The page's modules without a browser: deno runs the tests beside this file, on what Python says of the same books."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from oxobook import Book, Position, Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.layout.block_reader import BlockReader
from oxobook.generator.generate import generate_book
from oxobook.generator.search.board_words import searched_board
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.ask.reasons import reasons
from oxobook.viewer.explorer.book_data import book_script
from oxobook.viewer.explorer.files import book_summary
from oxobook.viewer.explorer.site import write_site
from oxobook.viewer.players.roster import ROSTER
from oxobook.viewer.words.winner import winner_of, winner_text
from tests.viewer.explorer.browsing import unavailable
from tests.viewer.explorer.modules import DENO, SOURCES

BOOKS = ("3x3x3", "3x3x3-misere", "3x3x3-gravity", "3x3x3-wild", "3x3x3-notakto", "2x3x2", "3x4x3", "2x3x3-order")
PROVED = ("4x4x4-gravity", "5x6x4", "6x7x4-gravity")
FIRST_PLIES = "4x3x4-gravity"
UNREAD = ("reasons", "source", "nodes", "seconds", "score", "lines")


def positions_of(rules, count, plies=99, seed=1):
    """Return random positions of some rules, those in which the game goes on."""
    lot, found = random.Random(seed), []
    while len(found) < count:
        position = Position(rules)
        for _ in range(lot.randrange(min(rules.cells, plies) + 1)):
            after = position.play(lot.choice(position.legal_moves))
            position = position if after.over else after
        found.append(position)
    return found


def entry_of(book, position):
    """Return the fields of a lookup that the page reads."""
    report = json.loads(json.dumps(lookup_report(book.probe(position), book.moves(position))))
    for one in (report, *report["moves"]):
        for name in UNREAD:
            one.pop(name, None)
    return report


def words_of(book, position):
    """Return the fields of a lookup, the reasons of the best moves, and in words what position and moves are worth."""
    entry, moves, mover = book.probe(position), book.moves(position), position.to_move
    worths = [winner_text(winner_of(one.value, mover), one.remoteness, mover) for one in (entry, *moves)]
    return entry_of(book, position), reasons(entry, moves), worths


def games_against(certificate, number):
    """Return records of random games against a certificate, each with the certificate's move."""
    strategy, lot, found = CertifiedStrategy(certificate), random.Random(5), []
    for _ in range(number):
        position, record = certificate.position, []
        while not position.over:
            if position.to_move == certificate.owner:
                found.append(([*record], strategy.move(record)))
                record.append(found[-1][1])
            else:
                record.append(lot.choice(position.legal_cells))
            position = position.play(record[-1])
    return found


def first_plies(folder):
    """Return a book of first plies as the page gets it, and the scores of some positions."""
    rules = Rules.parse(FIRST_PLIES)
    generate_book(rules, folder / "first", plies=5)
    with Book.open(folder / "first") as book:
        script, reader = book_script(book, searched_board), BlockReader(rules, book.store)
        tables = json.loads(script[script.index("= {", 60) + 2 : script.rindex(";")])
        scores = [(one.text, reader.score(one.x, one.o)) for one in positions_of(rules, 100, 5)]
        return {"summary": book_summary(book), "scores": tables["scores"], "positions": scores}


def players(book):
    """Return what the opponents of the page may play in every position of tic-tac-toe, by board."""
    positions = [entry.position for entry in book if not entry.position.over]
    return {
        name: {one.text: [cell for cell in range(9) if moves(one) >> cell & 1] for one in positions}
        for name in ("expert", "levi", "random")
        for moves in [ROSTER[name].moves_from(book)]
    }


@pytest.mark.slow
def test_units(made, tmp_path):
    """Each of deno's tests passes."""
    if DENO is None:
        unavailable("deno is not installed")
    (tmp_path / "books").mkdir()
    data = Path(__file__).parents[4] / "data"
    for rules in BOOKS:
        shutil.copy(made(rules), tmp_path / "books")
    proofs = {rules: next(data.glob(f"*/{rules}.proof")) for rules in PROVED if [*data.glob(f"*/{rules}.proof")]}
    for path in proofs.values():
        shutil.copy(path, tmp_path / "books")
    write_site(tmp_path / "site", str(tmp_path / "books"))
    books = {rules: Book.open(tmp_path / "books" / f"{rules}.sqlite") for rules in BOOKS}
    told = {
        "lookups": {r: [entry_of(b, one) for one in positions_of(b.rules, 40)] for r, b in books.items()},
        "words": {r: [words_of(b, one) for one in positions_of(b.rules, 80, seed=2)] for r, b in books.items()},
        "players": players(books["3x3x3"]),
        "firstPlies": first_plies(tmp_path),
        "proofs": {rules: games_against(Certificate.open(path), 8) for rules, path in proofs.items()},
    }
    (tmp_path / "site" / "told.json").write_text(json.dumps(told))
    options = ["--quiet", "--no-check", "--allow-all", "--config"]
    command = [DENO, "test", *options, str(SOURCES / "deno.json"), str(Path(__file__).parent)]
    environment = {"OXOBOOK_SITE": str(tmp_path / "site"), "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
