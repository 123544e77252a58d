"""Books of first plies on a site: the page reads their scores, and its worker searches below them."""

import json
import random

import pytest

from oxobook import Book, Position, Rules
from oxobook.book.layout.block_reader import reader_of
from oxobook.generator.generate import generate_book
from oxobook.generator.search.board_words import searched_board
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.explorer.book_data import first_plies_script
from oxobook.viewer.explorer.site import write_site
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.browsing import Page
from tests.viewer.explorer.modules import bundled, run

STORED = """
  { FirstPlies } from ./answers/first_plies.ts
  { boardOf, rulesOf } from ./game/rules.ts
"""


def positions(rules, plies, count=200):
    """Return random positions in which the game goes on, of up to ``plies`` plies."""
    seeded = random.Random(1)
    for _ in range(count):
        position = Position(rules)
        for _ in range(seeded.randrange(plies + 1)):
            quiet = [after for move in position.legal_moves if not (after := position.play(move)).over]
            position = seeded.choice(quiet) if quiet else position
        yield position


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3x4x3-gravity", "4x3x4-gravity"])
def test_the_scores_are_those_of_the_book(tmp_path, text):
    """The page finds every position's score where the book has it, whichever way the board is turned."""
    rules = Rules.parse(text)
    generate_book(rules, tmp_path / "book", plies=5)
    with Book.open(tmp_path / "book") as book:
        script, reader = first_plies_script(book, searched_board), reader_of(rules, book.store)
        tables = json.loads(script[script.index("= {", 60) + 2 : script.rindex(";")])
        chosen = [one for one in positions(rules, 5) if not one.over]
        found = run(
            """
            const [book, scores, texts] = given;
            const packed = Uint8Array.from(atob(scores), (letter) => letter.charCodeAt(0));
            const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
            const worker = { addEventListener() {} };
            const read = new FirstPlies(rulesOf(book), worker, await new Response(stream).arrayBuffer(), () => {});
            return texts.map((text) => read.score(boardOf(text)));
            """,
            *(book_summary(book), tables["scores"], [one.text for one in chosen]),
            imports=STORED,
        )
        assert found == [reader.score(one.x, one.o) for one in chosen]


@pytest.fixture(scope="module")
def searching(tmp_path_factory):
    """A site with a book of first plies of a small board, and the book's path."""
    folder = tmp_path_factory.mktemp("searching")
    (folder / "books").mkdir()
    path = folder / "books" / "4x4x4-gravity.sqlite"
    generate_book(Rules.parse(path.stem), path, plies=4)
    write_site(folder / "public", str(folder / "books"), board_of=searched_board)
    return folder / "public", path


SEARCH = """
  { SearchedBooks } from ./answers/searched_books.ts
  { rulesOf } from ./game/rules.ts
  { plainRules } from ./game/plain.ts
"""
LOOKUPS = """
async () => {
  const texts = %s, asked = "%s";
  const books = new SearchedBooks(() => {}), book = oxobook.known.books.find((one) => one.rules === asked);
  const rules = book ? rulesOf(book) : plainRules(asked);
  const found = [];
  for (const text of texts) found.push(await books.lookup(rules, text));
  return found;
}
"""


@pytest.fixture
def page(tab, searching):
    """The site's page, opened from a disk, without a network."""
    page = Page(tab, (searching[0] / "index.html").as_uri())
    tab.context.set_offline(True)
    yield page
    tab.context.set_offline(False)
    page.leave()


@pytest.mark.parametrize("rules", ["4x4x4-gravity", "3x4x3", "3x4x3-misere"])
def test_answers_from_a_disk(page, searching, made, rules):
    """Below a book's last ply, and on a board without a book, a page from a disk answers as the program does."""
    page.tab.goto(page.address)
    page.tab.evaluate(bundled(SEARCH))
    with Book.open(searching[1] if rules == searching[1].stem else made(rules)) as book:
        chosen = list(positions(book.rules, 12, 25))
        found = page.tab.evaluate(LOOKUPS % (json.dumps([one.text for one in chosen]), rules))
        for position, answer in zip(chosen, found, strict=True):
            expected = lookup_report(book.probe(position), book.moves(position))
            for report in (expected, *expected["moves"]):
                for left_out in ("reasons", "source", "nodes", "seconds", "score", "lines"):
                    report.pop(left_out, None)
            assert "searching" not in answer
            if rules not in searching[1].stem:  # of a plain board the page knows one symmetry, so no pick
                expected["pick"], answer["pick"] = None, None
            assert answer == json.loads(json.dumps(expected)), position.text


def test_a_game_below_the_book(page):
    """The perfect player answers below the book, and the values of all moves come, without a word of trouble."""
    page.tab.goto(f"{page.address}#rules=4x4x4-gravity&game=a1-b1-c1-d1-a2-b2&o=perfect")
    page.until("document.querySelectorAll('#moves tbody button').length === 4", 60)
    page.cell("d2").click()
    page.until("/-d2-[a-d]\\d/.test(location.hash)", 60)
    page.until("document.querySelectorAll('#moves tbody tr').length > 1 && !document.querySelector('#moves p')", 60)
    assert page.text("problem") == "" and page.errors == []


@pytest.mark.slow
def test_nothing_is_told_of_what_is_searched():
    """A game's story waits until each move is known and, of a mistake, all moves: else it would name too few."""
    good, bad = {"move": "a1", "value": "win", "safe": True}, {"move": "b1", "value": "loss", "safe": False}
    entry = {"value": "win", "to_move": "X", "searching": True, "moves": [good]}
    cases = [
        ([entry, None], "a1", 0),
        ([{**entry, "moves": [bad]}, None], "b1", None),
        ([{**entry, "moves": [good, bad], "searching": False}, None], "b1", 1),
        ([entry, None], "b1", None),
        ([None, None], "a1", None),
    ]
    told = run(
        "return given[0].map(([entries, name]) => slipsOf([name], entries)?.length ?? null);",
        [[entries, name] for entries, name, _ in cases],
        imports="{ slipsOf } from ./game/story.ts",
    )
    assert told == [slips for *_, slips in cases]
