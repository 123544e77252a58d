"""HTTP API: questions, answers and errors."""
