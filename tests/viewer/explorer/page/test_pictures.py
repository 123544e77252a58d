"""The graph and the maps beside the board, in a real browser: lit, followed, zoomed, and in the page's own colours."""

import json
import re
from itertools import product

import pytest

from oxobook.book import Position
from tests.viewer.explorer.browsing import everywhere, violations

alike = pytest.mark.parametrize("address", ["server"], indirect=True)
"""For what a site does with the same script and the same picture."""


def opened(page, fields, view, lit=""):
    """The page with a picture that moves at once, in which the node whose label begins so is lit; None: not yet."""
    page.tab.emulate_media(reduced_motion="reduce")
    page.open(fields)
    page.tab.click(f"[data-view={view}]:visible")
    if lit is not None:
        expect_lit(page, lit)


def expect_lit(page, label=""):
    """Wait until the node whose label begins so is lit."""
    page.until(f"document.querySelector('#frame .lit')?.ariaLabel.startsWith({json.dumps(label)})", seconds=30)


def seen(page):
    """Return the visible part of the picture: x, y, width and height."""
    return page.tab.evaluate("document.querySelector('#frame svg').getAttribute('viewBox').split(' ').map(Number)")


@everywhere
def test_the_map_zooms_into_the_cell_that_was_played(page):
    """The whole map first; after a reply the board in the cell that was played, and out again on the way back."""
    opened(page, "rules=3x3x3", "map-x", "a3")
    width = seen(page)[2]
    page.play("a3", "b2")
    expect_lit(page, "a3 b2 ")
    assert seen(page)[2] < width / 2.5
    page.tab.click("#undo")
    expect_lit(page, "a3")
    page.tab.click("#undo")
    expect_lit(page, "a3")
    assert seen(page)[2] == pytest.approx(width)


@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_board_of_the_map_is_gone_to(page, way):
    """A click on a board of the map, or Enter, plays the moves that lead to it; nobody answers."""
    opened(page, "rules=3x3x3&x=levi&game=a3", "map-x", "a3")
    board = page.tab.locator("#frame .node[aria-label='a3 b3 a2']")
    if way == "click":
        board.click(position={"x": 3, "y": 3})
    else:
        page.tab.locator("#frame .lit").focus()
        page.tab.keyboard.press("ArrowDown")
        page.tab.keyboard.press("Enter")
    page.expect_game("a3-b3-a2")
    page.tab.wait_for_timeout(500)
    page.expect_game("a3-b3-a2")


def test_a_game_that_leaves_the_strategy(page):
    """A map follows the game: if a side has not played its picks, its map goes on from what it played."""
    opened(page, "rules=3x3x3&game=b2-a2-b3", "map-x", "b2 a2 b3")
    page.play("b1")
    expect_lit(page, "b2 a2 b3 b1 ")
    assert page.tab.locator("#frame .lit").get_attribute("aria-label").split()[4] in page.text("why")


def test_a_map_has_the_corner_that_was_taken(page):
    """Whichever corner X takes, X's map has it there, each reply in its cell, and the book's pick as X's move."""
    opened(page, "rules=3x3x3", "map-x", "a3")
    frame = page.tab.locator("#frame").bounding_box()
    for corner in ("c1", "a1", "a3", "c3"):
        page.play(corner)
        expect_lit(page, corner)
        for other in {"a3", "c3", "a1", "c1"} - {corner}:
            box = page.tab.locator(f"#frame .node[aria-label^='{corner} {other} ']").first.bounding_box()
            assert (box["x"] > frame["x"] + frame["width"] / 2) == (other[0] == "c")
            assert (box["y"] > frame["y"] + frame["height"] / 2) == (other[1] == "1")
        page.play("b2")
        expect_lit(page, f"{corner} b2 ")
        pick = re.match(r"X to move. Best: (..)\.", page.text("why"))[1]
        assert page.tab.locator("#frame .lit").get_attribute("aria-label") == f"{corner} b2 {pick}"
        page.tab.click("#new")
        expect_lit(page, "a3")


@pytest.mark.parametrize("rules", ["3x3x3-misere", "3x4x3", "3x3x3-gravity", "3x3x3-wild"])
def test_maps_of_any_board(page, rules):
    """A map that does not go as deep as the game begins where the game is; there is none of a game with two signs."""
    page.tab.emulate_media(reduced_motion="reduce")
    page.open(f"rules={rules}")
    if rules == "3x3x3-wild" or page.text("from-book") != "Every value comes from a solved book.":
        assert page.tab.locator("[data-view=map-x]").is_hidden()
        return
    page.tab.click("[data-view=map-x]:visible")
    for _ in range(4):
        move = page.tab.locator("#board button.legal").first.get_attribute("aria-label").partition(",")[0]
        page.play(move)
        page.until(f"document.querySelector('#frame .lit')?.ariaLabel.match(/{move}|here/)")
    assert page.errors == []


