"""The HTTP API of ``oxobook serve``: every answer of the library's books, as JSON and SVG.

``app`` puts the parts together: ``asking`` and ``drawing`` hold the routes, ``shelf`` the open books,
``response_cache`` the finished answers; ``limits``, ``hosts``, ``headers`` and ``client_connection`` keep a public
server standing.
"""

DEFAULT_RATE = 20_000
"""Requests per second for each client: about as many as one process answers, for a server that is not open to all."""
