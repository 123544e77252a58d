"""Speed of the page in headless Chromium: until it is there, until a click shows, and the bytes it takes.

The server runs as anyone would start it, with books that are made for this. A phone is a screen of 390 by 844 pixels
and a network of 1.6 Mbit/s down and 0.75 up with 150 ms for each answer, by Chromium's own emulation, with nothing kept
from an earlier visit. *Painted* is the first contentful paint, which may take 0.4 s; *interactive* is when the board
takes a click and everything beside it is said, which may take 0.8 s. Both limits are about the network alone; what a
processor makes of them that is four times as slow as this one, emulated too, stands beside; and *busy*, the processor
time of the page's main thread until it is interactive: other work on the machine hardly changes it, unlike the times
on the clock. Then a slow network, 400 kbit/s and 300 ms, from the server and from a static host.

Chromium's emulation has each answer wait 150 ms for its first byte; opening a connection costs nothing more. So the
page takes 150 ms, and its 5 kB take 25; the scripts and the first answers, all asked for together, take 150 ms, and
their 21 kB take 105. So nothing can be painted before 175 ms, and nothing can be used before 430. What the browser and
this machine add is shown by a page that has nothing but a button, opened in turn with ours in the same way.

A click is measured as a person clicks: the pointer rests on the cell, is pressed and let go. Its effect is the stone,
which is drawn in the click's own handler, before anything is asked; so what counts is the browser's own event timing,
from the input until the next frame is on the screen. Beside it stands the same for the page of one button, which
changes its text.

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
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.served import served
from benchmarks.static_host import static_host
from benchmarks.timing import machine, print_table
from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.viewer.explorer.site import write_site

PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 400e3 / 8, "uploadThroughput": 400e3 / 8}
"""Networks: a phone's, and a slow one."""
SLOWDOWNS = (1, 4)
"""Slowdowns of the processor: as it is, for which the limits hold, and four times as slow."""
PEER = "a page of one button"
PAGES = {
    "bare address": "",
    "in a game, with values": "#rules=3x3x3&game=a3-c1-a1-a2",
    "in a game, without": "#rules=3x3x3&view=play&o=levi&game=a3-c1-a1-a2&at=2",
    "4x4x4, in a game": "#rules=4x4x4&game=b3-c2-b2-c3",
}

# When the page has said everything, and what has moved until then.
_WATCH = """
    window.measured = { shift: 0, ready: 0 };
    measured.done = new Promise((done) => { measured.tell = done; });
    new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.shift += one.value; })
        .observe({ type: "layout-shift", buffered: true });
    const look = () => {
        if (measured.ready || !document.querySelector(".ready .cell.open")) return;
        measured.ready = performance.now();
        watching.disconnect();
        measured.tell();
    };
    const watching = new MutationObserver(look);
    watching.observe(document, { subtree: true, childList: true, attributes: true });
"""

# From a click until its effect is on the screen, by the browser's own event timing, in steps of 8 ms and of 16 at the
# least; and until the end of the frame in which what is said of the position has changed too, where anything is said.
_CLICK = """
    (button) => new Promise((done) => {
        const said = document.querySelector(".headline [aria-live]");
        let [effect, values] = [16, 0];
        const watching = new PerformanceObserver((list) => {
            for (const one of list.getEntriesByName("click")) effect = one.duration;
        });
        watching.observe({ type: "event", durationThreshold: 16 });
        addEventListener("click", (event) => {
            if (said && !document.querySelector(".field .stone.fresh")) throw new Error("the stone is late");
            const painted = () => requestAnimationFrame(() => setTimeout(() => {
                values = performance.now() - event.timeStamp;
                setTimeout(() => { watching.disconnect(); done([effect, values]); }, 100);
            }));
            if (said) new MutationObserver(painted).observe(said, { characterData: true, subtree: true });
            else painted();
        }, { once: true });
    })
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


def until(tab: Page, expression: str) -> None:
    """Wait until an expression is true; the page's own policy allows no evaluation inside it."""
    while not tab.evaluate(expression):
        tab.wait_for_timeout(10)


