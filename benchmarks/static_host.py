"""Host of static files, which compresses as most hosts do."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """Serve the files of a folder on a free port of the loopback until the block ends, and yield the address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        files = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
        app = GZipMiddleware(files, compresslevel=6)
        config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join()
