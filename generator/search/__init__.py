"""Search below a book: the exact value and remoteness of one position, by alpha-beta on bit boards."""