@alike
def test_pictures_wear_the_pages_colours(page):
    """In both lights and both palettes the stones of a map have the colours of those on the board."""
    opened(page, "rules=3x3x3", "map-x", "a3")
    stroke = "getComputedStyle(document.querySelector('#frame .lit .thumbnail:not(.before) .x')).stroke"
    colour = "getComputedStyle(document.querySelector('.x-word')).color"
    worn = set()
    for scheme, palette in product(("light", "dark"), ("classic", "colorblind")):
        page.tab.emulate_media(color_scheme=scheme)
        page.tab.evaluate(f"document.documentElement.dataset.palette = '{palette}'")
        assert page.tab.evaluate(stroke) == page.tab.evaluate(colour)
        worn.add(page.tab.evaluate(stroke))
    assert len(worn) == 4


@alike
def test_keys_and_the_pointer_in_the_graph(page):
    """Plus and minus zoom, arrows move, 0 shows all. Under the pointer a node and all that follows it stay bright. The
    arrows go from node to node, along the moves and down to the replies, and Enter plays."""
    opened(page, "rules=3x3x3&game=a3-b2", "graph", "here")
    page.tab.locator("#frame").focus()
    press = page.tab.keyboard.press
    first = seen(page)
    press("+")
    nearer = seen(page)
    assert nearer[2] == pytest.approx(first[2] / 1.5)
    press("ArrowRight")
    press("ArrowDown")
    moved = seen(page)
    assert moved[0] > nearer[0] and moved[1] > nearer[1] and moved[2] == pytest.approx(nearer[2])
    press("-")
    press("0")
    assert seen(page)[3] > first[3] / 1.01
    page.expect_game("a3-b2")
    on = "[...document.querySelectorAll('#frame .node.on')].map((one) => one.ariaLabel.split(':')[0])"
    page.tab.locator("#frame .node[aria-label^='c3:']").hover()
    page.until(f"{on}.length === 7")
    assert all(label.startswith("c3") for label in page.tab.evaluate(on))
    page.tab.mouse.move(0, 0)
    page.until("!document.querySelector('#frame .pointing')")
    for key in ("Tab", "ArrowDown", "ArrowRight", "ArrowDown"):
        press(key)
    label = page.tab.evaluate("document.activeElement.ariaLabel")
    moves = label.partition(":")[0].split()
    assert len(moves) == 2
    press("Enter")
    page.expect_game("-".join(["a3", "b2", *moves]))
    page.until("document.activeElement.matches('#frame .lit') && document.activeElement.ariaLabel.startsWith('here')")


