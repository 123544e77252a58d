"""What a class makes and plays with: MENACE, the machine of matchboxes that learns, from the book."""
