"""What people do on the page, in a real browser; each fault that somebody met has its line here."""

import re
import shutil

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.book.test_book import alter
from tests.viewer.explorer.browsing import violations
from tests.viewer.explorer.conftest import ROOT, Server

PHONE = {"width": 390, "height": 844}
HALF = "rules=3x3x3&game=a3-b3&o=levi"
"""A game that X wins in three."""
WON = "rules=3x3x3&view=play&o=levi&game=a3-b3-a2-a1-b2-c2-c1"
VALUED = "rules=3x3x3&game=a3-b3-a2-a1-b2-c1&o=levi"
LOST = "rules=3x3x3&view=play&o=levi&game=b2-a3-b1-b3-a1-c3"


def test_a_first_game(visit):
    """A newcomer reads what this is, plays, asks for a hint and why; the opponent answers one that looks back too."""
    page = visit()
    expect(page.head).to_have_text("Can you hold a draw?")
    expect(page.why).to_contain_text("Every game is known here. Three in a row wins.")
    page.cell("b2").click()
    page.tab.keyboard.press("ArrowRight")
    expect(page.marks()).to_have_count(3)
    expect(page.head).to_have_text("Your move.")
    page.button("Hint").click()
    expect(page.tab.locator(".headline [aria-live]")).to_have_text(re.compile(r"^Take \w\d, the [^.]+\. It [^.]+\.$"))
    expect(page.tab.locator(".hint")).to_have_count(1)
    expect(page.tab.locator(".lit, .why-line")).to_have_count(0)
    expect(page.why).to_contain_text("Take ")
    page.button("Show me why").click()
    expect(page.tab.locator(".number").first).to_be_visible()
    page.button("Stop").click()
    expect(page.tab.locator(".number")).to_have_count(0)
    page.button("Undo").click()
    expect(page.marks().first).to_have_attribute("aria-current", "step")


def test_one_position_has_one_number_and_one_colour(visit):
    """Headline, cells, groups and the row of marks name the same winner, in the winner's colour.

    The picture of the map neither scrolls the board away nor greys it when a pointer rests on it.
    """
    page = visit(HALF)
    before = page.tab.locator(".field").bounding_box()
    page.tab.locator(".map-picture").hover()
    assert page.tab.locator(".field").bounding_box() == before
    expect(page.tab.locator(".map .place")).to_have_count(1)
    expect(page.tab.locator(".map")).to_have_css("opacity", "1")
    expect(page.head).to_have_text("X wins in 3.")
    blue = page.head.locator(".x")
    for place, words in ((".cell .value.x", "X in 3"), (".group .value.x", "X wins")):
        expect(page.tab.locator(place).first).to_have_text(words)
        expect(page.tab.locator(place).first).to_have_css("color", "rgb(42, 91, 215)")
    expect(blue).to_have_css("color", "rgb(42, 91, 215)")
    expect(page.tab.locator(".bar.x")).to_have_count(1)
    expect(page.marks().last).to_have_attribute("aria-label", re.compile(r"^2, b3: X in 3: loses$"))
    page.tab.get_by_role("button", name="Perfect play").click()
    expect(page.tab.locator(".number")).to_have_count(5)
    expect(page.tab.locator(".field .strike")).to_have_count(1)
    for fields, heard in (
        ("3x3x3&game=a3-b3-a1", "O to move: X in 2."),
        ("3x3x3-wild&game=Xa3", "Player 2 to move: draw."),
    ):
        page.open(f"rules={fields}")
        expect(page.tab.locator(".headline [aria-live]")).to_have_text(re.compile(f"^{heard} "))


def test_after_a_game(visit):
    """The boards under a finished game stay when one of them is clicked, and *Look at every move* shows values.

    *Try that move again* lights no cell, neither the reader's nor those that the other side should have taken.
    """
    page = visit(WON)
    expect(page.head).to_have_text("You beat Levi!")
    expect(page.why).to_contain_text("Three on a diagonal. Levi lost the draw with the top edge")
    page.marks().nth(3).click()
    expect(page.tab.locator(".record .small")).to_have_count(8)
    page.button("Look at every move").click()
    expect(page.head).to_have_text("X wins in 3.")
    expect(page.marks().nth(2)).to_have_attribute("aria-current", "step")
    page.open(LOST)
    expect(page.head).to_have_text("Levi wins this time.")
    page.button("Try that move again").click()
    expect(page.head).to_have_text("Your move.")
    expect(page.why).to_have_text("You took a corner here. Look for something better.")
    expect(page.tab.locator(".hint, .lit, .why-line")).to_have_count(0)
    assert page.fields()["at"] == "4"


