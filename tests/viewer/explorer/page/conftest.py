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
        from playwright.sync_api import Error, expect, sync_playwright
    except ImportError:
        unavailable("Playwright is not installed")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    expect.set_options(timeout=30_000)  # as long as all else waits: a machine may have much to do
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error:
            unavailable("there is no Chromium that starts (apt install chromium, or: playwright install chromium)")
        yield opened
        opened.close()


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


@pytest.fixture
def visit(browser, address):
    """A function that opens the page in a context of its own; nothing may go wrong, or be asked of other hosts."""
    pages, origin = [], re.match(r"file://|https?://[^/]+", address).group()

    def open_page(fields="", width=1280, height=720, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        pages.append(Page(context.new_page(), address))
        return pages[-1].open(fields)

    yield open_page
    for page in pages:
        page.tab.context.close()
        assert page.errors == []
        assert all(url.startswith((origin, f"blob:{origin}", "blob:null", "data:", "about:")) for url in page.requests)
