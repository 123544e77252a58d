"""Speed of the page in headless Chromium: until it is painted, until it can be used, and the bytes it takes.

The server runs as anyone would start it, with books that are made for this. A phone is a screen of 390 by 844 pixels
and a network of 1.6 Mbit/s down and 0.75 up with 150 ms for each answer, by Chromium's own emulation, with nothing kept
from an earlier visit. *Painted* is the first contentful paint, which may take 0.4 s; *interactive* is when the board
takes a click and everything beside it is said, which may take 0.8 s. *Busy* is the processor time of
the page's main thread until then: other work on the machine hardly changes it, unlike the times on the clock.

The network alone takes 175 ms until anything can be painted, and 430 until anything can be used. What the browser and
this machine add is shown by a page that has nothing but a button, opened in turn with ours in the same way.

``python -m benchmarks.page [ROUNDS]``: each page so many times, default 5; the table gives the middle one.
"""

import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

from benchmarks.served import served
from benchmarks.timing import machine, print_table
from oxobook.book import Rules
from oxobook.generator.generate import generate_book

PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""Network of a phone."""
PEER = "a page of one button"
PAGES = {
    "bare address": "",
    "in a game, with values": "#rules=3x3x3&game=a3-c1-a1-a2",
    "in a game, without": "#rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2&at=2",
    "4x4x4, in a game": "#rules=4x4x4&game=b3-c2-b2-c3",
}

_WATCH = """
    window.measured = { shift: 0, ready: 0 };
    measured.done = new Promise((done) => { measured.tell = done; });
    new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.shift += one.value; })
        .observe({ type: "layout-shift", buffered: true });
    const look = () => {
        if (measured.ready || !document.querySelector(".cell.open")) return;
        measured.ready = performance.now();
        watching.disconnect();
        measured.tell();
    };
    const watching = new MutationObserver(look);
    watching.observe(document, { subtree: true, childList: true, attributes: true });
"""

_ONE_BUTTON = """<!doctype html><title>one button</title>
<div class="ready"><button class="cell open" aria-label="one," onclick="this.textContent += '.'">one</button></div>"""


class Opened(NamedTuple):
    """Figures of opening a page: times in milliseconds, bytes as transferred."""

    painted: float
    interactive: float
    busy: float
    """Processor time of the page's main thread until then."""
    shift: float
    first: int
    """Bytes of the first answer's body."""
    code: int
    """Bytes of the scripts and styles that it loads at once, the first answer's included."""


def wait_for_books(address: str, library: Path) -> None:
    """Wait until a server serves all books of its library: each is tried first, in another process."""
    while len(json.load(urlopen(f"{address}api/books"))["books"]) < len(list(library.iterdir())):
        time.sleep(1)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Open the system's Chromium, or the one that Playwright has downloaded."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


def opened(browser: Browser, address: str) -> Opened:
    """Open a page for the first time, on a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    tab = context.new_page()
    tab.add_init_script(_WATCH)
    wire = context.new_cdp_session(tab)
    wire.send("Network.enable")
    wire.send("Performance.enable", {"timeDomain": "threadTicks"})
    wire.send("Network.emulateNetworkConditions", PHONE)
    tab.goto(address, wait_until="commit")
    tab.evaluate("measured.done")  # asking again and again would hold the page up
    metrics = {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}
    tab.wait_for_timeout(1_000)
    painted, interactive, shift = tab.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, measured.ready, measured.shift]"
    )
    first, *others = tab.evaluate(_SIZES)
    context.close()
    return Opened(painted, interactive, 1000 * metrics["TaskDuration"], shift, first, first + sum(others))


# The bytes of the bodies as they travelled: of the page, then of each script and style.
_SIZES = """
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter((one) => one.entryType === "navigation" || /[.](js|css)$/.test(one.name))
        .map((one) => one.encodedBodySize)
"""


@contextmanager
def one_button() -> Iterator[str]:
    """Serve the page of one button by Python's own server, and yield its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            """Write nothing on the terminal."""

    with TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text(_ONE_BUTTON)
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def opening(browser: Browser, addresses: dict[str, str], rounds: int) -> Iterator[list[str]]:
    """Yield the rows of a table, its head first: what opening each page came to, all pages in turn, so often."""
    found: dict[str, list[Opened]] = {name: [] for name in addresses}
    for _ in range(rounds):
        for name, times in found.items():
            times.append(opened(browser, addresses[name]))
    yield ["", "painted", "interactive", "busy", "shift", "first answer", "all code"]
    for name, times in found.items():
        milliseconds = [f"{median(column):.0f} ms" for column in list(zip(*times, strict=True))[:3]]
        shift, last = max(one.shift for one in times), times[-1]
        yield [name, *milliseconds, f"{shift:.3f}", f"{last.first:,} bytes", f"{last.code:,} bytes"]


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(machine("oxobook", "playwright"), flush=True)
    with TemporaryDirectory() as folder, chromium() as browser, one_button() as bare:
        for rules in (Rules(), Rules(4, 4, 4)):
            generate_book(rules, Path(folder) / f"{rules}.sqlite")
        with served(folder) as server:
            wait_for_books(server.address, Path(folder))
            addresses = {PEER: bare} | {name: server.address + fields for name, fields in PAGES.items()}
            table = list(opening(browser, addresses, rounds))
            print_table("Opened for the first time, on a phone; shift: of the layout", table)


if __name__ == "__main__":
    main()