def opened(
    browser: Browser, address: str, phone: bool = True, slowdown: int = 1, network: dict[str, Any] = PHONE
) -> Opened:
    """Open a page for the first time, on a phone or on this machine as it is."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 720}
    context = browser.new_context(viewport=size, is_mobile=phone, has_touch=phone)  # type: ignore[arg-type]
    tab = context.new_page()
    tab.add_init_script(_WATCH)
    wire = context.new_cdp_session(tab)
    wire.send("Network.enable")
    wire.send("Performance.enable", {"timeDomain": "threadTicks"})
    if phone:
        wire.send("Network.emulateNetworkConditions", network)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    tab.goto(address, wait_until="commit")
    tab.evaluate("measured.done")  # asking again and again would hold the page up
    metrics = {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}
    tab.wait_for_timeout(300)
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


def clicks(browser: Browser, address: str, bare: str) -> dict[str, list[float]]:
    """Return milliseconds from the clicks of a game at 4x4x4 until the stone, and the position's text, are shown.

    Beside them, from as many clicks on the page of one button until it has changed.
    """
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto(f"{address}#rules=4x4x4")
    until(tab, "document.querySelectorAll('.cell .value').length === 16")
    game = ("b3", "c2", "b2", "c3", "a1", "d4", "d1", "a4")
    stones, values = zip(*(_click(tab, name) for name in game), strict=True)
    tab.goto(bare)
    alone = [_click(tab, "one")[0] for _ in game]
    tab.close()
    return {"the stone": list(stones), "the values": list(values), PEER: alone}


def _click(tab: Page, name: str) -> tuple[float, float]:
    """Click the button of this name, as a person does."""
    button = tab.locator(f"button[aria-label^='{name},']")
    measuring = button.evaluate_handle(f"(button) => ({{ done: ({_CLICK})(button) }})")
    button.hover()
    tab.wait_for_timeout(200)
    tab.mouse.down()
    tab.wait_for_timeout(70)
    tab.mouse.up()
    effect, values = measuring.evaluate("(one) => one.done")
    tab.wait_for_timeout(300)
    return effect, values


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
    times: dict[tuple[str, int], list[Opened]] = {(name, rate): [] for name in addresses for rate in SLOWDOWNS}
    for _ in range(rounds):
        for name, rate in times:
            times[name, rate].append(opened(browser, addresses[name], slowdown=rate))
    yield ["", "painted", "interactive", "busy", "processor / 4", "", "shift", "first answer", "all code"]
    for name, address in addresses.items():
        wide = opened(browser, address, phone=False)
        alone, slowed = (list(zip(*times[name, rate], strict=True)) for rate in SLOWDOWNS)
        milliseconds = [f"{median(column):.0f} ms" for column in (*alone[:3], *slowed[:2])]
        shift = max(one.shift for one in (*chain(*(times[name, rate] for rate in SLOWDOWNS)), wide))
        yield [name, *milliseconds, f"{shift:.3f}", f"{wide.first:,} bytes", f"{wide.code:,} bytes"]


def on_a_slow_network(browser: Browser, addresses: dict[str, str], rounds: int) -> Iterator[list[str]]:
    """Yield the rows of a table, its head first: the first visit from a phone with 400 kbit/s, all in turn."""
    times: dict[str, list[Opened]] = {name: [] for name in addresses}
    for _ in range(rounds):
        for name, address in addresses.items():
            times[name].append(opened(browser, address, network=SLOW))
    yield ["", "painted", "a move can be made", "", "all code"]
    for name, found in times.items():
        painted, interactive = (median(column) for column in list(zip(*found, strict=True))[:2])
        yield [name, f"{painted:.0f} ms", f"{interactive:.0f} ms", "", f"{found[0].code:,} bytes"]


@contextmanager
def hosted(library: str) -> Iterator[str]:
    """Write a library's site, and yield its address on a host that compresses as others do."""
    with TemporaryDirectory() as folder:
        write_site(Path(folder), library)
        with static_host(Path(folder)) as address:
            yield address


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
            title = "Opened for the first time, on a phone; shift: of the layout, there or on a desktop"
            print_table(title, list(opening(browser, addresses, rounds)))
            with hosted(folder) as site:
                places = {
                    "server": server.address,
                    "site": site,
                    "site, with values": f"{site}{PAGES['in a game, with values']}",
                }
                title = "Opened for the first time, on a phone with 400 kbit/s and 300 ms for each answer"
                print_table(title, list(on_a_slow_network(browser, places, rounds)))
            rows = [["", "middle", "slowest", ""]]
            for name, times in clicks(browser, server.address, bare).items():
                rows.append([name, f"{median(times):.0f} ms", f"{max(times):.0f} ms", ""])
            print_table("From a click to the frame that shows it, in a game at 4x4x4", rows)


if __name__ == "__main__":
    main()
