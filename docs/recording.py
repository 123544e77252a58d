"""Pictures of the explorer, taken in Chromium, and of the kit for a class, taken from its PDF.

Run ``python -m docs.recording BOOK FOLDER``. Buttons and cells are found by their accessible names, so that the page's
looks may change.
"""

import re
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page
from pypdfium2 import PdfDocument

from benchmarks.page import chromium
from oxobook.book.store.new_file import write_whole
from oxobook.viewer.explorer.site import write_site

WIDTH, HEIGHT = 1040, 650
GAME = ("a3", "b3", "a2", "a1", "b2", "c2", "c1")
"""Moves: a corner, a reply beside it that loses, and perfect play to the end."""
ENDED = "rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2-c3-b2-b3"
"""Link to a game that X has won."""
PAGES, GAP = (4, 9, 10, 28), 16
"""Pages of the kit that are shown, from 1: a worksheet, a cheat sheet, a poster and MENACE; pixels between them."""
POINTER = """at => {
    document.getElementById("pointer")?.remove();
    document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" viewBox="0 0 16 24" style="position: fixed;
        z-index: 9; width: 22px; left: ${at[0]}px; top: ${at[1]}px; pointer-events: none">
        <path fill="#fff" stroke="#111" d="M1 1v18l4-4 3 7 3-1-3-7h6z"/></svg>`);
}"""
"""Script that shows a mouse pointer at a place: screenshots have none."""


class Recording:
    """Frames of a film of the page, with the milliseconds that each is shown."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.frames: list[tuple[Image.Image, int]] = []
        self.pointer = (WIDTH * 0.6, HEIGHT * 0.5)

    def show(self, milliseconds: int) -> None:
        """Take a frame."""
        self.frames.append((Image.open(BytesIO(self.tab.screenshot())).convert("RGB"), milliseconds))

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
        self.tab.wait_for_timeout(1_100)  # animations end
        self.show(milliseconds)

    def write(self, file: Path) -> None:
        """Write the film, or the one picture, as WebP."""
        out, (pictures, times) = BytesIO(), zip(*self.frames, strict=True)
        pictures[0].save(out, "WEBP", save_all=True, append_images=pictures[1:], duration=times, quality=50, method=6)
        write_whole(file, out.getvalue(), replace=True)


def film_game(recording: Recording, address: str) -> None:
    """Film a game with its values, and a step into X's map."""
    tab = recording.tab
    tab.goto(f"{address}#rules=3x3x3")
    cells = tab.get_by_role("group", name=re.compile("^board", re.IGNORECASE)).get_by_role("button")
    cells.first.wait_for()
    tab.wait_for_timeout(1500)
    recording.show(1600)
    for ply, move in enumerate(GAME):
        cell = cells.and_(tab.get_by_role("button", name=re.compile(rf"^{move}\b")))
        recording.click(cell, 2000 if ply in (0, 1, len(GAME) - 1) else 900)
    recording.click(tab.get_by_role("button", name="Play again", exact=True), 600)
    recording.click(tab.get_by_role("button", name="Step inside", exact=True), 1800)
    recording.click(tab.get_by_role("button", name=re.compile("^take b2")), 2500)


def spread(pdf: Path) -> Image.Image:
    """Return a picture of ``PAGES`` of a PDF, side by side on a grey table."""
    document = PdfDocument(pdf)
    pages = [document[number - 1].render(scale=0.5).to_pil().convert("RGB") for number in PAGES]
    width, height = pages[0].size
    table = Image.new("RGB", (len(pages) * (width + GAP) + GAP, height + 2 * GAP), "#d9d5cc")
    for place, page in enumerate(pages):
        table.paste(page, (GAP + place * (width + GAP), GAP))
    return table


def main(book: Path, folder: Path) -> None:
    """Write the film ``explorer.webp``, ``play.webp`` and ``class.webp`` into a folder; the book's library is shown."""
    with tempfile.TemporaryDirectory() as made, chromium() as browser:
        write_site(Path(made, "site"), str(book.parent))
        address = Path(made, "site", "index.html").as_uri()
        film, end = (
            Recording(browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light"))
            for _ in range(2)
        )
        film_game(film, address)
        end.tab.goto(f"{address}#{ENDED}")
        end.tab.wait_for_timeout(3000)
        end.show(0)
        kit = Path(made, "class.pdf")
        command = [sys.executable, "-m", "oxobook", "classroom", "kit", str(kit), "--library", str(book.parent)]
        subprocess.run(command, check=True, capture_output=True)
        spread(kit).save(folder / "class.webp", quality=60, method=6)
    film.write(folder / "explorer.webp")
    end.write(folder / "play.webp")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
