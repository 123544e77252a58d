"""A site on a host, in a real browser: it goes on without a network, and is renewed and taken away as it should be."""

import re
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from oxobook.viewer.explorer.files import BUILT
from tests.viewer.explorer.browsing import Page

CACHES = "caches.keys()"


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *words):
        """Nothing."""


class Host:
    """A host of static files, which can go away and come back at the same address."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0

    def start(self):
        """Answer."""
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Quiet, directory=str(self.folder)))
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        """Answer no more."""
        self.server.shutdown()
        self.server.server_close()


def test_a_site_in_a_classroom(browser, site, tmp_path):
    """Once visited it works without a network, on all its books; written again it is renewed; where a server takes its
    place nothing of it stays."""
    folder = shutil.copytree(site, tmp_path / "site")
    host, context = Host(folder), browser.new_context()
    host.start()
    page = Page(context.new_page(), f"http://127.0.0.1:{host.port}/")
    page.open("rules=3x3x3")
    page.until("navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')")
    page.until("caches.keys().then((all) => all.length === 1)")
    first = page.tab.evaluate(CACHES)
    host.stop()
    page.open("rules=3x4x3")
    assert page.text("verdict") == "X wins in 4." and page.errors == []

    worker = folder / "sw.js"
    worker.write_text(re.sub(r"oxobook [0-9a-f]{24}", f"oxobook {'0' * 24}", worker.read_text()))
    host.start()
    page.open("rules=3x3x3")
    page.until("caches.keys().then((all) => all.length === 1 && all[0].startsWith('oxobook 0000'))")
    assert page.tab.evaluate(CACHES) != first

    shutil.copy(BUILT / "sw.js", worker)
    page.open("rules=3x3x3")
    page.until("navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
    page.until(
        "caches.keys().then((all) => all.length === 0)"
    )  # the page may be loaded again meanwhile: the worker's last act
    host.stop()
    context.close()
