"""MENACE, the learning machine of matchboxes."""
