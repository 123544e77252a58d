"""Charts of a book's counts."""