def test_inside_the_map_by_keys(visit):
    """Without a mouse or motion: the figures, a road that holds, the flight out, and the ring that is shared.

    After each step the arrows lead on and Escape leads out, and the flight out blanks no board.
    """
    page = visit(reduced_motion="reduce")
    page.tab.get_by_role("button", name="Step inside", exact=True).press("Enter")
    head, why = page.tab.locator(".inside h2"), page.tab.locator(".inside .why")
    expect(head).to_have_text("Your move, O.")
    expect(why).to_have_text("Of 73 roads, X wins 71. Two hold. Find one: take a cell.")
    for taken in ("b2", "c3", "a2", "b1"):
        for _ in range(4 if taken == "b2" else 1):
            page.tab.keyboard.press("ArrowRight")
        expect(page.tab.locator(".take:focus")).to_have_attribute("aria-label", re.compile(f"^take {taken}"))
        page.tab.keyboard.press("Enter")
        if taken == "b2":
            expect(why).to_have_text(
                "X's answer, an edge, was there before you came. Roads from here: 10; roads that hold: 2."
            )
    expect(head).to_have_text("A draw. You held!")
    expect(why).to_have_text("You found one of 2.")
    drawn = page.tab.locator(".map .stone").count()
    expect(page.tab.locator(".map .road")).to_have_count(4)
    expect(page.tab.locator(".map .stone")).to_have_count(drawn)
    page.button("Share your road").click()
    expect(page.tab.locator(".shared-picture .road")).to_have_count(4)
    page.tab.keyboard.press("Escape")
    page.button("Be X").click()
    expect(head).to_have_text("Your move, X.")
    page.tab.get_by_role("button", name=re.compile("^take b2")).click()
    expect(head).to_have_text("Your move, X.")
    page.tab.keyboard.press("Escape")
    page.tab.keyboard.press("Escape")
    expect(page.head).to_be_visible()


def test_what_can_be_won(visit):
    """No draw is asked for where the other side wins, and a hint says "won" only of the move that ends the game."""
    page = visit("rules=3x4x3&view=play&x=perfect")
    expect(page.tab.locator(".tip")).to_have_text("Nobody beats this one.")
    page.open("rules=3x3x3&view=play&o=perfect")
    expect(page.tab.locator(".tip")).to_have_text("Nobody beats this one. Can you hold a draw?")
    page.open("rules=3x3x3-misere&game=b2-a3-c2-b3-b1-a2&view=play&o=perfect")
    page.button("Hint").click()
    page.button("Show me why").click()
    expect(page.why).to_contain_text("you win in 1 move.")


def test_puzzles(visit):
    """A wrong move is refuted on the board and taken back, whatever is pressed; a right one fills the day's square."""
    page = visit()
    today = page.tab.get_by_role("button", name=re.compile("^Today"))
    today.click()
    expect(page.head).to_have_text(re.compile("to move: block"))
    link = page.fields()
    assert "undefined" not in page.tab.url and link["puzzle"] == str(len(link["game"].split("-")))
    for key in ("u", "u", *"123456789", "ArrowRight", "ArrowRight"):
        page.tab.keyboard.press(key)
    assert page.fields() == link
    page.button("Hint").click()
    name = page.tab.get_by_role("button", name=re.compile(", hint$")).get_attribute("aria-label")[:2]
    wrong = page.tab.locator(".cell.open").and_(page.tab.locator(f":not([aria-label^='{name}'])")).first
    wrong.click()
    expect(page.head).to_have_text("Not that one.")
    page.tab.keyboard.press("ArrowLeft")
    expect(page.why).to_contain_text("answers it.")
    expect(page.tab.locator(".field .strike")).to_have_count(1)
    expect(page.head).to_have_text(re.compile("to move: block"))
    page.cell(name).click()
    expect(page.head).to_have_text("Right!")
    expect(today.locator(".later")).to_have_count(1)
    page.button("Next puzzle").click()
    expect(page.head).to_have_text(re.compile("find the fork"))
    page.button("Back to the game").click()
    expect(page.tab.locator(".ladder")).to_be_visible()


