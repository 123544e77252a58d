"""Attacks of hostile clients on ``oxobook serve``: the memory they take, and an honest client's waiting time.

Each attack comes from an address of its own in 127.0.0.0/8, which Linux gives to every machine, and its clients begin
again whenever the server hangs up. Beside it an honest client asks for twenty lookups a second, each on a new
connection. After the attacks one by one come all of them at once, for ``FACTOR`` times as long, unless that is 0. A row
says by how much the server's memory grew at the most, and how much that of its drawing processes was; and how long the
honest client waited.

``python -m benchmarks.attacks [SECONDS [FACTOR [LIBRARY [NAME...]]]]``; default 60, 3, data and all attacks. It ends
with exit code 1 where the memory grew by more than 300 MB or the honest client was refused.
"""

import asyncio
import multiprocessing
import os
import resource
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import NamedTuple

import psutil

from benchmarks.served import served
from benchmarks.serving import random_positions
from benchmarks.timing import machine
from oxobook.book import Rules

MOST_GROWTH = 300_000_000
"""Bytes by which the server's memory may grow."""
PATIENCE = 20.0
"""Seconds that the honest client waits for an answer."""
BOARDS = random_positions(Rules(), 1_000)
numbers = count()


class Client:
    """Connection of a hostile client: it reads nothing unless told to, and has little room for what comes."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()

    async def send(self, text: str) -> None:
        """Send all of it, however long the server takes."""
        await self._loop.sock_sendall(self._connection, text.encode())

    async def read(self, most: int = 65536) -> bytes:
        """Return some of what has come; raises OSError if the server has hung up."""
        said = await self._loop.sock_recv(self._connection, most)
        if not said:
            raise ConnectionResetError
        return said

    async def dribble(self, piece: str, seconds: float) -> None:
        """Send a piece now and then, until the server hangs up."""
        while True:
            await self.send(piece)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while True:
                        await self.read()


def request(path: str, *headers: str, method: str = "GET") -> str:
    """Return a request as text."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""])


def lookup(number: int) -> str:
    """Return the path of a lookup."""
    return f"/api/3x3x3/lookup?position={BOARDS[number % len(BOARDS)]}"


async def pipelining(client: Client) -> None:
    """Send requests without end, and read no answer."""
    while True:
        await client.send("".join(request(lookup(next(numbers))) for _ in range(500)))


async def short_pipelining(client: Client) -> None:
    """Send the shortest requests without end, and read no answer."""
    while True:
        await client.send("GET / HTTP/1.1\r\nHost: \r\n\r\n" * 5_000)


async def slow_heads(client: Client) -> None:
    """Send a header every second, and never the last."""
    await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
    await client.dribble("X-Drop: 1\r\n", 1)


async def large_heads(client: Client) -> None:
    """Send as many tiny headers as the server takes, and never the last."""
    await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + "a:b\r\n" * 50_000)
    await client.dribble("a:b\r\n", 1)


async def slow_bodies(client: Client) -> None:
    """Send a byte of a body every three seconds."""
    await client.send(request(lookup(0), "Content-Length: 60000"))
    await client.dribble("x", 3)


async def large_bodies(client: Client) -> None:
    """Send as much of a body as the server takes, for a picture that is waited for."""
    await client.send(request(f"/api/3x3x3/graph.svg?depth={next(numbers) % 1000}", "Content-Length: 65536"))
    await client.send("x" * 65_535)
    await client.dribble("", 3)


async def slow_readers(client: Client) -> None:
    """Ask for the largest graph, unpacked, and read a byte of it each second."""
    await client.send(request("/api/3x3x3/graph.svg?all=true", "Accept-Encoding: identity"))
    while True:
        await client.read(1)
        await asyncio.sleep(1)


async def silence(client: Client) -> None:
    """Send nothing at all."""
    while True:
        await client.read()


async def waiting_pictures(client: Client) -> None:
    """Ask for pictures that no one has asked for before."""
    start = BOARDS[next(numbers) % len(BOARDS)].replace("/", "%2F")
    await client.send(request(f"/api/3x3x3/graph.svg?all=true&from={start}"))
    await client.read()


async def forwarded(client: Client) -> None:
    """Name long made-up addresses, each with one request."""
    while True:
        await client.send(request("/healthz", f"X-Forwarded-For: {next(numbers):015}{'x' * 15_000}"))
        await client.read()


async def questions(client: Client) -> None:
    """Ask questions that never repeat, so that their answers fill the server's memory."""
    while True:
        padding = "%20" * (next(numbers) % 70)
        await client.send(request(f"{lookup(next(numbers))}{padding}"))
        await client.read()


