"""A site on a host, in a real browser: after a visit it goes on without a network."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect

from tests.viewer.explorer.browsing import Page


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *words):
        """Nothing."""


def test_a_site_in_a_classroom(browser, site):
    """Once visited it works without a network, on all its books."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = Page(context.new_page(), f"http://127.0.0.1:{host.server_port}/")
    with context.expect_event("serviceworker"):
        page.open("rules=3x3x3")
    page.tab.wait_for_timeout(1_000)  # it fetches the files of the site
    host.shutdown()
    host.server_close()
    page.open("rules=3x4x3")
    expect(page.head).to_have_text("X wins in 4.")
    assert page.errors == []
    context.close()
