"""Play and Explore in a real browser: playing is apart from looking, and the end tells its story."""

import json
import re

import pytest

from oxobook.book.game.symmetry import symmetry_group
from tests.viewer.explorer.browsing import Page, everywhere, too_large

FINISHED = "rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2-b3"


@pytest.fixture
def playing(page):
    """The page as a newcomer finds it."""
    return page.open()


def recorded(page, moves, at=None):
    """Wait for a game of so many moves, and a place in it, by default its end."""
    buttons, place = "document.querySelectorAll('#record button')", moves if at is None else at
    page.until(f"{buttons}.length === {moves + 1} && [...{buttons}].findIndex((one) => one.ariaCurrent) === {place}")


def test_a_book_that_opens_slowly_is_waited_for(page):
    """The page says that the book of its link is being opened, asks again, and shows the game when it is; in an open
    page too, where Back goes back at once."""
    if page.on_a_site:
        return  # a site has its books
    late = ["3x4x3"]

    def listed(known):
        return known | {"books": [book for book in known["books"] if book["rules"] not in late], "opening": late}

    page.lists(listed)
    page.load("rules=3x4x3&game=b2")
    page.until("document.getElementById('verdict').textContent === 'Opening the book …'")
    page.open("rules=3x3x3&game=b2")
    for _ in range(2):
        page.tab.evaluate("location.hash = 'rules=3x4x3&game=b2-a1'")
        page.until("document.getElementById('verdict').textContent === 'Opening the book …'")
        assert page.text("problem") == "The book of 3x4x3 is still being opened. Trying again …"
        page.tab.go_back()
        page.until("document.getElementById('verdict').textContent === 'A draw with best play.'")
        assert not page.tab.locator("#problem").is_visible()
    page.tab.go_forward()
    page.until("document.getElementById('verdict').textContent === 'Opening the book …'")
    late.clear()
    page.expect_game("b2-a1")
    page.until("document.querySelectorAll('#board button').length === 12")
    assert not page.tab.locator("#problem").is_visible()


def test_a_newcomer_plays_first(playing):
    """The page opens on a clean board against an opponent who answers; one tap shows the values, and hides them."""
    assert playing.text("verdict") == "You are X. Your move." and playing.text("why") == "Three in a row wins."
    assert playing.tab.locator("#board .value").count() == 0
    assert playing.fields() == {"rules": "3x3x3", "view": "play", "o": "levi"}
    playing.cell("b2").click()
    recorded(playing, 2)
    assert playing.text("verdict") == "Your move."
    assert re.fullmatch("Levi took (a corner|an edge).", playing.text("why"))
    playing.tab.click("#hints")
    assert playing.tab.locator("#board .value").count() == 7
    playing.tab.click("#hints")
    assert playing.tab.locator("#board .value").count() == 0


def test_modes_remember_their_settings(playing):
    """Explore shows values to two people; Play comes back without them and with its opponent."""
    playing.tab.click("#explore-mode")
    playing.until("document.querySelectorAll('#board .value').length === 9")
    assert playing.fields() == {"rules": "3x3x3"}
    playing.tab.click("#play-mode")
    playing.until("document.querySelectorAll('#board .value').length === 0")
    assert playing.fields() == {"rules": "3x3x3", "view": "play", "o": "levi"}


