"""The page in a real browser: served, and as a site opened from a disk."""

import gzip
import re
import urllib.request
from pathlib import Path

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group
from oxobook.viewer.ask.json_fields import line_report, lookup_report
from oxobook.viewer.pictures.drawing.board_shapes import strokes
from oxobook.viewer.players.roster import fitting, player_named
from tests.viewer.explorer.browsing import BOOKS, Page, everywhere, too_large, violations
from tests.viewer.explorer.modules import LOADS, run


@everywhere
def test_a_game_by_mouse(page):
    """A whole game by mouse: values on the cells, the verdict, the end, the lines that won."""
    page.open("rules=3x3x3")
    assert page.text("verdict") == "A draw with best play." and page.cell("a3").inner_text() == "draw\n7 traps"
    page.play("b2", "a2")
    assert page.text("verdict") == "X wins in 3."
    assert page.text("live").endswith("X to move and wins in 3 moves.")
    assert page.cell("c3").get_attribute("aria-label") == "c3, wins in 3, best"
    page.play("c3", "a1", "a3", "c1", "b3")
    assert page.text("verdict") == "X has won."
    assert page.tab.locator("#board [aria-label$=', in a line']").count() == 3
    assert page.text("why").startswith("Three in the top row. O lost the draw with a2: ")
    page.cell("c2").click(force=True)
    assert page.fields()["game"].count("-") == 6


def test_a_game_by_keyboard(page):
    """A whole game by keyboard: arrows and Enter, digits as on a keypad, u and r and h."""
    page.open("rules=3x3x3")
    press = page.tab.keyboard.press
    page.cell("b2").focus()
    press("Enter")
    page.expect_game("b2")
    press("ArrowLeft")
    press("Enter")
    page.expect_game("b2-a2")
    for digit, record in (("9", "b2-a2-c3"), ("1", "b2-a2-c3-a1"), ("7", "b2-a2-c3-a1-a3")):
        press(digit)
        page.expect_game(record)
    press("u")
    page.expect_game("b2-a2-c3-a1-a3", 4)
    press("r")
    page.expect_game("b2-a2-c3-a1-a3", 5)
    press("h")
    page.until("document.getElementById('hints').ariaPressed === 'false'")
    assert page.text("verdict") == "O to move." and not page.tab.locator("#board .value").count()
    press("3")
    page.expect_game("b2-a2-c3-a1-a3-c1")
    press("8")
    page.expect_game("b2-a2-c3-a1-a3-c1-b3")
    assert page.text("verdict") == "X has won."


def test_undo_redo_and_jump(page):
    """Undo keeps what comes after until another move is made; the record jumps."""
    page.open("rules=3x3x3&game=a3-b2-c1")
    page.tab.click("#undo")
    page.expect_game("a3-b2-c1", 2)
    page.tab.click("#redo")
    page.expect_game("a3-b2-c1", 3)
    page.tab.click("#record button >> text=start")
    page.expect_game("a3-b2-c1", 0)
    page.cell("b2").click()
    page.expect_game("b2")


@everywhere
def test_a_permalink_opens_the_same_game(page):
    """The link holds the whole game with what has been taken back, the place in it, and who sits where."""
    page.open("rules=3x3x3-misere&game=b2-a3-c1&at=2&o=levi")
    assert page.text("games-button") == "Misère · 3\u00d73"
    assert page.tab.locator("#seat-o").input_value() == "levi"
    page.expect_game("b2-a3-c1", 2)
    link = page.tab.url
    page.open(link.partition("#")[2])
    page.expect_game("b2-a3-c1", 2)


def test_a_broken_link_opens_what_can_be_read(page):
    """Parts of a link that are wrong are left out."""
    for fields in ("rules=%00&game=zz", "rules=3x3x3&game=a3-a3-b2&at=99", "x=exec%3Arm", "game=%ff"):
        page.open(fields)
        assert page.text("games-button") == "Tic-tac-toe · 3\u00d73" and page.fields().get("x", "human") == "human"


def test_a_link_to_a_game_without_a_book(page):
    """The page says that there is no book of it, and offers the others; the address stays until one is chosen. A plain
    board is searched."""
    page.load("rules=4x4x4&game=a1-a2&at=1")
    page.until("document.querySelectorAll('#board .cell').length === 16")
    page.expect_game("a1-a2", 1)
    page.open("rules=4x4x4-torus&game=a1-a2&at=1")
    page.until("document.getElementById('games')?.open")
    assert page.text("own-said") == "There is no book of 4x4x4-torus here."
    assert page.fields() == {"rules": "4x4x4-torus", "game": "a1-a2", "at": "1"}
    page.tab.click("#cards [data-rules='3x3x3']")
    page.until("document.getElementById('problem').hidden")
    page.play("b2")
    assert page.fields() == {"rules": "3x3x3", "game": "b2"}


