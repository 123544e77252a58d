"""What a class makes and plays with, from the book: MENACE, the machine of matchboxes that learns; strategies in words
that a person can follow; and puzzles."""
