"""The page as somebody meets it in a browser, and what axe-core finds on it."""

import json
import os
import re
import time
from itertools import count, product

import pytest

BOOKS = ("3x3x3", "3x3x3-misere", "3x4x3", "3x3x3-gravity", "2x3x2", "2x3x100", "2x4x2-cube", "3x3x3-wild")
REQUIRED = "OXOBOOK_REQUIRE_BROWSER"

UNTIL = """new Promise((done, fail) => {
    const end = performance.now() + %d;
    const look = async () => {
        try {
            if (await (%s)) done(true);
            else if (performance.now() > end) done(false);
            else setTimeout(look, 10);
        } catch (error) {
            fail(error);
        }
    };
    look();
})"""
"""Promise of whether an expression becomes true within a number of milliseconds."""

everywhere = pytest.mark.parametrize("address", ["server", "site"], indirect=True)
"""Marker of tests that ask the page on a disk too."""


def unavailable(reason):
    """Skip with the reason; where a browser is required, fail."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but {reason}")
    pytest.skip(f"{reason}: the page is not tested in a browser")


def axe_core():
    """A function from a tab, and the rules if not all, to what violates accessibility in it."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        unavailable("axe-core is not installed")

    def look(tab, *rules):
        # what passes is not described, which takes longest; no style sheets are fetched, which no page on a disk may do
        options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": list(rules)} if rules else {})
        return Axe().run(tab, options=options).response["violations"]

    return look


def violations(page):
    """Return axe-core's findings on the page, of any severity; on its colours in any light and palette."""
    look, found = axe_core(), []
    for number, (scheme, palette) in enumerate(product(("light", "dark"), ("classic", "colorblind"))):
        page.tab.emulate_media(color_scheme=scheme)
        page.tab.evaluate(f"document.documentElement.dataset.palette = '{palette}'")
        page.until("document.getAnimations().length === 0")
        for one in look(page.tab, *(["color-contrast"] if number else [])):
            found.append((scheme, palette, one["id"], [node["html"] for node in one["nodes"]]))
    return found


def too_large(known):
    """Return a server's list with every book as too large to send: the page asks for each position."""
    return known | {"books": [book | {"held": "api", "file": ""} for book in known["books"]]}


class Page:
    """The page as somebody meets it, and what went wrong in it."""

    visits = count()

    def __init__(self, tab, address):
        self.tab, self.address = tab, address
        tab.set_default_timeout(8_000)
        self.errors, self.requests = [], []
        self.heard = {
            "pageerror": lambda error: self.errors.append(str(error)),
            "console": lambda said: self.errors.append(said.text) if said.type == "error" else None,
            "request": lambda request: self.requests.append(request.url),
        }
        for event, hear in self.heard.items():
            tab.on(event, hear)

    def open(self, fields=""):
        """Load the page with a permalink's fields, and wait until it says what the position is worth."""
        self.load(fields)
        self.settled()
        return self

    def load(self, fields="", **options):
        """Load the page anew: with a query of its own, no address is a place of the page that is open."""
        self.tab.goto(f"{self.address}?{next(self.visits)}#{fields}", **options)

    def lists(self, change):
        """Have a function change what ``known.js`` lists."""

        def answer(route):
            script = route.fetch().text()
            known = change(json.loads(re.search(r"oxobook\.known = (.*);", script)[1]))
            body = f"var oxobook = globalThis.oxobook ?? {{}}; oxobook.known = {json.dumps(known)};"
            route.fulfill(body=body, content_type="text/javascript")

        if not self.on_a_site:
            self.tab.route("**/known.js", answer)

    @property
    def on_a_site(self):
        """Return whether there is no server."""
        return self.address.startswith("file:")

    def leave(self):
        """Leave the tab to the next test as if this one had not been; requests that are under way no longer matter."""
        self.tab.unroute_all(behavior="ignoreErrors")
        self.tab.evaluate("localStorage.clear(), sessionStorage.clear()")
        for event, hear in self.heard.items():
            self.tab.remove_listener(event, hear)

    def until(self, expression, seconds=8.0):
        """Wait until an expression is true; the page looks itself, where its policy allows no evaluation of a text."""
        end, true = time.monotonic() + seconds, False
        while not true:
            left = end - time.monotonic()
            assert left > 0, f"never true: {expression}"
            try:
                true = self.tab.evaluate(UNTIL % (round(1000 * left), expression))
            except Exception as error:  # Playwright's own, which is known only where it is installed
                if "Execution context was destroyed" not in str(error):  # the page is being loaded again
                    raise

    def settled(self):
        """Wait until the answers for the position shown are on the page."""
        self.until(
            "document.querySelectorAll('#record [aria-current]').length === 1 && "
            "document.getElementById('live').textContent !== '' && "
            "new URLSearchParams(location.hash.slice(1)).has('rules')"
        )

    def choose(self, rules):
        """Choose a game by its card."""
        self.tab.click("#games-button")
        self.tab.click(f"#cards [data-rules='{rules}']")
        self.until(f"new URLSearchParams(location.hash.slice(1)).get('rules') === '{rules}'")

    def cell(self, name):
        """The cell with a coordinate."""
        return self.tab.locator(f"#board button[aria-label^='{name},']")

    def play(self, *names):
        """Play moves by mouse."""
        for name in names:
            before = self.fields().get("game", "")
            self.cell(name).click()
            self.expect_game(f"{before}-{name}".lstrip("-"))

    def fields(self):
        """The permalink's fields."""
        return json.loads(
            self.tab.evaluate("JSON.stringify(Object.fromEntries(new URLSearchParams(location.hash.slice(1))))")
        )

    def expect_game(self, record, at=None):
        """Wait for the link to hold a game, and the page to show it."""
        shown = len(record.split("-")) if record and at is None else at or 0
        self.until(
            f"(new URLSearchParams(location.hash.slice(1)).get('game') || '') === '{record}' && "
            f"[...document.querySelectorAll('#record button')].findIndex((one) => one.ariaCurrent) === {shown}"
        )

    def text(self, name):
        """The text of an element by its id."""
        return self.tab.locator(f"#{name}").inner_text()
