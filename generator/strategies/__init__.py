"""From a solved book to a strategy, and to the smallest one."""
