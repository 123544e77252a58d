"""Layout of the page on screens and paper, and its texts for screen readers, in a real browser."""

import pytest

pytestmark = pytest.mark.parametrize("address", ["server"], indirect=True)
OVERFLOWING = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
VISIBLE_AXES = """[...document.querySelectorAll("#board .axis")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).length"""


def sizes(page, *all_sizes):
    """Give the window these sizes, one after the other."""
    for width, height in all_sizes:
        page.tab.set_viewport_size({"width": width, "height": height})
        yield width, height


def test_wide_screens(page):
    """The games, the modes and the settings stand beside one another; the board is large, with what is for a class in
    sight below, and on large screens words grow."""
    page.open()
    for width, _ in sizes(page, (701, 900), (740, 900), (820, 900), (1280, 900)):
        middles = page.tab.locator("header > *").evaluate_all(
            "all => all.map((one) => { const box = one.getBoundingClientRect(); return (box.top + box.bottom) / 2; })"
        )
        assert max(middles) - min(middles) < 3
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    for (width, height), words in zip(
        sizes(page, (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)), (14, 14, 15.75, 21), strict=True
    ):
        box, below = (page.tab.locator(one).bounding_box() for one in ("#board", "#class-button"))
        assert 0.82 * height <= box["y"] + box["height"] <= below["y"]
        assert below["y"] + below["height"] <= height
        size = page.tab.locator("#ladder-title").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert size == words, width


def test_what_is_explored_has_room(page):
    """In Explore the board leaves the other half to the moves, and the lines stand under it."""
    page.open("rules=3x3x3&game=a3-c1")
    for _ in sizes(page, (1440, 900), (2560, 1440)):
        board, lines, beside = (page.tab.locator(one).bounding_box() for one in ("#board", "#lines", "#ranked"))
        assert beside["width"] > 0.75 * board["width"] and board["y"] + board["height"] <= lines["y"]
        assert lines["x"] + lines["width"] <= beside["x"]


@pytest.mark.parametrize("fields", ["rules=3x3x3", "rules=3x4x3", "rules=2x3x100", "rules=3x3x3-gravity&game=b1"])
def test_small_screens_cut_nothing(page, fields):
    """At 320 pixels every value stays within its chip, the moves are listed whole, the board is wide, and nothing
    sticks out."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    page.open(fields)
    assert page.tab.locator(".value:visible").evaluate_all(OVERFLOWING) == []
    assert page.tab.locator("#moves").evaluate("(one) => one.scrollHeight - one.clientHeight") == 0
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.tab.locator("#board").bounding_box()["width"] > 250


def test_dialogs_fit_small_screens(page):
    """At 320 pixels nothing sticks out of a dialog."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    page.open("rules=3x3x3")
    for button in ("games-button", "settings-button", "class-button"):
        page.tab.click(f"#{button}")
        page.tab.wait_for_selector("dialog[open]")
        assert page.tab.locator("dialog").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
        page.tab.keyboard.press("Escape")
        page.until("!document.querySelector('dialog')")


@pytest.mark.parametrize(
    "fields",
    [
        "rules=3x3x3&game=b2-a2-c3&tree=b2+{a+comment+of+some+length+that+has+to+wrap}+a2+(a3+c1+(c3+a1))+c3",
        "rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2-b3",
        "rules=3x3x3&view=play&game=c2-a2-c1-c3-b3&puzzle=5",
    ],
)
def test_a_page_twice_as_large_scrolls_one_way(page, fields):
    """At 200 % zoom, and at 400 %, nothing sticks out at the side: lines with comments, the end of a game, a puzzle."""
    page.open(fields)
    for width, _ in sizes(page, (640, 400), (410, 400), (320, 400)):
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width


def test_paper_has_the_position_and_all_moves(page):
    """Printed, the board, the sentence and every move are there, light from a dark page too; no button is."""
    page.open("rules=3x3x3&game=a3-c1")
    page.tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.tab.emulate_media(media="print")
    assert page.tab.locator("html").evaluate("(one) => getComputedStyle(one).colorScheme") == "light"
    assert page.tab.locator("#board").evaluate("(one) => getComputedStyle(one).printColorAdjust") == "exact"
    shown = page.tab.locator("button:visible").evaluate_all("all => all.map((one) => one.closest('[id]').id)")
    assert set(shown) <= {"moves", "record", "board"}
    assert page.tab.locator("#moves").evaluate("(one) => one.scrollHeight - one.clientHeight") == 0
    page.tab.emulate_media(media="screen")


def test_cells_are_named_as_the_board_shows_them(page):
    """On 3x3 a player reads of corners, edges and the centre, and sees no coordinates; elsewhere both are coordinates.
    Whose turn it is stays said while values show."""
    page.open("rules=3x3x3&view=play&o=levi&game=b2-a3")
    assert page.text("why") == "Levi took a corner." and page.tab.evaluate(VISIBLE_AXES) == 0
    page.tab.click("#hints")
    assert page.text("verdict") == "Your move." and "X to move. Best: " in page.text("why")
    assert page.tab.evaluate(VISIBLE_AXES) > 0
    page.tab.click("#hints")
    page.open("rules=3x4x3&view=play&o=levi&game=b2-a3")
    assert page.text("why") == "Levi took a3." and page.tab.evaluate(VISIBLE_AXES) > 0


def test_the_page_speaks_german(page):
    """Chosen in the settings, German is spoken everywhere, from the first word on, and kept."""
    page.open("rules=3x3x3&view=play&o=levi")
    page.tab.click("#settings-button")
    page.tab.select_option("#language", "de")
    page.until("document.getElementById('verdict').textContent === 'Du bist X. Dein Zug.'")
    assert page.text("main-act") == "Tipp" and page.text("play-mode") == "Spielen"
    assert page.tab.evaluate("document.documentElement.lang") == "de"
    page.open("rules=3x3x3&game=a3-c1")
    assert page.text("verdict") == "X gewinnt in 3." and "droh" in page.text("moves")
