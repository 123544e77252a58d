"""What is known of the library: where it is, and which books are in it."""
