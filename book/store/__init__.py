"""Stores: where a book's tables lie, in a file or in a server, and how they are read and written."""
