"""HTTP API and the page of ``oxobook serve``, and the same page as static files.

``app`` puts the rooms together: ``api`` has the questions and answers, ``books`` the open books and the pool that draws
from them, ``server`` connections, limits and finished responses, ``site`` the page's files.
"""
