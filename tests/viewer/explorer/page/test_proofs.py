"""Games against certificates: the page plays the proved side as Python does, and never loses."""

import base64
import random
import shutil
from functools import reduce
from pathlib import Path

import pytest

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.game.position import Position
from oxobook.viewer.explorer.site import write_site
from oxobook.viewer.explorer.summary import game_summary
from tests.viewer.explorer.browsing import Page
from tests.viewer.explorer.conftest import Server
from tests.viewer.explorer.modules import run

ATLAS = Path(__file__).parents[4] / "data" / "atlas"
CONNECT_FOUR = ATLAS.parent / "known" / "6x7x4-gravity.proof"
CODE = """
  const [summary, owner, wins, rows, tables, records] = given;
  const bytes = Uint8Array.from(atob(tables), (letter) => letter.charCodeAt(0));
  const certificate = new Certificate(rulesOf(summary), owner, wins, rows, bytes);
  return records.map((record) => certificate.move(record));
"""
MODULES = "{ Certificate } from ./answers/certificate.ts\n{ rulesOf } from ./game/rules.ts"


def told(certificate):
    """The certificate as it is handed to the page's class."""
    content = base64.b64encode(b"".join(table.content for table in certificate.tables)).decode()
    rows = [table.rows for table in certificate.tables]
    return game_summary(certificate.position.rules), certificate.owner, certificate.wins, rows, content


def games(certificate, number):
    """The records of random games against a certificate before each of its moves, and these moves."""
    strategy, lot = CertifiedStrategy(certificate), random.Random(5)
    asked, moves = [], []
    for _ in range(number):
        position, record = certificate.position, []
        while not position.over:
            if position.to_move == certificate.owner:
                asked.append([*record])
                moves.append(strategy.move(record))
                record.append(moves[-1])
            else:
                record.append(lot.choice(position.legal_cells))
            position = position.play(record[-1])
        assert (
            position.winner == certificate.owner if certificate.wins else position.winner in (None, certificate.owner)
        )
    return asked, moves


@pytest.mark.parametrize(
    "path",
    [
        *(ATLAS / f"{rules}.proof" for rules in ("5x6x4", "6x6x5", "5x5x4")),
        *(pytest.param(path, marks=pytest.mark.slow) for path in (ATLAS / "7x7x5.proof", CONNECT_FOUR)),
    ],
    ids=lambda path: path.stem,
)
def test_the_page_follows_a_certificate(path):
    """After any replies the page's move of the proved side is the one that Python finds in the file."""
    certificate = Certificate.open(path)
    asked, moves = games(certificate, 12)
    assert run(CODE, *told(certificate), asked, imports=MODULES) == moves


def test_no_reply_beats_a_certificate():
    """By the page's moves of the proved side no game of 3x3x3 is lost, whatever X replies."""
    certificate = Certificate.open(ATLAS / "3x3x3.proof")
    code = CODE.replace(
        "return records.map((record) => certificate.move(record));",
        """
        const rules = rulesOf(summary);
        const lost = (record) => {
            const board = boardAfter(rules, record.map((cell) => rules.names[cell]));
            if (isOver(rules, board)) return winnerOn(rules, board) === "X" ? [record] : [];
            const moves = record.length % 2 ? [certificate.move(record)] : legal(rules, board);
            return moves.flatMap((move) => lost([...record, move]));
        };
        return lost(records);
        """,
    )
    modules = MODULES.replace("{ rulesOf }", "{ boardAfter, isOver, legal, rulesOf, winnerOn }")
    assert run(code, *told(certificate), [], imports=modules) == []


@pytest.fixture(params=["server", "site"])
def proved(request, tab, tmp_path, made):
    """The page, of a library with the book of 3x3x3 and two certificates; on a server also Connect Four's book."""
    books = tmp_path / "books"
    books.mkdir()
    shutil.copy(made("3x3x3"), books)
    shutil.copy(ATLAS / "5x6x4.proof", books)
    shutil.copy(CONNECT_FOUR, books)
    if request.param == "server":
        shutil.copy(CONNECT_FOUR.with_suffix(".sqlite"), books)
        server = Server(books)
        yield Page(tab, server.url)
        server.stop()
    else:
        write_site(tmp_path / "site", str(books))
        yield Page(tab, (tmp_path / "site" / "index.html").as_uri())


def test_a_game_against_a_certificate(proved):
    """The page has the library's certificates: a card offers the game, the page replies, and says what is proved."""
    page, tab = proved.open("rules=3x3x3&view=play"), proved.tab
    tab.click("#games-button")
    assert "X wins. Try." in tab.locator("#cards [data-rules='5x6x4']").inner_text()
    tab.click("#cards [data-rules='5x6x4']")
    page.until("(new URLSearchParams(location.hash.slice(1)).get('game') || '').length > 0")
    assert tab.locator("#hints").is_hidden()  # what replies are worth is not proved
    strategy = CertifiedStrategy(Certificate.open(ATLAS / "5x6x4.proof"))
    rules, lot = strategy.rules, random.Random(3)
    while True:
        page.until(
            "document.getElementById('live').textContent.includes('O to move') || document.body.matches('.ended')"
        )
        position = Position.parse(page.fields()["game"].replace("-", " "), rules)
        if position.over:
            break
        record = [rules.board.names.index(name) for name in page.fields()["game"].split("-")]
        assert strategy.move(record[:-1]) == record[-1]
        page.cell(lot.choice(position.legal_moves)).click()
        page.until(f"location.hash.split('-').length > {len(record) + 1}")
    assert position.winner == "X" and page.text("verdict") == "The Book wins this time."
    assert page.text("why").endswith("Proved: X wins.")
    page.open("rules=5x6x4&game=a1-a2")
    assert page.text("verdict") == "The game has left what is proved." and page.tab.locator("#views").is_hidden()
    page.leave()
    assert page.errors == []


def test_connect_four_without_search(proved):
    """X wins Connect Four by the certificate: on a server as a player beside the book, on a site as the only one."""
    page = proved.open("rules=6x7x4-gravity&view=play&x=proof")
    strategy, lot = CertifiedStrategy(Certificate.open(CONNECT_FOUR)), random.Random(8)
    names, record = strategy.rules.board.names, []
    while True:
        page.until(f"(new URLSearchParams(location.hash.slice(1)).get('game') || '').length > {3 * len(record)}")
        record = [names.index(name) for name in page.fields()["game"].split("-")]
        assert strategy.move(record[:-1]) == record[-1]
        position = reduce(Position.play, record, Position(strategy.rules))
        if position.over:
            break
        page.cell(lot.choice(position.legal_moves)).click()
        page.until(f"location.hash.split('-').length > {len(record) + 2}")
    assert position.winner == "X" and page.errors == []


@pytest.mark.parametrize("proved", ["server"], indirect=True)
def test_the_map_of_a_certificate(proved):
    """X's map of Connect Four is the certificate's strategy; O, which has none, has no map."""
    page = proved.open("rules=6x7x4-gravity&game=d1")
    page.tab.click("[data-view=map-x]:visible", timeout=30_000)
    page.until("document.querySelector('#frame .lit')?.ariaLabel.startsWith('d1')", seconds=30)
    assert page.tab.locator("#frame .node").count() > 50
    assert page.tab.locator("[data-view=map-o]").is_hidden() and page.errors == []
