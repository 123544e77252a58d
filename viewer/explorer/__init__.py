"""Explorer: HTTP API and page of ``oxobook serve``, and the same page as a static site.

``files`` says what the page reads, and ``book_data`` makes it; ``app`` puts the server together, whose routes are in
``api``, and ``site`` writes the files of a site.
"""
