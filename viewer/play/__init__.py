"""Players and what is done with them: games, spectating, and the audit that proves or refutes a claim."""
