"""HTTP API and page of ``oxobook serve``, and the same page as a static site.

``app`` puts the rooms together: ``api`` has the routes and the schema of their answers, ``books`` the open books and
the pool that draws pictures of them, ``server`` the connections, limits and responses, ``site`` the page's files.
"""
