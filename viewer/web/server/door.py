"""The door: who is let in.

All who knock are let in or turned away at once, and who is turned away costs next to nothing. This is our own because
uvloop lets in a single client between two looks at all the others, so that some hundred who knock again and again keep
everybody else waiting outside; and because a connection must be counted before anything is made for it.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

from oxobook.viewer.web.server.connections import Connection, farewell
from oxobook.viewer.web.server.rate_limit import owner

OF_AN_ADDRESS = 100
"""Connections of an address. One that is trusted as a proxy has those of many clients."""
BACKLOG = 4_096
"""How many may stand outside."""
UNREAD_BYTES = 16_384
"""Bytes of requests that the system keeps for a connection: as many as one read brings."""
_AGAIN_SECONDS = 0.1  # until it is tried again where the system could let in nobody


def most_connections(wanted: int = 2_000) -> int:
    """How many connections the process may hold: fewer where the system allows it few open files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if allowed == resource.RLIM_INFINITY else max(10, min(wanted, allowed - 100))


class Door:
    """Lets clients in, as many as there is place for."""

    def __init__(
        self,
        listening: socket.socket,
        make: Callable[[str, Callable[[], None]], Connection],
        trusted: Callable[[str], bool],
    ) -> None:
        """``make`` makes what reads a connection, of its owner and of what it is to call when it has ended.

        ``trusted`` says which addresses stand for many clients.
        """
        self._listening = listening
        self._make = make
        self._trusted = trusted
        self._most = most_connections()
        self._held: Counter[str] = Counter()
        """The connections by owner."""

    async def open(self) -> None:
        """Let clients in until cancelled; who is on the threshold then still comes in.

        Stopped there, its transport would be closed, and its protocol never told.
        """
        self._listening.setblocking(False)
        with self._listening:
            async with asyncio.TaskGroup() as entering:
                with suppress(asyncio.CancelledError):
                    await self._admit(entering)

    async def _admit(self, entering: asyncio.TaskGroup) -> None:
        """Begin to let clients in, without end."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                first = await loop.sock_accept(self._listening)
                for connection, address in chain([first], self._others()):
                    if self._has_place(connection, address[0]):
                        who = owner(address[0])
                        self._held[who] += 1
                        entering.create_task(self._let_in(connection, who))
            except OSError:  # the system could not: as often as not it can a moment later
                await asyncio.sleep(_AGAIN_SECONDS)

    def _others(self) -> Iterator[tuple[socket.socket, Any]]:
        """All who have knocked meanwhile."""
        with suppress(BlockingIOError):
            for _ in range(BACKLOG):
                yield self._listening.accept()

    def _has_place(self, connection: socket.socket, address: str) -> bool:
        """Whether there is place for one more; if not, it is told so."""
        if self._held.total() >= self._most:
            detail = f"expected at most {self._most:,} connections; there are more: try again in a moment"
        elif self._held[owner(address)] >= OF_AN_ADDRESS and not self._trusted(address):
            detail = f"expected at most {OF_AN_ADDRESS} connections of an address; there are more: close some"
        else:
            return True
        with connection, suppress(OSError):
            connection.setblocking(False)
            connection.send(farewell(503, detail))
            connection.recv(UNREAD_BYTES)  # what is left unread would have the system take the farewell back
        return False

    async def _let_in(self, connection: socket.socket, who: str) -> None:
        """Have a connection served."""
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: self._make(who, partial(self._leave, who)), connection)
        except OSError:
            connection.close()
            self._leave(who)

    def _leave(self, who: str) -> None:
        """A connection has ended."""
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
