"""Server: connections, limits, and finished responses; it knows neither books nor pages."""
