"""Commands of ``oxobook``: each parses its arguments, calls the packages below and prints."""
