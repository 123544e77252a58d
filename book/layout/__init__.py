"""Layouts: how a book's answers stand in its store, and the arithmetic that finds them."""
