"""Wrong books that look right, built by the hundred thousand, to be held against ``book.verify``."""
