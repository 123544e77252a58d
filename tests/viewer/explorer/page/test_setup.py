"""Setting positions up, and games as text, in a real browser; and that pictures say what the board says."""

import json
import random

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.browsing import axe_core, everywhere, violations
from tests.viewer.explorer.modules import run


def boards(rules, number):
    """Random boards, most of them impossible: some of play with a stone changed, some of stones thrown down."""
    chance = random.Random(7)
    while number:
        position = Position(rules)
        for _ in range(chance.randrange(rules.cells + 1)):
            if position.legal_cells:
                position = position.play(chance.choice(position.legal_cells))
        cells = [stone for stone in position.text if stone != "/"]
        for _ in range(chance.randrange(3)):
            cells[chance.randrange(rules.cells)] = chance.choice("XO.")
        rows = [cells[row * rules.columns :][: rules.columns] for row in range(rules.rows)]
        yield "/".join(map("".join, rows))
        number -= 1


def possible(board, rules):
    """Return whether Python reads a board."""
    try:
        Position.parse(board, rules)
    except IllegalPosition:
        return False
    return True


def test_boards_that_no_game_reaches_are_refused(make_book):
    """The page refuses the boards that Python refuses; to any other it finds a game."""
    ask = """
        const [book, boards] = given, rules = rulesOf(book);
        return boards.map((board) => orderOf(rules, read(board, rules, []).board)?.join(" ") ?? null);
    """
    imports = "{ orderOf, read } from ./game/reached.ts\n{ rulesOf } from ./game/rules.ts"
    for text in ("3x3x3", "3x3x3-gravity", "3x4x3"):
        rules = Rules.parse(text)
        tried = list(boards(rules, 120))
        found = run(ask, book_summary(make_book(text)), tried, imports=imports)
        assert [moves is not None for moves in found] == [possible(board, rules) for board in tried]
        reached = [(board, moves) for board, moves in zip(tried, found, strict=True) if moves]
        assert all(Position.parse(moves, rules).text == board for board, moves in reached) and len(reached) > 20


@everywhere
def test_a_position_is_set_up(page):
    """By clicks and by keys; what is impossible is said at once and cannot be opened; what is possible is explored."""
    page.open("rules=3x3x3")
    page.tab.keyboard.press("e")
    cell = "#setup-board button[aria-label^='{},']".format
    page.tab.click(cell("a3"))
    page.tab.click(cell("b3"))
    assert page.text("setup-said") == "X must have as many stones as O, or one more; 'XX./.../...' has 2 X and 0 O."
    assert page.tab.locator("#setup-open").is_disabled()
    page.tab.click(cell("b3"))
    assert page.text("setup-said") == "Tic-tac-toe · 3\u00d73. X to move."
    page.tab.focus(cell("b2"))
    for key in ("ArrowDown", "x", "ArrowRight", "o", "Delete"):
        page.tab.keyboard.press(key)
    assert page.text("setup-said") == "Tic-tac-toe · 3\u00d73. O to move."
    page.tab.click("#setup-open")
    page.until("location.hash.includes('game=')")
    page.settled()
    page.until("document.title.startsWith('O to move')")
    assert page.tab.locator("#board .stone").count() == 3
    page.tab.go_back()
    page.expect_game("")


def test_a_game_is_pasted(page):
    """Moves, a board and a link are taken; what is none of them, or impossible, is one sentence."""
    page.open("rules=3x3x3")
    page.tab.click("#setup-button")
    for text, said, game in (
        ("a3 c1\nb2", "Tic-tac-toe · 3\u00d73. O to move.", "a3-c1-b2"),
        ("x../.o./..x", "Tic-tac-toe · 3\u00d73. O to move.", "c1-b2-a3"),
        ("a3 a3", "Move 2 cannot be played: a3 is taken.", ""),
        ("a9", "Move 1 cannot be played: this board has no a9.", ""),
        ("a3 a2 b3 b2 c3 c2", "Move 6 cannot be played: the game is over before it.", ""),
        ("XXX", "A board of 3x3x3 has 9 cells; this text has 3.", ""),
        ("chess", "Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got chess.", ""),
        ("#rules=9x9x9", "There is no book of 9x9x9 here.", ""),
        ("http://elsewhere/#rules=3x4x3&game=b2-a1", "Three in a row · 3\u00d74. X to move.", "b2-a1"),
    ):
        page.tab.fill("#setup-text", text)
        page.until(f"document.getElementById('setup-said').textContent === {json.dumps(said)}")
        assert page.tab.locator("#setup-open").is_disabled() == (not game)
        if game:
            page.tab.click("#setup-open")
            page.until(f"location.hash.includes('game={game}')")
            page.settled()
            page.tab.click("#setup-button")


