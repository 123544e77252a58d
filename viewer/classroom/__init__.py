"""Classroom: MENACE, the machine of matchboxes that learns; strategies in words; and puzzles."""
