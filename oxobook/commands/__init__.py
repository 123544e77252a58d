"""Commands of ``oxobook``: each parses, calls a package below and prints."""
