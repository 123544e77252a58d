"""Server: a listening socket, and uvicorn on it until Ctrl-C."""

import asyncio
import errno
import gc
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network

import uvicorn
from starlette.types import ASGIApp

from oxobook.book.errors import OxobookError
from oxobook.viewer.web.server.connections import BACKLOG, Connection, LimitedSocket, with_deadlines
from oxobook.viewer.web.server.limits import HEAD_BYTES

_GRACE_SECONDS = 4
_PROCESS_SECONDS = 2  # fewer: who waits for a picture, or for a book that hangs, is told that there will be none
_ANSWER_SECONDS = 3  # and who does not read an answer gets no more of it


class CannotListen(OxobookError, OSError):
    """The address or port cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises CannotListen."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"expected a free port; {port} of {host} is in use: choose another with --port"
        else:
            reason = f"cannot listen on {host!r}, port {port}: {error.strerror}; choose another --host or --port"
        raise CannotListen(reason) from error


def url(listening: socket.socket) -> str:
    """Return the URL of a listening socket for a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """Server of uvicorn that gives up, when it ends, all that is not done in time."""

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(_PROCESS_SECONDS, self._closing)
        loop.call_later(_ANSWER_SECONDS, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        """Close the connections that are left."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def run(app: ASGIApp, closing: Callable[[], None], listening: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve until Ctrl-C; running requests get their answers first, if they do not take long.

    ``closing`` ends the application's own work. ``proxies``: addresses and networks that are trusted to name their
    clients.
    """
    gc.collect()
    gc.freeze()  # what has been loaded stays: walking it again and again would hold up answers
    networks = [ip_network(proxy) for proxy in proxies]

    @lru_cache(1024)
    def trusted(address: str) -> bool:
        return any(ip_address(address) in network for network in networks)

    config = uvicorn.Config(
        with_deadlines(app),
        http=Connection,
        loop="asyncio",  # uvloop accepts one connection at a time, so that newcomers wait behind those it refuses
        ws="none",
        backlog=BACKLOG,
        h11_max_incomplete_event_size=HEAD_BYTES,
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
        _Server(config, closing).run([LimitedSocket(listening, trusted)])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: who presses it again gets no other end
