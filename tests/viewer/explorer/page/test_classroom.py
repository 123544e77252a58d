"""The page in a classroom: the projector, and papers to print."""

from tests.viewer.explorer.browsing import violations


def test_guess_then_reveal(page):
    """The projector shows a question; Space reveals values, an arrow goes on, a click tries a move, Escape leaves."""
    page.open("rules=3x3x3&game=a3-b2&at=1")
    page.tab.click("#class-button")
    page.tab.click("#classroom button:has-text('This game')")
    head = page.tab.locator("#projector h2")
    assert head.inner_text() == "Where should O go?"
    assert page.tab.locator("#projector .value").count() == 0
    page.tab.keyboard.press("Space")
    assert head.inner_text() == "A draw with best play."
    assert page.tab.locator("#projector .value").count() == 8
    assert violations(page) == []
    page.tab.keyboard.press("ArrowRight")
    assert head.inner_text() == "Where should X go?" and page.tab.locator("#projector .value").count() == 0
    page.tab.click("#projector [aria-label^='c1,']")
    page.until("document.querySelector('#projector h2').textContent === 'Where should O go?'")
    page.tab.keyboard.press("Escape")
    page.until("!document.getElementById('projector')")
    assert page.fields()["game"] == "a3-b2"


def test_how_a_side_never_loses(page):
    """Its rules come one at a time, each with a board; what is revealed is where to go."""
    page.open("rules=3x3x3")
    page.tab.click("#class-button")
    assert violations(page) == []
    page.tab.click("#classroom button:has-text('How X never loses')")
    page.tab.wait_for_selector("#projector[open]")
    said = []
    for _ in range(5):
        said.append(page.text("projector").split("\n"))
        page.tab.keyboard.press("Space")
        assert page.tab.locator("#projector .lit").count() >= 1
        page.tab.keyboard.press("ArrowRight")
    assert any("Take the centre." in lines for lines in said)
    page.tab.keyboard.press("Escape")


def test_papers_are_downloads(page):
    """A server has the papers of tic-tac-toe on the paper that is chosen."""
    page.open("rules=3x3x3")
    page.tab.click("#class-button")
    links = page.tab.locator("#classroom a")
    if page.on_a_site:  # its book keeps no strategies
        assert links.count() == 0
        return
    page.tab.select_option("#classroom select", "letter")
    assert links.count() == 6
    address = page.tab.locator("#classroom a:has-text('plans')").get_attribute("href")
    assert address == "papers/3x3x3-plans-letter-en.pdf"
    got = page.tab.request.get(page.address + address)
    assert got.ok and got.body().startswith(b"%PDF")
