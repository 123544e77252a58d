"""HTTP API: routes, their parameters, the schema of their answers, and errors."""
