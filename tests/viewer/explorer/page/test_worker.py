"""A site in a real browser: after a visit of a host it goes on without a network, and its search runs in a worker."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import expect

from oxobook.generator.search.board_words import searched_board
from oxobook.viewer.explorer.site import write_site
from tests.viewer.explorer.browsing import Page

DATA = Path(__file__).parents[4] / "data"


def test_a_site_in_a_classroom(browser, site):
    """Once visited it works without a network, on all its books."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = Page(context.new_page(), f"http://127.0.0.1:{host.server_port}/")
    with context.expect_event("serviceworker"):
        page.open("rules=3x3x3")
    page.tab.evaluate("navigator.serviceWorker.ready.then(() => 0)")  # it has fetched the files of the site
    host.shutdown()
    host.server_close()
    page.open("rules=3x4x3")
    expect(page.head).to_have_text("X wins in 4.")
    assert page.errors == []
    context.close()


def test_connect_four_is_searched(browser, tmp_path):
    """On a disk a position below the book has its value, and all its moves, by the search in the page."""
    shutil.copy(DATA / "known" / "6x7x4-gravity.sqlite", tmp_path)
    write_site(tmp_path / "site", str(tmp_path), board_of=searched_board)
    context = browser.new_context()
    page = Page(context.new_page(), (tmp_path / "site" / "index.html").as_uri())
    page.open("rules=6x7x4-gravity&game=f1-f2-a1-d1-d2-d3-f3-f4-f5-f6-c1-g1-c2-a2-e1-d4")
    expect(page.head).to_have_text("O wins in 10.", timeout=20_000)
    expect(page.tab.get_by_text("Searching")).to_have_count(0, timeout=20_000)
    assert page.errors == []
    context.close()
