"""The server: a listening socket, and uvicorn on it until Ctrl-C."""

import asyncio
import errno
import gc
import socket
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from book.errors import OxobookError
from viewer.web.client_connection import Connection
from viewer.web.studio import Studio

_GRACE_SECONDS = 3
_PICTURE_SECONDS = 2  # fewer: who waits for a picture is told that there will be none
_BACKLOG = 2_048


class CannotListen(OxobookError, OSError):
    """The address or port cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises CannotListen."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
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
    """Uvicorn's server, which gives up the pictures that are not drawn in time when it ends, and says so to no log."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(_PICTURE_SECONDS, self._studio.close)
        await super().shutdown(sockets)


def run(app: FastAPI, listening: socket.socket) -> None:
    """Serve until Ctrl-C; requests that are being answered get their answers first, if they do not take long."""
    gc.collect()
    gc.freeze()  # what has been loaded stays: walking it again and again would hold up answers
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    with suppress(KeyboardInterrupt):  # uvicorn raises it again when all is done
        _Server(config, app.state.studio).run([listening])
