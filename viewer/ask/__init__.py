"""Questions to a book from the command line, and how the answers are printed."""
