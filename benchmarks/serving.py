"""Lookups a second of ``oxobook serve`` over the loopback, with one client of 32 connections, and with up to 1,000.

The server runs as anyone would start it, on one core; the client, on another where there are two, asks about random
positions, in any orientation, and waits for each answer before it asks again on the same connection. The
last column is the server's processor time for a lookup, which depends less on what else the machine does.

Crowds of clients ask about 3x3x3, beside the same of Uvicorn with nothing but the application.

``python -m benchmarks.serving [SECONDS [LIBRARY]]``: so long for each book and each crowd; default 10 and data.
"""

import asyncio
import json
import os
import random
import sys
import time
from itertools import cycle
from typing import NamedTuple
from urllib.request import urlopen

import psutil

from benchmarks.served import BARE, Served, served
from benchmarks.timing import duration, machine, print_table
from oxobook.book import Position, Rules

CONNECTIONS = 32
CROWDS = (1, 50, 1_000)


class Load(NamedTuple):
    """Experience of a client: the seconds of each answer, and the number of failures."""

    times: list[float]
    errors: int
    seconds: float


def random_positions(rules: Rules, number: int) -> list[str]:
    """Return the boards on the way through random games, in random order."""
    chance, boards = random.Random(2024), list[str]()
    while len(boards) < number:
        position = Position(rules)
        while position.legal_cells and len(boards) < number:
            boards.append(position.text)
            position = position.play(chance.choice(position.legal_cells))
        boards.append(position.text)
    chance.shuffle(boards)
    return boards


async def ask(port: int, requests: list[bytes], end: float, times: list[float]) -> int:
    """Send one request after another on one connection until the end; return the number of failures."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    errors = 0
    for request in cycle(requests):
        start = time.perf_counter()
        if start > end:
            break
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.index(b"content-length: ") + len(b"content-length: ")
        await reader.readexactly(int(head[length : head.index(b"\r", length)]))
        times.append(time.perf_counter() - start)
        errors += not head.startswith(b"HTTP/1.1 200 ")
    writer.close()
    return errors


async def load(port: int, rules: str, seconds: float, connections: int = CONNECTIONS) -> Load:
    """Keep every connection busy for ``seconds``."""
    boards = random_positions(Rules.parse(rules), 64_000)
    requests = [
        f"GET /api/{rules}/lookup?position={board} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for board in boards
    ]
    times: list[float] = []
    start = time.perf_counter()
    share = len(requests) // connections
    shares = [requests[number * share : (number + 1) * share] for number in range(connections)]
    errors = await asyncio.gather(*(ask(port, mine, start + seconds, times) for mine in shares))
    return Load(sorted(times), sum(errors), time.perf_counter() - start)


def processor_seconds(server: psutil.Process) -> float:
    """Return the processor time that a process has taken."""
    times = server.cpu_times()
    return float(times.user + times.system)


def row(server: psutil.Process, port: int, rules: str, seconds: float, connections: int = CONNECTIONS) -> list[str]:
    """Return a book's row of the table."""
    before = processor_seconds(server)
    met = asyncio.run(load(port, rules, seconds, connections))
    each = duration((processor_seconds(server) - before) / len(met.times))
    middle, late = (met.times[int(len(met.times) * share)] * 1000 for share in (0.5, 0.99))
    speed = f"{len(met.times) / met.seconds:,.0f}"
    return [rules, speed, f"{middle:.1f} ms", f"{late:.1f} ms", f"{met.times[-1] * 1000:.0f} ms", str(met.errors), each]


def crowd(server: Served, name: str, seconds: float, connections: int) -> list[str]:
    """Return the row of a server that is asked by ``connections`` clients at once."""
    _, *figures = row(server.process, server.port, "3x3x3", seconds, connections)
    return [f"{connections:,}", name, *figures, f"{server.process.memory_info().rss / 1e6:.0f} MB"]


def cores() -> list[set[int]]:
    """Return the cores for the server and for the client; none if they cannot be chosen."""
    if not hasattr(os, "sched_setaffinity"):
        return []
    first, *others = sorted(os.sched_getaffinity(0))
    return [{first}, set(others) or {first}]


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    library = sys.argv[2] if len(sys.argv) > 2 else "data"
    print(machine(), flush=True)
    places = cores()
    if places:
        os.sched_setaffinity(0, places[0])
    with served(library) as server, served(library, BARE) as bare:
        if places:
            os.sched_setaffinity(0, places[1])
        head = ["a second", "median", "99 of 100", "slowest", "errors", "processor"]
        servers = {"oxobook serve": server, "bare Uvicorn": bare}
        for one in servers.values():
            asyncio.run(load(one.port, "3x3x3", 1.0))  # the first answers take longer
        crowds = [crowd(one, name, seconds, size) for size in CROWDS for name, one in servers.items()]
        print_table(f"Crowds, {seconds:g} s each", [["clients", "", *head, "memory"], *crowds])
        with urlopen(f"{server.address}api/books") as answer:
            books = [book["rules"] for book in json.load(answer)["books"]]
        title = f"Lookups over HTTP, {CONNECTIONS} connections, {seconds:g} s each"
        rows = [row(server.process, server.port, rules, seconds) for rules in books]
        print_table(title, [["", *head], *rows])


if __name__ == "__main__":
    main()
