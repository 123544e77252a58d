"""The explorer as static files."""
