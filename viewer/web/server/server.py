"""The server: a listening socket, and uvicorn on it until Ctrl-C."""

import asyncio
import errno
import gc
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from oxobook.book.errors import OxobookError
from oxobook.viewer.web.server.connections import Connection
from oxobook.viewer.web.server.door import BACKLOG, UNREAD_BYTES, Door
from oxobook.viewer.web.server.turns import Turns

_GRACE_SECONDS = 4
_PROCESS_SECONDS = 2  # fewer: who waits for a picture, or for a book that hangs, is told that there will be none
_ANSWER_SECONDS = 3  # and who does not read an answer gets no more of it


class CannotListen(OxobookError, OSError):
    """The address or port cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises CannotListen."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)  # each connection takes it over
        return listening
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"expected a free port; {port} of {host} is in use: choose another with --port"
        else:
            reason = f"cannot listen on {host!r}, port {port}: {error.strerror}; choose another --host or --port"
        raise CannotListen(reason) from error


def url(listening: socket.socket) -> str:
    """Where a browser finds what listens."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """Uvicorn's server, which lets slow clients go, and when it ends gives up all that is not done in time."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        app = self.config.loaded_app
        loop, turns = asyncio.get_running_loop(), Turns()

        def make(who: str, ended: Callable[[], None]) -> Connection:
            return Connection(who, turns, ended, self.config, self.server_state, self.lifespan.state, loop)

        def trusted(address: str) -> bool:
            return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts

        self._door = loop.create_task(Door(self._listening, make, trusted).open())

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # each second
            for connection in self._connections():
                connection.keep_time()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(_PROCESS_SECONDS, self._closing)
        loop.call_later(_ANSWER_SECONDS, self._cut)
        self._door.cancel()
        await self._door
        await super().shutdown(sockets)

    def _connections(self) -> list[Connection]:
        return [one for one in self.server_state.connections if isinstance(one, Connection)]

    def _cut(self) -> None:
        """Give up the connections that are left; what fails for that is no news."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        for connection in self._connections():
            connection.cut()


def run(app: FastAPI, listening: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve until Ctrl-C; requests that are being answered get their answers first, if they do not take long.

    ``proxies`` are the addresses and networks that are trusted to say for whom they ask.
    """
    gc.collect()
    gc.freeze()  # what has been loaded stays: walking it again and again would hold up answers
    config = uvicorn.Config(
        app,
        ws="none",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # or it would end without closing what others started
    with suppress(KeyboardInterrupt):  # uvicorn raises it again when all is done
        _Server(config, listening, app.state.close).run([])  # uvicorn lets nobody in by itself
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: who presses it again gets no other end
