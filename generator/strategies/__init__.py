"""Search for strategies in a solved book: any, and the smallest."""