@everywhere
def test_each_book(page):
    """Each book of the library can be chosen and played on; its board has the right cells."""
    page.open("rules=3x3x3&game=b2")
    for rules in BOOKS:
        page.choose(rules)
        position = Position(Rules.parse(rules))
        cells = {move.lstrip("XO") for move in position.legal_moves}
        page.until(f"document.querySelectorAll('#board .value').length === {len(cells)}")
        assert page.tab.locator("#board button").count() == position.rules.cells
        page.cell(min(cells)).click()
        page.until("document.querySelectorAll('#board .stone').length === 1")


def test_players_answer(page, book):
    """A player answers by a move of its policy, in either seat: by the board, by the book, and by a table."""
    page.open("rules=3x3x3")
    for name in ("levi", "pick", "keypad"):
        page.cell("a3").click()
        record = ["a3"]
        for seat in ("o", "x"):
            page.tab.select_option(f"#seat-{seat}", name)
            page.until(f"location.hash.includes('game={'-'.join(record)}-')")
            policy = player_named(name, book).policy(Position.parse(" ".join(record)))
            record = page.fields()["game"].split("-")
            assert record[-1] in policy
            page.tab.select_option(f"#seat-{seat}", "human")
        page.tab.click("#new")
        page.expect_game("")


def test_undo_passes_over_a_players_moves(page):
    """Against a player undo goes back to one's own move."""
    page.open("rules=3x3x3&o=pick")
    page.cell("b2").click()
    page.until("document.querySelectorAll('#record button').length === 3")
    page.tab.click("#undo")
    page.until("new URLSearchParams(location.hash.slice(1)).get('at') === '0'")


def test_perfect_play_is_shown_where_one_points(page):
    """Pointing at a move shows the line of perfect play after it, in words and as numbers on the cells."""
    page.open("rules=3x3x3&game=a3-c1")
    page.cell("a1").hover()
    page.until("document.querySelectorAll('#board .ghost').length === 5")
    assert page.text("line") == "Perfect play after a1: a1 a2 c3 b2 b3 Copy link to this move"
    page.tab.locator("#verdict").hover()
    page.until("document.querySelectorAll('#board .ghost').length === 0")
    page.tab.click("#line .step >> nth=2")
    page.expect_game("a3-c1-a1-a2-c3")


def test_the_chart_is_the_navigation(page):
    """A bar a move: up where X wins and down where O does, the longer the sooner; a move that gave something away is
    marked, graded where it is shown, and a click goes there. Arrows walk, also after a click on the board."""
    page.open("rules=3x3x3&game=b2-a2-c3-a1-a3-c1")
    marks = page.tab.locator("#record button").all_inner_texts()
    assert marks == ["start", "1 b2", "2 a2??", "3 c3", "4 a1", "5 a3!", "6 c1"]
    boxes = page.tab.locator("#record i").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert boxes[2:] == sorted(boxes[2:]) and boxes[0] == boxes[1] < boxes[2]
    page.tab.click("#record button >> nth=2")
    page.expect_game("b2-a2-c3-a1-a3-c1", 2)
    assert page.text("graded") == "a2 turns a draw into a loss. Best: a3, c3, a1, c1."
    label = page.tab.locator("#record [aria-current]").get_attribute("aria-label")
    assert label == "2 a2??: loses. X wins in 3."
    page.tab.keyboard.press("ArrowRight")
    page.expect_game("b2-a2-c3-a1-a3-c1", 3)
    page.cell("a1").click()
    page.expect_game("b2-a2-c3-a1-a3-c1", 4)
    page.tab.keyboard.press("ArrowLeft")
    page.expect_game("b2-a2-c3-a1-a3-c1", 3)


def test_a_link_to_a_cell(page):
    """It shows perfect play after that move, numbered on the board, until one goes on; the line copies such a link."""
    page.open("rules=3x3x3&game=a3-c1&cell=a1")
    page.until("document.querySelectorAll('#board .ghost').length === 5")
    page.tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.tab.click("#line .step >> text=Copy link to this move")
    assert page.tab.evaluate("window.copied").endswith("#rules=3x3x3&game=a3-c1&cell=a1")
    page.tab.keyboard.press("ArrowLeft")
    page.expect_game("a3-c1", 1)
    assert "cell" not in page.fields() and page.tab.locator("#board .ghost").count() == 0