def test_the_page_is_dressed_before_its_script_is_there(page):
    """Colours and light chosen on an earlier visit are there before the page can be used."""
    page.open("rules=3x3x3")
    chosen = json.dumps({"theme": "dark", "palette": "colorblind"})
    page.tab.evaluate(f"localStorage.setItem('oxobook', '{chosen}')")
    page.tab.route("**/page.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.load(wait_until="commit")
    page.until("document.documentElement.dataset.theme === 'dark'")
    assert page.tab.evaluate("document.documentElement.dataset.palette") == "colorblind"
    assert page.tab.evaluate("document.body.classList.contains('fresh')")


@pytest.mark.parametrize("address", ["server"], indirect=True)
def test_a_link_says_at_first_only_what_is_known(page):
    """Until a slow answer is there, a link's heading says nothing of another game, then whose move it is."""
    held = {}
    kind = r"page\.js$|game\?"
    page.lists(too_large)
    page.tab.route(re.compile(kind), lambda route: held.update({re.search(kind, route.request.url)[0][:4]: route}))
    page.load("rules=3x4x3&game=b2", wait_until="commit")
    page.until("document.getElementById('verdict')")
    assert page.text("verdict") == ""
    for asked, words in (("page", "O to move."), ("game", "X wins in 3.")):
        while asked not in held:
            page.tab.wait_for_timeout(10)
        held[asked].continue_()
        page.until(f"document.getElementById('verdict').innerText === '{words}'")


def test_an_opponent_is_chosen_and_sides_are_swapped(playing):
    """The ladder leads from easy to perfect, a friend beside it; the others are a click away; who swaps sides lets the
    other begin, in a new game."""
    assert playing.tab.locator("#rungs label").all_inner_texts() == [
        *("Random", "Levi", "Keypad", "Expert", "The Book", "A friend")
    ]
    assert "You can beat him with a fork." in playing.text("opponent") and "%" not in playing.text("opponents")
    playing.tab.click("#more-opponents summary")
    assert set(playing.tab.locator("#more-rungs label").all_inner_texts()) == {
        *("Pick", "Defender", "Centre", "Notebook", "Ralph")
    }
    playing.tab.click("#rungs label:has-text('The Book')")
    playing.until("location.hash.includes('o=perfect')")
    assert "Can you hold a draw?" in playing.text("opponent")
    playing.tab.click("#swap")
    recorded(playing, 1)
    assert playing.text("verdict") == "You are O. Your move."
    begun_in_the_middle = "game=b2" in playing.tab.evaluate("location.hash")
    playing.tab.keyboard.press("9" if begun_in_the_middle else "5")  # who has chosen by mouse goes on by keys
    recorded(playing, 3)
    playing.tab.click("#swap")
    playing.expect_game("")
    assert playing.text("verdict") == "You are X. Your move."
    playing.tab.click("#rungs label:has-text('A friend')")
    playing.until("!location.hash.includes('perfect')")


@everywhere
def test_o_begins_and_a_friend_has_a_name(playing):
    """Signs are turned for who wants O to begin; two at one screen are called by their names."""
    playing.tab.click("#settings-button")
    playing.tab.select_option("#first", "O")
    playing.tab.click("#settings button:text-is('Close')")
    assert playing.text("verdict") == "You are O. Your move."
    playing.tab.check("#rungs input[value=human]")
    playing.tab.fill("#friend", "Anna")
    playing.tab.press("#friend", "Tab")
    playing.cell("b2").click()
    playing.until("document.getElementById('verdict').textContent === \"Anna's move.\"")
    assert playing.cell("b2").get_attribute("aria-label") == "b2, O"
    playing.tab.click("#explore-mode")
    playing.until("document.querySelector('#board [aria-label^=b2]').ariaLabel === 'b2, X'")


def test_looking_back_never_plays(page):
    """In a finished game against a player, whatever steps through it changes the place and nothing else."""
    page.open(FINISHED)
    for act, place in (
        (lambda: page.tab.click("#record button >> nth=3"), 3),
        (lambda: page.tab.keyboard.press("ArrowLeft"), 2),
        (lambda: page.tab.keyboard.press("ArrowRight"), 3),
        (lambda: page.tab.click("#redo"), 4),
        (lambda: page.tab.click("#undo"), 2),
    ):
        act()
        recorded(page, 7, place)
    page.tab.wait_for_timeout(600)
    recorded(page, 7, 2)


@pytest.mark.parametrize("place", [1, 2])
def test_a_link_to_a_place_in_a_game_does_not_play(page, place):
    """A link into the middle opens there; "continue from here" gives up the rest and lets the player move."""
    page.open(f"{FINISHED}&at={place}")
    page.tab.wait_for_timeout(600)
    recorded(page, 7, place)
    page.tab.click("#continue")
    recorded(page, 2)


def test_back_undoes_what_was_done(page):
    """The browser's Back takes a move back, and brings back a game that New game, the logo or another game replaced."""
    page.open("rules=3x3x3")
    page.play("b2", "a2")
    page.tab.go_back()
    page.expect_game("b2")
    for act in (lambda: page.tab.click("#new"), lambda: page.tab.click("#home"), lambda: page.choose("3x4x3")):
        act()
        page.expect_game("")
        page.tab.go_back()
        page.expect_game("b2")
        assert page.fields()["rules"] == "3x3x3"


@everywhere
def test_an_opponent_who_is_to_move_moves(page):
    """A move looked at, and then Play: the opponent, whose turn it is, answers."""
    page.open("rules=3x3x3&game=b2")
    page.tab.click("#play-mode")
    recorded(page, 2)
    page.until("document.getElementById('verdict').textContent.endsWith('Your move.')")


@everywhere
def test_the_end_tells_its_story(page):
    """The story says who gave what away and when, lights the move, and offers a retry from one's own slip."""
    page.open(FINISHED)
    assert page.text("verdict") == "You beat Levi!"
    assert page.text("why") == (
        "Three in the top row. Levi lost the draw with the bottom right corner: the centre would have kept it."
    )
    assert page.tab.locator("#record .gift").all_inner_texts() == ["2"]
    page.open("rules=3x3x3&view=play&o=levi&game=a3-b2-c1-c3-a2-a1")
    assert page.text("verdict") == "Levi wins this time."
    assert page.text("why") == (
        "Three on a diagonal. Levi lost the draw with the top right corner: an edge would have kept it. "
        "Levi had two on a diagonal. You could have blocked at the bottom left corner."
    )
    page.tab.click("#main-act:has-text('Try that move again')")
    recorded(page, 6, 4)
    assert page.text("verdict") == "Your move."


def test_a_game_by_touch(browser, address):
    """With fingers alone: play and values, the other mode, perfect play and a step of it, back, a game, its board."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = Page(context.new_page(), address)
    page.tab.goto(address)
    page.settled()
    tap = page.tab.tap
    page.cell("b2").tap()
    recorded(page, 2)
    tap("#hints")
    assert page.tab.locator("#board .value").count() == 7
    tap("#explore-mode")
    page.until("document.getElementById('ranked').checkVisibility()")
    tap("#undo")
    page.until("document.querySelectorAll('#board .value').length === 8")
    page.until("document.querySelectorAll('#line .step').length === 8")
    sizes = page.tab.locator("button:visible").evaluate_all(
        "all => all.map((one) => [one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) > 30 and min(map(min, sizes)) >= 44
    tap("#line .step >> nth=1")
    recorded(page, 3)
    tap("#record button >> nth=1")
    recorded(page, 3, 1)
    tap("[data-view=graph]")
    page.until("document.querySelectorAll('#frame .node').length > 8")
    page.open(FINISHED)
    tap("#record button >> nth=3")
    page.tab.wait_for_timeout(600)
    recorded(page, 7, 3)
    tap("#games-button")
    tap("#cards [data-rules='3x3x3-gravity']")
    page.until(
        "document.querySelectorAll('#board button').length === 9 && oxobook && location.hash.includes('gravity')"
    )
    page.cell("b3").tap(force=True)
    recorded(page, 2)
    assert page.fields()["game"].startswith("b1-")
    assert page.errors == []
    context.close()


def test_a_series_is_counted_once(page):
    """A game played to its end counts; one that is only looked at does not. A rematch swaps the sides."""
    page.open("rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2")
    page.cell("b3").click()
    recorded(page, 7)
    said = "Against Levi: 1 won, 0 drawn, 0 lost. 4 of 4 moves were right."
    page.until(f"document.getElementById('series').textContent === {json.dumps(said)}")
    page.open(FINISHED)
    assert page.text("series") == said
    page.tab.click("#second-act:has-text('Play Levi again')")
    recorded(page, 1)
    assert page.fields()["x"] == "levi" and page.text("verdict") == "You are O. Your move."
    assert page.text("series") == "Against Levi: 1 won, 0 drawn, 0 lost."


def test_a_server_that_goes_away_and_comes_back(page):
    """Nothing stale stays: the page says that the server does not answer, asks again, and goes on."""
    if page.on_a_site:
        pytest.skip("a site asks no server")
    page.lists(too_large)
    page.open("rules=3x3x3")
    page.tab.route("**/api/**", lambda route: route.abort())
    page.cell("b2").click()
    page.until("!document.getElementById('problem').hidden")
    assert page.text("problem") == "The server does not answer. Trying again …"
    assert page.text("verdict") == "O to move." and page.tab.locator("#board .value").count() == 0
    page.tab.unroute_all()
    page.until("document.getElementById('problem').hidden && document.querySelectorAll('#board .value').length === 8")
    assert all("Failed to load" in error for error in page.errors)
    page.errors.clear()


def test_a_small_game_goes_on_without_a_network(page):
    """Once a page is loaded, a small game asks nothing: values, perfect play, a hint, a puzzle and an opponent."""
    page.open("rules=3x3x3&view=play&o=levi")
    page.tab.route("**/*", lambda route: route.abort())
    page.cell("b2").click()
    recorded(page, 2)
    page.tab.click("#main-act:has-text('Hint')")
    page.until("document.querySelectorAll('#board .lit').length === 1")
    page.tab.click("#explore-mode")
    page.until("document.querySelectorAll('#board .value').length === 7")
    page.until("document.querySelectorAll('#line .step').length > 0")
    asked(page)
    assert page.text("problem") == "" and page.errors == []


def test_values_stay_until_the_next_are_there(page):
    """Between a click and its answer the other cells keep what they show, so that nothing blinks."""
    page.lists(too_large)
    page.open("rules=3x3x3")
    held = []
    page.tab.route("**/api/3x3x3/game**", lambda route: held.append(route))
    page.cell("b2").click()
    if not page.on_a_site:
        page.until("document.querySelectorAll('#board .stone').length === 1")
        assert page.tab.locator("#board .value").count() == 8
    page.tab.wait_for_timeout(50)
    for route in held:
        route.continue_()
    page.until("document.getElementById('live').textContent.startsWith('X b2. ')")


def test_the_line_of_play_goes_when_a_move_is_played(page):
    """The comment on a move goes when the move has been played."""
    page.open("rules=3x3x3")
    page.cell("b2").hover()
    page.until("document.getElementById('line').textContent.startsWith('Perfect play after b2')")
    page.cell("b2").click()
    page.until("document.getElementById('line').textContent.startsWith('Perfect play: ')")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("rules=99x99x3", "There is no book of 99x99x3 here."),
        ("rules=3x3x3&game=a3-a3", "The link's move 2, a3, cannot be played: the game is shown up to it."),
    ],
)
def test_what_a_link_says_wrongly_is_said(page, fields, said):
    """A game without a book shows no board of its size, and illegal moves are named."""
    page.open(fields)
    assert page.text("problem") == said and page.tab.locator("#board button").count() == 9


def test_without_a_book_there_is_nothing_to_press(page):
    """A server without books says so and how to make one; no empty board, panel or button stays beside it."""
    if page.on_a_site:
        return  # a site has its books
    page.lists(lambda known: known | {"books": []})
    page.load("rules=3x4x3")
    page.until("document.body.classList.contains('bare')")
    assert page.text("problem").startswith("There is no book here yet: make one with oxobook generate")
    assert page.tab.locator("main button:visible").count() == 0 and page.tab.locator("#problem").is_visible()


def test_of_equal_moves_the_pick_comes_first(page):
    """Then those after which most replies go wrong: on the empty board the corners before the sides and the centre."""
    page.open("rules=3x3x3")
    rows = [row.split("\t")[::2] for row in page.tab.locator("#moves tbody tr").all_inner_texts()]
    assert [wrong for _, wrong in rows] == ["7 of 8", "4 of 8", "4 of 8"] and "4 corners" in rows[0][0]
    first = page.tab.locator("#moves tbody button").first.inner_text()
    assert f"X to move. Best: {first}. " in page.text("why")


def test_mistakes_say_what_was_given_away(page):
    """A win let slip, a draw thrown away, a loss hurried: each has its own words."""
    page.open("rules=3x3x3&game=b2-a2")
    assert "turns a win into a draw" in page.text("moves")
    page.open("rules=3x3x3&game=a3-b2-c1")
    assert "turns a draw into a loss" in page.text("moves")
    page.open("rules=3x3x3&game=b2-a2-a3")
    assert "loses sooner" in page.text("moves") and "safe" not in page.text("moves")


def test_a_column_takes_a_stone_wherever_it_is_clicked(page):
    """Under gravity the values stand above the columns, and any cell of a column drops a stone into it."""
    page.open("rules=3x3x3-gravity")
    assert page.tab.locator("#board .above .value").count() == 3
    page.cell("b3").click(force=True)
    page.expect_game("b1")


def test_the_title_says_the_position(page):
    """A tab says what is on the board."""
    page.open("rules=3x3x3&game=a3-c1")
    assert page.tab.title() == "X to move and wins in 3 moves. Tic-tac-toe · 3\u00d73 \u2013 oxobook"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("fields", ["rules=3x3x3&game=a3-c1", "rules=3x3x3-gravity&game=b1"])
def test_nothing_jumps_while_the_page_opens(page, fields, width):
    """Also a link into the middle of a game opens with a layout shift below 0.05."""
    page.tab.set_viewport_size({"width": width, "height": 800})
    page.open(fields)
    shift = page.tab.evaluate(
        """new Promise((done) => {
            let sum = 0;
            const seen = new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; });
            seen.observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 200);
        })"""
    )
    assert shift < 0.05


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_that_comes_or_is_said_moves_the_board(page, width):
    """The board stands where it does however much of the page has come after it, and however much is said of it."""
    page.tab.set_viewport_size({"width": width, "height": 800})
    page.open("rules=3x3x3&game=a3-c1")
    moved = """() => {
        const at = (id) => document.getElementById(id);
        const places = () => ["verdict", "stage", "board"].map((id) => at(id).getBoundingClientRect().toJSON());
        const before = JSON.stringify(places());
        const after = [];
        const tried = (what, act) => { act(); if (JSON.stringify(places()) !== before) after.push(what); };
        tried("long reason", () => { at("why").textContent = "So many words. ".repeat(40); });
        tried("no reason", () => { at("why").textContent = ""; });
        tried("problem", () => { at("problem").hidden = false; at("problem").textContent = "No answer. ".repeat(9); });
        tried("another mode", () => { document.documentElement.dataset.mode = "play"; });
        tried("nothing known", () => document.body.classList.add("fresh"));
        tried("no footer yet", () => document.querySelector("footer").remove());
        tried("no side yet", () => at("side").remove());
        return after;
    }"""
    assert page.tab.evaluate(moved) == []


@pytest.mark.parametrize("fields", ["rules=3x3x3&view=play&o=levi", "rules=3x3x3&game=a3-c1", FINISHED])
def test_fingers_hit_what_they_aim_at(page, fields):
    """On a phone whatever can be touched is at least 44 pixels wide and high."""
    page.tab.set_viewport_size({"width": 390, "height": 844})
    page.open(fields)
    sizes = page.tab.locator("button:visible, select:visible, .rung:visible").evaluate_all(
        "all => all.map((one) => [one.textContent, one.offsetWidth, one.offsetHeight])"
    )
    assert [one for one in sizes if min(one[1:]) < 44] == []


TASK = r"/^[XO] to move: (block|find the fork|stop the fork|win in \d|win|save the draw)\.$/"


def asked(page, button="#puzzle-mode"):
    """Ask for a puzzle, and wait until one is set that was not there before."""
    before = page.fields().get("game", "")
    page.tab.click(button)
    page.until(
        f"(new URLSearchParams(location.hash.slice(1)).get('game') || '') !== '{before}' && "
        f"{TASK}.test(document.getElementById('verdict').textContent)"
    )
    return page.fields()


def test_the_days_puzzles(page, book):
    """A day has a puzzle for each theme, the same for all: a wrong move is called so and goes back, and the next is the
    next try; the right one leads on; after all of them the day's result is told."""
    page.open("rules=3x3x3&view=play&o=levi")
    first = asked(page)
    page.open("rules=3x3x3&view=play&o=levi")
    assert asked(page) == first and not page.tab.locator("#opponents").is_visible()
    tasks, boards = [], set()
    for number in range(4):
        assert page.text("series") == f"Today: {number + 1} of 4."
        tasks.append(page.text("verdict").split(": ")[1])
        moves = page.fields()["game"].replace("-", " ")
        entry = book.probe(moves)
        boards.add(symmetry_group(entry.position.rules).canonical(entry.position.x, entry.position.o)[0])
        assert len(entry.safe) == 1 and entry.value.word != "loss" and not page.tab.locator("#board .value").count()
        wrong = next(move for move in entry.position.legal_moves if move not in entry.safe)
        page.play(wrong)
        assert page.text("verdict") == "Not that one." and page.text("why").startswith("It ")
        assert page.tab.locator("#undo").is_hidden()
        if number == 1:  # it goes back by itself, or with the next try
            page.expect_game(moves.replace(" ", "-"))
            assert page.text("verdict") == "Not that one." and page.text("why").endswith("find the fork.")
        page.cell(entry.safe[0]).click()
        page.until("document.getElementById('verdict').textContent === 'Right!'")
        assert page.text("live").endswith(page.text("why"))
        board = page.fields()["game"]
        page.tab.locator("#board .legal").first.click()
        assert page.fields()["game"] == board
        if number < 3:
            asked(page, "#main-act:has-text('Next puzzle')")
    assert tasks == ["block.", "find the fork.", "stop the fork.", "win in 3."] and len(boards) == 4
    assert page.text("series") == "All of today's puzzles are solved, 0 of 4 at the first try."
    assert page.text("card").startswith("I solved today's puzzles, 0 of 4 at the first try.")
    assert asked(page, "#main-act")["game"] != first["game"]


