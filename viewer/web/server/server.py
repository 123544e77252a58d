"""Server: a listening socket, and Uvicorn on it until Ctrl-C."""

import asyncio
import errno
import gc
import os
import signal
import socket
import threading
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
_PROCESS_SECONDS = 2  # sooner, so that clients waiting for a picture or a book still get an answer
_THREAD_SECONDS = 1  # for a lookup in a book whose disk does not answer: its thread cannot be ended
_ANSWER_SECONDS = 3  # then connections whose clients do not read their answers are closed


class CannotListen(OxobookError, OSError):
    """Address or port cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises CannotListen."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"port {port} of {host} is in use: choose another with --port"
        else:
            reason = f"cannot listen on {host!r}, port {port}: {error.strerror}; choose another --host or --port"
        raise CannotListen(reason) from error


def url(listening: socket.socket) -> str:
    """Return the URL of a listening socket for a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """Uvicorn server that gives up, when it shuts down, whatever is not done in time."""

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(_PROCESS_SECONDS, self._closing)
        loop.call_later(_ANSWER_SECONDS, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def run(app: ASGIApp, closing: Callable[[], None], listening: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve until Ctrl-C; requests that are running get a few seconds to finish.

    Args:
        app: Application to serve.
        closing: Function that ends the application's own processes.
        listening: Socket from ``listen``.
        proxies: Addresses and networks of proxies that are trusted to name their clients.
    """
    gc.collect()
    gc.freeze()  # modules stay loaded: the garbage collector need not scan them again and again
    networks = [ip_network(proxy) for proxy in proxies]

    @lru_cache(1024)
    def trusted(address: str) -> bool:
        return any(ip_address(address) in network for network in networks)

    config = uvicorn.Config(
        with_deadlines(app),
        http=Connection,
        loop="asyncio",  # uvloop accepts one connection at a time, so new ones would wait behind refused ones
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # else it would end without closing the other processes
    with suppress(KeyboardInterrupt):  # Uvicorn raises it again after shutting down
        _Server(config, closing).run([LimitedSocket(listening, trusted)])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: a second Ctrl-C changes nothing
    leave_stuck_threads()


def leave_stuck_threads() -> None:
    """End the process if a thread of the server does not end: Python would wait for it, for ever if a disk hangs."""
    for thread in threading.enumerate():
        if thread.name.startswith("AnyIO"):
            thread.join(_THREAD_SECONDS)
            if thread.is_alive():
                os._exit(0)