@alike
def test_the_wheel_the_mouse_and_two_fingers(page):
    """The wheel zooms at the pointer; a drag moves the picture and is no click; a pinch zooms in. With reduced motion
    the map stands where it comes to at once; else it takes its time, and comes there too."""
    opened(page, "rules=3x3x3", "map-x", "a3")
    frame = page.tab.locator("#frame").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.tab.mouse.move(x, y)
    before = seen(page)
    page.tab.mouse.wheel(0, -400)
    page.until(f"document.querySelector('#frame svg').viewBox.baseVal.width < {before[2] / 2}")
    nearer = seen(page)
    assert nearer[0] + nearer[2] / 2 == pytest.approx(before[0] + before[2] / 2, rel=0.01)
    page.tab.mouse.down()
    page.tab.mouse.move(x - 80, y - 40, steps=4)
    page.tab.mouse.up()
    moved = seen(page)
    assert moved[0] > nearer[0] and moved[1] > nearer[1]
    assert page.fields().get("game", "") == ""
    page.tab.click("#zoom-here")
    assert seen(page) == pytest.approx(before)
    devtools = page.tab.context.new_cdp_session(page.tab)
    for kind, apart in (("touchStart", 30), ("touchMove", 45), ("touchMove", 90), ("touchEnd", None)):
        fingers = [] if apart is None else [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    devtools.detach()
    assert before[2] / 4 < seen(page)[2] < before[2] / 2
    zoom = """(() => {
        document.getElementById("zoom-in").click();
        return document.querySelector("#frame svg").viewBox.baseVal.width;
    })()"""
    for wanted, at_once in (("reduce", True), ("no-preference", False)):
        page.tab.emulate_media(reduced_motion="reduce")
        page.tab.click("#zoom-here")
        page.tab.emulate_media(reduced_motion=wanted)
        assert (page.tab.evaluate(zoom) < 0.51 * before[2]) == at_once
        page.until(f"document.querySelector('#frame svg').viewBox.baseVal.width < {0.51 * before[2]}")


@alike
@pytest.mark.parametrize("view", ["graph", "map-x"])
def test_a_phone(page, view):
    """On a phone the picture is as wide as the screen and no wider, and its buttons can be hit; on one that is turned
    and turned back as much is seen as before."""
    page.tab.set_viewport_size({"width": 360, "height": 740})
    opened(page, "rules=3x3x3&game=a3", view)
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 360
    sizes = page.tab.locator("#views button:visible, #lens button:visible").evaluate_all(
        "all => all.map((one) => [one.ariaLabel || one.textContent, one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) >= 8 and [one for one in sizes if min(one[1:]) < 44] == []
    page.tab.click("#zoom-in")
    before, nothing = seen(page), "document.getElementById('side').hidden = {}"
    for width, height in ((740, 360), (360, 740)):
        page.tab.evaluate(nothing.format("true"))  # a frame without a size is one of the sizes
        page.tab.set_viewport_size({"width": width, "height": height})
        page.tab.evaluate(nothing.format("false"))
        shape = (
            "document.querySelector('#frame svg').viewBox.baseVal.width / document.getElementById('frame').clientWidth"
        )
        page.until(f"Math.abs({shape} - {shape.replace('width', 'height').replace('Width', 'Height')}) < 0.001")
    assert seen(page) == pytest.approx(before)


@alike
@pytest.mark.parametrize("view", ["graph", "map-x"])
def test_a_picture_keeps_to_its_place(page, view):
    """A picture neither widens the page nor lies on the board, is above the fold of a laptop, and can be read."""
    page.tab.set_viewport_size({"width": 1280, "height": 720})
    opened(page, f"rules=3x3x3{'&game=a3' if view == 'map-x' else ''}", view)
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 1280
    board, frame = (page.tab.locator(one).bounding_box() for one in ("#stage", "#frame"))
    assert board["x"] + board["width"] <= frame["x"]
    assert frame["y"] >= 0 and frame["y"] + frame["height"] <= 720 and frame["height"] > 300
    if view == "graph":
        words = "(text) => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize)"
        here = page.tab.locator("#frame .lit").bounding_box()
        assert page.tab.locator("#frame .lit text").evaluate(words) > 11.9
        assert here["x"] + here["width"] < frame["x"] + frame["width"]


@alike
def test_pictures_go_with_the_values(page):
    """A picture tells values: it is not there while they are hidden, nor in Play."""
    opened(page, "rules=3x3x3", "graph", "here")
    page.tab.click("#hints")
    page.until("!document.getElementById('frame').checkVisibility()")
    page.tab.click("#hints")
    page.until("document.getElementById('frame').checkVisibility()")
    page.tab.click("#play-mode")
    page.until("!document.getElementById('frame').checkVisibility()")


def test_the_end_is_pictured_too(page):
    """After the game the graph shows what else might have been played, and the map the last board."""
    opened(page, "rules=3x3x3&game=a3-b3-a2-c3-a1", "graph", "a1: X won")
    page.tab.click("[data-view=map-x]")
    expect_lit(page, "a3 b3 a2 c3 a1: X has won")


@pytest.mark.parametrize("side", "XO")
def test_perfect_play_is_on_the_map_to_its_end(page, book, side):
    """Through a game of picks each place of it is lit, in an ever smaller cell; so is the full board that ends it."""
    line = book.line(Position(book.rules))
    widths = []
    opened(page, f"rules=3x3x3&game={'-'.join(line)}&at=1", f"map-{side.lower()}")
    for ply, move in enumerate(line[1:], 2):
        widths.append(round(seen(page)[2]))
        page.cell(move).click()
        page.until(f"document.getElementById('live').textContent.startsWith('{'OX'[ply % 2]} {move}.')")
        expect_lit(page, " ".join(line[: min(ply, 9 if side == "X" else 8)]))
    assert page.text("caption").startswith("The coloured")
    assert widths == sorted(widths, reverse=True) and len(set(widths)) >= 4


@alike
@pytest.mark.parametrize("view", ["graph", "map-x"])
def test_no_accessibility_violation(page, view):
    """axe-core finds nothing in the pictures, of whatever severity, in any colours."""
    opened(page, "rules=3x3x3&game=a3-b2-b3-c3", view)
    assert violations(page) == []


@everywhere
def test_the_matrix_lights_what_is_a_move_away(page):
    """All 765 positions; the game's is lit, the pointer lights those before and after one, and a click goes there."""
    opened(page, "rules=3x3x3&game=a3-b2", "all", "a3 b2")
    assert page.tab.locator("#frame .node").count() == 765
    lit = page.tab.locator("#frame .node.lit").bounding_box()
    page.tab.locator("#frame .node[aria-label^='a3 b2:']").hover()
    page.until("document.querySelectorAll('#frame .node.on').length === 1 + 1 + 4")
    page.tab.mouse.move(0, 0)
    page.tab.locator("#board .cell[data-cell='8']").hover()  # c1: the same by symmetry as c3
    page.until("document.querySelector('#frame .node.pointed')?.ariaLabel.startsWith('a3 b2 c1:')")
    page.tab.locator("#frame .node[aria-label^='a3 b2 b3:']").hover()
    pointed = "[...document.querySelectorAll('#board .pointed, #moves .pointed')].map((one) => one.dataset.cell)"
    page.until(f"{pointed}.sort().join() === '1,3,,'")  # b3 and a2, on the board and in the list
    page.tab.locator("#frame .node[aria-label^='b3:']").click()
    page.expect_game("b3")
    expect_lit(page, "b3:")
    assert page.tab.locator("#frame .node.lit").bounding_box() != lit
    page.open("rules=3x4x3")
    page.until("document.body.dataset.view === 'moves'")
    assert page.tab.locator("[data-view=all]").is_hidden()
