"""The HTTP API of ``oxobook serve``: every answer of the library's books, as JSON and SVG.

``app`` puts the parts together: ``asking`` and ``drawing`` hold the routes, ``shelf`` the open books,
``response_cache`` the finished answers; ``door``, ``turns``, ``client_connection``, ``limits``, ``hosts`` and
``headers`` keep a public server standing.
"""