def test_a_game_is_copied(page, context):
    """The moves, the board and the link of what is shown go to the clipboard, and come back as the same game; its
    picture too, or as a file."""
    if page.address.startswith("http"):
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.open("rules=3x3x3&game=a3-b2-c1")
    page.tab.click("#setup-button")
    copied = {}
    for name in ("moves", "position", "link"):
        page.tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.tab.click(f"#setup-{name}")
        copied[name] = page.tab.evaluate("window.copied")
    assert copied["moves"] == "a3 b2 c1" and copied["position"] == "X../.O./..X"
    assert copied["link"].endswith("#rules=3x3x3&game=a3-b2-c1")
    page.tab.evaluate(
        """window.copied = [];
        void (navigator.clipboard.write = async ([item]) => {
            const { width, height } = await createImageBitmap(await item.getType("image/png"));
            window.copied = [width, height];
        })"""
    )
    page.tab.click("#setup-png")
    page.until("window.copied.join() === '256,256'")
    page.tab.evaluate("void (navigator.clipboard.write = async () => { throw new Error(); })")
    with page.tab.expect_download() as download:
        page.tab.click("#setup-png")
    assert download.value.suggested_filename == "3x3x3.png"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_editor_is_for_everybody(page, width):
    """axe-core finds nothing in the editor, all of it fits the screen, and fingers hit what they aim at."""
    page.tab.set_viewport_size({"width": width, "height": 844})
    page.open("rules=3x3x3&game=a3-c1")
    page.tab.click("#setup-button")
    page.tab.fill("#setup-text", "XX")
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in axe_core()(page.tab)] == []
    inside = page.tab.locator("#setup :is(button, textarea)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert all(box["left"] >= 0 and box["right"] <= width and 0 <= box["top"] <= 844 for box in inside)
    if width == 390:
        assert [box for box in inside if min(box["width"], box["height"]) < 44] == []


def test_a_game_of_ones_own(page):
    """Its size and switches open its book; a board that is not solved here is played by search, also by its link."""
    page.open("rules=3x3x3")
    page.tab.click("#games-button")
    # its style is there though Play has not been opened
    page.until("(one => one && getComputedStyle(one).display === 'grid')(document.querySelector('#cards .about'))")
    for name in ("rows", "columns", "line"):
        page.tab.fill(f"#own-{name}", "4")
    page.tab.check("#own-misere")
    page.tab.focus("#own-line")
    page.tab.keyboard.press("Enter")
    page.until("location.hash.includes('rules=4x4x4-misere')")
    # the browser notes that the server refuses to solve it, or that a site has no such file
    page.errors[:] = [error for error in page.errors if "404" not in error and "400" not in error]
    page.load("rules=4x4x4-misere&view=play&o=search&game=a1-b1")
    page.cell("c1").click()
    page.until("location.hash.split('-').length === 5 && document.querySelectorAll('#board .legal').length === 12", 20)
    assert "search" in page.text("from-book") and violations(page) == []
    page.tab.click("#games-button")
    page.tab.fill("#own-columns", "4")
    page.tab.click("#own-open")
    page.until("location.hash.includes('rules=3x4x3')")
    page.expect_game("")


def test_a_picture_says_what_the_board_says(page):
    """One view: what the board says of a move to X, the graph's node for the same move says too, of X."""
    page.open("rules=3x3x3&game=a3-c1")
    page.tab.click("[data-view=graph]")
    page.until("document.querySelectorAll('#frame .node').length > 7", seconds=30)
    labels = "all => all.map((one) => one.ariaLabel)"
    nodes = page.tab.locator("#frame .node").evaluate_all(labels)
    cells = page.tab.locator("#board button.legal").evaluate_all(labels)
    assert len(cells) == 7 and any(cell.startswith("b3, loses in 3") for cell in cells)
    for cell in cells:
        move, worth = cell.split(", ")[:2]
        assert f"{move}: X {worth}" in nodes


@everywhere
def test_any_notation_is_pasted(page):
    """A server reads what Python reads, and says why it does not; a site takes coordinates and boards alone."""
    page.open("rules=3x3x3")
    page.tab.click("#setup-button")
    refused = "Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got {}.".format
    for text, said, game in (
        ("[1,0,0,0,-1,0,0,0,1]", "Tic-tac-toe · 3\u00d73. O to move.", "c1-b2-a3"),
        ("keypad: 7 5 3", "Tic-tac-toe · 3\u00d73. O to move.", "a3-b2-c1"),
        ("5 1 9", "(labels reading). Write which before it, as in keypad: 7 5 3.", ""),
        ("[[nope", "nope", ""),
    ):
        page.tab.fill("#setup-text", text)
        if page.on_a_site:
            said, game = refused(text), ""
        page.until(f"document.getElementById('setup-said').textContent.includes({json.dumps(said)})")
        if game:
            page.tab.click("#setup-open")
            page.until(f"location.hash.includes('game={game}')")
            page.settled()
            page.tab.click("#setup-button")
    page.errors[:] = [error for error in page.errors if "400" not in error]
