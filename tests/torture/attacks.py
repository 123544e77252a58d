"""Attacks on a server, with Uvicorn's own limits and with the proxy of the guide before it: what each holds off.

Each attack comes from an address of its own. Beside it, an honest client asks for ten lookups a second on new
connections. The table says how many of them were answered, in what time, and by how much the server grew. nginx runs
with the configuration that ``docs/how-to/serve.md`` gives, but for TLS, which takes certificates.

``python -m tests.torture.attacks [SECONDS [LIBRARY]]``: so long for each attack; default 20 and data.
"""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks.served import served
from benchmarks.timing import machine, print_table

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "serve.md"
LOOKUP = b"GET /api/3x3x3/lookup?position=X../.O./... HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
CONNECTIONS = 1_200
"""Number of connections of an attacker: more than Uvicorn's limit."""
A_SECOND = 10
PATIENCE = 10.0
"""Seconds after which an honest client gives up."""
_ports = count(20_000)


class Met(NamedTuple):
    """Results of an honest client: the seconds of each answer, and the number of questions without one."""

    times: list[float]
    failed: int


async def honest(port: int, seconds: float) -> Met:
    """Ask for a lookup some times a second, each on a new connection."""

    async def ask() -> float:
        began = time.perf_counter()
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(LOOKUP)
                said = await reader.read()
                writer.close()
                if said.startswith(b"HTTP/1.1 200 "):
                    return time.perf_counter() - began
        return -1.0

    asked = []
    for _ in range(round(A_SECOND * seconds)):
        asked.append(asyncio.create_task(ask()))
        await asyncio.sleep(1 / A_SECOND)
    times = await asyncio.gather(*asked)
    return Met(sorted(one for one in times if one >= 0), sum(one < 0 for one in times))


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection from the attacker's address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", next(_ports)), limit=4096)


async def silence(port: int) -> None:
    """Connect and send nothing."""
    reader, _ = await connected(port)
    await reader.read()


async def slow_head(port: int) -> None:
    """Send a request a letter a second."""
    _, writer = await connected(port)
    for letter in LOOKUP * 10:
        writer.write(bytes([letter]))
        await writer.drain()
        await asyncio.sleep(1)


async def slow_reader(port: int) -> None:
    """Ask for a large file and read none of it."""
    _, writer = await connected(port)
    writer.write(
        LOOKUP.replace(b"/api/3x3x3/lookup?position=X../.O./...", b"/page.js").replace(b"close", b"keep-alive")
    )
    await asyncio.sleep(3600)


async def huge_head(port: int) -> None:
    """Send a header of a megabyte."""
    _, writer = await connected(port)
    writer.write(LOOKUP[:-2] + b"X: " + b"x" * 1_000_000 + b"\r\n\r\n")
    await writer.drain()
    await asyncio.sleep(1)


async def huge_body(port: int) -> None:
    """Send a body of ten megabytes."""
    _, writer = await connected(port)
    writer.write(LOOKUP[:-2] + b"Content-Length: 10000000\r\n\r\n")
    for _ in range(100):
        writer.write(b"x" * 100_000)
        await writer.drain()


ATTACKS: dict[str, tuple[Callable[[int], Awaitable[None]] | None, int]] = {
    "none": (None, 0),
    "silent clients": (silence, CONNECTIONS),
    "slow requests": (slow_head, CONNECTIONS),
    "slow readers": (slow_reader, CONNECTIONS),
    "headers of 1 MB": (huge_head, 20),
    "bodies of 10 MB": (huge_body, 20),
}
"""Attacks by name: what a connection does, again and again, and the number of connections."""


async def under(name: str, port: int, seconds: float) -> Met:
    """Return what an honest client met during an attack."""
    attack, number = ATTACKS[name]

    async def again_and_again() -> None:
        while attack:
            with suppress(OSError, asyncio.IncompleteReadError):
                await attack(port)
            await asyncio.sleep(0.1)

    attackers = [asyncio.create_task(again_and_again()) for _ in range(number)]
    await asyncio.sleep(2)
    met = await honest(port, seconds)
    for one in attackers:
        one.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    return met


@contextmanager
def proxy(port: int) -> Iterator[int]:
    """Run nginx with the guide's configuration before a server; yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        own = free.getsockname()[1]
    found = re.search(r"```nginx\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert found
    text = re.sub(r"\n *ssl_\w+ [^\n]*", "", found[1]).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{own};")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("books.example.org", "localhost")
    user = "user root;\n" if os.getuid() == 0 else ""
    with tempfile.TemporaryDirectory() as folder:
        paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy"))
        head = f"{user}daemon off;\npid {folder}/pid;\nevents {{ worker_connections 8192; }}\n"
        Path(folder, "nginx.conf").write_text(f"{head}http {{ access_log off; {paths}\n{text}\n}}\n")
        command = [shutil.which("nginx") or "/usr/sbin/nginx", "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]
        nginx = subprocess.Popen(command)
        try:
            time.sleep(1)
            yield own
        finally:
            nginx.terminate()
            nginx.wait()


def rows(title: str, process: psutil.Process, port: int, seconds: float) -> list[list[str]]:
    """Return the rows of the attacks on a port."""
    found = []
    for name in ATTACKS:
        before = process.memory_info().rss
        times, failed = asyncio.run(under(name, port, seconds))
        middle, late = (f"{times[int(len(times) * share)] * 1000:.0f} ms" if times else "" for share in (0.5, 0.99))
        grown = f"{(process.memory_info().rss - before) / 1e6:.0f} MB"
        found.append([title, name, f"{len(times)} of {len(times) + failed}", middle, late, grown])
        print(*found[-1], flush=True)
        time.sleep(6)  # connections end
    return found


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print(machine(), flush=True)
    with served(sys.argv[2] if len(sys.argv) > 2 else "data") as server, proxy(server.port) as before:
        table = rows("Uvicorn alone", server.process, server.port, seconds)
        table += rows("behind nginx", server.process, before, seconds)
    print_table("Attacks", [["", "attack", "answered", "median", "99 of 100", "server grew"], *table])


if __name__ == "__main__":
    main()
