"""Text for terminals: the console, boards, wording and the status line."""
