"""Server to be measured, started as a user would, in its own process, and ended with the block."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import psutil

SERVE = "from oxobook.commands.web import serve; serve()"
"""Command line of Python that starts it, for an environment that may lack the script."""


class Served(NamedTuple):
    """Running server."""

    process: psutil.Process
    address: str
    """URL, which ends in a slash."""

    @property
    def port(self) -> int:
        """Port on the loopback."""
        return int(self.address.rstrip("/").rpartition(":")[2])


@contextmanager
def served(library: str | Path) -> Iterator[Served]:
    """Serve a library's books until the block ends."""
    command = [sys.executable, "-c", SERVE, "--port", "0"]
    server = subprocess.Popen([*command, "--library", str(library)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split(" at ")[1].split()[0]
        Thread(target=server.stdout.read, daemon=True).start()  # the log of requests, which would fill the pipe
        yield Served(psutil.Process(server.pid), address)
    finally:
        server.terminate()
        server.wait()
