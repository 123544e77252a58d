"""Server: a listening socket, and Uvicorn on it until Ctrl-C."""

import copy
import errno
import signal
import socket
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import LOGGING_CONFIG

from oxobook.book.errors import OxobookError, quoted

CONNECTIONS = 1_000
"""Largest number of connections: the requests of more are answered with 503."""
BACKLOG = 2_048
"""Number of connections that may wait to be accepted."""
KEPT_SECONDS = 5
"""Seconds for which a connection without a request is kept."""
HEAD_BYTES = 16_384
"""Largest size of a request's first line and headers."""
GRACE_SECONDS = 5
"""Seconds that requests get to finish when the server stops."""


class CannotListen(OxobookError, OSError):
    """Address or port cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises CannotListen."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        # connections inherit it: else a small answer would wait for the client's acknowledgement of its head
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except (OSError, UnicodeError) as error:  # the latter is for names of hosts with empty or long parts
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            reason = f"port {port} of {host} is in use: choose another with --port"
        else:
            why = getattr(error, "strerror", "no host can have this name")
            reason = f"cannot listen on {quoted(host)}, port {port}: {why}; choose another --host or --port"
        raise CannotListen(reason) from error


def url(listening: socket.socket) -> str:
    """Return the URL of a listening socket for a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(app: ASGIApp, listening: socket.socket) -> None:
    """Serve an application on a socket until Ctrl-C; requests that are running get a few seconds to finish."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        backlog=BACKLOG,
        limit_concurrency=CONNECTIONS + 1,  # from which on it refuses
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
        log_config=_log_config(),
        server_header=False,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # else it would end without closing what is open
    with suppress(KeyboardInterrupt):  # Uvicorn raises it again after shutting down
        uvicorn.Server(config).run([listening])


def _log_config() -> dict[str, Any]:
    """Return Uvicorn's logging: a line a request, with its time; of the server itself only what is wrong."""
    config = copy.deepcopy(LOGGING_CONFIG)
    config["formatters"]["access"] = {"format": "%(asctime)s %(message)s"}  # Uvicorn's own takes as long as a lookup
    config["loggers"]["uvicorn.error"]["level"] = "WARNING"
    return config
