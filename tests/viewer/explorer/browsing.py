"""The page as somebody meets it in a browser, and what axe-core finds on it."""

import os
import re
from urllib.parse import parse_qs, urlsplit

import pytest

BOOKS = ("3x3x3", "3x3x3-misere", "3x4x3", "3x3x3-gravity", "3x3x3-wild")
REQUIRED = "OXOBOOK_REQUIRE_BROWSER"


def unavailable(reason):
    """Skip with the reason; where a browser is required, fail."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but {reason}")
    pytest.skip(f"{reason}: the page is not tested in a browser")


def violations(tab, *rules):
    """Return axe-core's findings in a tab, by the rules named if not by all."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        unavailable("axe-core is not installed")
    # what passes is not described, which takes longest; no style sheets are fetched, which no page on a disk may do
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(tab, options=options).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


class Page:
    """The page in a tab of its own, and what went wrong in it."""

    def __init__(self, tab, address):
        self.tab, self.address = tab, address
        self.errors, self.requests = [], []
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        tab.on("request", lambda request: self.requests.append(request.url))

    def open(self, fields=""):
        """Load the page with a link's fields, and wait for its answers."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.address}#{fields}" if fields else self.address)
        self.tab.locator(".page.ready").wait_for()
        return self

    @property
    def head(self):
        """The headline."""
        return self.tab.locator(".headline h2")

    @property
    def why(self):
        """The line under it."""
        return self.tab.locator(".headline .why")

    def cell(self, name):
        """The cell with a coordinate."""
        return self.tab.get_by_role("button", name=re.compile(rf"^{name},"))

    def button(self, name):
        """The button with a name."""
        return self.tab.get_by_role("button", name=name, exact=True)

    def marks(self):
        """The marks of the game, the empty board first."""
        return self.tab.locator(".record button")

    def fields(self):
        """The link's fields."""
        return {name: value for name, (value,) in parse_qs(urlsplit(self.tab.url).fragment).items()}