def test_sharing(visit):
    """One button shares a link that holds the game, a mail that asks for a move, and a picture."""
    page = visit(HALF)
    page.button("Share").click()
    assert page.tab.get_by_label("Link").input_value() == page.tab.url
    mail = page.tab.get_by_role("link", name="Your move, by mail").get_attribute("href")
    assert mail.startswith("mailto:?subject=Your%20move") and "a3-b3" in mail
    for kind in ("of the board", "of the map"):
        page.button(kind).click()
        page.tab.locator(".shared-picture .stone").first.wait_for()
        with page.tab.expect_download() as saved:
            page.button("Save picture").click()
        picture = Image.open(saved.value.path())
        colours = picture.convert("RGB").getcolors(1 << 24)
        assert (
            picture.width == 1320 and len(colours) > 3 and max(colours)[0] > 0.6 * 1320 * 1320
        )  # most of it is paper, whatever is marked


def test_every_game_that_is_offered_has_answers(visit):
    """A link to a game without a book opens the chooser, with the command; a card opens a game, without old answers."""
    page = visit("rules=7x7x5&game=a1")
    named = page.tab.locator(".missing")
    expect(named).to_contain_text("There is no book of 7x7x5 here; oxobook generate 7x7x5 makes one.")
    expect(named.locator("code")).to_have_text("oxobook generate 7x7x5")
    page.tab.get_by_role("button", name=re.compile("^Misère")).click()
    page.tab.route("**/books/3x4x3.js*", lambda route: None)
    page.button("Misère").click()
    assert page.fields()["rules"] == "3x3x3-misere"
    page.tab.get_by_role("button", name=re.compile("^Three in a row 3")).click()
    expect(page.tab.locator(".page:not(.ready)")).to_be_visible()


def test_in_forced_colours(visit):
    """What is pressed, best, last and where the game stands can be seen without the page's colours."""
    page = visit(HALF, forced_colors="active")
    expect(page.tab.locator(".record [aria-current]")).to_have_css("outline-style", "solid")
    expect(page.tab.locator(".cell .value.best").first).to_have_css("border-width", "4px")
    expect(page.tab.locator(".halo")).to_have_css("stroke-width", "0.03px")
    expect(page.tab.locator(".bar.x > i")).to_have_css("forced-color-adjust", "none")


@pytest.mark.parametrize("fields", ["", VALUED, WON, "rules=6x7x4-gravity&o=perfect", "rules=3x3x3-wild&o=perfect"])
@pytest.mark.parametrize("size", [{}, PHONE, {"width": 320, "height": 640}])
def test_one_screen(visit, fields, size):
    """720 pixels of height hold everything, 844 on a phone, in German too; no width cuts anything off.

    The row of the game shows its boards, bars and signs whole.
    """
    page = visit(fields, **size, locale="de-DE" if size else "en-GB")
    page.tab.locator(".side > :last-child, .controls").last.wait_for()
    assert page.tab.locator("html").bounding_box()["width"] <= page.tab.viewport_size["width"]
    assert page.tab.locator(".seat > .quiet").first.evaluate("said => said.scrollWidth <= said.clientWidth")
    if size.get("width") != 320 and "wild" not in fields:
        assert page.tab.locator("body").bounding_box()["height"] <= page.tab.viewport_size["height"]
    row, marks = page.tab.locator(".record"), page.tab.locator(".record :is(.small, .bar, .sign)").all()
    assert all(one.bounding_box()["y"] >= row.bounding_box()["y"] for one in marks)


@pytest.mark.parametrize("fields", ["", HALF, WON])
def test_accessibility(visit, fields):
    """axe finds nothing, in light and dark, nor inside the map and the panels; seven tabs lead to the board."""
    page = visit(fields, reduced_motion="reduce")
    assert violations(page.tab) == []
    page.tab.emulate_media(color_scheme="dark")
    assert violations(page.tab, "color-contrast") == []
    for name in ("Share", "Menu", "Tic-tac-toe"):
        page.button(name).click()
        page.tab.locator("dialog[open]").wait_for()
        assert violations(page.tab) == []
        page.tab.keyboard.press("Escape")
    page.open(fields)
    for _ in range(7):
        page.tab.keyboard.press("Tab")
        if page.tab.locator(".cell:focus").count():
            break
    expect(page.tab.locator(".cell:focus")).to_have_count(1)