ATTACKS: dict[str, tuple[int, Callable[[Client], Awaitable[None]]]] = {
    "pipelining": (20, pipelining),
    "short pipelining": (20, short_pipelining),
    "slow heads": (500, slow_heads),
    "large heads": (200, large_heads),
    "slow bodies": (2_000, slow_bodies),
    "large bodies": (500, large_bodies),
    "slow readers": (500, slow_readers),
    "silence": (2_500, silence),
    "waiting pictures": (100, waiting_pictures),
    "forwarded": (20, forwarded),
    "questions": (20, questions),
}
"""Attacks by name, with the number of clients."""


async def again_and_again(attack: Callable[[Client], Awaitable[None]], port: int, address: str, end: float) -> None:
    """Run one hostile client until the end."""
    while (left := end - time.monotonic()) > 0:
        with suppress(OSError, TimeoutError), socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.bind((address, 0))
            connection.setblocking(False)
            async with asyncio.timeout(left):
                await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
                await attack(Client(connection))
        await asyncio.sleep(0.1)


async def attack_at_once(names: list[str], port: int, end: float) -> None:
    """Run all clients of these attacks."""
    async with asyncio.TaskGroup() as group:
        for name in names:
            number, attack = ATTACKS[name]
            address = f"127.0.1.{list(ATTACKS).index(name) + 1}"
            for _ in range(number):
                group.create_task(again_and_again(attack, port, address, end))


def attack_process(names: list[str], port: int, seconds: float) -> None:
    """Run the attackers in a process that leaves the processor to the honest client."""
    os.nice(5)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(attack_at_once(names, port, time.monotonic() + seconds))


class Met(NamedTuple):
    """Experience of the honest client: the seconds of each answer, and what it got instead of answers."""

    times: list[float]
    refusals: list[str]


async def honest_lookup(port: int, number: int) -> str:
    """Return one lookup on a new connection; the status, or how it failed."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request(lookup(number), "Connection: close").encode())
            said = await reader.read()
            writer.close()
            return said[9:12].decode()
    except (OSError, TimeoutError) as error:
        return type(error).__name__


async def honest_client(port: int, seconds: float, met: Met) -> None:
    """Ask for lookups at a steady pace."""

    async def ask(number: int) -> None:
        start = time.monotonic()
        status = await honest_lookup(port, number)
        met.times.append(time.monotonic() - start)
        if status != "200":
            met.refusals.append(status)

    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        while time.monotonic() < end:
            group.create_task(ask(len(met.times)))
            await asyncio.sleep(0.05)


async def measured(server: psutil.Process, port: int, seconds: float, met: Met) -> tuple[int, int]:
    """Return the server's peak memory while the honest client asked, and its number of drawing processes."""
    most = drawing = 0
    asking = asyncio.create_task(honest_client(port, seconds, met))
    while not asking.done():
        most = max(most, server.memory_info().rss)
        with suppress(psutil.NoSuchProcess):
            drawing = max(drawing, sum(child.memory_info().rss for child in server.children()))
        await asyncio.wait([asking], timeout=0.2)
    await asking
    return most, drawing


def row(server: psutil.Process, port: int, title: str, names: list[str], seconds: float) -> tuple[list[str], bool]:
    """Return a row of the table, and whether all is well."""
    before = server.memory_info().rss
    attackers = multiprocessing.get_context("spawn").Process(target=attack_process, args=(names, port, seconds))
    attackers.start()
    time.sleep(1)
    met = Met([], [])
    most, drawing = asyncio.run(measured(server, port, seconds - 1, met))
    attackers.join()
    times = sorted(met.times)
    middle, late = (f"{times[int(len(times) * share)] * 1000:,.0f} ms" for share in (0.5, 0.99))
    refused = ", ".join(f"{met.refusals.count(kind)} {kind}" for kind in sorted(set(met.refusals))) or "0"
    grown = f"{(most - before) / 1e6:,.0f} MB"
    well = most - before <= MOST_GROWTH and not met.refusals
    return [title, grown, f"{drawing / 1e6:,.0f} MB", str(len(times)), middle, late, refused], well


def main() -> None:
    """Attack, measure and print."""
    seconds, factor, library, *chosen = [*sys.argv[1:], *["60", "3", "data"][len(sys.argv) - 1 :]]
    names = chosen or list(ATTACKS)
    print(machine("oxobook", "uvicorn", "h11"), flush=True)
    rows: list[list[str]] = []
    well = True
    with served(library) as server:
        runs = [("nothing", [], 5.0), *((name, [name], float(seconds)) for name in names)]
        runs += [("all at once", names, float(seconds) * float(factor))] if float(factor) else []
        for title, attacks, length in runs:
            line, fine = row(server.process, server.port, title, attacks, length)
            print(*line, sep="  ", flush=True)
            rows, well = [*rows, line], well and fine
    print("\nThe table of the documentation:\n")
    print("| attack | server grew | drawing | lookups | median | 99 of 100 within | refused |")
    print("|---|---:|---:|---:|---:|---:|---|")
    for line in rows:
        print(f"| {' | '.join(line)} |")
    sys.exit(not well)


if __name__ == "__main__":
    main()
