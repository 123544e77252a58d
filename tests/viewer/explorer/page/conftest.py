"""Fixtures of the page in a browser: one browser, server and tab for all of its tests."""

import re
import shutil

import pytest
from filelock import FileLock

from oxobook.viewer.explorer.site import write_site
from tests.viewer.explorer.browsing import BOOKS, Page, unavailable
from tests.viewer.explorer.conftest import Server


@pytest.fixture(scope="package")
def browser():
    """Chromium: the system's, or the one that Playwright has downloaded."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        unavailable("Playwright is not installed")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error:
            unavailable("there is no Chromium that starts (apt install chromium, or: playwright install chromium)")
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def context(browser):
    """Yield the context of all pages: one for all of them takes half the time of one for each."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture(scope="package")
def shelf(common, made):
    """A library of just these books: put together by one worker, for all."""
    folder = common / "browser"
    with FileLock(common / "browser.lock"):
        if not folder.exists():
            folder.mkdir()
            for rules in BOOKS:
                shutil.copy(made(rules), folder)
    return folder


@pytest.fixture(scope="package")
def site(common, shelf):
    """The site with these books: written by one worker, for all."""
    folder = common / "site"
    with FileLock(common / "site.lock"):
        if not folder.exists():
            write_site(folder, str(shelf))
    return folder


@pytest.fixture(scope="package", params=["server", pytest.param("site", marks=pytest.mark.long)])
def address(request, shelf):
    """Yield the page's address, on a server or on a disk, where the long suite asks everything."""
    if request.param == "site":
        yield (request.getfixturevalue("site") / "index.html").as_uri()
    else:
        server = Server(shelf)
        yield server.url
        server.stop()


@pytest.fixture(scope="package")
def tabs():
    """The tabs of the tests so far: all but the last have crashed."""
    return []


@pytest.fixture
def tab(context, tabs):
    """A tab for all tests, since a new one costs more than most tests; a new one if it has crashed."""
    return living(context, tabs)


def living(context, tabs):
    """Return the last of the tabs if it answers, else a new one."""
    try:
        tabs[-1].evaluate("0")
    except Exception:  # there is none, or Playwright's own, which is known only where it is installed
        tabs.append(context.new_page())
    return tabs[-1]


@pytest.fixture
def page(tab, address):
    """The tab as if it were new; nothing may go wrong in it, and nothing may be asked of another host."""
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.emulate_media(color_scheme="light", media="screen", reduced_motion="no-preference")
    tab.mouse.move(0, 0)
    page = Page(tab, address)
    yield page
    page.leave()
    origin = re.match(r"file://|https?://[^/]+", address).group()
    assert page.errors == []
    assert all(url.startswith((origin, f"blob:{origin}", "data:", "about:")) for url in page.requests)
