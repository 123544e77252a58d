"""Open books, and the processes that try them and draw their pictures."""