def test_ways_to_play(visit):
    """Arrows walk on the board and Enter plays; digits play too, and letters do what the menu says.

    A stone falls to the lowest cell of the column that is clicked; where either sign may be set, a phone too has both.
    """
    page = visit("rules=3x3x3&view=play")
    page.cell("b2").focus()
    page.tab.keyboard.press("ArrowUp")
    expect(page.cell("b3")).to_be_focused()
    page.tab.keyboard.press("Enter")
    expect(page.cell("b3")).to_have_attribute("aria-label", "b3, X")
    page.tab.keyboard.press("1")
    expect(page.cell("a1")).to_have_attribute("aria-label", "a1, O")
    page.tab.keyboard.press("v")
    expect(page.tab.get_by_role("switch")).to_be_checked()
    page.tab.keyboard.press("u")
    assert page.fields()["at"] == "1"
    page.open("rules=3x3x3-gravity&view=play")
    expect(page.tab.locator(".map .stone").first).to_be_attached()
    expect(page.tab.locator(".map .disc, .map .grid[d*=a]")).to_have_count(0)  # boards do not fit into round holes
    page.cell("b3").click()
    expect(page.cell("b1")).to_have_attribute("aria-label", "b1, X")
    page = visit("rules=3x3x3-wild&view=play", **PHONE)
    page.button("O").click()
    page.cell("a3").click()
    expect(page.cell("a3")).to_have_attribute("aria-label", "a3, O")


def test_a_class(visit):
    """A projector has a board, with its wall, and a question, upright one below the other; a key tells the answer."""
    page = visit("rules=3x3x3-gravity&game=a1-b1&o=levi")
    page.button("Menu").click()
    page.button("This game").click()
    head = page.tab.locator(".projector h2")
    expect(head).to_have_text("Where should X go?")
    expect(page.tab.locator(".projector")).to_be_focused()  # and no cell, which would look like the answer
    for key in ("ArrowRight", "ArrowRight", "Space"):
        page.tab.keyboard.press(key)
    expect(head).to_have_text("X wins in 4.")
    expect(page.tab.locator(".projector .value.x").first).to_have_text("X in 4")
    expect(page.tab.locator(".projector rect.wall")).not_to_have_css("fill", "none")
    page.tab.set_viewport_size({"width": 390, "height": 844})
    assert page.tab.locator(".asked").bounding_box()["x"] < 20
    page.tab.keyboard.press("Escape")
    expect(page.tab.locator(".projector")).to_have_count(0)
    page.button("Menu").click()
    page.tab.get_by_label("Go to").fill("b1 a1 z9")
    page.button("Go").click()
    expect(page.tab.locator("#typed-help")).to_contain_text("there is no move z9 here, only such as a3")
    page.tab.get_by_label("Go to").fill("b1 a1")
    page.button("Go").click()
    expect(page.marks()).to_have_count(3)


def test_a_board_in_any_page(browser, site, tmp_path):
    """A page that loads board.js has a board with values, and one without; both can be played on."""
    (site / "notes.html").write_text((ROOT / "tests/viewer/explorer/page/notes.html").read_text())
    tab = browser.new_page()
    tab.goto((site / "notes.html").as_uri())
    expect(tab.locator(".oxobook-board .value.x").first).to_have_text("X in 3")
    for board, (cell, stone) in zip(tab.locator(".oxobook-board").all(), [("a2", "a2"), ("b3", "b1")], strict=True):
        board.get_by_role("button", name=re.compile(f"^{cell},")).click()
        expect(board.get_by_role("button", name=f"{stone}, X", exact=True)).to_be_visible()
    tab.close()


MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_texts_of_a_library_are_no_markup(browser, made, tmp_path):
    """Texts of books, files and links are shown as text or not at all; nothing runs, and no other page embeds ours."""
    for name in ("3x3x3", "<img src=x onerror=alert(3)>", "3x3x3-<b>x<b>"):
        shutil.copy(made("3x3x3"), tmp_path / f"{name}.sqlite")
    alter(tmp_path / "3x3x3.sqlite", ("UPDATE book SET generator_version = ?, digest = ?", (MARKUP, MARKUP)))
    server, tab, said = Server(tmp_path), browser.new_page(), []
    tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    tab.on("pageerror", lambda error: said.append(str(error)))
    for link in ("", f"#rules={MARKUP}&game={MARKUP}", f"#rules=3x3x3&game={MARKUP}&o={MARKUP}"):
        tab.goto("about:blank")
        tab.goto(f"{server.url}{link}")
        tab.locator(".ready").wait_for()
        assert not tab.locator("img, a[href^=javascript], #app script").count() and said == []
    (tmp_path / "other.html").write_text(f"<iframe src='{server.url}'></iframe>")
    tab.goto((tmp_path / "other.html").as_uri())  # a browser may refuse each frame in about:blank
    assert not [frame.url for frame in tab.frames if frame.url.startswith(server.url)] and len(tab.frames) == 2
    tab.close()
    server.stop()
