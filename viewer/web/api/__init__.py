"""The HTTP API: questions, answers and errors."""
