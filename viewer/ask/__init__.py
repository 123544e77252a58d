"""Answers of a book for the command line and for JSON."""
