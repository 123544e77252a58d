"""Cards of the chooser on a site: one that cannot open says why before, and what is not there is listed."""

import shutil

from oxobook.book.game.rules import Rules
from oxobook.generator.generate import generate_book
from oxobook.viewer.explorer import files, site
from tests.viewer.explorer.browsing import Page


def test_a_card_that_cannot_open_says_why(tab, tmp_path, library, make_book, monkeypatch):
    """From a disk a large book cannot be read: its card says so, and does not open; books left out have a reason."""
    for rules in ("3x3x3", "3x4x3"):
        make_book(rules)
    books = tmp_path / "books"
    books.mkdir()
    shutil.copy(library / "3x3x3.sqlite", books)
    shutil.copy(library / "3x4x3.sqlite", books)
    generate_book(Rules(4, 3, 3), books / "4x3x3.sqlite", engine="dense")
    monkeypatch.setattr(files, "MOST_POSITIONS", 1_000)
    assert [str(rules) for rules in site.write_site(tmp_path / "site", str(books))[0]] == ["3x3x3", "4x3x3"]
    page = Page(tab, (tmp_path / "site" / "index.html").as_uri()).open("rules=3x3x3")
    tab.click("#games-button")
    card = tab.locator("#cards [data-rules='4x3x3']")
    page.until("document.querySelector('#cards .refusal') !== null")
    assert "a page opened from a disk cannot do" in card.inner_text() and card.get_attribute("aria-disabled") == "true"
    card.click(force=True)
    assert tab.locator("#games").is_visible() and page.fields()["rules"] == "3x3x3"
    assert page.text("left-out").startswith("3x4x3: not on this site. Its 28,275 positions")
    page.leave()
    assert page.errors == []