def test_a_link_to_a_puzzle(page):
    """It shows the task and no values until they are asked for; playing ends it."""
    page.open("rules=3x3x3&view=play&game=c2-a2-c1-c3-b3&puzzle=5")
    assert page.text("verdict") == "O to move: find the fork."
    assert page.text("why") == "A fork is one move that makes two threats at once."
    page.tab.click("#hints")
    page.until("document.querySelectorAll('#board .value').length > 0")
    assert page.text("verdict") == "O wins in 2."
    page.tab.click("#play-mode")
    page.until("!location.hash.includes('puzzle')")
    page.expect_game("")


def test_a_game_without_puzzles_says_so(page):
    """On 2x3x2 no position has one right move."""
    page.open("rules=2x3x2&view=play")
    page.tab.click("#puzzle-mode")
    page.until("document.getElementById('problem').textContent === 'No position of this game makes a puzzle.'")


@everywhere
def test_a_hint_lights_a_cell(page, book):
    """One cell is lit, the book's pick, with a reason of five words; then the line is numbered. A move ends it."""
    page.open("rules=3x3x3&view=play&o=levi&game=b2-a3-a1-c2")
    page.tab.click("#main-act:has-text('Hint')")
    page.until("document.querySelectorAll('#board .lit').length === 1")
    lit = page.tab.locator("#board .lit").get_attribute("aria-label")[:2]
    assert lit == book.probe("b2 a3 a1 c2").pick == "c3"
    assert page.text("why") == "Take this corner. It wins at once."
    assert page.text("live").endswith("Take c3, the top right corner. It wins at once.")
    page.cell("b2").click(force=True)
    assert page.text("live") == "b2 is taken."
    page.tab.focus("#main-act")
    page.tab.keyboard.press("Enter")
    page.until("document.querySelectorAll('#board .ghost').length === 1")
    assert page.text("why").endswith("Take it, and you have won.")
    assert page.tab.evaluate("document.activeElement.ariaLabel") == "c3, free, hint, move 1"
    page.cell("c3").click()
    page.until("document.getElementById('verdict').textContent === 'You beat Levi!'")
    assert page.tab.locator("#board :is(.lit, .ghost)").count() == 0


