"""Pictures of the explorer, taken in Chromium: a film of a game and of X's map, and the end of a game in Play.

Run ``python -m docs.recording BOOK FOLDER``. Buttons and cells are found by their accessible names, so that the page's
looks may change.
"""

import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

from benchmarks.page import chromium
from oxobook.book.store.atomic_file import write_whole
from oxobook.viewer.web.site.site import write_site

WIDTH, HEIGHT = 960, 620
GAME = "a3 b3 a2 a1 b2 c2 c1"
"""Moves: a corner, a reply beside it that loses, and perfect play to the end."""
ENDED = "rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2-b3"
"""Link to a game in Play that X has won."""
POINTER = """at => {
    document.getElementById("pointer")?.remove();
    document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" viewBox="0 0 16 24" style="position: fixed;
        z-index: 9; width: 22px; left: ${at[0]}px; top: ${at[1]}px; pointer-events: none">
        <path fill="#fff" stroke="#111" d="M1 1v18l4-4 3 7 3-1-3-7h6z"/></svg>`);
}"""
"""Script that shows a mouse pointer at a place: screenshots have none."""


class Recording:
    """Frames of a film of the page, and the milliseconds that each is shown.

    Attributes:
        tab: Page that is recorded.
        frames: Pictures of the page, in their order.
        times: Milliseconds of each frame.
    """

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.frames: list[Image.Image] = []
        self.times: list[int] = []
        self.pointer = (WIDTH * 0.6, HEIGHT * 0.5)

    def show(self, milliseconds: int) -> None:
        """Take a frame, shown for this time."""
        self.frames.append(Image.open(BytesIO(self.tab.screenshot())).convert("RGB"))
        self.times.append(milliseconds)

    def click(self, place: Locator, milliseconds: int) -> None:
        """Move the pointer to the middle of a place, click it, and show what comes of it."""
        box = place.bounding_box()
        assert box is not None
        (x, y), target = self.pointer, (box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.6)
        for part in (0.3, 0.75, 1):
            self.pointer = (x + (target[0] - x) * part, y + (target[1] - y) * part)
            self.tab.evaluate(POINTER, self.pointer)
            self.show(60 if part < 1 else 350)
        self.tab.mouse.click(*target)
        self.tab.wait_for_timeout(700)  # animations end
        self.show(milliseconds)


def recorded(tab: Page, address: str) -> Recording:
    """Return the recording of a game that is explored, and of X's map."""
    recording = Recording(tab)
    tab.goto(f"{address}#rules=3x3x3")
    cell = tab.get_by_role("group", name=re.compile("^board", re.IGNORECASE)).get_by_role("button")
    cell.first.wait_for()
    tab.wait_for_timeout(1500)
    tab.evaluate(POINTER, recording.pointer)
    recording.show(1600)
    for ply, move in enumerate(GAME.split()):
        recording.click(cell.and_(tab.get_by_role("button", name=re.compile(rf"^{move}\b"))), 2000 if ply < 2 else 900)
    recording.times[-1] = 2200
    recording.click(tab.get_by_role("button", name=re.compile("^new game", re.IGNORECASE)), 600)
    recording.click(tab.get_by_role("button", name=re.compile("^X.s map")), 3500)
    return recording


def main(book: Path, folder: Path) -> None:
    """Write ``explorer.webp``, the film, and ``play.webp`` into a folder; they show a site with this book's library."""
    with tempfile.TemporaryDirectory() as made, chromium() as browser:
        write_site(Path(made, "site"), str(book.parent))
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        address = Path(made, "site", "index.html").as_uri()
        film, end = recorded(tab, address), Recording(tab)
        tab.goto("about:blank")
        tab.goto(f"{address}#{ENDED}")
        tab.wait_for_timeout(3000)
        end.show(0)
    for name, recording in {"explorer.webp": film, "play.webp": end}.items():
        out, (first, *others) = BytesIO(), recording.frames
        first.save(out, "WEBP", save_all=True, append_images=others, duration=recording.times, quality=60, method=6)
        write_whole(folder / name, out.getvalue(), replace=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
