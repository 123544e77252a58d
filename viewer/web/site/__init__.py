"""Explorer as static files."""
