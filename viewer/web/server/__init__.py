"""The server: connections, limits, open books and rendering."""
