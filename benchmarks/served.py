"""A server to be measured: started as anyone would start it, in a process of its own, and ended with the block."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

SERVE = "from oxobook.commands.web import serve; serve()"
"""How Python starts it: by the command itself, for an interpreter of the environment need not have its script."""


class Served(NamedTuple):
    """A server that answers."""

    process: psutil.Process
    address: str
    """Its URL, which ends in a slash."""

    @property
    def port(self) -> int:
        """Its port on the loopback."""
        return int(self.address.rstrip("/").rpartition(":")[2])


@contextmanager
def served(library: str | Path) -> Iterator[Served]:
    """A server of a library's books."""
    command = [sys.executable, "-c", SERVE, "--port", "0"]
    server = subprocess.Popen([*command, "--library", str(library)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield Served(psutil.Process(server.pid), server.stdout.readline().split(" at ")[1].split()[0])
    finally:
        server.terminate()
        server.wait()
