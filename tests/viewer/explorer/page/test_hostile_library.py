"""The page in a real browser, with a library whose names and texts are markup."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.viewer.explorer.conftest import Server

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture
def server(tmp_path, made):
    """A server of books that somebody else has made."""
    for name in ("3x3x3", "<img src=x onerror=alert(3)>", "3x3x3-<b>x<b>"):
        shutil.copy(made("3x3x3"), tmp_path / f"{name}.sqlite")
    with closing(sqlite3.connect(tmp_path / "3x3x3.sqlite")) as book, book:
        book.execute("UPDATE book SET generator_version = ?, digest = ?", (MARKUP, MARKUP))
    server = Server(tmp_path)
    yield server
    server.stop()


def test_texts_of_a_library_are_no_markup(context, server):
    """Texts of books, files and links are shown as text or not at all; nothing runs, and no other page embeds ours."""
    tab, said = context.new_page(), []
    tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    tab.on("pageerror", lambda error: said.append(str(error)))
    for link in ("", f"#rules={MARKUP}&game={MARKUP}", f"?rules={MARKUP}#view=explore"):
        tab.goto("about:blank")
        tab.goto(f"{server.url}{link}")
        tab.wait_for_selector("#board")
        for button in tab.locator("button:visible").all()[:8]:
            button.click(timeout=2_000, force=True, no_wait_after=True) if button.is_visible() else None
        assert not tab.locator("img[src=x], a[href^=javascript], #board script").count() and said == []
    tab.goto("about:blank")
    tab.set_content(f"<iframe src='{server.url}'></iframe>")
    tab.wait_for_timeout(500)
    assert not [frame.url for frame in tab.frames if frame.url.startswith(server.url)] and len(tab.frames) == 2
    tab.close()