def test_the_palette_and_the_light(page):
    """The settings change the colours and are kept."""
    page.open("rules=3x3x3&game=a3-c1")
    green = "getComputedStyle(document.querySelector('#board .win')).backgroundColor"
    before = page.tab.evaluate(green)
    page.tab.click("#settings-button")
    page.tab.select_option("#palette", "colorblind")
    page.tab.select_option("#theme", "dark")
    page.tab.click("#settings button:text-is('Close')")
    page.until(f"{green} !== '{before}'")
    page.open("rules=3x3x3")
    assert page.tab.locator("html").get_attribute("data-palette") == "colorblind"
    assert page.tab.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.parametrize(
    "fields", ["rules=3x3x3&view=play", "rules=3x3x3&game=a3-c1", "rules=3x3x3&game=b2-a2-c3-a1-a3-c1-b3"]
)
def test_no_accessibility_violation(page, fields):
    """axe-core finds nothing, of whatever severity: playing, mid-game and at the end, in any colours."""
    page.open(fields)
    assert violations(page) == []


def test_moves_are_announced(page):
    """A live region says each move and what the position is worth then."""
    page.open("rules=3x3x3")
    page.play("b2")
    assert page.text("live") == "X b2. O to move: a draw."


@pytest.mark.parametrize("rules", ["3x3x3-misere", "3x4x3", "3x3x3-gravity", "3x3x3-wild"])
@everywhere
def test_answers_are_those_of_the_commands(address, make_book, rules):
    """On a server and on a disk the page gets what lookup --json and line --json say, and each player's policy.

    It finds the lines that ended a game itself, and shows no published scores.
    """
    book = make_book(rules)
    positions = [turned(one.position) for number, one in enumerate(book) if number % (len(book) // 40 + 1) == 0]
    names = fitting(book.rules)
    site = str(Path(address.removeprefix("file://")).parent) if address.startswith("file:") else ""
    page_url = "http://localhost/" if site else address
    ask = (
        LOADS
        + """
        const [rules, positions, names] = given;
        const source = new Source(), known = rulesOf(source.known.books.find((book) => book.rules === rules));
        const found = [];
        for (const position of positions) { // one by one: a server refuses too many connections of an address
            const lookup = await source.lookup(known, position);
            const policies = {};
            const left = boardOf(position), moves = []; // in any order: only the board counts
            while (left.some(Boolean)) {
                const at = known.moves.findIndex((_, at) =>
                    left[at % known.cells] === signOf(known, at, moves.length));
                moves.push(known.moves[at]);
                left[at % known.cells] = "";
            }
            for (const name of lookup.over ? [] : names) policies[name] = await source.policy(known, name, moves);
            found.push({ lookup, line: await source.line(known, position), policies });
        }
        return found;
    """
    )
    imports = """
        { Source } from ./answers/source.ts
        { boardOf, rulesOf, signOf } from ./game/rules.ts
    """
    answers = run(ask, rules, [one.text for one in positions], names, site, imports=imports, address=page_url)
    for position, got in zip(positions, answers, strict=True):
        for answer in (expected := lookup_report(book.probe(position), book.moves(position)), got["lookup"]):
            for report in (answer, *answer["moves"]):
                report.pop("lines", None), report.pop("score", None)
        assert ordered(got["lookup"]) == ordered(expected)
        assert got["line"] == line_report(book, position)["line"]
        for name, policy in got["policies"].items():
            shares = player_named(name, book).policy(position)
            assert policy == pytest.approx({move: float(share) for move, share in shares.items()})


def test_lines_are_struck_as_in_pictures():
    """The page's strokes through lines are those of the pictures, of lines that wrap round an edge too."""
    lines = [([0, 1, 2], 3), ([2, 4, 6], 3), ([0, 5, 7], 3), ([1, 5, 6], 3), ([4], 3), ([0, 1, 3], 4)]
    drawn_lines = """
        return given[0].map(([cells, columns]) => {
            const places = [...Array(9).keys()].map((cell) => [Math.floor(cell / columns), cell % columns]);
            const middles = places.map(([row, column]) => [column + 0.5, row + 0.5]);
            return strokes(cells, { drawing: { places, middles } });
        });
    """
    paths = run(drawn_lines, lines, imports="{ strokes } from ./draw/pieces.ts")
    for path, (cells, columns) in zip(paths, lines, strict=True):
        drawn = [float(number) for number in re.split("[ML ]", path) if number]
        assert drawn == pytest.approx([place for stroke in strokes(cells, columns) for place in stroke])


def turned(position):
    """The image of a position under the last symmetry of its board: another orientation than the book's."""
    key = symmetry_group(position.rules).images(position.x, position.o)[-1]
    return Position.from_key(key, position.rules)


def ordered(report):
    """A lookup without the order of equal moves, and without the reasons, which the page sees for itself."""
    moves = sorted(report["moves"], key=lambda move: move["move"])
    return {name: value for name, value in report.items() if name != "reasons"} | {"moves": moves}


def test_the_first_paint_takes_one_answer(browser, address):
    """The page paints from its first answer alone; with its scripts and its first book it has 65 kB compressed."""
    root = address.removesuffix("index.html")
    files = [address, *(f"{root}{name}.js" for name in ("page", "known", "books/3x3x3"))]
    sizes = [len(gzip.compress(urllib.request.urlopen(file).read())) for file in files]
    assert sizes[0] < 10_000 and sum(sizes) < 65_000, sizes
    context = browser.new_context()
    tab = context.new_page()
    tab.route("**/*", lambda route: route.continue_() if route.request.url == address else route.abort())
    tab.goto(address)
    Page(tab, address).until("performance.getEntriesByName('first-contentful-paint').length === 1")
    assert tab.locator("#board .cell").count() == 9
    assert tab.locator("#board").bounding_box()["width"] > 300
    context.close()


def test_a_stone_waits_for_no_answer(page):
    """A click's stone is on the board before its event is over, whatever the server does."""
    page.lists(too_large)
    page.open("rules=3x3x3")
    page.tab.route("**/api/**", lambda route: None)
    clicked = "(cell) => { cell.click(); return cell.querySelectorAll('.stone').length; }"
    assert page.cell("b2").evaluate(clicked) == 1


@pytest.mark.parametrize(
    ("fields", "answers"),
    [
        ("rules=3x3x3", ["game?moves="]),
        ("rules=3x3x3&game=a3-c1-a1-a2&at=2", ["game?moves=a3+c1+a1+a2"]),
    ],
)
def test_no_answer_is_asked_twice(page, fields, answers):
    """A small book is one file; of one that is too large to send each answer is asked once, perfect play at last."""
    page.open(fields)
    if page.on_a_site:
        return
    assert not any("/api/" in url for url in page.requests)
    assert sum("/books/3x3x3.js" in url for url in page.requests) == 1
    page.requests.clear()
    page.lists(too_large)
    page.open(fields)
    asked = [url.partition("/api/3x3x3/")[2] for url in page.requests if "/api/" in url]
    assert [one for one in asked if not one.startswith("line")] == answers
    assert "line" not in "".join(asked[:-1])


def test_a_click_in_the_graph_goes_there(page):
    """The graph of what may follow stands as the board does; a click in it goes there, and Back comes back."""
    page.open("rules=3x3x3&game=a3-c1")
    page.tab.click("[data-view=graph]")
    page.until("document.querySelectorAll('#frame .node').length === 2 + 7 + 7 * 6")
    assert page.tab.locator("#frame .lit").get_attribute("aria-label") == "here: X wins in 3"
    page.tab.locator("#frame .node[aria-label='a1 a2: X wins in 2']").click()
    page.expect_game("a3-c1-a1-a2")
    assert page.text("verdict") == "X wins in 2."
    page.tab.go_back()
    page.expect_game("a3-c1")


@everywhere
def test_the_page_works_nothing_out(page):
    """The page says what it is told: a book that is made to say 41 plies is believed, so nothing is solved here."""

    def answer(route):
        told = route.fetch().json()
        (start,) = told["positions"]
        moves = [move | {"value": "loss"} for move in start["moves"]]
        route.fulfill(json=told | {"positions": [start | {"value": "win", "remoteness": 41, "moves": moves}]})

    def script(route):
        folder = Path(page.address.removeprefix("file://")).parent
        told = (folder / "books" / "3x3x3-misere.js").read_text()
        for name, number in (("remoteness", "41"), ("values", "1")):
            told = re.sub(
                rf'("{name}":\[)([^]]*)', lambda found, one=number: found[1] + re.sub(r"-?\d+", one, found[2]), told
            )
        route.fulfill(body=told, content_type="text/javascript")

    page.lists(too_large)
    page.tab.route("**/api/3x3x3-misere/game**", answer)
    page.tab.route("**/books/3x3x3-misere.js*", script)
    page.open("rules=3x3x3-misere")
    assert page.text("live") == "X to move and wins in 21 moves."
    assert page.tab.locator("#board .loss").count() == 9


def test_every_cell_of_a_column_takes_a_stone(page):
    """Under gravity a cell says and shows where its stone falls to, and a full column that it takes none."""
    page.open("rules=3x3x3-gravity&game=b1-b2-b3")
    labels = {name: page.cell(name).get_attribute("aria-label") for name in ("a3", "a1", "b1", "b3")}
    assert labels["a3"] == "a3, a stone falls to a1" and labels["a1"].startswith("a1, ")
    assert (labels["b1"], labels["b3"]) == ("b1, X", "b3, X")
    assert page.cell("a3").get_attribute("aria-disabled") == "false"
    page.cell("a3").hover()
    aimed = page.tab.locator("#board .aimed")
    assert aimed.count() == 1 and aimed.get_attribute("aria-label").startswith("a1, ")
    page.cell("a3").click()
    page.expect_game("b1-b2-b3-a1")