@pytest.mark.parametrize(("motion", "pieces"), [("no-preference", 28), ("reduce", 0)])
def test_a_win_is_celebrated_once(page, motion, pieces):
    """Paper falls when a game is won, not when it is looked at, and not where less motion is wanted; the ladder keeps
    who is beaten, and the next is met."""
    page.tab.emulate_media(reduced_motion=motion)
    page.open(FINISHED)
    assert page.tab.locator(".confetti").count() == 0
    page.open("rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2")
    page.cell("b3").click()
    page.until("document.getElementById('verdict').textContent === 'You beat Levi!'")
    assert page.tab.locator(".confetti i").count() == pieces
    shares = "async ({ text, url }) => { window.sent = `${text}\\n${url}`; }"
    page.tab.evaluate(f"void (navigator.share = {shares if pieces else 'undefined'})")
    page.tab.evaluate("void (navigator.clipboard.writeText = async (text) => { window.sent = text; })")
    page.tab.click("#send")
    page.until("window.sent")
    words, link = page.tab.evaluate("window.sent").split("\n")
    assert words.startswith("I beat Levi in 4.") and "game" not in link.partition("#")[2]
    page.tab.click("#main-act:has-text('Meet Keypad')")
    page.until("location.hash.includes('o=keypad')")
    page.open(link.partition("#")[2])
    assert page.text("verdict") == "Your friend beat Levi in 4. Can you?"
    assert "✓" in page.tab.locator("#rungs label:has-text('Levi')").inner_text()
    page.tab.emulate_media(reduced_motion="no-preference")


def test_a_draw_with_who_never_loses_counts(page):
    """Expert never loses: a draw passes, and the next is the Book."""
    page.open("rules=3x3x3&view=play&o=expert&game=b2-a3-a2-c2-b3-b1-c3-a1")
    page.cell("c1").click()
    page.until("document.getElementById('verdict').textContent === 'You held Expert!'")
    assert page.text("main-act") == "Meet The Book"


@pytest.mark.parametrize("width", [1280, 390])
def test_after_the_end_of_an_explored_game(page, width):
    """All views stay to choose from; the moves are those that might have been played last, and one goes there."""
    page.tab.set_viewport_size({"width": width, "height": 844})
    page.open("rules=3x3x3&game=a1-b2-c3-a3-c1-b1-c2")
    assert page.text("views").split() == ["Moves", "Graph", "X's", "map", "O's", "map", "All"]
    page.tab.click("#views [data-view=graph]")
    page.tab.click("#views [data-view=moves]")
    assert page.text("moves").startswith("What else might have been played")
    page.tab.click("#moves button:text-is('b3')")
    page.expect_game("a1-b2-c3-a3-c1-b1-b3")
