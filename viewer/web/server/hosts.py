"""Hosts: the names by which the server may be asked.

A page of another site can have its own name point to this machine, and so ask this server as if it were its own (DNS
rebinding); but the name is still in the Host header. This is our own because Starlette's TrustedHostMiddleware knows
names only, and not that every address is safe: nobody can have an address point elsewhere.
"""

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

_PORT = re.compile(r":\d*$")


class Hosts:
    """The names of this machine, every address, and the names that are allowed; ``*`` allows all."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed = {name.lower() for name in allowed}
        self.answers_to = lru_cache(256)(self._answers_to)

    def _answers_to(self, host: bytes) -> bool:
        """Whether a Host header names this server.

        >>> hosts = Hosts(["books.example.org"])
        >>> [hosts.answers_to(host) for host in (b"localhost:8000", b"[::1]:8000", b"192.0.2.1", b"Books.example.org")]
        [True, True, True, True]
        >>> [hosts.answers_to(host) for host in (b"example.org", b"localhost.example.org", b"127.0.0.1.example.org")]
        [False, False, False]
        """
        name = _PORT.sub("", host.decode("latin-1").lower()).removesuffix(".")
        if name == "localhost" or name.endswith(".localhost") or self._allowed & {name, "*"}:
            return True
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True
